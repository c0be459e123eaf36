import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { elide } from './elide.ts';
import { escapeControls } from './escape-controls.ts';
import { reportSchema } from './report.schema.ts';
import type { Report } from './report.ts';

/** A file given as a report is not one. The message names the field, its value and the next step. */
export class ReportUnreadable extends Error {
  override readonly name = 'ReportUnreadable';
}

const NEXT_STEP = 'Write a new one with "assay check --format json".';

let compiled: ValidateFunction<Report> | undefined;

/** Compiled for the first report that is read: most commands read none. */
function validator(): ValidateFunction<Report> {
  compiled ??= new Ajv2020({ strict: true, verbose: true, validateSchema: false }).compile<Report>(reportSchema);
  return compiled;
}

/**
 * Reads the text of a `report.json`; `name` is what the user calls the file and appears in the message.
 *
 * @throws {ReportUnreadable} when the text is not JSON or not of the report's shape.
 */
export function parseReport(text: string, name: string): Report {
  const value = parseJson(text, name);
  const isReport = validator();
  if (isReport(value)) return value;
  throw new ReportUnreadable(
    `Cannot read report ${escapeControls(name)}: ${fault(isReport.errors?.[0])}. ${NEXT_STEP}`,
  );
}

function parseJson(text: string, name: string): unknown {
  try {
    // Editors on some systems put a byte order mark in front; JSON.parse would refuse it.
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    const reason =
      text.trim() === '' ? 'it is empty' : `it is not JSON (${error instanceof Error ? error.message : error})`;
    throw new ReportUnreadable(
      `Cannot read report ${escapeControls(name)}: ${escapeControls(elide(reason, 200))}. ${NEXT_STEP}`,
    );
  }
}

function fault(error: ErrorObject | undefined): string {
  if (error === undefined) return 'it is not of the shape of a report';
  const at = fieldName(error.instancePath);
  const { missingProperty, allowedValues, allowedValue }: Record<string, unknown> = error.params;
  if (error.keyword === 'required') return `${at === '' ? '' : `${at}.`}${missingProperty} is missing`;
  const shown = escapeControls(elide(JSON.stringify(error.data) ?? 'nothing', 80));
  const allowed = allowedValues ?? allowedValue;
  const wanted = allowed === undefined ? error.message : `must be ${[allowed].flat().join(', ')}`;
  return `${at === '' ? 'the whole' : at} is ${shown}, but ${wanted}`;
}

/** `/rules/3/verdict` as people write it: `rules[3].verdict`. */
function fieldName(pointer: string): string {
  const steps = pointer.split('/').slice(1);
  return escapeControls(
    steps
      .map((step) => (/^\d+$/.test(step) ? `[${step}]` : `.${step}`))
      .join('')
      .replace(/^\./, ''),
  );
}

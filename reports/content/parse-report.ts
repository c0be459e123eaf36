import { readShape, type Shape, UserError } from '../../spec/index.ts';
import { elide } from '../text/elide.ts';
import { escapeControls } from '../text/escape-controls.ts';
import { type Report, reportSchema } from './report.ts';

/**
 * Reads the text of a `report.json`; `name` is the user's name for the file in messages.
 *
 * @throws {UserError} if the text is no JSON or has not the shape of a report: names the field, its value and the next
 * step.
 */
export function parseReport(text: string, name: string): Report {
  const refusal = (why: string) =>
    unreadable(`report ${name}`, why, 'Write a new one with "assay check --format json".');
  const report = parseAs(reportSchema, text, refusal);
  const ids = report.rules.map(({ id }) => id);
  const twice = ids.find((id, at) => ids.indexOf(id) < at);
  // Two branches merged by hand: one of the two verdicts would win by chance.
  if (twice !== undefined) throw refusal(`it lists rule ${twice} twice`);
  return report;
}

/** Reads JSON by a schema; `refusal` makes the error of why it cannot be read. */
export function parseAs<S extends object>(schema: S, text: string, refusal: (why: string) => UserError): Shape<S> {
  let value: unknown;
  try {
    // Some editors add a byte order mark, which JSON.parse would refuse.
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    const why = error instanceof Error ? error.message : error;
    throw refusal(text.trim() === '' ? 'it is empty' : `it is not JSON (${why})`);
  }
  const reading = readShape(schema, value);
  if (reading.ok) return reading.value;
  throw refusal(reading.fault);
}

/** Says that a file cannot be read, why, and what to do. */
export const unreadable = (what: string, why: string, advice: string): UserError =>
  new UserError(`${escapeControls(`Cannot read ${what}: ${elide(why, 200)}`)}. ${advice}`);

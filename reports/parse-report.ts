import { readShape, UserError } from '../spec/index.ts';
import { elide } from './elide.ts';
import { escapeControls } from './escape-controls.ts';
import { type Report, reportSchema } from './report.ts';

/**
 * Reads the text of a `report.json`; `name` is what the user calls the file and appears in the message.
 *
 * @throws {UserError} when the text is not JSON or not of the report's shape: names the field, its value and the next step.
 */
export function parseReport(text: string, name: string): Report {
  const reading = readShape(reportSchema, parseJson(text, name));
  if (reading.ok) return reading.value;
  throw unreadable(name, reading.fault);
}

function parseJson(text: string, name: string): unknown {
  try {
    // Editors on some systems put a byte order mark in front; JSON.parse would refuse it.
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    const why = error instanceof Error ? error.message : error;
    throw unreadable(name, text.trim() === '' ? 'it is empty' : `it is not JSON (${why})`);
  }
}

function unreadable(name: string, why: string): UserError {
  const what = escapeControls(`Cannot read report ${name}: ${elide(why, 200)}`);
  return new UserError(`${what}. Write a new one with "assay check --format json".`);
}

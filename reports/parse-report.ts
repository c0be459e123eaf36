import { readShape, UserError } from '../spec/index.ts';
import { elide } from './elide.ts';
import { escapeControls } from './escape-controls.ts';
import { type Report, reportSchema } from './report.ts';

/**
 * Reads the text of a `report.json`; `name` is the user's name for the file in messages.
 *
 * @throws {UserError} if the text is no JSON or has not the shape of a report: names the field, its value and the next
 * step.
 */
export function parseReport(text: string, name: string): Report {
  const reading = readShape(reportSchema, parseJson(text, name));
  if (reading.ok) return reading.value;
  throw unreadable(name, reading.fault);
}

function parseJson(text: string, name: string): unknown {
  try {
    // Some editors add a byte order mark, which JSON.parse would refuse.
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

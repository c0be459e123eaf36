import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseReport, type Report } from '../../../reports/index.ts';
import { UserError } from '../../../spec/index.ts';
import { readNamed } from '../../read-file.ts';

/** SHA-256 of a recording, in hex. Throws UserError if it cannot be read. */
export function digestOf(file: string): string {
  return createHash('sha256').update(readNamed('read recording', file)).digest('hex');
}

/** Throws UserError if the file to be written, `output`, is one of the files that the command reads. */
export function protectInputs(
  command: 'merge' | 'replay',
  inputs: readonly string[],
  output: string,
  what: string,
): void {
  const overwritten = inputs.find((file) => resolvedPath(file) === resolvedPath(output));
  if (overwritten !== undefined)
    throw new UserError(
      `Cannot ${command} ${overwritten}: the ${what} would be written over it. Name another folder with --out DIR.`,
    );
}

/** A path for comparing files, which may not exist. */
function resolvedPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return resolve(path);
  }
}

/** Reads a report.json. Throws UserError if it is missing, which advises what is `next`, or not a report. */
export function readReport(file: string, next?: string): Report {
  return parseReport(readNamed('read report', file, next).toString(), file);
}

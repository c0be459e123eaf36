import { readFileSync } from 'node:fs';
import { escapeControls } from '../reports/index.ts';
import { UserError } from '../spec/index.ts';

/** The system's code of an error, such as `ENOENT`; the error as text if it has none. */
export const reasonOf = (error: unknown): string =>
  String(error instanceof Error && 'code' in error ? error.code : error);

const READ_REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder, not a file',
};

/**
 * Reads a file that the user named. Throws UserError if it cannot: `Cannot USE FILE: there is no such file. NEXT`.
 */
export function readNamed(use: string, file: string, next = 'Check the path.'): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    const reason = reasonOf(error);
    const why = READ_REASONS[reason] ?? reason;
    throw new UserError(`Cannot ${use} ${escapeControls(file)}: ${why}. ${next}`);
  }
}

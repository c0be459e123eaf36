import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { UserError } from '../../spec/index.ts';

/** SHA-256 of a recording, in hex. Throws UserError where there is none. */
export function digestOf(file: string): string {
  try {
    return createHash('sha256').update(readFileSync(file)).digest('hex');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : error;
    throw new UserError(
      `Cannot read recording ${file}: ${code === 'ENOENT' ? 'there is no such file' : code}. Check the path.`,
    );
  }
}

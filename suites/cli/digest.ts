import { createHash } from 'node:crypto';
import { readNamed } from '../read-file.ts';

/** SHA-256 of a recording, in hex. Throws UserError if there is none. */
export function digestOf(file: string): string {
  return createHash('sha256').update(readNamed('read recording', file)).digest('hex');
}

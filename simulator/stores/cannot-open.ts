import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { UserError } from '../../spec/index.ts';
import { cannotUse } from './load.ts';

/** Says why the file of a store could not be opened; the library gives only a number. `url` is the address as the user wrote it. */
export function cannotOpen(url: string, path: string, error: Error): UserError {
  const folder = dirname(resolve(path));
  if (kindOf(folder) === 'none')
    return cannotUse(url, `there is no folder ${folder}`, 'Make it, or name a file in another one.');
  if (kindOf(path) === 'folder') return cannotUse(url, 'it is a folder', 'Name a file in it.');
  const reason = /^ConnectionFailed|^SqliteError/.test(error.message)
    ? 'it cannot be opened for reading and writing'
    : error.message;
  return cannotUse(url, reason, 'Name another file, in a folder that can be written to.');
}

/** What is at a path. `none`: there is no folder. */
function kindOf(path: string): 'folder' | 'none' | 'unknown' {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() ? 'folder' : 'none';
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOTDIR' ? 'none' : 'unknown';
  }
}

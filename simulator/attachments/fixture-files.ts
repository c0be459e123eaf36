import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { attachmentsDirectory } from '../../fixtures/index.ts';

/** Reads one fixture by its plain name; null if there is none. */
export type FixtureFiles = (name: string) => Promise<Uint8Array | null>;

/** The files read so far; all of them together are less than half a megabyte. */
const known = new Map<string, Promise<Uint8Array>>();

function contentOf(name: string): Promise<Uint8Array> {
  const content = known.get(name) ?? readFile(join(attachmentsDirectory, name));
  known.set(name, content);
  return content;
}

/** The committed fixtures. Names are looked up in the list of the folder, so that no name can leave it. */
export function committedFixtures(): FixtureFiles {
  let listing: Promise<ReadonlySet<string>> | null = null;
  return async (name) => {
    listing ??= readdir(attachmentsDirectory).then((names) => new Set(names));
    return (await listing).has(name) ? contentOf(name) : null;
  };
}

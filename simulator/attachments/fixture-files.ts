import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { attachmentsDirectory } from '../../fixtures/index.ts';

/** Reads one fixture by its plain name; null where there is none. */
export type FixtureFiles = (name: string) => Promise<Uint8Array | null>;

/** What was read of them: less than half a megabyte in all. */
const known = new Map<string, Promise<Uint8Array>>();

function contentOf(name: string): Promise<Uint8Array> {
  const content = known.get(name) ?? readFile(join(attachmentsDirectory, name));
  known.set(name, content);
  return content;
}

/** The committed fixtures. Names are compared with the folder's own list, so that no name can leave the folder. */
export function committedFixtures(): FixtureFiles {
  let listing: Promise<ReadonlySet<string>> | null = null;
  return async (name) => {
    listing ??= readdir(attachmentsDirectory).then((names) => new Set(names));
    return (await listing).has(name) ? contentOf(name) : null;
  };
}

import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';

/** The folder of the attachment fixtures: beside the sources, or beside `dist` in the packed package. */
function attachmentsFolder(): URL {
  const places = ['../../fixtures/attachments/', '../../../fixtures/attachments/'].map(
    (place) => new URL(place, import.meta.url),
  );
  const found = places.find((place) => existsSync(new URL('pages-1.pdf', place)));
  if (found !== undefined) return found;
  throw new Error(
    `Cannot serve attachment fixtures: there is no ${places.map((place) => place.pathname).join(' and no ')}. ` +
      'Make them with fixtures/make/make-attachments.ts.',
  );
}

/** Reads one fixture by its plain name; null where there is none. */
export type FixtureFiles = (name: string) => Promise<Uint8Array | null>;

/** The committed fixtures. Names are compared with the folder's own list, so that no name can leave the folder. */
export function committedFixtures(): FixtureFiles {
  let listing: Promise<ReadonlySet<string>> | null = null;
  return async (name) => {
    const folder = attachmentsFolder();
    listing ??= readdir(folder).then((names) => new Set(names.filter((entry) => entry !== 'manifest.json')));
    return (await listing).has(name) ? readFile(new URL(encodeURIComponent(name), folder)) : null;
  };
}

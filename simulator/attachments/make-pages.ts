import { readManifest } from '../../fixtures/index.ts';
import { CACHED_PAGES, pagesRead } from './page-cache.ts';
import { createAttachmentReader } from './reader.ts';
import { AttachmentRefused, PageCapExceeded } from './refusal.ts';

// Reads all files of the simulated network once, for the build of the package (`prepared-pages.ts`).
const host = 'https://fixtures.assay.test';
/** These never end, and have no pages. */
const endless = ['/drip', '/no-answer'];

const manifest = readManifest();
const reader = createAttachmentReader({
  network: 'simulated',
  clock: { now: Date.now, sleep: () => Promise.resolve() },
  // On a busy machine a file may take longer than a request may: it would be missing from the package.
  limits: { parseStepMs: 600_000, parseMs: 600_000 },
});
const paths = [
  ...manifest.files.map(({ name }) => `/${encodeURIComponent(name)}`),
  ...manifest.behaviours.map(({ path }) => path).filter((path) => !endless.includes(path)),
];
for (const path of paths) {
  await reader.read([host + path], { maxPages: CACHED_PAGES }).catch((error) => {
    if (!(error instanceof AttachmentRefused || error instanceof PageCapExceeded)) throw error;
  });
}
await reader.close();

export const pages = await pagesRead();

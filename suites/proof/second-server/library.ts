import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { attachmentsDirectory } from '../../../fixtures/index.ts';

/** The only origin whose documents this server can read; it knows them from the manifest, not from their bytes. */
export const fixturesOrigin = 'https://fixtures.assay.test';

interface Manifest {
  files: { name: string; pages: number | null; valid: boolean }[];
  behaviours: { path: string; refused: boolean }[];
}

const { files, behaviours } = JSON.parse(readFileSync(join(attachmentsDirectory, 'manifest.json'), 'utf8')) as Manifest;

/** Pages and megabytes of the paths that are not files. */
const served: Record<string, [pages: number, megabytes: number]> = {
  '/redirect-ok': [2, 0],
  '/folder/sub folder/pages-2.pdf': [2, 0],
  '/padded-22-mb': [1, 22],
  '/padded-36-mb': [1, 36],
};

/** A document that was read: one citable page for each of `pages`. */
export interface Paper {
  url: string;
  filename: string;
  pages: number;
  megabytes: number;
}

/** The document at `address`, or undefined if it cannot be read. */
export function fetchPaper(address: string): Paper | undefined {
  if (!/^https:/i.test(address) || !URL.canParse(address)) return undefined;
  const url = new URL(address);
  if (url.origin !== fixturesOrigin) return undefined;
  const filename = decodeURIComponent(url.pathname.split('/').at(-1) ?? '');
  const path = decodeURIComponent(url.pathname);
  if (behaviours.some((one) => one.refused && one.path === path)) return undefined;
  const [pages, megabytes] = served[path] ?? [];
  if (pages !== undefined && megabytes !== undefined) return { url: address, filename, pages, megabytes };
  const file = files.find(({ name }) => name === filename);
  return file?.valid && file.pages !== null ? { url: address, filename, pages: file.pages, megabytes: 0 } : undefined;
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { attachmentsDirectory } from '../../../fixtures/index.ts';

/** The one origin whose documents this server can read; it knows them by the manifest, not by their bytes. */
export const fixturesOrigin = 'https://fixtures.assay.test';

interface Manifest {
  files: { name: string; pages: number | null; valid: boolean }[];
  behaviours: { path: string; refused: boolean }[];
}

const { files, behaviours } = JSON.parse(readFileSync(join(attachmentsDirectory, 'manifest.json'), 'utf8')) as Manifest;

/** A document that was read: one citable page for each of `pages`. */
export interface Paper {
  url: string;
  filename: string;
  pages: number;
  megabytes: number;
}

/** The document at `address`, or nothing when it cannot be had. */
export function fetchPaper(address: string): Paper | undefined {
  if (!/^https:/i.test(address) || !URL.canParse(address)) return undefined;
  const url = new URL(address);
  if (url.origin !== fixturesOrigin) return undefined;
  const filename = decodeURIComponent(url.pathname.split('/').at(-1) ?? '');
  const path = decodeURIComponent(url.pathname);
  if (behaviours.some((one) => one.refused && one.path === path)) return undefined;
  if (path === '/redirect-ok') return { url: address, filename, pages: 2, megabytes: 0 };
  if (path === '/padded-22-mb') return { url: address, filename, pages: 1, megabytes: 22 };
  const file = files.find(({ name }) => name === filename);
  return file?.valid && file.pages !== null ? { url: address, filename, pages: file.pages, megabytes: 0 } : undefined;
}

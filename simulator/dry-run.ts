import { type Manifest, readManifest } from '../fixtures/index.ts';
import {
  ATTACHMENT_LIMITS,
  type AttachmentReader,
  AttachmentRefused,
  filenameOf,
  PageCapExceeded,
  type PdfDocument,
} from './attachments/index.ts';
import { createSimulator, type Simulator } from './simulator.ts';

/** Pages of a file behind an accepted path of `behaviours`; the real ones have no more. */
const FEW_PAGES = 2;

/** The size in the name of a padded file. */
const PADDED = /-(\d+)-mb$/;
const MEGABYTE = 1_048_576;

/**
 * A simulator for counting what a run would send: it answers like the real one, but takes the number of pages of a PDF from the manifest
 * instead of fetching and reading it, which is most of the work.
 */
export function createDryRunSimulator(): Simulator {
  const manifest = readManifest();
  return createSimulator({ reader: (usual) => listedReader(manifest, usual) });
}

/** Answers for files of the manifest; all others go to the `other` reader, which refuses most of them without a fetch. */
function listedReader(manifest: Manifest, other: AttachmentReader): AttachmentReader {
  return {
    read: async (urls, options) => {
      const documents: PdfDocument[] = [];
      let left = options.maxPages;
      let megabytes = 0;
      for (const url of urls) {
        megabytes += Number(PADDED.exec(url)?.[1] ?? 0);
        if (megabytes > ATTACHMENT_LIMITS.requestBytes / MEGABYTE)
          throw new AttachmentRefused(url, 'request-too-large', 'the files are too large together', 'Send fewer.');
        const pages = pagesOf(url, manifest);
        if (pages === undefined) documents.push(...(await other.read([url], { ...options, maxPages: left })));
        else if (pages > left) throw new PageCapExceeded(url, options.maxPages);
        else documents.push(standIn(url, pages));
        left -= documents.at(-1)?.pages.length ?? 0;
      }
      return documents;
    },
    close: async () => undefined,
  };
}

/** Pages of a file by the manifest; undefined if it is not listed. Throws AttachmentRefused for one that is listed as refused. */
function pagesOf(url: string, { files, behaviours }: Manifest): number | undefined {
  if (!URL.canParse(url)) return undefined;
  const { pathname, search, hostname } = new URL(url);
  if (hostname !== 'fixtures.assay.test') return undefined;
  const behaviour = behaviours.find(({ path }) => path === pathname || path === `${pathname}${search}`);
  const name = decodeURIComponent(pathname.slice(1));
  const file = files.find((listed) => listed.name === name);
  if (!file && !behaviour) return undefined;
  if (file ? !file.valid : behaviour?.refused)
    throw new AttachmentRefused(url, 'not-a-pdf', 'the manifest says that it cannot be read', 'Send a whole PDF.');
  return file?.pages ?? FEW_PAGES;
}

const standIn = (url: string, count: number): PdfDocument => ({
  url,
  filename: filenameOf(url),
  pages: Array.from({ length: count }, (_, at) => ({ page: at + 1, markdown: `Page ${at + 1} speaks of asthma.` })),
});

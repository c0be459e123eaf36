import pLimit from 'p-limit';
import type { fetchFile as FetchFile } from './fetch-file.ts';
import { filenameOf } from './filename.ts';
import { guardUrl } from './guarded-url.ts';
import { ATTACHMENT_LIMITS, type AttachmentLimits } from './limits.ts';
import type { ConnectObserver, Network, Resolver } from './network.ts';
import { cachedPages, type ReadPages } from './page-cache.ts';
import type { ParseOutcome } from './parse-outcome.ts';
import { createParsePool } from './parse-pool.ts';
import { AttachmentRefused, PageCapExceeded, TRANSIENT } from './refusal.ts';
import type { AttachmentClock } from './simulated-network.ts';

/** One page of a PDF, citable as `[PF<n>]` (chat request, rule 7). */
export interface PdfPage {
  /** From 1. */
  readonly page: number;
  readonly markdown: string;
}

/** A PDF that was read whole. */
export interface PdfDocument {
  /** The `pdf_urls` entry as given. */
  readonly url: string;
  /** For titles (readings A5). */
  readonly filename: string;
  readonly pages: readonly PdfPage[];
}

/** Fetches and reads the PDFs of requests. */
export interface AttachmentReader {
  /**
   * Reads all PDFs of one request, in request order; all or nothing.
   * @param options `maxPages`: pages left under the model's cap; `signal`: gives up, rejecting with its reason
   * @throws AttachmentRefused (422 `invalid_request`), PageCapExceeded (422 `content_too_long`), both `param` `pdf_urls`
   */
  read(urls: readonly string[], options: { maxPages: number; signal?: AbortSignal }): Promise<readonly PdfDocument[]>;
  /** Ends the workers. Reading afterwards rejects. */
  close(): Promise<void>;
}

/** Options of a reader. Users can only choose `network`; the rest is set by code. */
export interface AttachmentReaderOptions {
  network: 'simulated' | 'real';
  /** The clock of the simulated network. The real network uses real time. */
  clock: AttachmentClock;
  /** Allows addresses that are refused otherwise; for tests against a server on loopback. */
  admit?: (address: string) => boolean;
  /** Replaces the resolver of the network; its answers are checked too. */
  resolve?: Resolver;
  /** Certificates (PEM) the real network trusts instead of the system's. */
  ca?: string;
  /** Called before each connection is opened. */
  onConnect?: ConnectObserver;
  /** Further files of the simulated network, by name. */
  files?: ReadonlyMap<string, Uint8Array>;
  /** Limits to lower. */
  limits?: Partial<AttachmentLimits>;
}

/** A file with its bytes, and what was found in it. */
interface FileRead {
  readonly size: number;
  readonly outcome: Exclude<ParseOutcome, { readonly kind: 'refused' }>;
}

/**
 * What URLs of the simulated network gave: they give the same each time, so that a request that repeats one costs neither fetch nor hash. One for the
 * process: a proof makes hundreds of simulators.
 */
const fixtures = new Map<string, FileRead | AttachmentRefused>();
const MOST_FIXTURES = 256;

function remember(url: string, found: FileRead | AttachmentRefused, requestBytesLeft: number): void {
  if (found instanceof AttachmentRefused && (TRANSIENT.has(found.reason) || !isAllLeft(requestBytesLeft))) return;
  if (fixtures.size >= MOST_FIXTURES) fixtures.clear();
  fixtures.set(url, found);
}

/** Whether fetching it again, with so much room left, would find the same. Which limit a large file breaks first depends on the room. */
function serves(found: FileRead | AttachmentRefused, requestBytesLeft: number, maxPages: number): boolean {
  if (found instanceof AttachmentRefused) return isAllLeft(requestBytesLeft);
  const { size, outcome } = found;
  return size <= requestBytesLeft && (outcome.kind === 'pages' || outcome.count > maxPages);
}

const isAllLeft = (requestBytesLeft: number): boolean => requestBytesLeft === ATTACHMENT_LIMITS.requestBytes;

/** A reader with its own workers (started when first needed) and its own limits; each simulator needs only one. */
export function createAttachmentReader(options: AttachmentReaderOptions): AttachmentReader {
  const limits = { ...ATTACHMENT_LIMITS, ...options.limits };
  const admit = options.admit ?? (() => false);
  const pool = createParsePool(limits);
  const readPages: ReadPages =
    options.network === 'simulated'
      ? cachedPages(pool)
      : (bytes, maxPages, signal) => pool.parse({ bytes, maxPages }, signal);
  let fetchFile: typeof FetchFile | undefined;
  let network: Promise<Network> | undefined;
  const inTurn = pLimit(limits.filesAtOnce);
  const { files, resolve, onConnect } = options;
  const isConstant =
    options.network === 'simulated' &&
    [files, resolve, onConnect, options.admit, options.limits].every((own) => own === undefined);

  /** One turn covers the fetch and the parse, since the body is in memory until both are done. */
  async function read(
    url: string,
    requestBytesLeft: number,
    maxPages: number,
    signal: AbortSignal | undefined,
  ): Promise<FileRead | AttachmentRefused> {
    if (inTurn.activeCount === limits.filesAtOnce && inTurn.pendingCount >= limits.filesWaiting)
      throw new AttachmentRefused(url, 'busy', 'too many other files are being read', 'Try again in a while.');
    return inTurn(async () => {
      signal?.throwIfAborted();
      fetchFile ??= (await import('./fetch-file.ts')).fetchFile;
      network ??= networkOf(options);
      const guard = { network: await network, admit, fetchMs: limits.fetchMs, redirects: limits.redirects };
      try {
        const bytes = await fetchFile(url, guard, { fileBytes: limits.fileBytes, requestBytesLeft }, signal);
        const size = bytes.length;
        const outcome = await readPages(bytes, maxPages, signal);
        if (outcome.kind !== 'refused') return { size, outcome };
        const next = 'Send a whole PDF that opens without a password.';
        return new AttachmentRefused(url, outcome.reason, `it ${outcome.because}`, next);
      } catch (error) {
        if (error instanceof AttachmentRefused) return error;
        throw error;
      }
    });
  }

  /** Size and pages of one file. Null: more pages than are left. */
  async function readOne(url: string, requestBytesLeft: number, maxPages: number, signal: AbortSignal | undefined) {
    signal?.throwIfAborted();
    const before = isConstant ? fixtures.get(url) : undefined;
    const found =
      before && serves(before, requestBytesLeft, maxPages)
        ? before
        : await read(url, requestBytesLeft, maxPages, signal);
    if (isConstant && found !== before) remember(url, found, requestBytesLeft);
    if (found instanceof AttachmentRefused) throw found;
    const { size, outcome } = found;
    return outcome.kind === 'pages' && outcome.pages.length <= maxPages ? { size, pages: outcome.pages } : null;
  }

  let closed = false;
  return {
    async read(urls, { maxPages, signal }) {
      // Checked here too: the cache is shared, and would still answer.
      if (closed) throw new Error('Cannot read attachments: the reader is closed. Make a new one.');
      // URLs are checked before anything is fetched. The number of files is limited too, since each PDF has at least one page.
      for (const url of urls) guardUrl(url, url, admit);
      const beyond = urls[maxPages];
      if (beyond !== undefined) throw new PageCapExceeded(beyond, maxPages);
      const documents: PdfDocument[] = [];
      let bytesLeft = limits.requestBytes;
      let pagesLeft = maxPages;
      for (const url of urls) {
        const file = await readOne(url, bytesLeft, pagesLeft, signal);
        if (file === null) throw new PageCapExceeded(url, maxPages);
        const { size, pages } = file;
        bytesLeft -= size;
        pagesLeft -= pages.length;
        documents.push({
          url,
          filename: filenameOf(url),
          pages: pages.map((markdown, index) => ({ page: index + 1, markdown })),
        });
      }
      return documents;
    },
    close: () => {
      closed = true;
      return pool.close();
    },
  };
}

/** Loaded when a file is first fetched: most simulators never fetch one. */
async function networkOf(options: AttachmentReaderOptions): Promise<Network> {
  if (options.network === 'real') return (await import('./real-network.ts')).realNetwork(options);
  return (await import('./simulated-network.ts')).simulatedNetwork(options);
}

import { Readable } from 'node:stream';
import { createGzip, type Gzip } from 'node:zlib';
import { percentDecoded } from './filename.ts';
import type { FixtureFiles } from './fixture-files.ts';
import type { SimulatedAnswer } from './simulated-dispatch.ts';

/** One request to the simulated origin. */
export interface SimulatedRequest {
  /** With query, as requested. */
  readonly path: string;
  readonly files: FixtureFiles;
  /** Sleeps on the simulator's clock; rejects once the time limit of the fetch has passed. */
  readonly sleep: (ms: number) => Promise<void>;
}

type Behaviour = (request: SimulatedRequest) => SimulatedAnswer | Promise<SimulatedAnswer>;

const MEGABYTE = 1_048_576;
const PDF = { 'content-type': 'application/pdf' };
/** Media types of pictures by file extension; everything else is a PDF. */
const PICTURES: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
};

/** The `behaviours` of the manifest by path, and a few more that only our own tests use. */
const BEHAVIOURS: Readonly<Record<string, Behaviour>> = {
  '/redirect-ok': () => redirect('/pages-2.pdf'),
  '/redirect-to-http': ({ path }) => redirect(`http://fixtures.assay.test/pages-1.pdf?from=${path.slice(1)}`),
  '/redirect-to-data': () => redirect('data:application/pdf;base64,JVBERi0xLjQK'),
  '/redirect-to-private': () => redirect('https://10.0.0.1/pages-1.pdf'),
  '/redirect-to-loopback': () => redirect('https://127.0.0.1/pages-1.pdf'),
  '/redirect-to-loopback-v6': () => redirect('https://[::1]/pages-1.pdf'),
  '/redirect-to-mapped': () => redirect('https://[::ffff:127.0.0.1]/pages-1.pdf'),
  '/redirect-to-link-local': () => redirect('https://169.254.169.254/latest/meta-data/'),
  '/redirect-to-private-name': () => redirect('https://private.fixtures.assay.test/pages-1.pdf'),
  '/redirect-loop': () => redirect('/redirect-loop-back'),
  '/redirect-loop-back': () => redirect('/redirect-loop'),
  '/not-found': () => answer(404, {}, []),
  '/server-error': () => answer(500, {}, []),
  '/wrong-type': () => answer(200, PDF, [Buffer.from('<!doctype html><title>Sign in</title><p>Please sign in.</p>')]),
  '/drip': ({ sleep }) => answer(200, PDF, drip(sleep)),
  '/no-answer': async ({ sleep }) => {
    for (;;) await sleep(1_000);
  },
  '/folder/sub%20folder/pages-2.pdf': (request) => simulatedServer({ ...request, path: '/pages-2.pdf' }),
  '/folder/sub%20folder/image.png': (request) => simulatedServer({ ...request, path: '/image.png' }),
  '/padded-22-mb': async ({ files }) => answer(200, PDF, padded(await files('pages-1.pdf'), 22)),
  '/padded-36-mb': async ({ files }) => answer(200, PDF, padded(await files('pages-1.pdf'), 36)),
  '/over-40-mb': async ({ files }) => answer(200, PDF, padded(await files('pages-1.pdf'), 44)),
  '/over-50-mb': async ({ files }) => answer(200, PDF, padded(await files('pages-1.pdf'), 56)),
  '/gzip-bomb': async ({ files }) =>
    answer(200, { ...PDF, 'content-encoding': 'gzip' }, await bombOf(await files('pages-1.pdf'))),
  '/gzip-ok': async ({ files }) =>
    answer(200, { ...PDF, 'content-encoding': 'gzip' }, gzipped(padded(await files('pages-1.pdf'), 0))),
  '/broken-off': async ({ files }) => answer(200, PDF, brokenOff(await files('pages-3.pdf'))),
  '/tls-failure': () => {
    throw Object.assign(new Error('the certificate is for another host'), { code: 'ERR_TLS_CERT_ALTNAME_INVALID' });
  },
};

/** Answers a path from the behaviours, else from the fixtures, without its query. */
export async function simulatedServer(request: SimulatedRequest): Promise<SimulatedAnswer> {
  const pathname = request.path.split('?', 1)[0] ?? '';
  const behaviour = Object.hasOwn(BEHAVIOURS, pathname) ? BEHAVIOURS[pathname] : undefined;
  if (behaviour !== undefined) return behaviour(request);
  const file = await request.files(percentDecoded(pathname.slice(1)));
  if (file === null) return answer(404, {}, []);
  const type = PICTURES[pathname.slice(pathname.lastIndexOf('.') + 1).toLowerCase()];
  const headers = { ...(type === undefined ? PDF : { 'content-type': type }), 'content-length': `${file.length}` };
  return answer(200, headers, [file]);
}

function answer(
  status: number,
  headers: Record<string, string>,
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): SimulatedAnswer {
  return {
    status,
    headers,
    body: (async function* () {
      yield* body;
    })(),
  };
}

function redirect(location: string): SimulatedAnswer {
  return answer(302, { location }, []);
}

/** One byte a second, forever: only a limit on the whole fetch stops it. */
async function* drip(sleep: (ms: number) => Promise<void>): AsyncGenerator<Uint8Array> {
  for (;;) {
    yield Buffer.from('%');
    await sleep(1_000);
  }
}

/**
 * A PDF made large: blank space after its end, then its closing lines again, since readers look for those at the end of
 * the file. The space is one buffer, sent many times.
 */
function* padded(file: Uint8Array | null, megabytes: number): Generator<Uint8Array> {
  if (file === null) return;
  yield file;
  const space = Buffer.alloc(MEGABYTE, '\n');
  for (let sent = 0; sent < megabytes; sent += 1) yield space;
  const text = Buffer.from(file.buffer, file.byteOffset, file.byteLength).toString('latin1');
  yield Buffer.from(`\n${text.slice(text.lastIndexOf('startxref'))}`, 'latin1');
}

/** Made once: packing takes far longer than anything else here. */
let bomb: Promise<Uint8Array[]> | undefined;
function bombOf(file: Uint8Array | null): Promise<Uint8Array[]> {
  bomb ??= gzipped(padded(file, 56)).toArray();
  return bomb;
}

function gzipped(chunks: Iterable<Uint8Array>): Gzip {
  return Readable.from(chunks).pipe(createGzip({ level: 1 }));
}

async function* brokenOff(file: Uint8Array | null): AsyncGenerator<Uint8Array> {
  if (file !== null) yield file.subarray(0, file.length >> 1);
  throw Object.assign(new Error('other side closed'), { code: 'UND_ERR_SOCKET' });
}

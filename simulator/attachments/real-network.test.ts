import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { attachmentsDirectory } from '../../fixtures/index.ts';
import { HOST, type LoopbackServer, loopbackServer, type Routes } from './loopback.test-support.ts';
import { jumpingClock, outcomeOf } from './reader.test-support.ts';
import { type AttachmentReader, type AttachmentReaderOptions, createAttachmentReader } from './reader.ts';

const LOOPBACK = '127.0.0.1';
const pdf = readFileSync(join(attachmentsDirectory, 'pages-2.pdf'));
const to = (location: string) => (response: Parameters<Routes[string]>[0]) =>
  response.writeHead(302, { location }).end();

const routes: Routes = {
  '/two.pdf': (response) => response.end(pdf),
  '/two.pdf?q=1': (response) => response.end(pdf),
  '/gzip': (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(pdf)),
  '/br': (response) => response.writeHead(200, { 'content-encoding': 'br' }).end(brotliCompressSync(pdf)),
  '/gzip-broken': (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(pdf),
  '/gzip-cut': (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(pdf).subarray(0, 90)),
  '/unknown-coding': (response) => response.writeHead(200, { 'content-encoding': 'lzma' }).end(pdf),
  '/bomb': (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(4_000_000))),
  '/redirect': to('/two.pdf?q=1'),
  '/to-http': to('http://files.example/two.pdf'),
  '/to-refused': to('https://127.0.0.2/two.pdf'),
  '/to-other-name': to('https://other.example/two.pdf'),
  '/loop': to('/loop'),
  '/no-location': (response) => response.writeHead(301).end(),
  '/error': (response) => response.writeHead(503).end(),
  '/no-content': (response) => response.writeHead(204).end(),
  '/drip': (response) => {
    const timer = setInterval(() => response.write('%'), 20);
    response.on('close', () => clearInterval(timer));
  },
  '/silence': () => {},
  '/large': (response) => {
    for (let sent = 0; sent < 40; sent += 1) response.write(Buffer.alloc(65_536));
    response.end();
  },
  '/said-large': (response) => response.writeHead(200, { 'content-length': '999999999' }).write('%PDF-1.4'),
  '/reset': (response) => {
    response.writeHead(200, { 'content-length': pdf.length });
    response.write(pdf.subarray(0, 100), () => response.socket?.destroy());
  },
  '/cut-chunked': (response) => {
    response.write(pdf.subarray(0, 100), () => response.socket?.destroy());
  },
  '/reset-at-once': (response) => response.socket?.destroy(),
};

let server: LoopbackServer;
const readers: AttachmentReader[] = [];

/** Admits 127.0.0.1, trusts the server's certificate and knows its name, unless `options` say otherwise. */
function reader(options: Partial<AttachmentReaderOptions> = {}): AttachmentReader {
  const made = createAttachmentReader({
    network: 'real',
    clock: jumpingClock(),
    admit: (address) => address === LOOPBACK,
    resolve: async (host) => (host === HOST ? [LOOPBACK] : []),
    ca: server.ca,
    ...options,
  });
  readers.push(made);
  return made;
}
const url = (path: string, host = HOST) => `https://${host}:${server.port}${path}`;

beforeAll(async () => {
  server = await loopbackServer(routes);
});
afterAll(async () => {
  await Promise.all(readers.map((made) => made.close()));
  await server.close();
});

it.each(['/two.pdf', '/redirect', '/gzip', '/br'])('a real https server on loopback is read at %s', async (path) => {
  expect(await outcomeOf(reader(), [url(path)])).toBe('2');
});

it('a real https server on loopback is read by its address, which is then on the certificate', async () => {
  expect(await outcomeOf(reader(), [url('/two.pdf', LOOPBACK)])).toBe('2');
});

it('a real https server on loopback is not connected to unless its address is admitted', async () => {
  const before = server.connections();
  const admit = () => false;
  expect(await outcomeOf(reader({ admit }), [url('/two.pdf')])).toBe('address');
  expect(await outcomeOf(reader({ admit }), [url('/two.pdf', LOOPBACK)])).toBe('address');
  expect(server.connections()).toBe(before);
});

it('a real https server on loopback is not reached through a proxy of the environment', async () => {
  vi.stubEnv('HTTPS_PROXY', `http://${LOOPBACK}:${server.port}`);
  vi.stubEnv('ALL_PROXY', `http://${LOOPBACK}:${server.port}`);
  const before = server.connections();
  expect(await outcomeOf(reader({ resolve: async () => [] }), ['https://unknown.example/a.pdf'])).toBe('unreachable');
  expect(server.connections()).toBe(before);
  vi.unstubAllEnvs();
});

it.each([
  ['/to-http', 'scheme'],
  ['/to-refused', 'address'],
  ['/to-other-name', 'unreachable'],
  ['/loop', 'redirects'],
  ['/no-location', 'status'],
  ['/error', 'status'],
  ['/no-content', 'status'],
  ['/missing', 'status'],
  ['/gzip-broken', 'encoding'],
  ['/gzip-cut', 'encoding'],
  ['/unknown-coding', 'encoding'],
  ['/reset', 'broken-off'],
  ['/cut-chunked', 'broken-off'],
  ['/reset-at-once', 'broken-off'],
])('a real https server on loopback refuses %s (%s)', async (path, reason) => {
  expect(await outcomeOf(reader(), [url(path)])).toBe(reason);
});

it('a real https server on loopback may redirect as often as the limit says, and no more', async () => {
  expect(await outcomeOf(reader({ limits: { redirects: 1 } }), [url('/redirect')])).toBe('2');
  expect(await outcomeOf(reader({ limits: { redirects: 0 } }), [url('/redirect')])).toBe('redirects');
});

it.each(['/drip', '/silence'])(
  'a real https server on loopback ends %s at the limit of the whole fetch',
  async (path) => {
    expect(await outcomeOf(reader({ limits: { fetchMs: 200 } }), [url(path)])).toBe('timeout');
  },
);

it('a real https server on loopback ends a name that never resolves at the same limit', async () => {
  const resolve = () => new Promise<never>(() => {});
  expect(await outcomeOf(reader({ resolve, limits: { fetchMs: 50 } }), [url('/two.pdf')])).toBe('timeout');
});

it.each(['/large', '/said-large', '/bomb'])(
  'a real https server on loopback stops %s at the limit of one file',
  async (path) => {
    expect(await outcomeOf(reader({ limits: { fileBytes: 1_000_000 } }), [url(path)])).toBe('too-large');
  },
);

it('a real https server on loopback counts the bytes of all files against the limit of the request', async () => {
  const limits = { requestBytes: pdf.length * 2 };
  expect(await outcomeOf(reader({ limits }), [url('/two.pdf'), url('/gzip')])).toBe('2,2');
  expect(await outcomeOf(reader({ limits }), [url('/two.pdf'), url('/gzip'), url('/br')])).toBe('request-too-large');
});

it('a real https server on loopback is refused for an untrusted certificate, or one for another name', async () => {
  const anyName = async () => [LOOPBACK];
  const admit = (address: string) => address === LOOPBACK;
  const wary = createAttachmentReader({ network: 'real', clock: jumpingClock(), admit, resolve: anyName });
  expect(await outcomeOf(wary, [url('/two.pdf')])).toBe('tls');
  expect(await outcomeOf(reader({ resolve: anyName }), [url('/two.pdf', 'other.example')])).toBe('tls');
});

it('a real https server on loopback is unreachable if nothing listens', async () => {
  const gone = await loopbackServer({});
  await gone.close();
  expect(await outcomeOf(reader(), [`https://${HOST}:${gone.port}/two.pdf`])).toBe('unreachable');
});

it('a real https server on loopback is reached at the checked address, even if its name resolves to another by then', async () => {
  const answers = [[LOOPBACK], ['127.0.0.2'], ['10.0.0.1']];
  const resolve = vi.fn(async () => answers.shift() ?? []);
  expect(await outcomeOf(reader({ resolve }), [url('/two.pdf')])).toBe('2');
  expect(resolve).toHaveBeenCalledTimes(1);
});

it('a real https server on loopback is refused when its name resolves to another address on the second hop', async () => {
  const answers = [[LOOPBACK], ['127.0.0.2']];
  const resolve = vi.fn(async () => answers.shift() ?? []);
  expect(await outcomeOf(reader({ resolve }), [url('/redirect')])).toBe('address');
  expect(resolve).toHaveBeenCalledTimes(2);
});

it('a real https server on loopback is disconnected when the caller gives up', async () => {
  const caller = new AbortController();
  const reading = reader().read([url('/drip')], { maxPages: 30, signal: caller.signal });
  const reason = new Error('client left');
  caller.abort(reason);
  await expect(reading).rejects.toBe(reason);
});

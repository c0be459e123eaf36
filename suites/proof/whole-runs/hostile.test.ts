import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import pLimit from 'p-limit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listen, newFolder } from '../../../fixtures/temporary.test-support.ts';
import { listen as listenSimulator, type StandIn } from '../../../simulator/index.ts';
import { readReport, start } from '../../cli.test-support.ts';

/** Answers that would block, overload or confuse a careless client. */
type Hostility = (request: IncomingMessage, response: ServerResponse, socket: Socket) => void;

const ok = { 'content-type': 'application/json' };

/** Writes 20 MB a second, until the client disconnects. */
function pour(
  to: { readonly destroyed: boolean; write(piece: string | Buffer): boolean },
  piece: string | Buffer,
): void {
  const size = Buffer.byteLength(piece);
  const flow = setInterval(() => {
    if (to.destroyed) return clearInterval(flow);
    for (let sent = 0; sent < 400_000; sent += size) to.write(piece);
  }, 20);
}

/** 200 KB that become 200 MB. */
const bomb = gzipSync(Buffer.alloc(200 * 1_048_576, 0x20));

const rows: Readonly<Record<string, readonly [hostility: Hostility, reason: RegExp]>> = {
  'an endless body': [
    (_, response) => {
      response.writeHead(200, ok).write('{"id": "');
      pour(response, 'x'.repeat(65_536));
    },
    /longer than|too large/,
  ],
  'an endless stream of events': [
    (_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      pour(response, 'data: {"type": "message", "content": "x"}\n\n'.repeat(1_000));
    },
    /longer than|too large/,
  ],
  'endless headers': [
    (_, _response, socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      pour(socket, `x-filler: ${'x'.repeat(1_000)}\r\n`);
    },
    /headers/i,
  ],
  'one byte at a time': [
    (_, response) => {
      response.writeHead(200, ok);
      const drip = setInterval(() => response.write(' '), 100);
      response.once('close', () => clearInterval(drip));
    },
    /within|no whole answer|ms/,
  ],
  'a compression bomb': [
    (_, response) => {
      response.writeHead(200, { ...ok, 'content-encoding': 'gzip' });
      response.write(bomb);
    },
    /longer than|too large/,
  ],
  'invalid UTF-8': [
    (_, response) => void response.writeHead(200, ok).end(Buffer.from('7b22c328227d', 'hex')),
    /JSON|UTF-8/,
  ],
  'invalid chunking': [
    (_, _response, socket) =>
      void socket.end(
        'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\nZZ\r\n{}\r\n',
      ),
    /broke its answer off|chunk/i,
  ],
  'redirects in a circle': [(_, response) => void response.writeHead(302, { location: '/v1/finder' }).end(), /302/],
  'a reset': [(_, _response, socket) => void socket.resetAndDestroy(), /ECONNRESET|reset|closed/],
  'JSON of 200,000 levels': [
    (_, response) =>
      void response.writeHead(200, ok).end('{"results":'.concat('['.repeat(200_000), ']'.repeat(200_000), '}')),
    /nested deeper/,
  ],
  'keys named __proto__': [
    (_, response) =>
      void response
        .writeHead(200, ok)
        .end(
          '{"__proto__": {"id": "fnd_1"}, "constructor": {"prototype": {"model": 1}}, "results": {"__proto__": []}}',
        ),
    /`id` is missing/,
  ],
  'half a body': [
    (_, response) => {
      response.writeHead(200, { ...ok, 'content-length': '1000' }).write('{"id": "fnd_12"');
      setTimeout(() => response.destroy(), 20);
    },
    /cut|broken|closed|ended|ECONNRESET|aborted/i,
  ],
  'a length that counts characters instead of bytes': [
    (_, _response, socket) => {
      const body = JSON.stringify({ id: 'fnd_1', query: 'Überdosis, naïve café' });
      socket.end(`HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
    },
    /with more than the \d+ bytes/,
  ],
  'a page for signing in that never ends': [
    (_, response) => void response.writeHead(401, { 'content-type': 'text/html' }).write('<html>'),
    /answered 401, but only/,
  ],
};

const paths = { finder: '/v1/finder' };
const TIMEOUT_MS = 4_000;
/** Number of parallel runs: each mostly waits. */
const atOnce = pLimit(4);

let api: StandIn;
beforeAll(async () => {
  api = await listenSimulator();
});
const table: object[] = [];
afterAll(async () => {
  console.table(table);
  await api.close();
});

/** A server that is hostile at the finder and correct everywhere else. */
const hostileServer = (hostility: Hostility) =>
  listen((incoming, response) => {
    response.on('error', () => undefined);
    if (incoming.url?.startsWith(paths.finder)) return hostility(incoming, response, incoming.socket);
    const { method, url: path, headers } = incoming;
    const onwards = request(api.url + path, { ...(method && { method }), headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    onwards.on('error', () => response.destroy());
    incoming.pipe(onwards);
  });

/** Runs a check; gives its exit code, duration, and peak memory in MB. */
async function checked(url: string): Promise<{ out: string; code: number; seconds: number; megabytes: number }> {
  const out = newFolder();
  const rules =
    'finder.response.*,finder.accepts-valid,finder.json-content-type,rerank.accepts-valid,rerank.response.id';
  const began = performance.now();
  const child = start(
    ['check', url, '--rules', rules, '--depth', 'quick', '--timeout', String(TIMEOUT_MS), '--out', out],
    { ASSAY_KEY: api.keys.active },
  );
  let megabytes = 0;
  const watch = setInterval(() => {
    megabytes = Math.max(megabytes, peakOf(child.pid));
  }, 100);
  child.stdout?.resume();
  child.stderr?.resume();
  const [code] = (await once(child, 'exit')) as [number | null];
  clearInterval(watch);
  return { out, code: code ?? -1, seconds: (performance.now() - began) / 1_000, megabytes };
}

function peakOf(pid: number | undefined): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1_024;
  } catch {
    return 0;
  }
}

it.concurrent.each(Object.entries(rows))(
  'a hostile server with %s gets its verdict in bounded time and memory',
  async (name, [hostility, reason]) => {
    const server = await hostileServer(hostility);
    const { out, code, seconds, megabytes } = await atOnce(() => checked(server.url)).finally(server.close);
    const report = readReport(out);
    const verdictOf = (id: string) => report?.rules.find((rule) => rule.id === id);
    table.push({ name, verdict: report?.verdict, seconds: Math.round(seconds), megabytes: Math.round(megabytes) });
    expect(JSON.stringify(report?.rules.filter(({ endpoint }) => endpoint === 'finder'))).toMatch(reason);
    expect(verdictOf('rerank.accepts-valid')?.verdict).toBe('pass');
    expect([1, 3]).toContain(code);
    expect(megabytes).toBeLessThan(512);
    expect(seconds).toBeLessThan(120);
  },
);

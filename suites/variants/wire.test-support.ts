import { setTimeout as sleep } from 'node:timers/promises';
import { together } from '../../simulator/mutants/change.ts';
import { changeResponse } from '../../simulator/mutants/change-response.ts';
import type { ApiResponse } from '../../simulator/wire.ts';
import { type Loose, streamBytes, withHeaders } from './edits.test-support.ts';
import { isPublic, type Variant } from './variant.test-support.ts';

async function* byteByByte(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const piece of body) for (const byte of piece) yield Uint8Array.of(byte);
}

/** Cuts where no character and no line ends. */
async function* inPieces(body: AsyncIterable<Uint8Array>, length: number): AsyncGenerator<Uint8Array> {
  let rest = Buffer.alloc(0);
  for await (const piece of body) {
    rest = Buffer.concat([rest, piece]);
    while (rest.length >= length) {
      yield rest.subarray(0, length);
      rest = rest.subarray(length);
    }
  }
  if (rest.length > 0) yield rest;
}

async function* atOnce(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of body) pieces.push(piece);
  yield Buffer.concat(pieces);
}

async function* halves(body: Uint8Array): AsyncGenerator<Uint8Array> {
  const middle = body.length >> 1;
  yield body.subarray(0, middle);
  yield body.subarray(middle);
}

/** Without a length, so that Node sends it in chunks, or closes the connection where it may not. */
const withoutLength = changeResponse((response): ApiResponse => {
  const { body } = response;
  return body instanceof Uint8Array && body.length > 0 ? { ...response, body: halves(body) } : response;
});

const label = (type: unknown): string =>
  type === 'text/event-stream' ? 'Text/Event-Stream;charset=utf-8' : 'Application/JSON ; Charset="UTF-8"';

const oddlyNamed = ({ 'content-type': type, ...headers }: Loose) => ({
  ...(headers as Record<string, string>),
  'CONTENT-type': label(type),
  'X-Request-ID': ['7', '8'],
  'set-cookie': ['a=1; Path=/', 'b=2'],
  VARY: ['Origin', 'Accept'],
});

/** What HTTP leaves open: pieces, lengths, headers, connections, paths. */
export const wireVariants: readonly Variant[] = [
  {
    name: 'sends its streams byte by byte',
    areas: ['events'],
    change: streamBytes(byteByByte),
  },
  {
    name: 'cuts its streams in the middle of lines and characters',
    areas: ['events', 'citations', 'chat'],
    change: streamBytes((body) => inPieces(body, 7)),
  },
  { name: 'sends each stream in one piece', areas: ['events', 'citations'], change: streamBytes(atOnce) },
  {
    name: 'sends its JSON in chunks instead of with a content length',
    areas: ['auth', 'errors', 'domains', 'embeddings', 'finder'],
    change: withoutLength,
  },
  {
    name: 'closes the connection after every answer, without a length and without chunks',
    areas: ['errors', 'domains', 'finder', 'events'],
    change: together(
      withoutLength,
      withHeaders((headers) => ({ ...(headers as Record<string, string>), connection: 'close' })),
    ),
    connection: () => (response) => {
      response.useChunkedEncodingByDefault = false;
    },
  },
  {
    name: 'writes header names and media types in odd case, adds a charset and sends headers twice',
    areas: ['auth', 'errors', 'domains', 'embeddings', 'rerank', 'finder', 'chat', 'events'],
    change: withHeaders(oddlyNamed),
  },
  {
    name: 'answers 50 ms after it was asked',
    areas: ['errors', 'domains', 'events', 'billing'],
    front: (handle) => async (request) => {
      await sleep(50);
      return handle(request);
    },
  },
  {
    name: 'lives under a path of its base URL',
    areas: ['auth', 'errors', 'domains', 'finder', 'events'],
    profile: (profile) => ({ ...profile, base_url: `${profile.base_url}/gateway/medical%20ai` }),
    front: (handle) => async (request) =>
      isPublic(request) && !request.path.startsWith('/gateway/medical%20ai/v1/')
        ? { status: 404, headers: { 'content-type': 'text/plain' }, body: Buffer.from('nothing here') }
        : handle({ ...request, path: request.path.replace('/gateway/medical%20ai', '') }),
  },
  {
    name: 'answers anything to HEAD and to paths that it does not have',
    areas: ['auth', 'errors', 'domains', 'finder'],
    front: (handle) => async (request) =>
      isPublic(request) && (request.method === 'HEAD' || !/^\/v1\/(chat|finder|emb|rer|dom)/.test(request.path))
        ? { status: 200, headers: { 'content-type': 'text/html' }, body: Buffer.from('<h1>Welcome</h1>') }
        : handle(request),
  },
];

/** The process of one measured server; started by `contenders.ts` with its kind and, for the simulator, the options of the server as JSON. */
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { keepHeapSmall } from '../server/serve.ts';
import { type ServerOptions, startServer } from '../server/server.ts';
import { openStore } from '../stores/index.ts';

/** An answer of the simulator, to be sent again unchanged. */
export interface ReadyAnswer {
  readonly status: number;
  readonly contentType: string;
  /** The pieces in which the body is written: one, or one for each event of a stream. */
  readonly pieces: readonly Uint8Array[];
}

/** A message to a contender. */
export type Order = { readonly answers: readonly ReadyAnswer[] } | 'usage' | 'close';

/** A message from a contender: its address once it listens, and its usage so far when asked. */
export type Reply = { readonly url: string } | Usage;

/** What a process has used so far. */
export interface Usage {
  readonly cpuMicros: number;
  readonly rssBytes: number;
}

/** Kinds of servers: the lower limits first, then the simulator. */
export const kinds = ['raw', 'bare-express', 'express', 'node'] as const;
export type Kind = (typeof kinds)[number];

/** Options of the simulator that can be sent as JSON; the store is given by its address. */
export type ContenderOptions = Omit<ServerOptions, 'store'> & { readonly store?: string };

let answers: readonly ReadyAnswer[] = [];
let sent = 0;

/** The answers in turn, as the requests come in turn. */
function nextAnswer(): ReadyAnswer {
  sent += 1;
  return answers[sent % answers.length] as ReadyAnswer;
}

/** Writes the ready answer with as little work as node:http allows. */
const raw: RequestListener = (request, response) => {
  request.resume();
  // After the request was read, as in any API server.
  request.once('end', () => {
    const answer = nextAnswer();
    const [only = new Uint8Array(), ...more] = answer.pieces;
    if (more.length > 0) return stream(answer, response);
    response.writeHead(answer.status, { 'content-type': answer.contentType, 'content-length': only.byteLength });
    response.end(only);
  });
};

function stream(answer: ReadyAnswer, response: ServerResponse): void {
  response.writeHead(answer.status, { 'content-type': answer.contentType });
  for (const piece of answer.pieces) response.write(piece);
  response.end();
}

/** The same with Express as its documentation shows it. */
function bareExpress(): RequestListener {
  const app = express();
  app.use((request, response) => {
    request.resume();
    request.once('end', () => {
      const answer = nextAnswer();
      response.status(answer.status).type(answer.contentType);
      if (answer.pieces.length > 1) {
        for (const piece of answer.pieces) response.write(piece);
        response.end();
      } else response.send(Buffer.from(answer.pieces[0] ?? []));
    });
  });
  return app;
}

async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function start(kind: Kind): Promise<string> {
  switch (kind) {
    case 'raw':
      return listen(raw);
    case 'bare-express':
      return listen(bareExpress());
    case 'express':
    case 'node': {
      keepHeapSmall();
      const { store, ...options } = JSON.parse(process.argv[3] ?? '{}') as ContenderOptions;
      const opened = store === undefined ? {} : { store: await openStore(store) };
      return (await startServer({ adapter: kind, ...options, ...opened })).url;
    }
  }
}

const tell = (reply: Reply): void => void process.send?.(reply);

process.on('message', (order: Order) => {
  if (order === 'close') process.exit();
  if (order !== 'usage') {
    answers = order.answers;
    return;
  }
  const { user, system } = process.cpuUsage();
  tell({ cpuMicros: user + system, rssBytes: process.memoryUsage.rss() });
});
// The measuring process has died.
process.on('disconnect', () => process.exit());
tell({ url: await start(process.argv[2] as Kind) });

import type { WireAnswer, WireRequest } from '../target/exchange.ts';
import type { Stage } from './rehearse.ts';

/** A server as a function: what a stage needs of one. */
export interface Answering {
  handle(request: {
    readonly method: string;
    readonly path: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: Uint8Array;
  }): Promise<{
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: Uint8Array | AsyncIterable<Uint8Array>;
  }>;
  close(): Promise<void>;
}

/** A host that nobody can have (RFC 6761): requests to it never leave this process. */
const HOST = 'rehearsal.invalid';

/** Puts a server function on a stage. Rejects when it serves no profile under its control API. */
export async function stageOf(server: Answering): Promise<Stage> {
  const send = (request: WireRequest): Promise<WireAnswer> => answer(server, request);
  const profile = await send({ method: 'GET', url: `http://${HOST}/_control/profile`, headers: {} });
  return {
    transport: { send, close: async () => undefined },
    profile: JSON.parse(new TextDecoder().decode(profile.body)),
    close: () => server.close(),
  };
}

async function answer(server: Answering, { method, url, headers, body }: WireRequest): Promise<WireAnswer> {
  const { pathname, search, host } = new URL(url);
  const parts: Uint8Array[] = [];
  let head: Pick<WireAnswer, 'status' | 'headers'> = { status: 0, headers: [] };
  let failure: WireAnswer['failure'];
  try {
    const came = await server.handle({
      method,
      path: `${pathname}${search}`,
      headers: { host, ...headers },
      body: body ?? new Uint8Array(),
    });
    head = { status: came.status, headers: headersOf(came.headers) };
    if (came.body instanceof Uint8Array) parts.push(came.body);
    else for await (const part of came.body) parts.push(part);
  } catch (error) {
    // A server function that throws is a connection that breaks off.
    failure = { kind: 'broken', message: error instanceof Error ? error.message : String(error) };
  }
  const chunks = parts.map(({ length }) => ({ at: 0, length }));
  return { ...head, body: Buffer.concat(parts), chunks, ...(failure ? { failure } : {}) };
}

const headersOf = (headers: Readonly<Record<string, string | readonly string[]>>): WireAnswer['headers'] =>
  Object.entries(headers).flatMap(([name, values]) =>
    [values].flat().map((value): [string, string] => [name.toLowerCase(), value]),
  );

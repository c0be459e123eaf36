import type { WireResponse } from './exchange.ts';
import type { Transport } from './transport.ts';

/** A server as a function on plain values. */
export type ServerFunction = (request: {
  readonly method: string;
  /** Path with its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}) => Promise<PlainResponse>;

/** What it responses; a list of header values stands for several headers of that name. */
export interface PlainResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: Uint8Array | AsyncIterable<Uint8Array>;
}

/** The transport to a server in this process: no address is listened on, and nothing leaves the process. */
export function inProcess(server: ServerFunction): Transport {
  return {
    send: async ({ method, url, headers, body = new Uint8Array() }) => {
      const { pathname, search, host } = new URL(url);
      // As every Node server reads them.
      const read = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
      return collectResponse(() => server({ method, path: `${pathname}${search}`, headers: { host, ...read }, body }));
    },
    close: async () => undefined,
  };
}

/** What a client sees of a response. A server function that throws, or a body that does, is a connection that breaks off. */
export async function collectResponse(respond: () => Promise<PlainResponse>): Promise<WireResponse> {
  const parts: Uint8Array[] = [];
  let head: Pick<WireResponse, 'status' | 'headers'> = { status: 0, headers: [] };
  let failure: WireResponse['failure'];
  try {
    const { status, headers, body } = await respond();
    head = { status, headers: headersOf(headers) };
    if (body instanceof Uint8Array) parts.push(body);
    else for await (const part of body) parts.push(part);
  } catch (error) {
    failure = { kind: 'broken', message: error instanceof Error ? error.message : String(error) };
  }
  const chunks = parts.map(({ length }) => ({ at: 0, length }));
  return { ...head, body: Buffer.concat(parts), chunks, ...(failure ? { failure } : {}) };
}

const headersOf = (headers: PlainResponse['headers']): WireResponse['headers'] =>
  Object.entries(headers).flatMap(([name, values]) =>
    [values].flat().map((value): [string, string] => [name.toLowerCase(), value]),
  );

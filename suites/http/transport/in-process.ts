import type { WireResponse } from '../exchange/exchange.ts';
import type { Transport } from './transport.ts';
import { LEFT } from './transport-failure.ts';

/** A request on plain values, header names in lower case. */
export interface PlainRequest {
  readonly method: string;
  /** Path with its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** A response on plain values. */
export interface PlainResponse<Header = string> {
  readonly status: number;
  readonly headers: Readonly<Record<string, Header>>;
  readonly body: Uint8Array | AsyncIterable<Uint8Array>;
}

/** A response in which a list of values means several headers of one name. */
type ServerResponse = PlainResponse<string | readonly string[]>;

/** A server as a function on plain values. */
export type ServerFunction = (request: PlainRequest) => Promise<ServerResponse>;

/** A transport to a server function in this process, without any network. */
export function inProcess(server: ServerFunction): Transport {
  return {
    send: async ({ method, url, headers, body = new Uint8Array() }, { leaves }) => {
      const { pathname, search, host } = new URL(url);
      // Node servers get header names in lower case.
      const read = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
      const request = { method, path: `${pathname}${search}`, headers: { host, ...read }, body };
      return collectResponse(() => server(request), leaves);
    },
    close: async () => undefined,
  };
}

/** The response as a client sees it, who `leaves` after the first piece or stays. A server function or a body that throws counts as a broken connection. */
export async function collectResponse(respond: () => Promise<ServerResponse>, leaves = false): Promise<WireResponse> {
  const parts: Uint8Array[] = [];
  let head: Pick<WireResponse, 'status' | 'headers'> = { status: 0, headers: [] };
  let failure: WireResponse['failure'];
  try {
    const { status, headers, body } = await respond();
    head = { status, headers: headersOf(headers) };
    if (body instanceof Uint8Array) parts.push(body);
    else
      for await (const part of body) {
        parts.push(part);
        if (!leaves) continue;
        failure = LEFT;
        break;
      }
  } catch (error) {
    failure = { kind: 'broken', message: error instanceof Error ? error.message : String(error) };
  }
  const chunks = parts.map(({ length }) => ({ at: 0, length }));
  return { ...head, body: Buffer.concat(parts), chunks, ...(failure ? { failure } : {}) };
}

const headersOf = (headers: ServerResponse['headers']): WireResponse['headers'] =>
  Object.entries(headers).flatMap(([name, values]) =>
    [values].flat().map((value): [string, string] => [name.toLowerCase(), value]),
  );

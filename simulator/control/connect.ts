import { type TestKeys, testKeys } from '../../fixtures/index.ts';
import { UserError } from '../../spec/index.ts';
import { type Controls, controlsOver } from './controls.ts';

/** A simulator that runs elsewhere, with its control API as functions. */
export interface Connection extends Controls {
  /** Address to give to the client under test; endpoints are at `url` + `/v1/…`. */
  readonly url: string;
  /** The documented keys. */
  readonly keys: TestKeys;
}

/**
 * The control API of a simulator that runs elsewhere: `assay serve`, a container (`token` is its `--control-token`), or the msw handlers of this process.
 * Calls go through `fetch`, so that msw sees them. Throws UserError for what is no address.
 */
export function connect(url: string | URL, { token }: { readonly token?: string } = {}): Connection {
  const address = String(url).replace(/\/+$/, '');
  if (!/^https?:/.test(address) || !URL.canParse(address))
    throw new UserError(
      `Cannot connect to ${JSON.stringify(address)}: it is no address. Use one such as http://127.0.0.1:4010.`,
    );
  const headers = {
    'content-type': 'application/json',
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  };
  const controls = controlsOver(async (method, path, body) => {
    const reply = await fetch(`${address}/_control${path}`, {
      method,
      headers,
      ...(body !== undefined && { body }),
    }).catch((cause: unknown) => {
      throw new Error(
        `Cannot ${method} ${path}: no simulator answers at ${address} (${reasonOf(cause)}). Start one with \`assay serve\`.`,
        { cause },
      );
    });
    return { status: reply.status, text: await reply.text() };
  });
  return { url: address, keys: testKeys, ...controls };
}

/** Why `fetch` failed: Node tells in the cause, other environments in the message. */
function reasonOf(error: unknown): string {
  const { cause, message } = error as Error & { cause?: { readonly code?: string; readonly message?: string } };
  return cause?.message || cause?.code || message;
}

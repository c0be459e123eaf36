import { type Dispatcher, request } from 'undici';
import { isBytes } from '../core/wire.ts';
import { refusedRange } from './address.ts';
import { type BodyRoom, collectBody } from './body.ts';
import { fetchFault } from './fetch-fault.ts';
import { type GuardedHop, guardUrl } from './guarded-url.ts';
import type { FetchSession, Network } from './network.ts';
import { AttachmentRefused } from './refusal.ts';

/** The rules of a fetch: its network, which non-public addresses are allowed (`admit`), and its limits. */
export interface FetchGuard {
  readonly network: Network;
  readonly admit: (address: string) => boolean;
  readonly fetchMs: number;
  readonly redirects: number;
}

/** Asks for `identity`, so that most servers send nothing to unpack; a packed body is still accepted. */
const HEADERS = { accept: 'application/pdf', 'accept-encoding': 'identity', 'user-agent': 'assay' };
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/**
 * Fetches one file. Each hop is checked by its text, its name is resolved once, every address of the name is checked, and
 * the connection can only reach those (chat request, rules 4 to 6). Redirects are followed here, by hand, so that no
 * library follows one unchecked.
 *
 * @throws AttachmentRefused for every reason but those of parsing; the signal's reason when the caller gives up
 */
export async function fetchFile(
  url: string,
  guard: FetchGuard,
  room: BodyRoom,
  caller: AbortSignal | undefined,
): Promise<Uint8Array> {
  caller?.throwIfAborted();
  let hop = guardUrl(url, url, guard.admit);
  const session = guard.network.begin(guard.fetchMs, caller);
  try {
    for (let followed = 0; followed <= guard.redirects; followed += 1) {
      const answer = await takeHop(url, hop, guard, session, room);
      if (isBytes(answer)) return answer;
      hop = guardUrl(url, answer.location, guard.admit, hop.url);
    }
    throw new AttachmentRefused(url, 'redirects', `it redirects more than ${guard.redirects} times`, 'Name the file.');
  } catch (error) {
    if (error instanceof AttachmentRefused) throw error;
    if (caller?.aborted) throw caller.reason;
    throw fetchFault(url, session.expired() ? 'timeout' : error, guard.fetchMs);
  } finally {
    session.end();
  }
}

async function takeHop(
  url: string,
  hop: GuardedHop,
  guard: FetchGuard,
  session: FetchSession,
  room: BodyRoom,
): Promise<Uint8Array | { location: string }> {
  const addresses = hop.literal ? [hop.host] : await checkedAddresses(url, hop.host, guard, session);
  const dispatcher = session.dispatcher(hop.host, addresses);
  try {
    const { statusCode, headers, body } = await request(hop.url, {
      dispatcher,
      headers: HEADERS,
      signal: session.signal,
    });
    // Destroying the dispatcher aborts an unread body; that is no error.
    body.on('error', () => {});
    if (REDIRECTS.has(statusCode)) return { location: redirectTarget(url, headers) };
    if (statusCode === 200) return await collectBody(url, body, headers, room);
    throw new AttachmentRefused(url, 'status', `its server answered ${statusCode}`, 'Check that the file is public.');
  } finally {
    await dispatcher.destroy();
  }
}

/** One bad address refuses the name, since a connection may take any of them. */
async function checkedAddresses(
  url: string,
  host: string,
  { network, admit }: FetchGuard,
  session: FetchSession,
): Promise<readonly string[]> {
  const addresses = await session.resolve(host);
  if (addresses.length === 0) {
    throw new AttachmentRefused(url, 'unreachable', `${host} has no address`, network.hint);
  }
  for (const address of addresses) {
    const range = network.owns(address) || admit(address) ? null : refusedRange(address);
    if (range === null) continue;
    const because = `${host} leads to ${address}, which is not public (${range})`;
    throw new AttachmentRefused(url, 'address', because, 'Use an https URL that the public internet can fetch.');
  }
  return addresses;
}

function redirectTarget(url: string, headers: Dispatcher.ResponseData['headers']): string {
  const location = [headers.location ?? []].flat()[0];
  if (location !== undefined) return location;
  throw new AttachmentRefused(url, 'status', 'it redirects without a Location', 'Check that the file is public.');
}

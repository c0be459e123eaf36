import type { StreamEvent } from '../../spec/index.ts';
import { BrokenConnection } from '../core/wire.ts';
import type { World } from '../core/world.ts';
import type { Fault, FaultName } from '../faults/faults.ts';
import { endMarker } from './stream.ts';

/** Faults that strike in the middle of a stream. */
export const streamFaults = [
  'stream_error',
  'reset_stream',
  'truncate',
  'stall',
  'malformed_event',
  'cut_event',
] as const satisfies readonly FaultName[];

/** Longest wait of a stalled answer, in milliseconds: then the connection is closed. */
const stallMs = 600_000;
/** Lets a client read what was sent before the connection breaks: a reset would discard it. */
const breakMs = 30;

type Waits = Pick<World, 'sleep' | 'rest'>;

/** What is sent of a stream that a fault strikes. */
export interface StruckStream {
  readonly frames: readonly string[];
  /** Sent last; null if the stream ends without it. */
  readonly marker: string | null;
  /** How the connection ends instead of sending the rest; absent if it ends normally. */
  readonly breaks?: 'reset' | 'closed' | 'stalled';
}

/**
 * Applies a fault to a stream: after `after_messages` message events (default 1), or before `sources` if there are fewer. `stream_error` gives an
 * `error` event, then the end marker. Source: Events, rule 3; contract, control API.
 */
export function strikeStream(
  events: readonly StreamEvent[],
  { fault, after_messages = 1 }: Fault,
  write: (event: StreamEvent) => string,
): StruckStream {
  const at = strikesAt(events, after_messages);
  const before = events.slice(0, at).map(write);
  const next = events[at];
  const whole = next === undefined ? '' : write(next).trimEnd();
  const half = whole.slice(0, Math.ceil(whole.length / 2));
  switch (fault) {
    case 'reset_stream':
      return { frames: before, marker: null, breaks: 'reset' };
    case 'truncate':
      return { frames: [...before, half], marker: null, breaks: 'closed' };
    case 'stall':
      return { frames: before, marker: null, breaks: 'stalled' };
    case 'cut_event':
      return { frames: [...before, half], marker: null };
    case 'malformed_event':
      return { frames: [...before, `${half}\n\n`, ...events.slice(at + 1).map(write)], marker: endMarker };
    default:
      return { frames: [...before, write(failureEvent)], marker: endMarker };
  }
}

/** Sent instead of the rest of a stream that failed. Source: Events, rule 3. */
export const failureEvent: StreamEvent = {
  type: 'error',
  error: {
    type: 'server_error',
    code: 'internal_error',
    message: 'The answer could not be completed: generation failed. Send the request again.',
  },
};

/** The index of the event before which a fault strikes. */
function strikesAt(events: readonly StreamEvent[], afterMessages: number): number {
  let messages = 0;
  const at = events.findIndex(({ type }) => {
    if (type === 'message') messages += 1;
    return messages > afterMessages || type === 'sources';
  });
  return at < 0 ? events.length : at;
}

/** Half of a JSON body, then the fault: `truncate` closes the connection, `stall` lets the client wait. */
export async function* halfBody(
  body: Uint8Array,
  { fault }: Fault,
  world: Waits,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array, undefined> {
  yield body.subarray(0, Math.ceil(body.byteLength / 2));
  await breakOff(fault === 'stall' ? 'stalled' : 'closed', world, signal);
}

/** Ends a body by ending its connection. Returns only when the client has left. */
export async function breakOff(
  how: NonNullable<StruckStream['breaks']>,
  world: Waits,
  signal: AbortSignal | undefined,
): Promise<void> {
  try {
    await (how === 'stalled' ? world.sleep(stallMs, signal) : world.rest(breakMs, signal));
  } catch {
    return;
  }
  throw new BrokenConnection(how === 'reset' ? 'reset' : 'closed');
}

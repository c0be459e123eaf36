import { oncePerObject, type StreamEvent } from '../../spec/index.ts';
import { createChance } from '../core/chance.ts';
import { ApiError } from '../core/errors.ts';
import { type ApiResponse, sentAtOnce } from '../core/wire.ts';
import type { Tempo } from '../stream/pace.ts';
import { bytesOf, endMarker, frame, piecesInTurn, streamBody } from '../stream/stream.ts';
import { breakOff, failureEvent, streamFaults, strikeStream } from '../stream/stream-faults.ts';
import { styles } from '../stream/stream-styles.ts';
import type { Making } from './making.ts';
import { noteLeft } from './trace.ts';

/** The frames of an answer in the plain style, written once for each answer. */
const written = oncePerObject((events: readonly StreamEvent[]) => events.map((event) => bytesOf(frame(event))));

/** Milliseconds for a reader to read what was sent, even on a busy machine. */
const restMs = 8;

/** Sends a chat answer as a stream, in the style, at the pace and with the fault that are armed for it. A stream that a fault breaks costs nothing. */
export function sendStream(
  whole: readonly StreamEvent[],
  { bill, parts: { world, journal, openStreams }, take, trace, request }: Making,
  tempo: Tempo | null,
  followUpsInvoked: boolean,
): ApiResponse {
  const fault = take(...streamFaults);
  const name = take('stream_style')?.style ?? 'plain';
  const style = styles[name](createChance(world.seed, 'stream_style'));
  const events = style.events(whole);
  const broken = fault && strikeStream(events, fault, style.write);
  const due = tempo?.schedule(events);
  const frames =
    broken?.frames.map(bytesOf) ??
    (name === 'plain' ? written(events) : events.map((event) => bytesOf(style.write(event))));
  const marker = broken?.marker === null ? null : style.respell(endMarker);
  const complete = async (): Promise<string | null> => {
    try {
      await (fault === null ? bill.settle(followUpsInvoked) : bill.release());
      return null;
    } catch (error) {
      // A stream that could not be charged must not look complete.
      if (!(error instanceof ApiError)) throw error;
      return style.write(failureEvent) + style.respell(endMarker);
    }
  };

  const body = (): AsyncIterable<Uint8Array> => {
    // Ends every pause: the client has left, or the server stops.
    const awake = due !== undefined || broken !== null || name !== 'plain' ? new AbortController() : undefined;
    let isStopping = false;
    const stop = (): void => {
      isStopping = true;
      awake?.abort();
    };
    openStreams.add(stop);
    const until = world.since();
    return streamBody({
      frames,
      marker,
      cut: style.cutting(frames),
      rest: async () => {
        // Lets the written data leave first; then the pause begins.
        await world.turn();
        await world.rest(restMs, awake?.signal).catch(() => {});
      },
      // Under load many events are due at the same time.
      ...(due && { pause: (at) => until(due[at] ?? 0, awake?.signal).catch(() => {}) }),
      complete,
      abandon: (left) => {
        if (left) noteLeft(trace, journal);
        tempo?.end();
        openStreams.delete(stop);
        awake?.abort();
        return bill.release();
      },
      apology: () => (isStopping ? style.write(failureEvent) + style.respell(endMarker) : null),
      turn: () => world.turn(),
      breakOff: async () => broken?.breaks && breakOff(broken.breaks, world, awake?.signal),
      signal: request.signal,
    });
  };
  const answer = { status: 200, headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' } };
  if (name !== 'plain' || due !== undefined || broken !== null || frames.length >= piecesInTurn)
    return { ...answer, body: body() };
  const make = async (): Promise<readonly Uint8Array[]> => {
    try {
      return [...frames, bytesOf((await complete()) ?? endMarker)];
    } finally {
      // Does nothing after a charge; frees the money if it failed.
      await bill.release();
    }
  };
  return sentAtOnce(answer, { isStream: true, make, body });
}

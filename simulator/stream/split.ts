import type { Chance } from '../core/chance.ts';
import type { Cut } from './stream.ts';

/**
 * Most pauses in a stream. Without a pause a connection joins what is sent in pieces, but a pause at each cut would make a long answer take seconds.
 */
const mostRests = 32;

/**
 * Cuts inside each character of several bytes and each citation token, and at random places. At some of the cuts, spread over the stream, it pauses, so
 * that a reader really gets separate pieces: first inside characters of several bytes, then inside lines.
 */
export function cutAnywhere(frames: readonly Uint8Array[], chance: Chance): Cut {
  const rests = restsIn(frames);
  return function* (bytes) {
    const rest = rests.get(bytes);
    let from = 0;
    let most = chance.integer(1, 24);
    for (let at = 1; at < bytes.length; at += 1) {
      const byte = bytes[at] ?? 0;
      const insideToken = bytes[at - 1] === 0x5b && byte >= 0x41 && byte <= 0x5a;
      if (at !== rest && !isInsideCharacter(byte) && !insideToken && at - from < most) continue;
      yield bytes.subarray(from, at);
      if (at === rest) yield 'rest';
      from = at;
      most = chance.integer(1, 24);
    }
    yield bytes.subarray(from);
  };
}

/** True for every byte of a character but its first. */
const isInsideCharacter = (byte: number): boolean => byte >= 0x80 && byte < 0xc0;

/** The position of the pause in each frame that has one: at most one in each. */
function restsIn(frames: readonly Uint8Array[]): ReadonlyMap<Uint8Array, number> {
  const inside = frames.map((frame) => frame.findIndex(isInsideCharacter));
  const wide = spread(
    frames.map((_, at) => at).filter((at) => (inside[at] ?? -1) >= 0),
    mostRests,
  );
  const plain = spread(
    frames.map((_, at) => at).filter((at) => (inside[at] ?? -1) < 0),
    mostRests - wide.length,
  );
  const place = (at: number): number => {
    const cut = inside[at] ?? -1;
    return cut >= 0 ? cut : Math.floor((frames[at]?.length ?? 0) / 2);
  };
  return new Map(
    [...wide, ...plain].flatMap((at) => {
      const frame = frames[at];
      return frame === undefined ? [] : [[frame, place(at)]];
    }),
  );
}

/** At most `most` items of a list, spread evenly. */
function spread<Item>(items: readonly Item[], most: number): Item[] {
  if (items.length <= most) return [...items];
  return items.filter(
    (_, at) => Math.floor((at * most) / items.length) !== Math.floor(((at - 1) * most) / items.length),
  );
}

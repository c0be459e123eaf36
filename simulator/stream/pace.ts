import { type StreamEvent, UserError } from '../../spec/index.ts';
import { createChance } from '../core/chance.ts';
import type { World } from '../core/world.ts';
import type { Fault } from '../faults/faults.ts';

/** How long answers take; all are optional, and without any of them answers come at once. */
export interface PaceOptions {
  /** Milliseconds until the first fragment of a chat answer. */
  readonly ttftMs?: number;
  /** How fast the fragments follow. */
  readonly tokensPerSecond?: number;
  /** `none`, `fast`, `typical`, `slow`, or `MEDIAN_MS[:P99_MS]` for the milliseconds until any answer begins. */
  readonly latency?: string;
}

interface Profile {
  readonly medianMs: number;
  readonly p99Ms: number;
  readonly ttftMs?: number;
  readonly tokensPerSecond?: number;
}

/** Profiles by name. One request in two takes longer than `medianMs`, one in a hundred longer than `p99Ms`. */
export const latencyProfiles = {
  none: { medianMs: 0, p99Ms: 0 },
  fast: { medianMs: 50, p99Ms: 200, ttftMs: 150, tokensPerSecond: 200 },
  typical: { medianMs: 150, p99Ms: 1_000, ttftMs: 600, tokensPerSecond: 60 },
  slow: { medianMs: 1_000, p99Ms: 6_000, ttftMs: 3_000, tokensPerSecond: 15 },
} as const satisfies Record<string, Profile>;

const longestMs = 600_000;

/** Reads the name of a profile, or `MEDIAN_MS[:P99_MS]`. Throws UserError for anything else. */
export function readLatency(text: string): Profile {
  if (Object.hasOwn(latencyProfiles, text)) return latencyProfiles[text as keyof typeof latencyProfiles];
  const [, median = '', p99] = /^(\d{1,6})(?::(\d{1,6}))?$/.exec(text) ?? [];
  const medianMs = Number(median);
  const p99Ms = p99 === undefined ? medianMs * 4 : Number(p99);
  if (median !== '' && medianMs <= p99Ms && p99Ms <= longestMs) return { medianMs, p99Ms };
  throw new UserError(
    `Cannot use ${JSON.stringify(text.slice(0, 40))} as latency. Use ${Object.keys(latencyProfiles).join(', ')}, or MEDIAN_MS[:P99_MS] up to ${longestMs}.`,
  );
}

/** How long one answer takes. */
export interface Tempo {
  /** When each event is due, in milliseconds since the start. */
  schedule(events: readonly StreamEvent[]): number[];
  /** Milliseconds until an answer without a stream. */
  readonly latencyMs: number;
  /** To be called when the answer has ended: it no longer slows others down. */
  end(): void;
}

/** Gives each request its tempo. */
export interface Pacer {
  /** `fault` is the `pace` that is armed for the request. Null if the answer is not delayed. */
  begin(fault: Fault | null): Tempo | null;
  /** Starts the sequence of quick and slow requests over. */
  restart(): void;
}

/** About the average of tokenizers for English text. */
const charactersPerToken = 4;
/** Each other running request makes an answer slower by this share, up to `mostLoad` times in all. */
const loadOfAnother = 0.02;
const mostLoad = 4;
/** The 99th percentile of the normal distribution. */
const z99 = 2.326;

/** Which requests are slow depends only on the seed. Throws UserError for an unknown profile. */
export function createPacer(world: World, { ttftMs, tokensPerSecond, latency = 'none' }: PaceOptions): Pacer {
  const profile = readLatency(latency);
  const ttft = ttftMs ?? profile.ttftMs ?? 0;
  const rate = tokensPerSecond ?? profile.tokensPerSecond ?? Number.POSITIVE_INFINITY;
  const isOff = profile.medianMs === 0 && ttft === 0 && rate === Number.POSITIVE_INFINITY;
  const sigma = profile.medianMs === 0 ? 0 : Math.log(profile.p99Ms / profile.medianMs) / z99;
  let count = 0;
  let underWay = 0;
  const slowness = (): number => {
    count += 1;
    const load = Math.min(mostLoad, 1 + loadOfAnother * underWay);
    return load * (sigma === 0 ? 1 : Math.exp(sigma * normal(world.seed, count)));
  };
  return {
    begin: (fault) => {
      if (isOff && fault === null) return null;
      const factor = isOff ? 1 : slowness();
      const latencyMs = profile.medianMs * factor;
      const first = latencyMs + (fault?.ttft_ms ?? ttft * factor);
      const gap = (content: string): number =>
        fault?.event_ms ?? (content.length / charactersPerToken / rate) * 1_000 * factor;
      underWay += 1;
      let ended = false;
      return {
        latencyMs,
        schedule: (events) => scheduleOf(events, latencyMs, first, gap),
        end: () => {
          if (!ended) underWay -= 1;
          ended = true;
        },
      };
    },
    restart: () => {
      count = 0;
    },
  };
}

/** Events before the first fragment share the time until it; each later event follows the one before after its gap. */
function scheduleOf(
  events: readonly StreamEvent[],
  latencyMs: number,
  firstMs: number,
  gap: (content: string) => number,
): number[] {
  const first = events.findIndex(({ type }) => type === 'message');
  let due = firstMs;
  return events.map((event, at) => {
    if (at < first) return latencyMs + ((firstMs - latencyMs) * at) / first;
    if (at > first) due += gap(event.type === 'message' ? event.content : '');
    return due;
  });
}

/** A normally distributed number, approximately: the sum of twelve dice. */
function normal(seed: number, count: number): number {
  const chance = createChance(seed, `latency ${count}`);
  let sum = -6;
  for (let die = 0; die < 12; die += 1) sum += chance.integer(0, 1_000_000) / 1_000_000;
  return sum;
}

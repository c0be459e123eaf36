import { createHash } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { setTimeout as nodeTimeout } from 'node:timers';
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises';

/** `fixed` never moves, so that equal runs give equal timestamps; `system` is the machine's clock. */
export type ClockName = 'fixed' | 'system';

/** 2026-01-01T00:00:00Z in milliseconds: the time of the fixed clock. */
const fixedMoment = 1_767_225_600_000;

/** Time, randomness and ids: everything in which two runs could differ. */
export interface World {
  readonly seed: number;
  /** Milliseconds since 1970. */
  now(): number;
  /** Whole seconds since 1970, the unit of every `created`. */
  nowSeconds(): number;
  /** Real milliseconds since 1970, with either clock: for measuring. Never goes back, and the processes of a machine agree. */
  elapsed(): number;
  /** The machine's time as ISO 8601, with either clock: for logs and the dashboard. */
  wallClock(): string;
  /** Waits in real time with either clock, or by a test's fake `setTimeout`; rejects when `signal` aborts. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
  /** Starts a stopwatch: the returned function sleeps until so many milliseconds after this call. It uses no timer if that time has passed. */
  since(): World['sleep'];
  /** Waits in real time with either clock, even with fake timers: for connections. */
  rest(milliseconds: number, signal?: AbortSignal): Promise<void>;
  /** Waits in the clock's own time: with the fixed clock it does not wait. */
  wait(milliseconds: number, signal?: AbortSignal): Promise<void>;
  /** Lets sockets and timers run. */
  turn(): Promise<void>;
  /** A fresh `<prefix>_<24 hex digits>` (readings S1). */
  nextId(prefix: string): string;
  /** A fresh key `svc_<environment>_<32 hex digits>`. Source: Authentication, rule 3. */
  nextKey(environment: 'test' | 'live'): string;
  /** Starts the sequences of ids and keys over. */
  restart(): void;
}

/** Whether a test has replaced `setTimeout` by a fake one, whose time it moves itself. */
const isMoved = (): boolean => globalThis.setTimeout !== nodeTimeout;

/**
 * The only source of time and randomness in the simulator. Ids look random, but equal seeds give equal sequences: one for each `replica`, so that simulators
 * that share a store never make the same id.
 */
export function createWorld(seed: number, clock: ClockName, replica = 0): World {
  let count = 0;
  const sequence = replica === 0 ? '' : `${replica}/`;
  const left = new Map<string, string>();
  const hex = (purpose: string, digits: number): string => {
    let supply = left.get(purpose) ?? '';
    if (supply.length < digits) {
      count += 1;
      // 128 digits, enough for several ids: one hash for each id would be a tenth of the cost of a small request.
      supply = createHash('sha512').update(`${seed}/${purpose}/${sequence}${count}`).digest('hex');
    }
    left.set(purpose, supply.slice(digits));
    return supply.slice(0, digits);
  };
  const rest: World['rest'] = async (milliseconds, signal) => {
    const end = performance.now() + milliseconds;
    // On a busy machine, timers ended up to a tenth of a second too early.
    for (let left = milliseconds; left >= 0; left = end - performance.now() - 1)
      await pause(left, undefined, signal && { signal });
  };
  const sleep: World['sleep'] = async (milliseconds, signal) => {
    if (!isMoved()) return rest(milliseconds, signal);
    if (milliseconds > 0) await timeout(milliseconds, signal);
  };
  // Under load, many requests end in the same millisecond, and writing its date takes longer than anything else in their log entry.
  let [writtenFor, written] = [Number.NaN, ''];
  const now = clock === 'fixed' ? () => fixedMoment : () => Date.now();
  return {
    seed,
    now,
    nowSeconds: () => Math.floor(now() / 1_000),
    elapsed: () => performance.timeOrigin + performance.now(),
    wallClock: () => {
      const moment = Date.now();
      if (moment !== writtenFor) [writtenFor, written] = [moment, new Date(moment).toISOString()];
      return written;
    },
    sleep,
    since: () => {
      const from = performance.now();
      let reached = 0;
      return async (milliseconds, signal) => {
        const left = milliseconds - (isMoved() ? reached : performance.now() - from);
        if (left >= 1) await sleep(left, signal);
        reached = milliseconds;
      };
    },
    rest,
    wait: (milliseconds, signal) => rest(clock === 'fixed' ? 0 : milliseconds, signal),
    turn: () => turn(),
    nextId: (prefix) => `${prefix}_${hex(prefix, 24)}`,
    nextKey: (environment) => `svc_${environment}_${hex('key', 32)}`,
    restart: () => {
      count = 0;
      left.clear();
    },
  };
}

/** Waits by the `setTimeout` of this moment. */
function timeout(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const leave = (): void => {
      globalThis.clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = globalThis.setTimeout(() => {
      signal?.removeEventListener('abort', leave);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', leave, { once: true });
  });
}

/** The ISO 8601 moment one day before `moment`. */
export function dayBefore(moment: string): string {
  return new Date(Date.parse(moment) - 86_400_000).toISOString().replace('.000Z', 'Z');
}

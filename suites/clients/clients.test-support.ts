import pLimit from 'p-limit';
import type { RuleReport } from '../../reports/index.ts';
import { startServer } from '../../simulator/index.ts';
import { playAll } from './play.ts';
import { clientReport } from './report.ts';
import { lastLine } from './run-client.ts';
import { scenarios } from './scenarios.ts';

/** What `examples/client.mjs` lets others replace. */
export interface Ways {
  attempts: number;
  send(url: URL, request: RequestInit): Promise<Response>;
  mayTryAgain(status: number | null): boolean;
  waitMs(attempt: number, retryAfterMs: number | undefined): number;
  takeEndWithoutMarker(): void;
  takeEvent(answer: Record<string, unknown>, event: Record<string, unknown>): void;
  lookUp(sources: readonly { id: string }[], id: string): { id: string } | undefined;
}

type Line = Record<string, unknown> & { ok: boolean; result: Record<string, unknown>; error: Record<string, unknown> };

interface Example {
  readonly usual: Ways;
  resultLine(env: Record<string, string>, ways: Ways): Promise<Line>;
}

// Imported by a variable, because it has no types: it is the plain script that users read.
const path = './examples/client.mjs';
export const { usual, resultLine }: Example = await import(path);

/** A client of another make: the example with some of its ways replaced, and its line bent. */
export interface Variant {
  readonly ways?: Partial<Ways>;
  /** Milliseconds between attempts: the clock of the test is advanced by them, without waiting. */
  readonly waits?: (attempt: number, retryAfterMs: number | undefined) => number;
  readonly changeLine?: (line: Line) => unknown;
}

/** Plays scenarios with a variant of the example client in this process, and gives the rows of the report. */
export async function rowsOf(
  ids: readonly string[],
  { ways, waits = (attempt, retryAfterMs) => retryAfterMs ?? 500 * 2 ** attempt, changeLine = (line) => line }: Variant,
): Promise<RuleReport[]> {
  const chosen = scenarios.filter(({ id }) => ids.includes(id));
  const { signal } = new AbortController();
  let time = 0;
  const waitMs: Ways['waitMs'] = (attempt, retryAfterMs) => {
    time += waits(attempt, retryAfterMs);
    return 0;
  };
  // One client after the other, since all share the clock.
  const alone = pLimit(1);
  const client = async (env: Record<string, string>) => {
    // An error of the client is what ends its process: no line.
    const line = await resultLine(env, { ...usual, waitMs, ...ways }).catch(() => null);
    const printed = line === null ? undefined : lastLine(JSON.stringify(changeLine(line)) ?? '');
    return { line: printed, ended: `with exit code ${printed === undefined ? 1 : 0}`, lastText: '', stderr: '' };
  };
  const judged = await playAll(chosen, {
    boot: (wire) => startServer({ deviation: { id: 'a journal', wire } }),
    run: (env) => alone(client, env),
    timeoutMs: 30_000,
    clock: () => time,
    signal,
    onPlayed: () => undefined,
  });
  const run = { seed: 1, started_at: '2026-01-01T00:00:00Z', duration_ms: 1, requests: 1, estimated_cost_micros: 0 };
  const rules = new Set(chosen.flatMap((one) => one.rules));
  return [...clientReport(judged, { command: ['client'], rules, run }).rules];
}

type Send = Ways['send'];
type Event = Record<string, unknown>;

/** A client that sends something else. */
export const sends = (
  change: (url: URL, request: RequestInit & { headers: Record<string, string> }) => Parameters<Send>,
) => ({
  ways: { send: (url: URL, request: RequestInit) => fetch(...change(url, request as never)) },
});
/** The JSON body of a request; an empty object where it has none. */
export const bodyOf = (request: RequestInit): Record<string, unknown> => JSON.parse(String(request.body ?? '{}'));
/** Headers without one of them. */
export const without = (name: string) => (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers ?? {}).filter(([key]) => key !== name));

/** A client that takes events in another way. */
export const takes = (takeEvent: Ways['takeEvent']): Variant => ({ ways: { takeEvent } });
/** A list, or none where it is something else. */
export const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** A client that changes what it gives for a success. */
export const gives = (change: (result: Event) => unknown): Variant => ({
  changeLine: (line) => (line.ok ? { ok: true, result: change(line.result) } : line),
});
/** A client that changes what it gives for a failure. */
export const fails = (change: (error: Event) => unknown): Variant => ({
  changeLine: (line) => (line.ok ? line : { ok: false, error: change(line.error) }),
});

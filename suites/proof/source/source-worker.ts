import { parentPort, workerData } from 'node:worker_threads';
import { createSimulator } from '../../../simulator/index.ts';
import { areas, checks } from '../../areas/catalogue.ts';
import type { Check, Outcome } from '../../engine/checks/check.ts';
import type { Depth } from '../../engine/context/settings.ts';
import { run } from '../../engine/run/run.ts';
import { openSession } from '../../engine/run/session.ts';
import { inProcess } from '../../http/transport/in-process.ts';
import { profileOf } from '../trials/servers.ts';

/**
 * The task of a worker. An environment variable says which mutant is active, because every thread must know it before
 * the simulator is loaded.
 */
export interface SourceTask {
  /** File of the mutant: rules of its area are judged first. Left out to judge the unchanged simulator by all rules. */
  readonly file?: string;
  /** How often the mutant may be reached: more means an endless loop. */
  readonly hits?: number;
}

/** The result of a worker. */
export interface SourceSight {
  /** The rules that fail, warn or stay open; only the first one, except on the unchanged simulator. */
  readonly red: readonly { readonly rule: string; readonly verdict: Outcome['verdict']; readonly reason: string }[];
  /** If there is none of those: rules that saw nothing to which they apply, which every verdict names. */
  readonly empty: readonly string[];
  /** How often each mutant was reached in this thread, by id. */
  readonly met: Readonly<Record<string, number>>;
}

/** The state of the instrumented code. */
interface Instrumented {
  hitCount?: number;
  hitLimit?: number;
  readonly mutantCoverage?: { readonly static: Readonly<Record<string, number>> };
}

/** Without varied circumstances most mutants are detected, and fast; only the others are judged as in a user's run. */
const DEPTHS: readonly (Depth | undefined)[] = [undefined, 'standard'];

/** Judges the simulator beside this file. Every rule passes on an unchanged one. */
async function judge({ file, hits }: SourceTask): Promise<SourceSight> {
  const state = (globalThis as { __stryker__?: Instrumented }).__stryker__ ?? {};
  if (hits !== undefined) Object.assign(state, { hitCount: 0, hitLimit: hits });
  const near = Object.keys(areas).find((area) => file?.includes(area));
  const own = new Set(areas[near ?? '']);
  const ordered = [...own, ...checks.filter((check) => !own.has(check))];
  let seen: Seen = { red: [], empty: [] };
  for (const depth of DEPTHS) if (seen.red.length === 0) seen = await seenAt(depth, ordered, file === undefined);
  return { ...seen, met: state.mutantCoverage?.static ?? {} };
}

type Seen = Omit<SourceSight, 'met'>;

/** Judges the rules at a depth, until the first that fails, warns or stays open, or to the end. */
async function seenAt(depth: Depth | undefined, ordered: readonly Check[], toTheEnd: boolean): Promise<Seen> {
  const simulator = createSimulator();
  const transport = inProcess((request) => simulator.handle(request));
  const profile = await profileOf(transport, 'simulator');
  const rules = ordered.map(({ rule }) => rule);
  const common = { profile, seed: 1, concurrency: 8, timeoutMs: 30_000, rules, quick: true, wholeFixtures: true };
  const session = openSession(depth === undefined ? common : { ...common, depth }, { transport });
  const stop = new AbortController();
  const { results, preflight } = await run(ordered, session, {
    signal: stop.signal,
    onResult: ({ outcome }) => !toTheEnd && isRed(outcome) && stop.abort(),
  });
  await session.close();
  await simulator.close();
  if (preflight !== undefined)
    return { red: [{ rule: 'the first look', verdict: 'inconclusive', reason: preflight.join(' ') }], empty: [] };
  return {
    red: results.flatMap(({ rule, outcome }) =>
      isRed(outcome) ? [{ rule, verdict: outcome.verdict, reason: outcome.reason ?? '' }] : [],
    ),
    empty: results.flatMap(({ rule, outcome }) => (outcome.sawNothing === true ? [rule] : [])),
  };
}

const isRed = ({ verdict }: Outcome): boolean => verdict !== 'pass' && verdict !== 'skip';

parentPort?.postMessage(await judge(workerData as SourceTask));

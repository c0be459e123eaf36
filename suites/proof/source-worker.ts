import { parentPort, workerData } from 'node:worker_threads';
import { createSimulator } from '../../simulator/index.ts';
import { areas, checks } from '../catalogue.ts';
import type { Outcome } from '../engine/check.ts';
import { run } from '../engine/run.ts';
import { openSession } from '../engine/session.ts';
import type { Depth } from '../engine/settings.ts';
import { inProcess } from '../target/in-process.ts';
import { profileOf } from './servers.ts';

/** What a worker is told. Which mutant is active, the environment tells to every thread and before the simulator is loaded. */
export interface SourceTask {
  readonly depth: Depth;
  /** File of the mutant: rules of its area are judged first. Left out to judge the clean simulator, to the end. */
  readonly file?: string;
  /** How often the mutant may be come upon: more is a loop without end. */
  readonly hits?: number;
}

/** What a worker saw. */
export interface SourceSight {
  /** The rules that say something else than they should, at the first of which the run ends. */
  readonly red: readonly { readonly rule: string; readonly verdict: Outcome['verdict']; readonly reason: string }[];
  /** How often each mutant was come upon in this thread, by id. */
  readonly met: Readonly<Record<string, number>>;
}

/** Where instrumented code keeps its state. */
interface Instrumented {
  hitCount?: number;
  hitLimit?: number;
  readonly mutantCoverage?: { readonly static: Readonly<Record<string, number>> };
}

/** Judges the simulator beside this file, as a user's run would. Every rule passes on a clean one: whatever does not is seen. */
async function judge({ depth, file, hits }: SourceTask): Promise<SourceSight> {
  const state = (globalThis as { __stryker__?: Instrumented }).__stryker__ ?? {};
  if (hits !== undefined) Object.assign(state, { hitCount: 0, hitLimit: hits });
  const near = Object.keys(areas).find((area) => file?.includes(area));
  const own = new Set(areas[near ?? '']);
  const ordered = [...own, ...checks.filter((check) => !own.has(check))];
  const simulator = createSimulator();
  const transport = inProcess((request) => simulator.handle(request));
  const profile = await profileOf(transport, 'simulator');
  const rules = ordered.map(({ rule }) => rule);
  const settings = { profile, seed: 1, concurrency: 8, timeoutMs: 30_000, rules, quick: true, depth };
  const session = openSession(settings, { transport });
  const stop = new AbortController();
  const { results, preflight = [] } = await run(ordered, session, {
    signal: stop.signal,
    onResult: ({ outcome }) => file !== undefined && outcome.verdict !== 'pass' && stop.abort(),
  });
  const red = results.flatMap(({ rule, outcome: { verdict, reason = '' } }) =>
    verdict === 'pass' ? [] : [{ rule, verdict, reason }],
  );
  if (preflight.length > 0) red.push({ rule: 'the first look', verdict: 'inconclusive', reason: preflight.join(' ') });
  return { red, met: state.mutantCoverage?.static ?? {} };
}

parentPort?.postMessage(await judge(workerData as SourceTask));

import { atOnce } from './at-once.ts';
import type { Check, Outcome } from './check.ts';
import { preflight } from './preflight.ts';
import { openTransport } from './recorded-transport.ts';
import { openSession, type Session, type SessionState } from './session.ts';
import type { RunSettings } from './settings.ts';

/** What came of one rule. */
export interface RuleResult {
  readonly rule: string;
  readonly outcome: Outcome;
  readonly durationMs: number;
  /** Set when our own code failed; the verdict is inconclusive then. */
  readonly fault?: string;
}

/** What came of a run: a result for each rule that was reached, and why others were not. */
export interface RunResult {
  readonly results: readonly RuleResult[];
  readonly state: SessionState;
  /** Why the run ended early, or undefined. */
  readonly interrupted?: string;
  /** Faults of our own, by any rule or by none. */
  readonly faults: readonly string[];
  /** Why the target is not judged at all: what came, what it means, what to try. */
  readonly preflight?: readonly [string, string, string];
  readonly durationMs: number;
}

/** How a run is watched and stopped. */
export interface RunOptions {
  /** Hears each result as it comes. */
  readonly onResult?: (result: RuleResult, done: number, state: SessionState) => void;
  /** Stops the run when aborted; what was judged is kept. */
  readonly signal?: AbortSignal;
  /** Milliseconds without a result and without a request under way after which the run counts as stalled. */
  readonly stallMs?: number;
}

/** Rules under way for each request that may be: enough that no slot stands idle while a rule waits for its own answers. */
const RULES_PER_SLOT = 6;

/** Judges those of the checks whose rules a run selected, side by side, in the order in which they are given. Never rejects for what the target does. */
export async function runChecks(
  checks: readonly Check[],
  settings: RunSettings,
  options: RunOptions = {},
): Promise<RunResult> {
  const selected = new Set(settings.rules);
  const chosen = checks.filter(({ rule }) => selected.has(rule));
  const startedAt = performance.now();
  const stop = new AbortController();
  const session = openSession(settings, { transport: openTransport(settings), signal: stop.signal });
  const results: RuleResult[] = [];
  const ended = endOf(session, results, options);
  let hopeless: RunResult['preflight'];
  const judging = (async (): Promise<undefined> => {
    hopeless = await lookAhead(session, settings);
    if (hopeless === undefined) await judgeAll(session, chosen, settings, results, options, stop.signal);
    return undefined;
  })();
  try {
    const interrupted = await Promise.race([judging, ended.interrupted]);
    stop.abort();
    return {
      results: [...results],
      state: session.state(),
      faults: results.flatMap(({ fault }) => fault ?? []),
      durationMs: Math.round(performance.now() - startedAt),
      ...(interrupted === undefined ? {} : { interrupted }),
      ...(hopeless === undefined ? {} : { preflight: hopeless }),
    };
  } finally {
    stop.abort();
    judging.catch(() => undefined);
    ended.unwatch();
    await session.close().catch(() => undefined);
  }
}

/** Asks each endpoint once. Gives why there is nothing to judge, or undefined; endpoints that the key may not use are left out of the run. */
async function lookAhead({ context }: Session, settings: RunSettings): Promise<RunResult['preflight']> {
  if (settings.recording !== undefined) return undefined;
  const { hopeless, denied } = await preflight(context);
  for (const [endpoint, reason] of denied) context.client.deny(endpoint, reason);
  return hopeless;
}

async function judgeAll(
  session: Session,
  chosen: readonly Check[],
  settings: RunSettings,
  results: RuleResult[],
  { onResult }: RunOptions,
  signal: AbortSignal,
): Promise<void> {
  const note = (result: RuleResult): void => {
    if (signal.aborted) return;
    results.push(result);
    onResult?.(result, results.length, session.state());
  };
  await atOnce(
    chosen,
    async (check) => {
      if (!signal.aborted) note(await judge(check, session));
    },
    settings.concurrency * RULES_PER_SLOT,
  );
  if (signal.aborted) return;
  for (const [rule, outcome] of await session.finish()) {
    const at = results.findIndex((result) => result.rule === rule);
    const before = results[at];
    // The same verdict with a smaller request is the better one to look at.
    if (before && (before.outcome.verdict !== 'fail' || outcome.verdict === 'fail'))
      results[at] = { ...before, outcome };
  }
}

async function judge(check: Check, session: Session): Promise<RuleResult> {
  const startedAt = performance.now();
  const took = (): number => Math.round(performance.now() - startedAt);
  try {
    const outcome = await session.judge(check);
    return { rule: check.rule, outcome, durationMs: took() };
  } catch (error) {
    const fault = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    const reason = `assay itself failed while judging this rule (${fault}); the target is not to blame`;
    return { rule: check.rule, outcome: { verdict: 'inconclusive', reason, judged: 0 }, durationMs: took(), fault };
  }
}

/** Watches for what ends a run early: the caller's signal, or a long time in which nothing happens at all. */
function endOf(
  session: Session,
  results: readonly RuleResult[],
  { signal, stallMs = 600_000 }: RunOptions,
): { readonly interrupted: Promise<string>; unwatch(): void } {
  let [seen, since] = [-1, performance.now()];
  let timer: NodeJS.Timeout | undefined;
  const interrupted = new Promise<string>((resolve) => {
    const stopped = (): void => resolve('the run was stopped by a signal');
    if (signal?.aborted) stopped();
    signal?.addEventListener('abort', stopped, { once: true });
    timer = setInterval(() => {
      const { requests } = session.state();
      const moved = results.length + requests;
      if (moved !== seen || session.context.client.slots.busy > 0) [seen, since] = [moved, performance.now()];
      else if (performance.now() - since > stallMs)
        resolve(`nothing was sent and no rule was finished for ${Math.round(stallMs / 1_000)} seconds`);
    }, 1_000).unref();
  });
  return { interrupted, unwatch: () => clearInterval(timer) };
}

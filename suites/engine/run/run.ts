import pLimit from 'p-limit';
import type { Report } from '../../../reports/index.ts';
import { defined } from '../../../spec/index.ts';
import type { Check, Outcome } from '../checks/check.ts';
import { inScope, SHARED } from '../context/scope.ts';
import { type Coverage, coverageOf } from './coverage.ts';
import { MEMORY_INTERVAL_MS, MemoryWatch } from './memory.ts';
import { preflight } from './preflight.ts';
import type { PreflightFailure } from './preflight-failure.ts';
import type { Session, SessionState } from './session.ts';

export interface RuleResult {
  readonly rule: string;
  readonly outcome: Outcome;
  readonly durationMs: number;
  /** An error in our own code; the verdict is inconclusive then. */
  readonly fault?: string;
}

/** The result of a run: one for each rule that was reached, and why other rules were not reached. */
export interface RunResult {
  readonly results: readonly RuleResult[];
  readonly state: SessionState;
  /** Why the run ended early, or undefined. */
  readonly interrupted?: string;
  readonly faults: readonly string[];
  /** Why the target is not judged at all. */
  readonly preflight?: PreflightFailure;
  readonly durationMs: number;
  readonly coverage?: Coverage;
  readonly latencies?: Report['run']['latencies'];
}

/** How a run is observed and stopped. */
export interface RunOptions {
  readonly concurrency?: number;
  /** Called with each result as it comes. */
  readonly onResult?: (result: RuleResult, done: number, state: SessionState) => void;
  /** Called each second. */
  readonly onTick?: (state: SessionState) => void;
  /** Stops the run when aborted; finished results are kept. */
  readonly signal?: AbortSignal | undefined;
}

/** The run counts as stalled after this time without a result and without a request in flight. */
const STALL_MS = 600_000;

/** Parallel checks for each slot: enough to keep all slots busy while checks wait for their responses. */
const CHECKS_PER_SLOT = 6;

/**
 * Judges checks in parallel after a preflight, in the given order (scenarios first if requests are free). The caller must
 * close the session. Never rejects because of the target.
 */
export async function run(checks: readonly Check[], session: Session, options: RunOptions = {}): Promise<RunResult> {
  const startedAt = performance.now();
  const results: RuleResult[] = [];
  const interruption = watchForInterruption(session, results, options);
  const stopped = new AbortController();
  let preflightFailure: RunResult['preflight'];
  const judging = (async (): Promise<undefined> => {
    preflightFailure = await runPreflight(session);
    if (preflightFailure === undefined) await judgeAll(checks, session, results, options, stopped.signal);
  })();
  // Errors after an early end are ignored.
  judging.catch(() => undefined);
  try {
    const { ended = judging } = session;
    const interrupted = await Promise.race([judging, interruption.interrupted, ended]);
    return {
      results: [...results],
      state: session.state(),
      coverage: coverageOf(session.context),
      latencies: session.context.client.sender.latencies.read(),
      faults: results.flatMap(({ fault }) => fault ?? []),
      durationMs: Math.round(performance.now() - startedAt),
      ...defined({ interrupted, preflight: preflightFailure }),
    };
  } finally {
    stopped.abort();
    interruption.unwatch();
  }
}

/** Runs the preflight and excludes denied endpoints. Returns why there is nothing to judge, or undefined. */
async function runPreflight({ context }: Session): Promise<RunResult['preflight']> {
  const detected = inScope(context, SHARED, () => context.detectControlApi());
  const { preflightFailure, denied } = await preflight(context);
  // Who is not there is told at once, however long its control API is waited for.
  if (preflightFailure === undefined) await detected;
  for (const [endpoint, reason] of denied) context.client.keys.deny(endpoint, reason);
  // A recording is judged even if it holds no accepted request.
  return context.settings.recording === undefined ? preflightFailure : undefined;
}

async function judgeAll(
  checks: readonly Check[],
  session: Session,
  results: RuleResult[],
  { concurrency = session.context.settings.concurrency * CHECKS_PER_SLOT, onResult }: RunOptions,
  stopped: AbortSignal,
): Promise<void> {
  const { requestsAreFree } = session.context;
  await pLimit(concurrency).map(requestsAreFree ? scenariosFirst(checks) : checks, async (check) => {
    if (stopped.aborted) return;
    const result = await judgeRule(check, session);
    if (stopped.aborted) return;
    results.push(result);
    onResult?.(result, results.length, session.state());
  });
  if (stopped.aborted) return;
  for (const [rule, outcome] of await session.finish()) {
    const at = results.findIndex((result) => result.rule === rule);
    const before = results[at];
    // The failure of a rule's own check is kept: it names the circumstances that it needs. Others may be added to it.
    const { verdict, reason = '' } = before?.outcome ?? {};
    if (before && (verdict !== 'fail' || outcome.reason?.startsWith(reason))) results[at] = { ...before, outcome };
  }
}

/** The requests of a scenario depend on each other. If scenarios started last, the run would wait for them at the end. */
const scenariosFirst = (checks: readonly Check[]): readonly Check[] => [
  ...checks.filter(({ kind }) => kind === 'scenario'),
  ...checks.filter(({ kind }) => kind !== 'scenario'),
];

async function judgeRule(check: Check, session: Session): Promise<RuleResult> {
  const startedAt = performance.now();
  const elapsed = (): number => Math.round(performance.now() - startedAt);
  try {
    const outcome = await session.judge(check);
    return { rule: check.rule, outcome, durationMs: elapsed() };
  } catch (error) {
    const fault = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    const reason = `assay itself failed while judging this rule (${fault}); the target is not to blame`;
    return { rule: check.rule, outcome: { verdict: 'inconclusive', reason, judged: 0 }, durationMs: elapsed(), fault };
  }
}

/** Watches for what ends a run early: the caller's signal, a long time without any progress, or answers that fill the memory. */
function watchForInterruption(
  session: Session,
  results: readonly RuleResult[],
  { signal, onTick }: RunOptions,
): { readonly interrupted: Promise<string>; unwatch(): void } {
  let [lastCount, since] = [-1, performance.now()];
  const memory = new MemoryWatch();
  let memoryTimer: NodeJS.Timeout | undefined;
  let timer: NodeJS.Timeout | undefined;
  const interrupted = new Promise<string>((resolve) => {
    const stopped = (): void => resolve('the run was stopped by a signal');
    if (signal?.aborted) stopped();
    signal?.addEventListener('abort', stopped, { once: true });
    memoryTimer = setInterval(() => {
      const full = memory.full();
      if (full === undefined) return;
      const { requests } = session.state();
      resolve(`the answers to ${requests} requests fill the memory (${full}): does an answer grow with each request?`);
    }, MEMORY_INTERVAL_MS).unref();
    timer = setInterval(() => {
      const state = session.state();
      const { requests } = state;
      onTick?.(state);
      const count = results.length + requests;
      if (count !== lastCount || session.context.client.sender.slots.busy > 0)
        [lastCount, since] = [count, performance.now()];
      else if (performance.now() - since > STALL_MS)
        resolve(`nothing was sent and no rule was finished for ${STALL_MS / 1_000} seconds`);
    }, 1_000).unref();
  });
  const unwatch = (): void => {
    clearInterval(timer);
    clearInterval(memoryTimer);
  };
  return { interrupted, unwatch };
}

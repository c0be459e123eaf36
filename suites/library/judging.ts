import { fileURLToPath } from 'node:url';
import { type Report, type RuleReport, settleReport } from '../../reports/index.ts';
import { defined } from '../../spec/index.ts';
import { checksOf } from '../areas/catalogue.ts';
import { type SettingsOptions, settingsForTarget } from '../cli/input/run-settings.ts';
import { selectRules } from '../cli/input/select-rules.ts';
import { resolveTarget, type TargetOptions, targetInReport } from '../cli/input/target.ts';
import { assembleReport } from '../cli/run/assemble.ts';
import { boot } from '../command.ts';
import type { Depth } from '../engine/context/settings.ts';
import { type RuleResult, type RunResult, run } from '../engine/run/run.ts';
import { openSession } from '../engine/run/session.ts';
import { notesOnWay } from '../http/transport/network.ts';
import { version } from '../version.ts';

/** What is judged, and how. Without `profile` and `baseUrl` it is the embedded simulator, as in `assay check`. */
export interface ConformanceOptions {
  /** Description of the server: a file, a URL, or the content of the file. */
  readonly profile?: string | URL | object;
  /** Address of the server; takes precedence over the profile. */
  readonly baseUrl?: string;
  /** Active key; takes precedence over the profile. Without either, the environment variable ASSAY_KEY. */
  readonly key?: string;
  /** Ids of rules, or prefixes ending in `*` such as `rerank.*`; all rules by default. */
  readonly rules?: readonly string[];
  /** Determines the generated requests. */
  readonly seed?: number;
  /**
   * How many circumstances valid requests combine: `standard` (all triples) by default if a control API makes requests
   * free, else `quick` (all pairs).
   */
  readonly depth?: Depth;
  /** Parallel requests. */
  readonly concurrency?: number;
  /** US dollars: nothing is sent that could exceed it. A run that this cuts short fails. */
  readonly budget?: number;
}

/** How a run is observed and stopped. */
export interface Watching {
  /** Called with each verdict, and the number of verdicts so far; a few may change until the end. */
  readonly onVerdict?:
    | ((row: RuleReport, progress: { readonly done: number; readonly total: number }) => void)
    | undefined;
  /** Stops the run when aborted; the report holds what was judged until then. */
  readonly signal?: AbortSignal | undefined;
}

/** A run over some rules. */
export interface Judging {
  /** Why there is nothing to judge: what came, what it means, what to try. */
  readonly preflightFailure?: string;
  /** The verdict of a rule, as soon as it is known. */
  verdictOf(rule: string): Promise<RuleReport>;
  /** Waits until all rules are judged, closes everything, and returns the report. */
  whole(): Promise<Report>;
  /**
   * Stops a run in which rules are still judged, closes everything, and returns the report. Where all are judged, it
   * waits for what the whole run shows, which may change verdicts.
   */
  end(): Promise<Report>;
}

/**
 * Whether the verdict of a rule may change until the last response: any rule may meet a valid request that is refused.
 */
export const isSettledLast = (rule: string): boolean => rule.endsWith('.accepts-valid');

/** Starts to judge rules in parallel. Resolves after the preflight. Rejects for unusable options. */
export async function beginJudging(
  options: ConformanceOptions,
  rules: readonly string[],
  { onVerdict, signal }: Watching = {},
): Promise<Judging> {
  const startedAt = new Date();
  const stop = new AbortController();
  const onAbort = (): void => stop.abort();
  signal?.addEventListener('abort', onAbort, { once: true });
  if (signal?.aborted) stop.abort();
  let fault: string | undefined;
  const target = await resolveTarget(options.baseUrl, targetOptions(options), process.env, () =>
    boot((error) => {
      fault ??= String(error);
      stop.abort();
    }),
  );
  const settings = await settingsForTarget(target, runOptions(options), rules);
  const session = openSession(settings, { signal: stop.signal });
  let judged = 0;
  const heard = new Map<string, (result: RuleResult) => void>();
  const results = new Map(rules.map((rule) => [rule, new Promise<RuleResult>((resolve) => heard.set(rule, resolve))]));
  const running = run(checksOf(rules), session, {
    signal: stop.signal,
    onResult: (result, done) => {
      judged = done;
      heard.get(result.rule)?.(result);
      const [row] = onVerdict ? reportOf({ results: [result], faults: [], durationMs: 0 }, [result.rule]).rules : [];
      if (row) onVerdict?.(row, { done, total: rules.length });
    },
  });

  const reportOf = (result: Omit<RunResult, 'state'>, some: readonly string[]): Report => {
    const frame = { version, settings: { ...settings, rules: some }, target: targetInReport(target), startedAt, fault };
    const draft = assembleReport(
      { state: session.state(), ...result },
      {
        ...frame,
        notes: notesOnWay(target.profile.base_url),
        ...(some.length < selectRules(undefined).length ? { chosenBy: '--rules' } : {}),
      },
    );
    const today = startedAt.toISOString().slice(0, 10);
    return settleReport(draft, { strict: false, known: target.profile.known_failures, today });
  };
  const finish = async (): Promise<Report> => {
    try {
      return reportOf(await running, rules);
    } finally {
      signal?.removeEventListener('abort', onAbort);
      await session.close();
      await target.close();
    }
  };
  const end = async (): Promise<Report> => {
    if (judged < rules.length) stop.abort();
    return finish();
  };
  const verdictOf = async (rule: string): Promise<RuleReport> => {
    const early = isSettledLast(rule)
      ? undefined
      : await Promise.race([results.get(rule), running.then(() => undefined)]);
    // What is open for a refused request, other rules or the end of the run may settle.
    const report =
      early && early.outcome.elsewhere === undefined
        ? reportOf({ results: [early], faults: [], durationMs: 0 }, [rule])
        : reportOf(await running, rules);
    return report.rules.find(({ id }) => id === rule) as RuleReport;
  };

  const ended = await Promise.race([running, ...results.values()]);
  const preflightFailure = 'preflight' in ended ? ended.preflight?.join('\n') : undefined;
  return { verdictOf, whole: finish, end, ...defined({ preflightFailure }) };
}

function targetOptions({ profile, key }: ConformanceOptions): TargetOptions {
  if (!(profile instanceof URL)) return { profile, key };
  return { profile: profile.protocol === 'file:' ? fileURLToPath(profile) : profile.href, key };
}

function runOptions({ seed, depth, concurrency, budget }: ConformanceOptions): SettingsOptions {
  return {
    ...defined({ seed, depth, concurrency }),
    ...(budget === undefined ? {} : { budget: Math.round(budget * 1_000_000) }),
  };
}

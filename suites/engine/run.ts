import { createVitest, type Reporter, type TestSpecification } from 'vitest/node';
import { areas } from '../catalogue.ts';
import type { SessionState } from './session.ts';
import type { RunSettings } from './settings.ts';
import type { TestReport } from './worker.ts';

/** What came of a run: a result for each rule that was reached, and why others were not. */
export interface RunResult {
  readonly results: readonly TestReport[];
  readonly state: SessionState;
  /** Why the run ended early, or undefined. */
  readonly interrupted?: string;
  /** Faults of our own that no single rule reported. */
  readonly faults: readonly string[];
  readonly durationMs: number;
}

/** How a run is watched and stopped. */
export interface RunOptions {
  /** Hears each result as it comes. */
  readonly onResult?: (report: TestReport, done: number) => void;
  /** Stops the run when aborted; what was judged is kept. */
  readonly signal?: AbortSignal;
  /** Milliseconds without any result after which the run counts as stalled. */
  readonly stallMs?: number;
}

const NOTHING_SENT: SessionState = {
  requests: 0,
  saved: 0,
  micros: 0,
  worstMicros: 0,
  controlsAccepted: 0,
  branches: {},
};

/** Wait for running tests after a stop, in milliseconds; then the worker is given up. */
const STOP_GRACE = 8_000;

/** Runs the suites against a target, in this process, with vitest as the engine. Never rejects for what the target does. */
export async function runSuites(settings: RunSettings, options: RunOptions = {}): Promise<RunResult> {
  const started = performance.now();
  const collector = new Collector(options.onResult);
  const source = import.meta.filename.endsWith('.ts');
  const listeners = rememberListeners();
  const environment = { ...process.env };
  const vitest = await createVitest(
    'test',
    {
      watch: false,
      config: false,
      root: new URL('..', import.meta.url).pathname,
      include: [source ? '*.suite.ts' : '*.suite.js'],
      exclude: [],
      pool: 'threads',
      isolate: false,
      maxWorkers: 1,
      fileParallelism: false,
      maxConcurrency: Math.max(2, settings.concurrency),
      api: false,
      cache: false,
      update: false,
      passWithNoTests: true,
      testTimeout: 3_600_000,
      hookTimeout: 60_000,
      teardownTimeout: 2_000,
      provide: { assay: settings },
      reporters: [collector],
      sequence: { sequencer: AreaSequencer },
    },
    { envDir: false, logLevel: 'silent' },
  );
  forgetNewListeners(listeners);
  restoreEnvironment(environment);
  const stalled = new Promise<string>((resolve) => collector.watch(options.stallMs ?? 600_000, resolve));
  const stopped = new Promise<string>((resolve) =>
    onAbort(options.signal, () => resolve('the run was stopped by a signal')),
  );
  const run = vitest.start().then(
    () => undefined,
    (error: unknown) => `the engine failed: ${error instanceof Error ? error.message : error}`,
  );
  const ended = await Promise.race([
    run.then((fault) => ({ fault })),
    stopped.then(interruption),
    stalled.then(interruption),
  ]);
  if ('interrupted' in ended) {
    void vitest.cancelCurrentRun('keyboard-input').catch(() => undefined);
    await Promise.race([run, wait(STOP_GRACE)]);
  }
  collector.unwatch();
  await Promise.race([vitest.close().catch(() => undefined), wait(STOP_GRACE)]);
  return {
    results: collector.results,
    state: collector.results.reduce(
      (latest, { state }) => (state.requests >= latest.requests ? state : latest),
      NOTHING_SENT,
    ),
    faults: [...collector.faults, ...('fault' in ended && ended.fault !== undefined ? [ended.fault] : [])],
    durationMs: Math.round(performance.now() - started),
    ...('interrupted' in ended ? ended : {}),
  };
}

const interruption = (interrupted: string): { interrupted: string } => ({ interrupted });

function onAbort(signal: AbortSignal | undefined, then: () => void): void {
  if (signal?.aborted) then();
  else signal?.addEventListener('abort', then, { once: true });
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}

/** Collects what tests hand over in their meta, and notes engine faults. */
class Collector implements Reporter {
  readonly results: TestReport[] = [];
  readonly faults: string[] = [];
  readonly #onResult: RunOptions['onResult'];
  #last = performance.now();
  #timer: NodeJS.Timeout | undefined;

  constructor(onResult: RunOptions['onResult']) {
    this.#onResult = onResult;
  }

  onTestCaseResult: NonNullable<Reporter['onTestCaseResult']> = (test) => {
    const report = test.meta().assay;
    if (!report) return;
    this.#last = performance.now();
    this.results.push(report);
    this.#onResult?.(report, this.results.length);
  };

  onTestRunEnd: NonNullable<Reporter['onTestRunEnd']> = (modules, unhandled) => {
    for (const module of modules) for (const error of module.errors()) this.faults.push(error.message);
    for (const error of unhandled) this.faults.push(error.message);
  };

  /** Calls `then` when no result has come for `ms`: a suite that loops for ever must not hang the command. */
  watch(ms: number, then: (why: string) => void): void {
    this.#timer = setInterval(() => {
      if (performance.now() - this.#last > ms) then(`no rule was finished for ${Math.round(ms / 1000)} seconds`);
    }, 1_000).unref();
  }

  unwatch(): void {
    clearInterval(this.#timer);
  }
}

/** Runs the suite files in the order of the catalogue: what is free first. */
class AreaSequencer {
  sort(files: TestSpecification[]): TestSpecification[] {
    const order = Object.keys(areas);
    const rank = (file: TestSpecification): number =>
      order.findIndex((area) => file.moduleId.includes(`/${area}.suite.`));
    return files.toSorted((one, other) => rank(one) - rank(other));
  }

  shard(files: TestSpecification[]): TestSpecification[] {
    return files;
  }
}

type Listeners = Record<'SIGINT' | 'SIGTERM', readonly NodeJS.SignalsListener[]>;

const listenersOf = (signal: 'SIGINT' | 'SIGTERM'): NodeJS.SignalsListener[] =>
  process.rawListeners(signal) as NodeJS.SignalsListener[];

function rememberListeners(): Listeners {
  return { SIGINT: listenersOf('SIGINT'), SIGTERM: listenersOf('SIGTERM') };
}

/** vitest installs handlers that end the process at once; ours write the report first. */
function forgetNewListeners(before: Listeners): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    for (const listener of listenersOf(signal)) if (!before[signal].includes(listener)) process.off(signal, listener);
  }
}

/** vitest and vite change NODE_ENV and other variables of the process. */
function restoreEnvironment(before: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
  Object.assign(process.env, before);
}

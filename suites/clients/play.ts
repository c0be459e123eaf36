import pLimit from 'p-limit';
import { paidEndpoints } from '../../spec/index.ts';
import { openJournal, type Wire } from './journal.ts';
import { type Judged, judgeScenarioRun } from './judges.ts';
import { waitsAfter } from './request-judges.ts';
import type { ClientResult } from './run-client.ts';
import { requestsTo, type ScenarioRun } from './scenario-run.ts';
import { type Scenario, scenarios } from './scenarios.ts';

/** Starts a simulator for one scenario, with a wrapper in front of it. */
export type BootStage = (wire: Wire) => Promise<{ readonly url: string; close(): Promise<void> }>;

/** How scenarios are played. */
export interface Playing {
  /** Runs the client once with these variables. */
  readonly run: (env: Record<string, string>, bounds: Pick<Playing, 'timeoutMs' | 'signal'>) => Promise<ClientResult>;
  readonly timeoutMs: number;
  readonly boot: BootStage;
  /** The clock by which delays are measured; tests replace it. */
  readonly clock?: () => number;
  /** Stops all runs. */
  readonly signal: AbortSignal;
  onPlayed(scenarioRuns: readonly ScenarioRun[]): void;
}

const AT_ONCE = 4;

/**
 * Plays the chosen scenarios with their controls, and judges them. Leaves out what was not reached when `signal`
 * aborts. Throws UserError if the command cannot be started.
 */
export async function playAll(chosen: readonly Scenario[], playing: Playing): Promise<readonly Judged[]> {
  const controls = new Set(chosen.map(({ control }) => control));
  const played = scenarios.filter((one) => chosen.includes(one) || controls.has(one.id));
  const limit = pLimit(AT_ONCE);
  const ended = new AbortController();
  const stoppable = { ...playing, signal: AbortSignal.any([playing.signal, ended.signal]) };
  const seen: ScenarioRun[] = [];
  const playOne = async (scenario: Scenario): Promise<void> => {
    const scenarioRun = await play(scenario, stoppable);
    if (scenarioRun === undefined) return;
    seen.push(scenarioRun);
    playing.onPlayed(seen);
  };
  const waits = ({ rules }: Scenario): boolean => rules.some(isBackoff);
  // Scenarios with measured delays run alone: others would keep the machine busy.
  for (const part of [played.filter((one) => !waits(one)), played.filter(waits)]) {
    const all = part.map((scenario) => limit(playOne, scenario));
    try {
      await Promise.all(all);
    } catch (error) {
      // A command that cannot be started once never can.
      ended.abort();
      await Promise.allSettled(all);
      throw error;
    }
  }
  const speaks = seen.some(({ line }) => line !== undefined);
  const scenarioRuns = new Map(seen.map((scenarioRun) => [scenarioRun.scenario.id, { ...scenarioRun, speaks }]));
  const judged: Judged[] = [];
  const blamed = new Set<string>();
  for (const scenario of chosen) {
    const scenarioRun = scenarioRuns.get(scenario.id);
    if (scenarioRun === undefined) continue;
    for (const rule of scenario.rules) {
      const first = judgeScenarioRun(rule, scenarioRun, scenarioRuns.get(scenario.control ?? ''));
      const isSuspect = isBackoff(rule) && isBlamed(first);
      // One scenario that was repeated often enough shows a rule broken.
      if (isSuspect && blamed.has(rule)) continue;
      const latest = isSuspect ? await measureAgain(first, playing) : first;
      if (isBlamed(latest)) blamed.add(rule);
      judged.push(latest);
    }
  }
  return judged;
}

const isBackoff = (rule: string): boolean => /^client\.retry\.50/.test(rule);
const isBlamed = ({ judgement }: Judged): boolean => typeof judgement === 'object' && judgement.kind === 'broken';

/**
 * How often delays that do not grow are measured. With random delays (full jitter), two do not grow in a third of all
 * measurements, three in a twentieth.
 */
const MEASUREMENTS = { two: 10, more: 6 };
/** Further measurements with growing delays that clear the client: one may be due to a busy machine. */
const CLEARED = 2;

/**
 * Delays may shrink by chance: only a client whose delays hardly ever grow is blamed. It is repeated alone, without
 * noise.
 */
async function measureAgain(first: Judged, playing: Playing): Promise<Judged> {
  const waits = waitsAfter(Number(first.rule.slice(-3)), requestsTo(first.scenarioRun));
  const most = waits.length > 2 ? MEASUREMENTS.more : MEASUREMENTS.two;
  let latest = first;
  for (let count = 1, clear = 0; count < most && clear < CLEARED; count += 1) {
    const scenarioRun = await play(first.scenarioRun.scenario, playing);
    if (scenarioRun === undefined) return { ...first, judgement: { kind: 'open', why: 'the run was interrupted' } };
    const again = judgeScenarioRun(first.rule, scenarioRun, undefined, 'quiet');
    clear += isBlamed(again) ? 0 : 1;
    latest = clear < CLEARED ? first : again;
  }
  return latest;
}

/** Plays one scenario on a simulator of its own; undefined if the run was interrupted. */
async function play(
  scenario: Scenario,
  { boot, run, timeoutMs, clock, signal }: Playing,
): Promise<ScenarioRun | undefined> {
  if (signal.aborted) return undefined;
  const journal = openJournal(scenario.style, clock ?? (() => performance.now()));
  const stage = await boot(journal.wire);
  try {
    const apiKey = await prepare(scenario, `${stage.url}/_control`);
    const env = {
      ASSAY_BASE_URL: stage.url,
      ASSAY_KEY: apiKey,
      ASSAY_SCENARIO: scenario.id,
      ASSAY_REQUEST: JSON.stringify(scenario.request),
    };
    const result = await run(env, { timeoutMs, signal });
    const { entries } = journal;
    return signal.aborted ? undefined : { scenario, ...result, apiKey, journal: entries, timeoutMs, speaks: true };
  } finally {
    // Closing gives running requests a second; nobody needs to wait for that.
    void stage.close().catch(() => undefined);
  }
}

/** Creates the key of a scenario and arms its faults through the control API. */
async function prepare({ key, faults = [], request: { endpoint } }: Scenario, control: string): Promise<string> {
  const permissions = paidEndpoints.filter((one) => key !== 'not permitted' || one !== endpoint);
  const created = await call('POST', `${control}/keys`, {
    permissions,
    ...(key === 'empty' ? { balance_micros: 0 } : {}),
  });
  const apiKey = String(created.key);
  if (key === 'revoked') await call('DELETE', `${control}/keys/${apiKey}`);
  for (const fault of faults) await call('POST', `${control}/faults`, { endpoint, ...fault });
  return apiKey;
}

async function call(method: string, url: string, body?: object): Promise<Record<string, unknown>> {
  // On a connection of its own: on a busy machine, one that was kept may be closed at the moment that it is used again.
  const headers = { 'content-type': 'application/json', connection: 'close' };
  const answer = await fetch(url, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
  if (!answer.ok) throw new Error(`the simulator answered ${answer.status} to ${method} ${new URL(url).pathname}`);
  return answer.status === 204 ? {} : ((await answer.json()) as Record<string, unknown>);
}

import type { EndpointName, KeyOrder } from '../../spec/index.ts';
import { validCall } from '../generate/bases.ts';
import type { Circumstances } from '../generate/circumstance-texts.ts';
import type { Profile } from '../profile/profile.ts';
import type { TargetClient } from '../target/client.ts';
import type { ControlClient } from '../target/control.ts';
import { type Exchange, isLimit, isRequestSpecific, withKey } from '../target/exchange.ts';
import type { RequestLog } from '../target/request-log.ts';
import { unlockHint } from './capabilities.ts';
import { KeyHistory } from './key-history.ts';
import { perRun } from './per-run.ts';
import { pollUntil } from './poll.ts';
import type { ReadingLog } from './reading-log.ts';
import type { RunSettings } from './settings.ts';
import { Inapplicable } from './signals.ts';

/**
 * How long a charge, a balance or a revocation may take to show, at first and after one took longer. Quick runs follow
 * each other by hundreds and wait less.
 */
const SETTLE_TIMEOUT_MS = { full: { most: 60_000, least: 1_000 }, quick: { most: 1_500, least: 200 } } as const;

const revokedKeys = perRun<string>('revoked');
const emptyKeys = perRun<string>('empty');

interface RunTotals {
  settleTimeoutMs: number;
  /** True if the declared control API answered no call at the start of the run. */
  controlApiBroken: boolean;
  readonly refusedValid: Exchange[];
  /** Responses to valid requests with keys that the run created, by key. */
  readonly answered: Map<string, Set<Exchange>>;
  /** What was done to the keys that the run created. */
  readonly keyHistory: KeyHistory;
  /** Fixture paths that a rule could not use, by rule. */
  readonly unusedFixtures: Map<string, Set<string>>;
  /** Circumstances in which requests were accepted, by endpoint. */
  readonly coveredRows: Map<EndpointName, Set<Circumstances>>;
}

/** What a check works with: the target, the profile's capabilities, the seed, and the logs of the run. */
export class Context {
  readonly settings: RunSettings;
  readonly client: TargetClient;
  readonly readings: ReadingLog;
  readonly #control: ControlClient | undefined;
  /** Shared with the contexts that repeat cases of the run. */
  readonly #totals: RunTotals;
  /** The requests of the attempt at a case, if it is one. */
  readonly log: RequestLog | undefined;

  constructor(
    settings: RunSettings,
    client: TargetClient,
    control: ControlClient | undefined,
    readings: ReadingLog,
    totals: RunTotals = {
      settleTimeoutMs: SETTLE_TIMEOUT_MS[settings.quick ? 'quick' : 'full'].most,
      controlApiBroken: false,
      refusedValid: [],
      answered: new Map(),
      keyHistory: new KeyHistory(),
      unusedFixtures: new Map(),
      coveredRows: new Map(),
    },
    log?: RequestLog,
  ) {
    this.settings = settings;
    this.client = log ? client.withLog(log) : client;
    this.readings = readings;
    this.#control = log ? control?.withLog(log) : control;
    this.#totals = totals;
    this.log = log;
  }

  /** A context of the same run without cached exchanges and keys, for trying a case again from its beginning. */
  withEmptyCache(log?: RequestLog): Context {
    return new Context(this.settings, this.client.withEmptyCache(), this.#control, this.readings, this.#totals, log);
  }

  /** The same context for one attempt at a case, which keeps its requests in a log: they are the evidence of a failure. */
  withLog(log: RequestLog): Context {
    return new Context(this.settings, this.client, this.#control, this.readings, this.#totals, log);
  }

  get profile(): Profile {
    return this.settings.profile;
  }

  /** Parallel cases of one rule. One if the run is recorded or replayed: only order tells equal requests apart. */
  get caseConcurrency(): number {
    return this.settings.recordTo === undefined && this.settings.recording === undefined ? 16 : 1;
  }

  get seed(): number {
    return this.settings.seed;
  }

  get hasControlApi(): boolean {
    return this.#control !== undefined;
  }

  /** Whether requests count as free: a working control API means a test environment, unless there is a budget. */
  get requestsAreFree(): boolean {
    return this.hasControlApi && !this.#totals.controlApiBroken && this.settings.budgetMicros === undefined;
  }

  /** Checks that the declared control API works: a mistyped address must not make a paid target look free. */
  async detectControlApi(): Promise<void> {
    if (this.#control) this.#totals.controlApiBroken = !(await this.#control.works(this.profile.keys.active));
  }

  /** The control API. Throws {@link Inapplicable} (skip) without one. */
  get control(): ControlClient {
    if (this.#control) return this.#control;
    throw new Inapplicable(unlockHint('control_url'));
  }

  /** The origin of the attachment fixtures. Throws {@link Inapplicable} (skip) without one. */
  get fixtures(): string {
    if (this.profile.fixtures_url !== undefined) return this.profile.fixtures_url;
    throw new Inapplicable(unlockHint('fixtures_url'));
  }

  /** A revoked key: the profile's, or one created and revoked through the control API. */
  async revokedKey(): Promise<string> {
    return (
      this.profile.keys.revoked ??
      revokedKeys<Context>(this, 'key', async (own) => own.#revoke(await own.#createKey('revoked')))
    );
  }

  /** Revoked keys that are refused for another reason too, with that reason; none without a control API. */
  async otherRevokedKeys(): Promise<readonly (readonly [key: string, beside: string])[]> {
    if (!this.#control) return [];
    const make = (beside: string, order: KeyOrder): Promise<readonly [string, string]> =>
      revokedKeys<Context>(this, beside, async (own) => own.#revoke((await own.control.createKey(order)).key)).then(
        (key) => [key, beside],
      );
    return Promise.all([
      make('without credit', { balance_micros: 0 }),
      make('without permission', { permissions: ['embeddings'] }),
    ]);
  }

  /** A key without credit: the profile's, or one created through the control API. */
  async emptyKey(): Promise<string> {
    return this.profile.keys.empty ?? emptyKeys<Context>(this, 'key', (own) => own.#createKey('empty', 0));
  }

  async #createKey(state: 'revoked' | 'empty', balance = 100_000_000): Promise<string> {
    if (!this.#control) throw new Inapplicable(unlockHint(`keys.${state}`));
    return (await this.#control.createKey({ balance_micros: balance })).key;
  }

  /** Revokes a key and waits for the effect, which `auth.revocation-takes-effect` judges. */
  async #revoke(key: string): Promise<string> {
    await this.control.revoke(key);
    const call = withKey(validCall('finder'), key);
    const use = (): Promise<Exchange> => this.client.send(call, { fresh: true });
    await pollUntil(this, use, ({ status }) => status === 401);
    return key;
  }

  /**
   * Notes a valid request that was refused, or that failed each time while probes were accepted.
   * `ENDPOINT.accepts-valid` judges it at the end of the run, whichever rule sent it.
   */
  noteRefused(exchange: Exchange, certain = isRequestSpecific(exchange)): void {
    if (certain && !isLimit(exchange)) this.#totals.refusedValid.push(exchange);
  }

  /**
   * How long to wait for a charge, a balance or a revocation: a minute (readings S35), less once that was too short.
   */
  get settleTimeoutMs(): number {
    return this.#totals.settleTimeoutMs;
  }

  shortenSettleTimeout(): void {
    const { least } = SETTLE_TIMEOUT_MS[this.settings.quick ? 'quick' : 'full'];
    this.#totals.settleTimeoutMs = Math.max(this.#totals.settleTimeoutMs / 20, least);
  }

  /** Notes a response to a key that the run created; an exchange that several rules share counts once. */
  noteAnswered(key: string, exchange: Exchange): void {
    const answered = this.#totals.answered.get(key) ?? new Set();
    this.#totals.answered.set(key, answered.add(exchange));
  }

  /** All responses so far to a key that the run created. */
  answeredWith(key: string): readonly Exchange[] {
    return [...(this.#totals.answered.get(key) ?? [])];
  }

  get keyHistory(): KeyHistory {
    return this.#totals.keyHistory;
  }

  /** Notes fixture paths that a rule could not use, because their host may lack them. */
  noteUnusedFixtures(rule: string, paths: readonly string[]): void {
    if (paths.length === 0) return;
    this.#totals.unusedFixtures.set(rule, new Set([...(this.#totals.unusedFixtures.get(rule) ?? []), ...paths]));
  }

  get unusedFixtures(): Readonly<Record<string, readonly string[]>> {
    return Object.fromEntries([...this.#totals.unusedFixtures].map(([rule, paths]) => [rule, [...paths]]));
  }

  /** Notes circumstances in which a valid request was accepted. */
  noteCovered(endpoint: EndpointName, row: Circumstances): void {
    const rows = this.#totals.coveredRows.get(endpoint) ?? new Set();
    this.#totals.coveredRows.set(endpoint, rows.add(row));
  }

  get coveredRows(): ReadonlyMap<EndpointName, ReadonlySet<Circumstances>> {
    return this.#totals.coveredRows;
  }

  get refusedValid(): readonly Exchange[] {
    return this.#totals.refusedValid;
  }

  /**
   * How many cases a property tries, of which `available` are ready-made. Few, if requests cost money and there is no
   * control API. `--runs` overrides it.
   */
  runsFor(endpoint: EndpointName | 'all', kind: 'traffic' | 'pairs', available: number): number {
    if (this.settings.runs !== undefined) return this.settings.runs;
    if (this.settings.quick) return available;
    const scarce = !this.requestsAreFree && endpoint === 'chat';
    // Circumstances leave less to chance.
    if (kind === 'traffic') return available + (scarce ? 0 : this.settings.depth === 'quick' ? 3 : 8);
    return available;
  }
}

/** All items if requests are free, else the first `few`. */
export const affordable = <Item>(
  { requestsAreFree }: Pick<Context, 'requestsAreFree'>,
  items: readonly Item[],
  few: number,
): readonly Item[] => (requestsAreFree ? items : items.slice(0, few));

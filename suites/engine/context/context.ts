import { type EndpointName, type KeyOrder, paidEndpoints } from '../../../spec/index.ts';
import { validCall } from '../../generate/bases.ts';
import type { Circumstances } from '../../generate/circumstance-texts.ts';
import type { TargetClient } from '../../http/client/client.ts';
import type { ControlClient } from '../../http/client/control.ts';
import { type Exchange, isRequestSpecific, isTimeoutOrRateLimit, withKey } from '../../http/exchange/exchange.ts';
import type { RequestLog } from '../../http/exchange/request-log.ts';
import { tooLongText } from '../../model/valid-call.ts';
import type { Profile } from '../../profile/profile.ts';
import { unlockHint } from './capabilities.ts';
import { Inapplicable } from './check-errors.ts';
import { KeyHistory } from './key-history.ts';
import { oncePerRun } from './once-per-run.ts';
import { pollUntil } from './poll.ts';
import type { ReadingLog } from './reading-log.ts';
import type { RunSettings } from './settings.ts';

/**
 * How long a charge, a balance or a revocation may take to appear: `first`, and less, down to `shortest`, after one took
 * longer. Quick runs wait less, because there are hundreds of them.
 */
const SETTLE_TIMEOUT_MS = { full: { first: 60_000, shortest: 1_000 }, quick: { first: 1_500, shortest: 200 } } as const;

const revokedKeys = oncePerRun<string>('revoked');
const emptyKeys = oncePerRun<string>('empty');

/** The state of a run that all its contexts share. */
interface RunState {
  settleTimeoutMs: number;
  /** True if the declared control API answered no call at the start of the run. */
  controlApiBroken: boolean;
  readonly refusedValid: Exchange[];
  /** Responses to valid requests with keys that the run created, by key. */
  readonly answered: Map<string, Set<Exchange>>;
  /** The changes of keys that the run created. */
  readonly keyHistory: KeyHistory;
  /** Fixture paths that a rule could not use, by rule. */
  readonly unusedFixtures: Map<string, Set<string>>;
  /** The circumstances in which requests were accepted, by endpoint. */
  readonly coveredRows: Map<EndpointName, Set<Circumstances>>;
}

/** What a check uses: the target, the capabilities of the profile, the seed, and the state of the run. */
export class Context {
  readonly settings: RunSettings;
  readonly client: TargetClient;
  readonly readings: ReadingLog;
  readonly #control: ControlClient | undefined;

  readonly #state: RunState;
  /** The requests of one attempt at a case; undefined outside of an attempt. */
  readonly log: RequestLog | undefined;

  constructor(
    settings: RunSettings,
    client: TargetClient,
    control: ControlClient | undefined,
    readings: ReadingLog,
    state: RunState = {
      settleTimeoutMs: SETTLE_TIMEOUT_MS[settings.quick ? 'quick' : 'full'].first,
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
    this.#state = state;
    this.log = log;
  }

  /** A context of the same run without cached exchanges and keys, to repeat a case from its beginning, if asked for with a new connection for each request. */
  withEmptyCache(owner: string, log?: RequestLog, newConnections = false): Context {
    return new Context(
      this.settings,
      this.client.withEmptyCache(owner, newConnections),
      this.#control,
      this.readings,
      this.#state,
      log,
    );
  }

  /** The same context for one attempt at a case. The log keeps its requests as the evidence of a failure. */
  withLog(log: RequestLog): Context {
    return new Context(this.settings, this.client, this.#control, this.readings, this.#state, log);
  }

  get profile(): Profile {
    return this.settings.profile;
  }

  /** Parallel cases of one rule. One if the run is recorded or replayed: only their order distinguishes equal requests. */
  get caseConcurrency(): number {
    return this.settings.recordTo === undefined && this.settings.recording === undefined ? 16 : 1;
  }

  get seed(): number {
    return this.settings.seed;
  }

  get hasControlApi(): boolean {
    return this.#control !== undefined;
  }

  /** Whether requests count as free: with a working control API (a test environment) and without a budget. */
  get requestsAreFree(): boolean {
    return this.hasControlApi && !this.#state.controlApiBroken && this.settings.budgetMicros === undefined;
  }

  /** Checks that the declared control API works, and is that of the target: a mistyped address must not make a paid target look free. */
  async detectControlApi(): Promise<void> {
    if (this.#control === undefined) return;
    if (await this.#control.works(this.profile.keys.active)) await this.#detectOtherInstance(this.#control);
    else this.#state.controlApiBroken = true;
  }

  /** A control API whose keys are known on no endpoint belongs to another instance: nothing that it says is true of this one. */
  async #detectOtherInstance(control: ControlClient): Promise<void> {
    const made = await control.createKey().catch(() => undefined);
    if (made === undefined) return;
    // Chat, which costs most, comes last.
    for (const endpoint of paidEndpoints.toReversed()) {
      const call = withKey(validCall(endpoint), made.key);
      const exchange = await this.client.send(call, { fresh: true }).catch(() => undefined);
      if (exchange?.status !== 401) return;
    }
    control.giveUp('no endpoint knows a key that it makes: each answers 401. Is control_url that of another instance?');
    this.#state.controlApiBroken = true;
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
      revokedKeys<Context>(this, 'key', async (sharedContext) =>
        sharedContext.#revoke(await sharedContext.#createKey('revoked')),
      )
    );
  }

  /** Revoked keys that would be refused for another reason too, with that reason; empty without a control API. */
  async otherRevokedKeys(): Promise<readonly (readonly [key: string, beside: string])[]> {
    if (!this.#control) return [];
    const make = (otherReason: string, order: KeyOrder): Promise<readonly [string, string]> =>
      revokedKeys<Context>(this, otherReason, async (sharedContext) =>
        sharedContext.#revoke((await sharedContext.control.createKey(order)).key),
      ).then((key) => [key, otherReason]);
    return Promise.all([
      make('without credit', { balance_micros: 0 }),
      make('without permission', { permissions: ['embeddings'] }),
    ]);
  }

  /** A key without credit: the profile's, or one created through the control API. */
  async emptyKey(): Promise<string> {
    return (
      this.profile.keys.empty ??
      emptyKeys<Context>(this, 'key', (sharedContext) => sharedContext.#createKey('empty', 0))
    );
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
   * Notes a valid request that was refused, or that failed each time while probes were accepted. At the end of the run,
   * `ENDPOINT.accepts-valid` judges those of all rules.
   */
  noteRefused(exchange: Exchange, certain = isRequestSpecific(exchange)): void {
    if (certain && !isTimeoutOrRateLimit(exchange) && tooLongText(exchange) === undefined)
      this.#state.refusedValid.push(exchange);
  }

  /**
   * How long to wait for a charge, a balance or a revocation: a minute (readings S35), less after one took longer.
   */
  get settleTimeoutMs(): number {
    return this.#state.settleTimeoutMs;
  }

  shortenSettleTimeout(): void {
    const { shortest } = SETTLE_TIMEOUT_MS[this.settings.quick ? 'quick' : 'full'];
    this.#state.settleTimeoutMs = Math.max(this.#state.settleTimeoutMs / 20, shortest);
  }

  /** Notes a response to a request with a key that the run created; an exchange that several rules share counts once. */
  noteAnswered(key: string, exchange: Exchange): void {
    const answered = this.#state.answered.get(key) ?? new Set();
    this.#state.answered.set(key, answered.add(exchange));
  }

  /** All responses so far to requests with a key that the run created. */
  answeredWith(key: string): readonly Exchange[] {
    return [...(this.#state.answered.get(key) ?? [])];
  }

  get keyHistory(): KeyHistory {
    return this.#state.keyHistory;
  }

  /** Notes fixture paths that a rule could not use because the fixtures host may not have them. */
  noteUnusedFixtures(rule: string, paths: readonly string[]): void {
    if (paths.length === 0) return;
    this.#state.unusedFixtures.set(rule, new Set([...(this.#state.unusedFixtures.get(rule) ?? []), ...paths]));
  }

  get unusedFixtures(): Readonly<Record<string, readonly string[]>> {
    return Object.fromEntries([...this.#state.unusedFixtures].map(([rule, paths]) => [rule, [...paths]]));
  }

  noteCovered(endpoint: EndpointName, row: Circumstances): void {
    const rows = this.#state.coveredRows.get(endpoint) ?? new Set();
    this.#state.coveredRows.set(endpoint, rows.add(row));
  }

  get coveredRows(): ReadonlyMap<EndpointName, ReadonlySet<Circumstances>> {
    return this.#state.coveredRows;
  }

  get refusedValid(): readonly Exchange[] {
    return this.#state.refusedValid;
  }

  /**
   * How many calls of a traffic are tried, of which `available` are predefined. Fewer if requests cost money. `--runs`
   * overrides it.
   */
  runsFor(endpoint: EndpointName, available: number): number {
    const { runs, quick, depth } = this.settings;
    if (runs !== undefined) return runs;
    if (quick || (!this.requestsAreFree && endpoint === 'chat')) return available;
    return available + (depth === 'quick' ? 3 : 8);
  }
}

/** All items if requests are free, else the first `limit`. */
export const affordable = <Item>(
  { requestsAreFree }: Pick<Context, 'requestsAreFree'>,
  items: readonly Item[],
  limit: number,
): readonly Item[] => (requestsAreFree ? items : items.slice(0, limit));

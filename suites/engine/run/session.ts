import { setMaxListeners } from 'node:events';
import type { Disturbance } from '../../../reports/index.ts';
import { defined } from '../../../spec/index.ts';
import { validCall } from '../../generate/bases.ts';
import { TargetClient } from '../../http/client/client.ts';
import { ControlClient } from '../../http/client/control.ts';
import { type Exchange, succeeded } from '../../http/exchange/exchange.ts';
import { hasErrorEvent } from '../../http/exchange/stream.ts';
import type { Usage } from '../../http/pacing/meter.ts';
import { Throttle } from '../../http/pacing/throttle.ts';
import type { Wait } from '../../http/pacing/waits.ts';
import { recordingTransport, replayTransport } from '../../http/transport/recorded-transport.ts';
import { createTransport, type Transport } from '../../http/transport/transport.ts';
import { isStream } from '../../judges/chat-answer.ts';
import type { Check, Outcome } from '../checks/check.ts';
import { judgeRefusedValid } from '../checks/refused-valid.ts';
import { missingCapability, unlockHint } from '../context/capabilities.ts';
import { Context } from '../context/context.ts';
import { readRecording } from '../context/read-recording.ts';
import { ReadingLog } from '../context/reading-log.ts';
import { currentScope, inScope } from '../context/scope.ts';
import { secretsOf } from '../context/secrets.ts';
import type { RunSettings } from '../context/settings.ts';
import { circumstancesOfCase } from '../failure/case-origin.ts';
import { endpointOf } from '../failure/confirm.ts';
import { judgeCrashes } from './crashes.ts';
import { divideObserved } from './divide-observed.ts';
import { judgeObserved, ObservedResponses } from './observed.ts';
import { describeUnanswered } from './unanswered.ts';

/** The current totals of a session; plain data. */
export interface SessionState extends Usage {
  readonly controlsAccepted: number;
  /** True if the target does not offer an operation of the control API that a rule needed. */
  readonly controlPartial?: boolean;
  /** Why the control API of the profile does not work. */
  readonly controlBroken?: string;
  readonly unreachable?: string;
  /** What is waited for at the moment. */
  readonly wait?: Wait;
  /** When the target throttled or was unavailable. */
  readonly disturbances: readonly Disturbance[];
  /** A sentence on the length of bodies, if longer ones failed each time. */
  readonly lengthLimit?: string;
  /** After the end: which valid requests got no answer in time, a sentence for each endpoint. */
  readonly unanswered?: readonly string[];
  /** Fixture paths that rules could not use because the fixtures host may not have them, by rule. */
  readonly unusedFixtures?: Readonly<Record<string, readonly string[]>>;
  /** The branches that the target took on open questions, by reading. */
  readonly branches: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

/** One run against one target. Its checks share exchanges. */
export interface Session {
  readonly context: Context;
  /** Judges one rule, and judges it again later if a temporary failure left it open. Rejects only for our own errors. */
  judge(check: Check): Promise<Outcome>;
  /**
   * Must be called after the last rule. Returns outcomes that replace earlier ones: of `accepts-valid` rules, if a valid
   * request of any rule failed each time, and of response rules that the response to another rule's request breaks.
   */
  finish(): Promise<ReadonlyMap<string, Outcome>>;
  state(): SessionState;
  /** Resolves with the reason if nothing more can be answered: the recording ends before the run did. */
  readonly ended?: Promise<string>;
  /** Aborts the requests in flight, and closes the connections. */
  close(): Promise<void>;
}

/** Delays before a rule is judged again that a temporary failure left open. */
const RETRY_DELAYS_MS: readonly number[] = [500, 3_000, 10_000];

/** Whether a response is a stream that reports a failure: the 500 of a stream (Events, rule 3). */
const failedInBand = (exchange: Exchange): boolean => isStream(exchange) && hasErrorEvent(exchange);

/** More parallel requests than a run can have. */
const UNLIMITED = 1_000_000;

/** Opens a session. The default `transport` depends on the settings: HTTP, recorded HTTP, or a recording. */
export function openSession(
  settings: RunSettings,
  options: { transport?: Transport; signal?: AbortSignal | undefined } = {},
): Session {
  const transport = options.transport ?? openTransport(settings);
  const { profile, timeoutMs } = settings;
  const observed = new ObservedResponses();
  const notFailed = new Map<Check, Outcome['verdict']>();
  /** Outcomes that are open only because valid requests were refused each time. */
  const refused = new Map<Check, Outcome>();
  const failed = new Map<Check, Outcome>();
  const closing = new AbortController();
  const signal = options.signal ? AbortSignal.any([options.signal, closing.signal]) : closing.signal;
  // Every request and every wait in progress listens to the signal: many listeners are no leak.
  setMaxListeners(0, signal);
  const commonOptions = {
    transport,
    timeoutMs,
    throttle: settings.recording === undefined ? new Throttle(signal) : new Throttle(signal, 0),
    signal,
  };
  const client = new TargetClient({
    ...commonOptions,
    baseUrl: profile.base_url,
    activeKey: profile.keys.active,
    // Nothing that is sent to a recording is too much for it, and its responses come when they came in the run.
    concurrency: settings.recording === undefined ? settings.concurrency : UNLIMITED,
    probe: validCall,
    failedInBand,
    onExchange: (sent) => {
      const { call, response: exchange } = sent;
      const row = circumstancesOfCase(call);
      if (row && succeeded(exchange)) context.noteCovered(call.endpoint, row);
      if (call.authorization?.kind === 'key' && call.endpoint !== 'embeddings' && succeeded(exchange))
        context.noteAnswered(call.authorization.key, exchange);
      observed.add(sent);
    },
    ...defined({ budgetMicros: settings.budgetMicros, freeRefusals: settings.freeRefusals }),
  });
  if (profile.keys.revoked !== undefined) client.keys.noteRevoked(profile.keys.revoked);
  const control =
    profile.control_url === undefined
      ? undefined
      : new ControlClient({
          ...commonOptions,
          base: profile.control_url,
          slots: client.sender.slots,
          waits: client.sender.waits,
          keys: client.keys,
          onResponse: (sent) => {
            client.sender.disturbances.note('control', sent.response);
            context.keyHistory.add(sent);
          },
        });
  const context = new Context(settings, client, control, new ReadingLog());
  let controlBroken: string | undefined;
  let unanswered: readonly string[] = [];
  /** The context for the next rules. It is replaced by one with an empty cache, and so with new keys, if the target forgot a key of it. */
  let currentContext = context;
  let [renewals, renewedAt] = [0, Number.NEGATIVE_INFINITY];
  const latestContext = (): Context => {
    if (client.keys.hasForgotten(renewedAt)) {
      [renewals, renewedAt] = [renewals + 1, client.now()];
      currentContext = currentContext.withEmptyCache(`renewed ${renewals}`);
    }
    return currentContext;
  };
  return {
    context,
    ...defined({ ended: transport.ended }),
    judge: async (check) => {
      const outcome = await inScope(context, check.rule, () => judgeWithRetries(check, latestContext));
      if (outcome.verdict === 'fail') failed.set(check, outcome);
      else notFailed.set(check, outcome.verdict);
      if (outcome.elsewhere !== undefined) refused.set(check, outcome);
      return outcome;
    },
    finish: async () => {
      const replacements = new Map([
        ...divideObserved(failed, observed.entries),
        ...(await judgeObserved(context, notFailed, observed.entries)),
        ...(await judgeCrashes(context, observed.lost('connection'), observed.entries)),
        ...(await judgeRefusedValid(context)),
      ]);
      for (const [check, verdict] of notFailed) {
        if (verdict !== 'pass' || replacements.has(check.rule)) continue;
        const reason = check.openAtEnd?.(context);
        if (reason !== undefined) replacements.set(check.rule, { verdict: 'inconclusive', reason, judged: 0 });
      }
      unanswered = describeUnanswered(observed.lost('timeout'), observed.entries);
      const broken = new Set([...failed.keys()].map(({ rule }) => rule));
      for (const [rule, { verdict }] of replacements) if (verdict === 'fail') broken.add(rule);
      for (const [rule, outcome] of await judgeRefusedAgain(refused, broken, latestContext))
        if (!replacements.has(rule)) replacements.set(rule, outcome);
      controlBroken = await control?.brokenReason(profile.keys.active);
      return replacements;
    },
    state: () => ({
      ...stateOf(context),
      ...(control?.partial ? { controlPartial: true } : {}),
      ...defined({ controlBroken }),
      ...(unanswered.length === 0 ? {} : { unanswered }),
    }),
    close: async () => {
      closing.abort();
      await transport.close();
    },
  };
}

async function judgeWithRetries(check: Check, contextNow: () => Context): Promise<Outcome> {
  const context = contextNow();
  const missing = missingCapability(check.rule, context.profile);
  if (missing !== undefined) return { verdict: 'skip', reason: unlockHint(missing), judged: 0 };
  let outcome = await check.run(context);
  for (const wait of RETRY_DELAYS_MS) {
    if (outcome.disturbed !== true) break;
    if (!(await context.client.pause(context.settings.quick ? 0 : wait))) break;
    if (!(await context.client.waitUntilRecovered(endpointOf(check.rule)))) break;
    outcome = await check.run(contextNow());
  }
  return outcome;
}

/**
 * Judges rules again that valid requests left open, although no rule that answers for them is broken: while one of several
 * instances is away, a request may fail each time by chance, and so may a stream in-band. Without such a disturbance nothing is sent.
 */
async function judgeRefusedAgain(
  refused: ReadonlyMap<Check, Outcome>,
  broken: ReadonlySet<string>,
  contextNow: () => Context,
): Promise<ReadonlyMap<string, Outcome>> {
  const outcomes = new Map<string, Outcome>();
  const { cache, sender } = contextNow().client;
  // Once, and not for each rule: those that share a stream ask for it again together.
  const streamsFailed = cache.evict(failedInBand);
  if (!streamsFailed && sender.disturbances.read().length === 0) return outcomes;
  for (const [check, { elsewhere }] of refused) {
    const context = contextNow();
    if (elsewhere?.answering.every((rules) => rules.some((rule) => broken.has(rule)))) continue;
    const outcome = await inScope(context, check.rule, () => check.run(context));
    if (outcome.verdict !== 'inconclusive') outcomes.set(check.rule, outcome);
  }
  return outcomes;
}

function stateOf(context: Context): SessionState {
  const { meter, health, disturbances, waits } = context.client.sender;
  return {
    ...meter.read(),
    controlsAccepted: context.client.acceptedCount,
    disturbances: disturbances.read(),
    branches: context.readings.read(),
    ...(Object.keys(context.unusedFixtures).length === 0 ? {} : { unusedFixtures: context.unusedFixtures }),
    ...defined({ unreachable: health.unreachable, wait: waits.longest(), lengthLimit: disturbances.lengthLimit() }),
  };
}

/** The transport of a run: HTTP, recorded HTTP, or a recording. */
function openTransport(settings: RunSettings): Transport {
  const secrets = secretsOf(settings);
  if (settings.recording !== undefined)
    return replayTransport(readRecording(settings.recording, settings.recordingPart), secrets, currentScope);
  const transport = createTransport(settings.concurrency * 2 + 32);
  return settings.recordTo === undefined
    ? transport
    : recordingTransport(transport, settings.recordTo, secrets, currentScope);
}

import type { Failure } from '../../../reports/index.ts';
import { type EndpointName, endpointNames, findRule } from '../../../spec/index.ts';
import {
  describeResponse,
  type Exchange,
  isInconclusive,
  isNotRecorded,
  isWebPage,
  succeeded,
} from '../../http/exchange/exchange.ts';
import { type LoggedRequest, RequestLog } from '../../http/exchange/request-log.ts';
import { isAttachmentRefusal, isGatewayRefusal } from '../../http/pacing/retry.ts';
import { type Finding, type SeenIn, Unjudgeable } from '../../judges/judgement.ts';
import { objectIn } from '../../judges/read.ts';
import { RuleBroken, undefinedIfEnded } from '../context/check-errors.ts';
import type { Context } from '../context/context.ts';
import { inScope } from '../context/scope.ts';
import { findBesideOthers, type SeenBeside } from './beside-others.ts';
import { withCircumstances } from './case-origin.ts';
import { evidenceOf } from './evidence.ts';
import { namedKeys } from './key-names.ts';
import { evict, isTransientRefusal, mayBeOfGateway } from './transient-refusal.ts';

/** Delays before each repetition of a failed case. */
const REPEAT_DELAYS_MS = [300, 1_500, 4_000] as const;

/** If requests cost money, failures within this time share probes. */
const SHARED_PROBE_MS = 1_000;

/** A confirmed failure: it was repeated while probes were accepted, or no temporary failure explains it. */
export interface Confirmed {
  readonly broken: RuleBroken;
  /** The requests and responses of its last repetition. */
  readonly steps: readonly LoggedRequest[];
  /** How often it was seen, such as `2 of 2 times`; absent if it is certain and was seen each time. */
  readonly seen?: string;
  /** How it was seen again only beside other requests. */
  readonly beside?: SeenBeside | undefined;
}

/** The promise of a rule, in the words of the judge or else of the rule. */
export const expectedOf = (rule: string, { expected }: Finding): string => expected ?? findRule(rule)?.statement ?? '';

/** A finding in sentences: what the rule promises, what the target did, and in what circumstances. */
export const describeFinding = (rule: string, finding: Finding): string =>
  [expectedOf(rule, finding), finding.actual, ...(finding.circumstances ? [finding.circumstances.text] : [])].join(' ');

/** The evidence of a confirmed failure for a report. */
export function reportedFailure(
  rule: string,
  context: Context,
  { broken, steps, seen, beside }: Confirmed,
  seed: number,
  path: string,
): Failure {
  const said = describeIntermittent(broken.finding, seen, beside?.words);
  const finding = {
    ...said,
    expected: expectedOf(rule, said),
    actual: `${said.actual}${broken.exchange ? describeForeign(broken.exchange) : ''}`,
  };
  const whole = context.keyHistory.withKeySetup(finding.together?.map(asSentNow) ?? steps, broken.exchange);
  return evidenceOf(finding, broken.exchange, seed, path, whole, seen, namedKeys(context.profile));
}

const asSentNow = (exchange: Exchange): LoggedRequest => {
  const [{ request, call }, now] = [exchange, performance.now()];
  return { to: 'api', request, response: exchange, call, startedAt: now, endedAt: now };
};

/** Bytes from which a body may be too long for a server that nobody told otherwise. */
const LONG_BODY = 1_000_000;

/** Says what an error means of which the specification does not speak, whatever the rule; empty for others. */
function describeForeign(exchange: Exchange): string {
  const { status, request } = exchange;
  if (status === 413 && request.body !== undefined)
    return ` 413 means that the body is too long: it has ${request.body.length.toLocaleString('en-US')} bytes. Raise the limit of the server, or of the proxy in front of it (\`client_max_body_size\` of nginx).`;
  if (status < 400 || !isWebPage(exchange)) return '';
  const page =
    ' That is a web page: the server sends it, or a proxy in front of it puts it in the place of the error (nginx: `error_page`, `auth_request`; Apache: `ErrorDocument`; a load balancer: its own login or error page).';
  const length = request.body?.length ?? 0;
  return length < LONG_BODY
    ? page
    : `${page} The body of the request has ${length.toLocaleString('en-US')} bytes, which may be over a limit (\`DATA_UPLOAD_MAX_MEMORY_SIZE\` of Django).`;
}

/** The two numbers of `2 of 3 times`; none if it is absent. */
export const timesSeen = (seen = ''): readonly string[] => seen.match(/\d+/g) ?? [];

/**
 * Says of a failure that did not come each time that it comes and goes, and leaves out its circumstances: they are
 * probably not the reason.
 */
export function describeIntermittent(finding: Finding, seen: string | undefined, beside = ''): Finding {
  const [times, tries] = timesSeen(seen);
  if (times === tries) return finding;
  const how = beside || ` It comes and goes: of ${tries} times that the same was sent, it came ${times}.`;
  return { ...finding, actual: `${finding.actual}${how}`, circumstances: undefined };
}

/**
 * Repeats a failed case before the rule fails: from its beginning, with new keys and requests, between two probes. A
 * failure that is seen again while both probes are accepted is confirmed. Otherwise rejects with Unjudgeable, which says
 * how often the failure was seen. A failure from a recording that does not hold its repetitions counts at once.
 */
export async function confirm(
  rule: string,
  context: Context,
  first: RuleBroken,
  repeat: (context: Context) => Promise<unknown>,
): Promise<Confirmed> {
  const calls = [...first.steps, ...(first.exchange ? [first.exchange] : [])].flatMap(({ call }) => call ?? []);
  const assertKeysKnown = (): void => {
    for (const call of calls) context.client.keys.assertKnown(call);
  };
  assertKeysKnown();
  await assertNotRevoked(context, first);
  // A repetition makes keys: it shows whether the target makes those of before again.
  const confirmed = await confirmByRepeating(rule, context, first, repeat).finally(assertKeysKnown);
  await assertNotRevoked(context, { exchange: confirmed.broken.exchange, steps: confirmed.steps });
  return confirmed;
}

/**
 * Throws KeyUnusable for a finding of 401 where the control API shows that somebody else revoked its key meanwhile. A case that made several keys or
 * revoked one may judge just that.
 */
async function assertNotRevoked(
  context: Context,
  { exchange, steps }: Pick<RuleBroken, 'exchange' | 'steps'>,
): Promise<void> {
  const authorization = exchange?.status === 401 ? exchange.call.authorization : undefined;
  if (exchange === undefined || authorization?.kind !== 'key') return;
  const ofKeys = steps.filter(
    ({ to, request: { method, url } }) => to === 'control' && /\/keys(?:\/[^/]+)?$/.test(url) && method !== 'GET',
  );
  if (ofKeys.length > 1) return;
  const state = await context.control.key(authorization.key).catch(undefinedIfEnded);
  if (objectIn(state)?.revoked === true) context.client.keys.noteLost(authorization.key);
  context.client.keys.assertKnown(exchange.call);
}

async function confirmByRepeating(
  rule: string,
  context: Context,
  first: RuleBroken,
  repeat: (context: Context) => Promise<unknown>,
): Promise<Confirmed> {
  const { quick } = context.settings;
  const withoutRepetition = { broken: first, steps: first.steps };
  const again = (newConnections = false): Promise<Repetition> => repeatCase(rule, context, repeat, newConnections);
  if (first.certain && quick) return withoutRepetition;
  // What a gateway refuses, or answers before the API was heard, comes again while the outage lasts, so waits and probes are needed.
  const isCertain = first.certain && !(first.exchange && mayBeOfGateway(context, first.exchange));
  if (isCertain) {
    const unseen = await countUnseen(again);
    if (unseen > 0) {
      const beside = unseen < CERTAIN_REPEATS ? undefined : await findBesideOthers(context, first, again);
      return { ...withoutRepetition, seen: `${CERTAIN_REPEATS + 1 - unseen} of ${CERTAIN_REPEATS + 1} times`, beside };
    }
    return (await isRightEachTime(() => again(true)))
      ? { ...withoutRepetition, broken: withCircumstances(first, USED_CONNECTION) }
      : withoutRepetition;
  }
  const endpoint = endpointOf(rule, first.exchange);
  const isServed = async (since: number): Promise<boolean> => {
    // The same request was accepted in between, and a probe may get what is left on its connection, as the request did.
    if (first.finding.acceptedAlone) return true;
    return first.certain ? isAnyProbeAccepted(context, endpoint, since) : isProbeAccepted(context, endpoint, since);
  };
  let times = 1;
  for (const wait of REPEAT_DELAYS_MS) {
    const sharedProbeMs = context.requestsAreFree ? 0 : SHARED_PROBE_MS;
    const since = context.client.now() - sharedProbeMs;
    if (!quick && !(await context.client.pause(wait + sharedProbeMs))) break;
    if (!(await isServed(since))) continue;
    const { broken, steps, recorded } = await again();
    if (!recorded) return withoutRepetition;
    const until = context.client.now();
    await context.client.pause(sharedProbeMs);
    if (!(await isServed(until))) continue;
    times += 1;
    const isTransient =
      broken?.finding.acceptedAlone !== true && (await isTransientRefusal(context, broken?.exchange, steps));
    if (broken && !isTransient)
      return { ...chooseFailureToShow(first, { broken, steps }), seen: `2 of ${times} times` };
  }
  const beside = times === 1 ? undefined : await findBesideOthers(context, first, again);
  if (beside?.repetition.broken && (await isServed(context.client.now()))) {
    const { broken, steps } = beside.repetition;
    const shown = chooseFailureToShow(first, { broken, steps });
    return { ...shown, seen: `${beside.seen + 1} of ${beside.tried + times} times`, beside };
  }
  // Its circumstances are left out: what was not seen again is not known to hang on them.
  const words = describeFinding(rule, { ...first.finding, circumstances: undefined });
  if (times === 1)
    throw new Unjudgeable(`it could not be confirmed, for valid requests failed as well: ${words}`, true);
  // A failure that did not come again was a temporary failure of the server or its gateway: the rule is worth another attempt.
  const { exchange } = first;
  const isRefused =
    exchange !== undefined &&
    (isInconclusive(exchange) ||
      isGatewayRefusal(exchange) ||
      isAttachmentRefusal(exchange) ||
      exchange.status === 402);
  if (isRefused) evict(context, exchange);
  // The page of a gateway, before any response of the API was known.
  const isTransient =
    isRefused || first.steps.some(({ response }) => context.client.sender.garbled.isOutdated(response));
  throw new Unjudgeable(
    `seen 1 of ${times} times, which a temporary failure, or a new version meanwhile, may explain: ${words}`,
    isTransient,
  );
}

/** Chooses which of two failures of one case to show: the later one, unless it was refused and the first was served, for example because the credit of its key was spent by then. */
function chooseFailureToShow(first: RuleBroken, later: Omit<Confirmed, 'seen'>): Omit<Confirmed, 'seen'> {
  const { exchange } = later.broken;
  if (!first.exchange || !exchange || !succeeded(first.exchange) || succeeded(exchange)) return later;
  const { finding } = first;
  const both = { ...finding, actual: `${finding.actual} When it was repeated: ${describeResponse(exchange)}` };
  return { broken: new RuleBroken(both, first.exchange, first.certain), steps: first.steps };
}

/** How many times a certain finding is repeated, to report whether it comes each time. */
const CERTAIN_REPEATS = 2;

async function countUnseen(again: () => Promise<Repetition>): Promise<number> {
  let unseen = 0;
  for (let repetition = 0; repetition < CERTAIN_REPEATS; repetition += 1) {
    const { broken, recorded } = await again();
    if (broken === undefined && recorded) unseen += 1;
  }
  return unseen;
}

const USED_CONNECTION: SeenIn = {
  text: 'Only on a connection that served other requests before: repeated twice on new ones, the answer was right. It may hang on what was answered there or on the instance that serves it, or come by chance.',
};

async function isRightEachTime(again: () => Promise<Repetition>): Promise<boolean> {
  for (let repetition = 0; repetition < CERTAIN_REPEATS; repetition += 1) {
    const { isRight, recorded } = await again();
    if (!isRight || !recorded) return false;
  }
  return true;
}

/** The endpoint to probe: that of the exchange, else that of the rule. */
export function endpointOf(rule: string, exchange?: Exchange): EndpointName {
  const named = findRule(rule)?.endpoint ?? 'all';
  return exchange?.call.endpoint ?? (named === 'all' ? 'domains' : named);
}

interface Repetition {
  /** The failure; undefined if the case passed or could not be judged. */
  readonly broken: RuleBroken | undefined;
  readonly steps: readonly LoggedRequest[];
  /** Whether it was judged, and found right. */
  readonly isRight: boolean;
  /** False if a recording is judged that does not hold this repetition. */
  readonly recorded: boolean;
}

async function repeatCase(
  rule: string,
  context: Context,
  repeat: (context: Context) => Promise<unknown>,
  newConnections = false,
): Promise<Repetition> {
  const log = new RequestLog();
  const owner = `${rule} again`;
  let isRight = false;
  const broken = await inScope(context, owner, () => repeat(context.withEmptyCache(owner, log, newConnections))).then(
    (judgement) => {
      isRight = judgement === 'fine';
      return undefined;
    },
    (error: unknown) => (error instanceof RuleBroken ? error : undefinedIfEnded(error)),
  );
  const steps = log.entries;
  return { broken, steps, isRight, recorded: !steps.some(({ response }) => isNotRecorded(response)) };
}

/** Whether the endpoint accepts a probe, or refuses it although it never accepted any request. */
async function isProbeAccepted({ client }: Context, endpoint: EndpointName, since: number): Promise<boolean> {
  const exchange = await client.probe(endpoint, since).catch(undefinedIfEnded);
  if (exchange === undefined) return false;
  // Another rule may have sent this probe of a recorded run.
  if (isNotRecorded(exchange)) return true;
  return succeeded(exchange) || (!isInconclusive(exchange) && !client.hasAccepted(endpoint));
}

/** The same for any endpoint that accepted a request: the finding may be that this one refuses its probe. */
async function isAnyProbeAccepted(context: Context, endpoint: EndpointName, since: number): Promise<boolean> {
  for (const name of new Set([endpoint, ...endpointNames]))
    if (context.client.hasAccepted(name) && (await isProbeAccepted(context, name, since))) return true;
  return false;
}

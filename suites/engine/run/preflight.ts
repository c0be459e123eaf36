import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from 'node:tls';
import { type EndpointName, endpointNames, endpoints, findRule, paidEndpoints } from '../../../spec/index.ts';
import { IN_CHUNKS_IF_EXPECTED, validCall } from '../../generate/bases.ts';
import type { SendOptions } from '../../http/client/sender.ts';
import { maxCost } from '../../http/exchange/cost.ts';
import { type Call, type Exchange, isNotRecorded, jsonOf, succeeded } from '../../http/exchange/exchange.ts';
import { BudgetSpent } from '../../http/pacing/meter.ts';
import type { Context } from '../context/context.ts';
import { inScope, SHARED } from '../context/scope.ts';
import {
  deniedEndpoints,
  isLost,
  isServerFault,
  keyedFailure,
  ONLY_CAPITAL,
  PLAIN_HTTP_TO_TLS,
  type PreflightFailure,
  preflightFailureOf,
} from './preflight-failure.ts';

/** What one valid request to each endpoint before the run shows. */
export interface Preflight {
  /** Set if there is nothing to judge. */
  readonly preflightFailure?: PreflightFailure;
  /** The endpoints that the active key has no permission for, with the reason to skip their rules. */
  readonly denied: ReadonlyMap<EndpointName, string>;
}

/**
 * Delays before a failing target is asked again: about 6 s in total, and only two, because the client gives up after three
 * failures.
 */
const RETRY_DELAYS_MS = [1_500, 4_500];

/** Delay before a target is asked once more that answered with a page, or with nothing: a gateway may have. */
const PAGE_DELAY_MS = 2_500;

/** If the first response takes longer, the other endpoints are asked in parallel. */
const SLOW_AFTER_MS = 2_000;

const TLS_TIMEOUT_MS = 1_500;

/**
 * Sends the smallest valid request to each endpoint of the selected rules: first to one, then to the others in parallel.
 * The rules reuse the responses; only whether bodies in chunks are taken costs a request more for each endpoint. A target that refuses connections,
 * throttles or fails is asked again for about 6 seconds, one that answers with a page once. Never rejects because of the target.
 */
export async function preflight(context: Context): Promise<Preflight> {
  const selected = endpointsOf(context.settings.rules);
  const first = await probeUntilAnswered(context, selected);
  const rest = selected.filter((name) => !first.some(({ call }) => call.endpoint === name));
  let responses = [...first, ...(await probeAll(context, rest))];
  if (responses.some(isCancelled)) return { denied: new Map() };
  const address = addressOf(context);
  let preflightFailure = preflightFailureOf(responses, address);
  if (preflightFailure && !responses.every(isLost) && selected.length < endpointNames.length) {
    // Only some endpoints were selected: the others show whether the address or the key is wrong, or only these endpoints.
    const others = endpointNames.filter((name) => !selected.includes(name));
    responses = [...responses, ...(await probeAll(context, others))];
    preflightFailure = preflightFailureOf(responses, address);
  }
  preflightFailure ??= await failureOfKeyed(context, responses, address);
  if (!preflightFailure) {
    await tryChunks(context, responses.filter(succeeded));
    return { denied: deniedEndpoints(responses) };
  }
  return { preflightFailure: await withHint(preflightFailure, responses, context), denied: new Map() };
}

/**
 * Sees whether the target takes bodies in chunks that come once they are expected. HTTP asks that of it (RFC 9112, section 7.1; RFC 9110, section
 * 10.1.1), the specification does not: one that takes none at all is sent none (readings S48). Where another endpoint takes them, the rules judge the one that does not.
 */
async function tryChunks(context: Context, served: readonly Exchange[]): Promise<void> {
  const names = paidEndpoints.filter((name) => served.some(({ call }) => call.endpoint === name));
  if (names.length === 0) return;
  for (const asked of [names, paidEndpoints.filter((name) => !names.includes(name))]) {
    const inChunks = asked.map((name): Call => ({ ...validCall(name), headers: IN_CHUNKS_IF_EXPECTED }));
    const responses = await sendAll(context, inChunks, { newConnection: true, expectsFault: true });
    const isOpen = responses.length < asked.length || responses.some((one) => isNotRecorded(one) || isCancelled(one));
    if (isOpen || responses.some(succeeded)) return;
  }
  context.client.sender.takesChunks = false;
  context.readings.note('S48', 'no bodies in chunks');
}

/**
 * Why there is nothing to judge if only the catalogue answers: every endpoint that needs a key fails, also when one of them after the
 * other is asked again for about 6 seconds. To find that out from each rule takes minutes, and may cost money.
 */
async function failureOfKeyed(
  context: Context,
  responses: readonly Exchange[],
  address: ReturnType<typeof addressOf>,
): Promise<PreflightFailure | undefined> {
  const keyed = responses.filter(({ call }) => endpoints[call.endpoint].keyed);
  const allFail = keyed.length === paidEndpoints.length && keyed.every(fails);
  if (!allFail) return undefined;
  for (const [at, wait] of RETRY_DELAYS_MS.entries()) {
    if (!(await context.client.pause(wait))) return undefined;
    const [response] = keyed.slice(at);
    if (response === undefined) break;
    context.client.cache.evictSimilar(response);
    const [again] = await probeAll(context, [response.call.endpoint]);
    if (again === undefined || !fails(again)) return undefined;
  }
  return keyedFailure(keyed, address);
}

const fails = (response: Exchange): boolean => isLost(response) || response.status >= 500;

/** The endpoints of the rules, the cheapest first; a rule about all endpoints selects all. */
function endpointsOf(rules: readonly string[]): readonly EndpointName[] {
  const named = new Set(rules.map((id) => findRule(id)?.endpoint ?? 'all'));
  const cost = (endpoint: EndpointName): number => maxCost(validCall(endpoint));
  return endpointNames
    .filter((name) => named.has(name) || named.has('all'))
    .toSorted((one, other) => cost(one) - cost(other));
}

const isCancelled = ({ failure }: Exchange): boolean => failure?.kind === 'cancelled';

/** Whether another attempt may help: nothing listens yet, connections break, or the server is busy or down. */
function mayRecover(response: Exchange): boolean {
  const { kind, code = '', message } = response.failure ?? {};
  if (kind === undefined) return isServerFault(response);
  return kind === 'connect' ? !/ENOTFOUND/.test(`${code} ${message}`) : kind === 'broken' && !code.startsWith('HPE_');
}

/** Whether a response without a fault of the server is no JSON: a page, or empty. */
const isPage = (response: Exchange): boolean => !isLost(response) && !isServerFault(response) && !jsonOf(response).ok;

/** Asks one endpoint and, while that fails, the next one: perhaps only one is down. Returns the last response. */
async function probeUntilAnswered(context: Context, selected: readonly EndpointName[]): Promise<readonly Exchange[]> {
  const first = probeAll(context, selected.slice(0, 1));
  const slow = await Promise.race([first.then(() => false), sleep(SLOW_AFTER_MS, true, { ref: false })]);
  // The first request is still in flight and is shared, so that a slow target is not waited for twice.
  if (slow) return probeAll(context, selected);
  let responses = await first;
  if (responses.some(isPage)) {
    if (!(await context.client.pause(PAGE_DELAY_MS))) return responses;
    // Rules must not reuse the page if it is gone.
    for (const response of responses) context.client.cache.evictSimilar(response);
    responses = await probeAll(context, selected.slice(0, 1));
  }
  for (const [at, wait] of RETRY_DELAYS_MS.entries()) {
    const [response] = responses;
    if (!response || !mayRecover(response) || (await isTlsPort(response, context))) break;
    if (!(await context.client.pause(wait))) break;
    responses = await probeAll(context, [selected[(at + 1) % selected.length] ?? response.call.endpoint]);
  }
  return responses;
}

const probeAll = (context: Context, names: readonly EndpointName[]): Promise<readonly Exchange[]> =>
  sendAll(context, names.map(validCall));

/** The responses to calls; none to what the budget does not allow. */
async function sendAll(
  context: Context,
  calls: readonly Call[],
  options: SendOptions = {},
): Promise<readonly Exchange[]> {
  const responses = await Promise.all(
    calls.map((call) =>
      inScope(context, SHARED, () => context.client.send(call, { retry: false, ...options })).catch(
        (error: unknown) => {
          // Rules whose requests exceed the budget are skipped later, with the reason.
          if (error instanceof BudgetSpent) return undefined;
          throw error;
        },
      ),
    ),
  );
  return responses.flatMap((response) => response ?? []);
}

function addressOf({ profile }: Context): Parameters<typeof preflightFailureOf>[1] {
  return { baseUrl: profile.base_url, activeKey: profile.keys.active, keyFrom: profile.keys_from?.active };
}

/** Replaces the failure by a hint if one more look shows what is wrong: the port speaks TLS, or the name of a header is read in one spelling. */
async function withHint(
  preflightFailure: PreflightFailure,
  responses: readonly Exchange[],
  context: Context,
): Promise<PreflightFailure> {
  const [response] = responses;
  if (response && (await isTlsPort(response, context))) {
    const [meaning, advice] = PLAIN_HTTP_TO_TLS;
    return [preflightFailure[0], meaning(new URL(context.profile.base_url).host), advice];
  }
  return (await readsOnlyCapital(responses, context)) ? [preflightFailure[0], ...ONLY_CAPITAL] : preflightFailure;
}

/** Whether a key that is refused everywhere is accepted once the header's name begins with a capital letter. */
async function readsOnlyCapital(responses: readonly Exchange[], context: Context): Promise<boolean> {
  const keyed = responses.filter(({ call }) => endpoints[call.endpoint].keyed);
  const [refused] = keyed;
  if (refused === undefined || keyed.some((one) => isLost(one) || one.status !== 401)) return false;
  const headers = { Authorization: `Bearer ${context.profile.keys.active}` };
  const call: Call = { ...refused.call, authorization: { kind: 'none' }, headers };
  return (await sendAll(context, [call], { expectsFault: true })).some(succeeded);
}

async function isTlsPort({ failure }: Exchange, context: Context): Promise<boolean> {
  const { protocol, hostname, port } = new URL(context.profile.base_url);
  if (failure?.kind !== 'broken' || protocol !== 'http:' || context.settings.recording !== undefined) return false;
  return speaksTls(hostname.replace(/^\[|\]$/g, ''), Number(port || 80));
}

function speaksTls(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, rejectUnauthorized: false });
    const end = (speaks: boolean) => (): void => {
      socket.destroy();
      resolve(speaks);
    };
    socket.once('secureConnect', end(true)).once('error', end(false)).once('close', end(false));
    socket.setTimeout(TLS_TIMEOUT_MS, end(false));
  });
}

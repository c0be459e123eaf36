import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from 'node:tls';
import { type EndpointName, endpointNames, findRule } from '../../spec/index.ts';
import { validCall } from '../generate/bases.ts';
import { maxCost } from '../target/cost.ts';
import type { Exchange } from '../target/exchange.ts';
import { BudgetSpent } from '../target/meter.ts';
import type { Context } from './context.ts';
import {
  deniedEndpoints,
  isFault,
  isLost,
  type PreflightFailure,
  preflightFailureOf,
  SPOKE_PLAIN,
} from './preflight-failure.ts';
import { SHARED, scope } from './scope.ts';

/** What one valid request for each endpoint told before the run. */
export interface Preflight {
  /** Set where there is nothing to judge: what came, what it means, what to try. */
  readonly preflightFailure?: PreflightFailure;
  /** Endpoints that the active key may not use although it may use others, each with the reason for which its rules are skipped. */
  readonly denied: ReadonlyMap<EndpointName, string>;
}

/** Waits before a target that failed at the start is asked again, in milliseconds: about 6 s in all, and few, since a client gives up after three. */
const RETRY_DELAYS_MS = [1_500, 4_500];

/** Wait for the first answer, in milliseconds, after which the other endpoints are asked beside it. */
const SLOW_AFTER_MS = 2_000;

/** Longest that the port is listened at for TLS, in milliseconds. */
const TLS_TIMEOUT_MS = 1_500;

/**
 * Asks each endpoint that a selected rule speaks of once, with the smallest valid request and the active key: one first, then the others at
 * once. The answers are kept for the run, whose rules send the same requests: a healthy target gets not one request more. A target that
 * refuses connections, throttles or fails is asked again for about 6 seconds. Never rejects for what the target does.
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
    // Only some endpoints were chosen: whether the address or the key is wrong, or just these endpoints, the others tell.
    const others = endpointNames.filter((name) => !selected.includes(name));
    responses = [...responses, ...(await probeAll(context, others))];
    preflightFailure = preflightFailureOf(responses, address);
  }
  if (!preflightFailure) return { denied: deniedEndpoints(responses) };
  return { preflightFailure: await withTlsHint(preflightFailure, responses, context), denied: new Map() };
}

/** The endpoints that rules speak of, the cheapest first; a rule about all endpoints speaks of each. */
function endpointsOf(rules: readonly string[]): readonly EndpointName[] {
  const spoken = new Set(rules.map((id) => findRule(id)?.endpoint ?? 'all'));
  const cost = (endpoint: EndpointName): number => maxCost(validCall(endpoint));
  return endpointNames
    .filter((name) => spoken.has(name) || spoken.has('all'))
    .toSorted((one, other) => cost(one) - cost(other));
}

const isCancelled = ({ failure }: Exchange): boolean => failure?.kind === 'cancelled';

/** True where asking again within seconds may help: nobody listens yet, connections break, or the server says that it is busy or down. */
function mayPass(response: Exchange): boolean {
  const { kind, code = '', message } = response.failure ?? {};
  if (kind === undefined) return isFault(response);
  return kind === 'connect' ? !/ENOTFOUND/.test(`${code} ${message}`) : kind === 'broken' && !code.startsWith('HPE_');
}

/** Asks one endpoint, and while that fails another in its turn, for one may be down alone. Gives the last answer. */
async function probeUntilAnswered(context: Context, selected: readonly EndpointName[]): Promise<readonly Exchange[]> {
  const first = probeAll(context, selected.slice(0, 1));
  const slow = await Promise.race([first.then(() => false), sleep(SLOW_AFTER_MS, true, { ref: false })]);
  // A slow target is not waited for twice: the others are asked beside the first, which is still under way.
  if (slow) return probeAll(context, selected);
  let responses = await first;
  for (const [at, wait] of context.settings.recording === undefined ? RETRY_DELAYS_MS.entries() : []) {
    const [response] = responses;
    if (!response || !mayPass(response) || (await isTlsPort(response, context))) break;
    if (!(await context.client.pause(wait))) break;
    responses = await probeAll(context, [selected[(at + 1) % selected.length] ?? response.call.endpoint]);
  }
  return responses;
}

async function probeAll(context: Context, names: readonly EndpointName[]): Promise<readonly Exchange[]> {
  const responses = await Promise.all(
    names.map((endpoint) =>
      scope
        .run(SHARED, () => context.client.send(validCall(endpoint), { retry: false }))
        .catch((error: unknown) => {
          // What the budget forbids is skipped by its rules, with the reason.
          if (error instanceof BudgetSpent) return undefined;
          throw error;
        }),
    ),
  );
  return responses.flatMap((response) => response ?? []);
}

function addressOf({ profile }: Context): Parameters<typeof preflightFailureOf>[1] {
  return { baseUrl: profile.base_url, activeKey: profile.keys.active, keyFrom: profile.keys_from?.active };
}

/** Where plain HTTP got nothing but broken connections, whether the port speaks TLS says what is wrong. */
async function withTlsHint(
  preflightFailure: PreflightFailure,
  [response]: readonly Exchange[],
  context: Context,
): Promise<PreflightFailure> {
  if (!response || !(await isTlsPort(response, context))) return preflightFailure;
  const [means, attempt] = SPOKE_PLAIN;
  return [preflightFailure[0], means(new URL(context.profile.base_url).host), attempt];
}

async function isTlsPort({ failure }: Exchange, context: Context): Promise<boolean> {
  const { protocol, hostname, port } = new URL(context.profile.base_url);
  if (failure?.kind !== 'broken' || protocol !== 'http:' || context.settings.recording !== undefined) return false;
  return speaksTls(hostname.replace(/^\[|\]$/g, ''), Number(port || 80));
}

function speaksTls(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, rejectUnauthorized: false });
    const end = (spoken: boolean) => (): void => {
      socket.destroy();
      resolve(spoken);
    };
    socket.once('secureConnect', end(true)).once('error', end(false)).once('close', end(false));
    socket.setTimeout(TLS_TIMEOUT_MS, end(false));
  });
}

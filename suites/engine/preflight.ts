import { connect } from 'node:tls';
import { type EndpointName, endpointNames, findRule } from '../../spec/index.ts';
import { bases } from '../generate/bases.ts';
import { callOf } from '../generate/pairs.ts';
import type { Exchange } from '../target/exchange.ts';
import { BudgetSpent } from '../target/meter.ts';
import type { Context } from './context.ts';
import { deniedOf, type Hopeless, hopelessOf, isFault, lost } from './hopeless.ts';
import { SHARED, scope } from './scope.ts';

/** What one valid request for each endpoint told before the run. */
export interface Preflight {
  /** Set where there is nothing to judge: what came, what it means, what to try. */
  readonly hopeless?: Hopeless;
  /** Endpoints that the active key may not use although it may use others, each with the reason for which its rules are skipped. */
  readonly denied: ReadonlyMap<EndpointName, string>;
}

/** Waits before a target that failed at the start is asked again, in milliseconds: about 6 s in all, and few, since a client gives up after three. */
const WAITS = [1_500, 4_500];

/** Longest that the port is listened at for TLS, in milliseconds. */
const TLS_TIMEOUT = 1_500;

/**
 * Asks each endpoint that a selected rule speaks of once, with the smallest valid request and the active key: one first, then the others at
 * once. The answers are kept for the run, whose rules send the same requests: a healthy target gets not one request more. A target that
 * refuses connections, throttles or fails is asked again for about 6 seconds. Never rejects for what the target does.
 */
export async function preflight(context: Context): Promise<Preflight> {
  const selected = endpointsOf(context.settings.rules);
  const [scout, ...rest] = selected.includes('domains')
    ? ['domains' as const, ...selected.filter((name) => name !== 'domains')]
    : selected;
  const first = scout === undefined ? [] : await rideOut(context, scout);
  let answers = [...first, ...(await askAll(context, rest))];
  if (answers.some(isCancelled)) return { denied: new Map() };
  const address = addressOf(context);
  let hopeless = hopelessOf(answers, address);
  if (hopeless && !answers.every(lost) && selected.length < endpointNames.length) {
    // Only some endpoints were chosen: whether the address or the key is wrong, or just these endpoints, the others tell.
    const others = endpointNames.filter((name) => !selected.includes(name));
    answers = [...answers, ...(await askAll(context, others))];
    hopeless = hopelessOf(answers, address);
  }
  if (!hopeless) return { denied: deniedOf(answers) };
  return { hopeless: await namingTls(hopeless, answers, context), denied: new Map() };
}

/** The endpoints that rules speak of; a rule about all endpoints, or one that uses others, speaks of each. */
function endpointsOf(rules: readonly string[]): readonly EndpointName[] {
  const spoken = new Set(rules.map((id) => findRule(id)?.endpoint ?? 'all'));
  return endpointNames.filter((name) => spoken.has(name) || spoken.has('all'));
}

const isCancelled = ({ failure }: Exchange): boolean => failure?.kind === 'cancelled';

/** True where asking again within seconds may help: nobody listens yet, or the server says that it is busy or down. */
const mayPass = (answer: Exchange): boolean =>
  lost(answer) ? answer.failure?.kind === 'connect' && !/ENOTFOUND/.test(answer.failure.message) : isFault(answer);

async function rideOut(context: Context, scout: EndpointName): Promise<readonly Exchange[]> {
  let answers = await askAll(context, [scout]);
  for (const wait of context.settings.recording === undefined ? WAITS : []) {
    if (!answers.every(mayPass) || answers.length === 0) break;
    if (!(await context.client.pause(wait))) break;
    answers = await askAll(context, [scout]);
  }
  return answers;
}

async function askAll(context: Context, names: readonly EndpointName[]): Promise<readonly Exchange[]> {
  const answers = await Promise.all(
    names.map((endpoint) =>
      scope
        .run(SHARED, () => context.client.send(callOf({ endpoint }, bases[endpoint][0] ?? {}), { retry: false }))
        .catch((error: unknown) => {
          // What the budget forbids is skipped by its rules, with the reason.
          if (error instanceof BudgetSpent) return undefined;
          throw error;
        }),
    ),
  );
  return answers.flatMap((answer) => answer ?? []);
}

function addressOf({ profile }: Context): Parameters<typeof hopelessOf>[1] {
  return { baseUrl: profile.base_url, activeKey: profile.keys.active, keyFrom: profile.keys_from?.active };
}

/** Where plain HTTP got nothing but broken connections, whether the port speaks TLS says what is wrong. */
async function namingTls(hopeless: Hopeless, answers: readonly Exchange[], context: Context): Promise<Hopeless> {
  const { protocol, hostname, port, host } = new URL(context.profile.base_url);
  const broken = answers.every(({ failure }) => failure?.kind === 'broken');
  if (protocol !== 'http:' || !broken || context.settings.recording !== undefined) return hopeless;
  if (!(await speaksTls(hostname.replace(/^\[|\]$/g, ''), Number(port || 80)))) return hopeless;
  return [
    hopeless[0],
    `Plain HTTP was spoken to ${host}, and TLS is served there.`,
    'Begin BASE_URL with https:// instead of http://.',
  ];
}

function speaksTls(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, rejectUnauthorized: false });
    const end = (spoken: boolean) => (): void => {
      socket.destroy();
      resolve(spoken);
    };
    socket.once('secureConnect', end(true)).once('error', end(false)).once('close', end(false));
    socket.setTimeout(TLS_TIMEOUT, end(false));
  });
}

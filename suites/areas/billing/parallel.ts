import { type PaidEndpoint, paidEndpoints } from '../../../spec/index.ts';
import { type Assertions, scenario } from '../../engine/checks/scenario.ts';
import { isOffered, undefinedIfEnded } from '../../engine/context/check-errors.ts';
import type { Context } from '../../engine/context/context.ts';
import { oncePerRun } from '../../engine/context/once-per-run.ts';
import { pollUntil } from '../../engine/context/poll.ts';
import { CONTENT_STATUSES, send, unjudgeable } from '../../engine/context/send.ts';
import { asStream, validCall, withUniqueText } from '../../generate/bases.ts';
import { type Call, type Exchange, excerpt, isInconclusive, succeeded, withKey } from '../../http/exchange/exchange.ts';
import { isRateLimited } from '../../http/pacing/retry.ts';
import { money } from '../../model/price-model.ts';
import { costFor, statementOf } from './bill.ts';
import { chat, finder, rerank } from './calls.ts';

/** Calls to race, how many of them the balance is good for, and with a key of which environment. */
interface Race {
  readonly call: Call;
  /** Calls of the same price that take turns with it: what each has a lock for may still be spent twice by both. */
  readonly beside?: readonly Call[];
  readonly affordable: number;
  /** True where the balance holds one micro less than one more costs, else nothing more. */
  readonly rest?: true;
  /** True where those that are paid for are made to take a while, if that fault is offered: of a server that answers at once hardly two would overlap. */
  readonly slow?: true;
  readonly environment?: 'live';
  /** True where what the key holds beyond N requests is credited while they run, if the control API can. */
  readonly credited?: true;
}

const races: readonly Race[] = [
  { call: finder(), affordable: 4, slow: true },
  { call: rerank(3), affordable: 5, rest: true, environment: 'live', slow: true },
  {
    call: chat('standard'),
    beside: [rerank(901), asStream(chat('standard'))],
    affordable: 3,
    rest: true,
    slow: true,
    credited: true,
  },
  { call: finder({ search_depth: 'advanced' }), affordable: 7, rest: true, environment: 'live' },
  // What a stream costs may be taken at its end alone.
  { call: asStream(chat('pro')), affordable: 2, rest: true, slow: true },
];

/** How long a slow request takes, in milliseconds: longer than all of a race need to arrive. */
const SLOW_MS = 250;

/** Requests sent at once for each one that the balance is good for. */
const RIVALS = 3;

/** A balance cannot be spent twice by requests that run side by side. */
export const parallel = scenario(
  'billing.parallel',
  'Three times as many requests as the balance is good for are sent at once; as many as it is good for succeed, which take a while where the control API has that fault, the rest get 402. Those that are put off or lost are sent again.',
  async (context, assert) => {
    for (const race of races) await run(context, assert, race);
  },
);

async function run(
  context: Context,
  assert: Assertions,
  { call, beside = [], affordable, rest, slow, credited, ...order }: Race,
): Promise<void> {
  const cost = await costFor(context, call);
  // One that costs another amount here, or is refused, is judged by other rules, and left out.
  const costs = await Promise.all(beside.map((one) => costFor(context, one).catch(undefinedIfEnded)));
  const calls = [call, ...beside.filter((_, at) => costs[at] === cost)];
  const later = credited && rest && (await offersCredit(context)) ? cost - 1 : 0;
  const over = rest ? cost - 1 : 0;
  const balance = affordable * cost + over - later;
  const { key } = await context.control.createKey({ ...order, balance_micros: balance });
  const count = affordable * RIVALS;
  const atOnce = (some: readonly Call[]): Promise<Exchange[]> =>
    Promise.all(
      Array.from({ length: count }, (_, at) => some[at % some.length] ?? call).map((one) =>
        send(context, one, { race: true, retry: false }),
      ),
    );
  // As often as a correct server uses it up: what is left of it would stay armed.
  const latency = { fault: 'latency', key, times: affordable, latency_ms: SLOW_MS };
  const where = calls.length === 1 ? { endpoint: call.endpoint } : {};
  if (slow) await context.control.armIfPossible({ ...latency, ...where });
  // Connections that are open already bring the rivals to the target closer together.
  await atOnce([{ endpoint: 'domains', query: { limit: '1' } }]);
  const running = atOnce(calls.map((one) => withKey(one, key)));
  if (later > 0) {
    await context.client.pause(SLOW_MS / 2);
    await context.control.credit(key, later);
  }
  const first = await running;
  // Those put off by a limit, or lost by a temporary failure, come once more after the race, so that in the end each was answered.
  const again = (one: Exchange): Exchange | Promise<Exchange> =>
    isInconclusive(one) ? send(context, one.call, { fresh: true }) : one;
  const exchanges = await Promise.all(first.map(again));
  // A lost answer may have been paid for, unseen.
  const unseen = first.filter((one) => isInconclusive(one) && !isRateLimited(one)).length;
  const paid = exchanges.filter(succeeded);
  const kinds = [...new Set(calls.map(({ endpoint }) => endpoint))].join(' and ');
  const scene = `Of ${count} ${kinds} requests at once on a balance for ${affordable}${rest ? ' and one micro less than one more' : ''}`;
  assert.requireAtOnce(
    paid.length <= affordable,
    'On a balance for N requests no more than N of many parallel ones succeed.',
    `${scene}, ${paid.length} succeeded.`,
  );
  const odd = exchanges.find((exchange) => !succeeded(exchange) && exchange.status !== 402);
  if (odd) throw unjudgeable(odd);
  assert.require(
    paid.length >= affordable - unseen,
    'On a balance for N requests exactly N of many parallel ones succeed.',
    `${scene}, ${paid.length} succeeded and ${count - paid.length} got 402.`,
  );
  // Money that is listed for each answer and taken from the balance will not change any more, right or wrong.
  const { left, charges } = await pollUntil(
    context,
    () => statementOf(context, key),
    (seen) => seen.charges.length >= affordable && balance + later - seen.left === seen.total,
  );
  assert.require(
    left === over,
    'Parallel requests spend the balance and no more.',
    `${scene}${later === 0 ? '' : `, of which ${money(later)} came while they ran`}, ${money(left)} are left on it instead of ${money(over)}.`,
  );
  assert.require(
    charges.length === affordable,
    'Each of the parallel requests that succeeded is charged once.',
    `${scene}, ${affordable} succeeded and ${charges.length} charges are listed.`,
  );
}

/** Whether the control API adds credit: the other races need none. */
async function offersCredit(context: Context): Promise<boolean> {
  const { key } = await context.control.createKey({ balance_micros: 1 });
  return isOffered(() => context.control.credit(key, 1));
}

/** Requests sent at once with a key that has credit for thousands of them, and its balance in micros. */
const BURST = 24;
const RICH = 10_000_000_000;

/** Many requests at once to each paid endpoint with a key of their own, which has credit for thousands. */
export interface Burst {
  readonly key: string;
  readonly endpoints: ReadonlyMap<PaidEndpoint, { readonly answers: readonly Exchange[]; readonly sent: number }>;
}

/** A request with a text of its own, so that an answer that belongs to another one shows, and every other chat as a stream. */
function oneOfMany(endpoint: PaidEndpoint, at: number): Call {
  const call = withUniqueText(endpoint, `${at + 1} of many at once`);
  return endpoint === 'chat' && at % 2 === 1 ? asStream(call) : call;
}

const bursts = oncePerRun<Burst>('burst');

/** Sent once a run; each request once, whatever comes of it. */
export function burst(context: Context): Promise<Burst> {
  return bursts(context, 'all', async (sharedContext) => {
    const { key } = await sharedContext.control.createKey({ balance_micros: RICH });
    const endpoints = new Map<PaidEndpoint, { answers: readonly Exchange[]; sent: number }>();
    for (const endpoint of paidEndpoints) {
      const own = withKey(validCall(endpoint), key);
      const before: Exchange[] = [];
      // The credit of a new key may take a moment to show. What is sent is counted, each time.
      const use = async (): Promise<Exchange> => {
        const exchange = await send(sharedContext, own, { fresh: true, retry: 'rate-limited' });
        before.push(exchange);
        return exchange;
      };
      const isRefused = ({ status }: Exchange): boolean => CONTENT_STATUSES.includes(status);
      const served = await pollUntil(sharedContext, use, (exchange) => succeeded(exchange) || isRefused(exchange));
      if (isRefused(served)) {
        // An endpoint that refuses its smallest valid request is for `accepts-valid` to blame.
        context.noteRefused(served, true);
        continue;
      }
      if (!succeeded(served)) throw unjudgeable(served);
      const atOnce = Array.from({ length: BURST }, (_, at) =>
        send(sharedContext, withKey(oneOfMany(endpoint, at), key), { race: true, retry: false }),
      );
      const answers = [...before, ...(await Promise.all(atOnce))];
      const sent = answers.reduce((sum, { attempts }) => sum + attempts, 0);
      endpoints.set(endpoint, { answers, sent });
    }
    return { key, endpoints };
  });
}

/** Too many requests at once are no lack of credit: a limit is told by another status, or by none. Source: Errors, rule 1. */
export const notThrottling = scenario(
  'billing.not-throttling',
  `To each paid endpoint ${BURST} requests are sent at once with a key that has credit for thousands; none may get 402. Any other refusal is no matter here.`,
  async (context, assert) => {
    for (const [endpoint, { answers }] of (await burst(context)).endpoints) {
      const refused = answers.slice(-BURST).filter(({ status }) => status === 402);
      assert.require(
        refused.length === 0,
        'A key with credit never gets 402, however many requests come at once.',
        `Of ${BURST} ${endpoint} requests at once with a key of ${money(RICH)}, ${refused.length} got 402: ${excerpt(refused[0]?.body ?? new Uint8Array())}`,
        refused[0],
      );
    }
  },
);

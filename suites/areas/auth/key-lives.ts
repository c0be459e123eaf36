import { listed } from '../../../reports/index.ts';
import { type ControlKey, type PaidEndpoint, paidEndpoints } from '../../../spec/index.ts';
import { type Assertions, scenario, scenarioOver } from '../../engine/checks/scenario.ts';
import { isOffered } from '../../engine/context/check-errors.ts';
import type { Context } from '../../engine/context/context.ts';
import { mapConcurrently } from '../../engine/context/map-concurrently.ts';
import { pollUntil } from '../../engine/context/poll.ts';
import { sendValid, unjudgeable } from '../../engine/context/send.ts';
import { asStream, validCall } from '../../generate/bases.ts';
import {
  type Call,
  describeResponse,
  type Exchange,
  excerpt,
  isInconclusive,
  succeeded,
  withKey,
} from '../../http/exchange/exchange.ts';
import { hasKeyForm } from '../../http/exchange/redact.ts';
import { tolerated, Unjudgeable } from '../../judges/judgement.ts';

const callWith = (key: string, endpoint: PaidEndpoint): Call => withKey(validCall(endpoint), key);

/** Keys made of each kind: one in sixteen begins with 0, which is lost where its digits are held as a number. */
const KEYS_OF_EACH = 32;

const REVOKED = 'A key that worked gets 401 once it is revoked.';

/** So many requests at once come to several processes of a server, each of which may remember keys of its own. */
const AT_ONCE = 6;

/** A used key is revoked; a cache that still knows it must forget it. One that forgets it late warns. */
export const revocation = scenarioOver(
  'auth.revocation-takes-effect',
  'On every keyed endpoint, and for streams, keys of both environments, made by the control API, are used and revoked; each must then be answered with 401, one of them in six requests at once, twice in a row, and again after it was given credit.',
  async () => paidEndpoints,
  async (context, endpoint, assert) => {
    const orders = [{}, { environment: 'live' }] as const;
    const keys = await Promise.all(orders.map(async (order) => (await context.control.createKey(order)).key));
    // A stream may be served by code of its own, which looks at keys of its own.
    const calls = keys.flatMap((key, at) => {
      const [call, owner] = [callWith(key, endpoint), at === 0 ? 'a test key' : 'a live key'];
      if (endpoint !== 'chat') return [{ call, words: `a request with ${owner}` }];
      return [
        { call, words: `a request without a stream, with ${owner}` },
        { call: asStream(call), words: `a stream with ${owner}` },
      ];
    });
    const atOnce = (call: Call): readonly Call[] =>
      endpoint === 'embeddings' && call === calls[0]?.call ? Array.from({ length: AT_ONCE }, () => call) : [call];
    for (const { call } of calls)
      await Promise.all(atOnce(call).map((each) => sendValid(context, each, { fresh: true })));
    for (const key of keys) await context.control.revoke(key);
    const refused: string[] = [];
    const mustRefuse = async ({ call, words }: (typeof calls)[number]): Promise<void> => {
      const attempts: Exchange[] = [];
      let refusals = 0;
      const rounds = atOnce(call).length > 1 ? 2 : 1;
      const last = await pollUntil(
        context,
        async () => {
          const exchanges = await mapConcurrently(atOnce(call), AT_ONCE, (each) =>
            context.client.send(each, { fresh: true }),
          );
          attempts.push(...exchanges);
          const served = exchanges.filter(({ status }) => status !== 401);
          refusals = served.length === 0 ? refusals + 1 : 0;
          return [...served, ...exchanges][0] as Exchange;
        },
        () => refusals >= rounds,
      );
      if (isInconclusive(last)) throw unjudgeable(last);
      const others = refused.length === 0 ? '' : ` It refused ${listed(refused, calls.length)}.`;
      const actual = `${endpoint} still answered ${last.status} to ${words} that was revoked.${others} The answer: ${excerpt(last.body)}`;
      assert.require(last.status === 401, REVOKED, actual, last);
      refused.push(words);
      const served = attempts.filter(succeeded).length;
      if (served > 0)
        assert.note(tolerated(REVOKED, `${endpoint} served ${served} more requests before it refused it.`));
    };
    for (const each of calls) await mustRefuse(each);
    const [first] = calls;
    if (endpoint !== 'embeddings' || !first) return;
    // Credit must not bring a revoked key back; a control API may refuse it.
    if (!(await isOffered(() => context.control.credit(keys[0] as string, 1_000_000)))) return;
    await mustRefuse({ ...first, words: 'a request, after new credit, with a test key' });
  },
);

/** How often new keys must be refused before a target is blamed: one that is restarted may forget some, not each. */
export const REFUSALS = 3;

const SEVERAL = 'Several keys are valid at the same time.';

/** A new key leaves the others alone, and so does the revocation of one. */
export const severalKeys = scenario(
  'auth.several-keys',
  'Keys are made one after another and used in turn, before and after one of them is revoked. A refusal counts if it comes with other keys, too: a restart may lose keys.',
  async (context, assert) => {
    for (let look = 1; look <= REFUSALS; look += 1) {
      const refused = await useInTurn(context, assert);
      if (refused === undefined && look === 1) return;
      if (refused === undefined) break;
      assert.require(look < REFUSALS, SEVERAL, ...refused);
    }
    throw new Unjudgeable('a key was refused with 401 and others made later were not: it may be forgotten', true);
  },
);

/** Makes keys and uses them in turn; how one that was not revoked was refused with 401, or undefined. */
async function useInTurn(context: Context, assert: Assertions): Promise<readonly [string, Exchange] | undefined> {
  const keys: string[] = [];
  for (const when of ['1 key was made', '2 keys were made', '3 keys were made', 'one key was revoked']) {
    if (keys.length < 3) keys.push((await context.control.createKey()).key);
    else {
      assert.require(new Set(keys).size === keys.length, SEVERAL, 'The control API gave one key twice.');
      await context.control.revoke(keys.pop() ?? '');
    }
    for (const [at, key] of keys.entries()) {
      const exchange = await context.client.send(callWith(key, 'finder'), { fresh: true });
      if (exchange.status === 401 && exchange.previousStatus === 0) throw forgotten(exchange);
      if (exchange.status === 401)
        return [`After ${when}, key ${at + 1} of ${keys.length} got 401: ${excerpt(exchange.body)}`, exchange];
      if (isInconclusive(exchange) || exchange.status >= 400) throw unjudgeable(exchange);
    }
  }
  return undefined;
}

/** A target that keeps keys in memory forgets them when it is restarted. */
const forgotten = (exchange: Exchange): Unjudgeable =>
  new Unjudgeable(
    `${describeResponse(exchange)} That key worked until no answer came for a while: it may be forgotten.`,
    true,
  );

/** Keys of both environments have the specified form. */
export const keyFormat = scenario(
  'auth.key-format',
  'Keys of both environments are made by the control API and their text is looked at.',
  async (context, assert) => {
    const kinds = [{ environment: 'test' }, { environment: 'live' }, {}] as const;
    const orders = kinds.flatMap((order) => Array.from({ length: KEYS_OF_EACH }, () => order));
    const keys = await mapConcurrently(orders, context.caseConcurrency, (order) => context.control.createKey(order));
    const wrong = keys.filter(({ key }) => !hasKeyForm(key)).length;
    for (const [at, made] of keys.entries()) {
      const order = orders[at] ?? {};
      const environment = environmentOf(made) ?? ('environment' in order ? order.environment : undefined);
      const begins = environment === undefined || made.key.startsWith(`svc_${environment}_`);
      assert.require(
        begins && hasKeyForm(made.key),
        `A key of the environment ${environment ?? 'test or live'} reads \`svc_${environment ?? 'ENVIRONMENT'}_\` and 32 hex characters.`,
        `One reads ${outlineOf(made.key)}${wrong === 0 ? '' : `; of ${keys.length} new keys, ${wrong} ${wrong === 1 ? 'is' : 'are'} malformed`}.`,
      );
    }
  },
);

const environmentOf = (key: ControlKey): string | undefined =>
  ['test', 'live'].find((name) => name === key.environment);

/** The form of a key without the key: its first part, and how many characters of which kind follow. */
function outlineOf(key: string): string {
  const prefix = /^(?:[A-Za-z]{1,8}[_-]){0,2}/.exec(key)?.[0] ?? '';
  const rest = key.slice(prefix.length);
  const kind = /^[0-9a-fA-F]*$/.test(rest) ? 'hex characters' : 'characters, not all of them hex';
  return `\`${prefix}\` and ${rest.length} ${kind}`;
}

import { type ControlKey, type PaidEndpoint, paidEndpoints } from '../../spec/index.ts';
import { pollUntil } from '../engine/poll.ts';
import { scenario } from '../engine/scenario.ts';
import { sendValid, unjudgeable } from '../engine/send.ts';
import { sideBySide } from '../engine/side-by-side.ts';
import { validCall } from '../generate/bases.ts';
import { tolerated, Unjudgeable } from '../judges/judgement.ts';
import { type Call, describeResponse, type Exchange, excerpt, isInconclusive, succeeded } from '../target/exchange.ts';
import { hasKeyForm } from '../target/redact.ts';

const callWith = (key: string, endpoint: PaidEndpoint): Call => ({
  ...validCall(endpoint),
  authorization: { kind: 'key', key },
});

/** Keys made of each kind: one in sixteen begins with 0, which is lost where its digits are held as a number. */
const KEYS_OF_EACH = 16;

const REVOKED = 'A key that worked gets 401 once it is revoked.';

/** A used key is revoked; a cache that still knows it must forget it. One that forgets it late warns. */
export const revocation = scenario(
  'auth.revocation-takes-effect',
  'Keys of both environments, made by the control API, are used on every keyed endpoint and revoked; each endpoint must then answer 401.',
  async (context, assert) => {
    const orders = [{}, { environment: 'live' }] as const;
    const keys = await Promise.all(orders.map(async (order) => (await context.control.createKey(order)).key));
    const calls = keys.flatMap((key) => paidEndpoints.map((endpoint) => callWith(key, endpoint)));
    for (const call of calls) await sendValid(context, call, { fresh: true });
    for (const key of keys) await context.control.revoke(key);
    for (const call of calls) {
      const { endpoint } = call;
      const attempts: Exchange[] = [];
      const last = await pollUntil(
        context,
        async () => {
          const exchange = await context.client.send(call, { fresh: true });
          attempts.push(exchange);
          return exchange;
        },
        (exchange) => exchange.status === 401,
      );
      if (isInconclusive(last)) throw unjudgeable(last);
      const actual = `${endpoint} answered ${last.status}: ${excerpt(last.body)}`;
      assert.require(last.status === 401, REVOKED, actual, last);
      const served = attempts.filter(succeeded).length;
      if (served > 0)
        assert.tolerate(tolerated(REVOKED, `${endpoint} served ${served} more requests before it refused it.`));
    }
  },
);

/** A new key leaves the others alone, and so does the revocation of one. */
export const severalKeys = scenario(
  'auth.several-keys',
  'Keys are made one after another and used in turn, before and after one of them is revoked.',
  async (context, assert) => {
    const keys: string[] = [];
    const useAll = async (when: string): Promise<void> => {
      for (const [at, key] of keys.entries()) {
        const exchange = await context.client.send(callWith(key, 'finder'), { fresh: true });
        if (exchange.status !== 401 && (isInconclusive(exchange) || exchange.status >= 400))
          throw unjudgeable(exchange);
        if (exchange.status === 401 && exchange.afterNoResponse) throw forgotten(exchange);
        const actual = `After ${when}, key ${at + 1} of ${keys.length} got 401: ${excerpt(exchange.body)}`;
        assert.require(exchange.status !== 401, 'Several keys are valid at the same time.', actual, exchange);
      }
    };
    for (const count of [1, 2, 3]) {
      keys.push((await context.control.createKey()).key);
      await useAll(`${count} keys were made`);
    }
    assert.require(
      new Set(keys).size === keys.length,
      'Several keys are valid at the same time.',
      'The control API gave one key twice.',
    );
    await context.control.revoke(keys.pop() ?? '');
    await useAll('one key was revoked');
  },
);

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
    const keys = await sideBySide(orders, context.caseConcurrency, (order) => context.control.createKey(order));
    for (const [at, made] of keys.entries()) {
      const order = orders[at] ?? {};
      const environment = environmentOf(made) ?? ('environment' in order ? order.environment : undefined);
      const begins = environment === undefined || made.key.startsWith(`svc_${environment}_`);
      assert.require(
        begins && hasKeyForm(made.key),
        `A key of the environment ${environment ?? 'test or live'} reads \`svc_${environment ?? 'ENVIRONMENT'}_\` and 32 hex characters.`,
        `It reads ${outlineOf(made.key)}.`,
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

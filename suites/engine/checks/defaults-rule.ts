import type { JsonObject, PaidEndpoint } from '../../../spec/index.ts';
import { validCall } from '../../generate/bases.ts';
import type { Circumstances } from '../../generate/circumstance-texts.ts';
import type { Call, Exchange } from '../../http/exchange/exchange.ts';
import { describeDifference, equalUpToRounding } from '../../judges/difference.ts';
import { objectsIn } from '../../judges/read.ts';
import { sendValid } from '../context/send.ts';
import { assertDeterministic } from './assert-deterministic.ts';
import type { Check } from './check.ts';
import { alsoInCircumstances } from './in-circumstances.ts';
import { scenarioOver } from './scenario.ts';

/** The default of each field. */
type Defaults = Readonly<Record<string, unknown>>;

/** A list of objects in a request whose own fields have defaults. */
interface Items {
  readonly list: string;
  readonly defaults: Defaults;
}

/**
 * The rule that a missing field means its default: a request without the default fields gets the same response as a
 * request with all defaults written explicitly, those of `items` too. Tried with the smallest request and in each
 * circumstance, except for the levels in `fixed`, which would hide a default. `comparablePart` extracts what must be equal.
 * Source: Resources, request bodies; readings S23.
 */
export const defaultsRule = (
  endpoint: PaidEndpoint,
  defaults: Defaults,
  comparablePart: (exchange: Exchange) => JsonObject,
  fixed: Circumstances,
  items: Items = { list: '', defaults: {} },
): Check =>
  scenarioOver(
    `${endpoint}.defaults`,
    'The smallest valid request, and one in each circumstance, is sent without the fields that have their defaults and with every default spelt out; what the two answers say is compared.',
    (context) =>
      alsoInCircumstances(context, `${endpoint}.defaults`, { ...validCall(endpoint), endpoint }, () => fixed),
    async (context, { call: { body, ...rest } }, assert) => {
      const short = eachOf(items.list, without(Object(body), defaults), (item) => without(item, items.defaults));
      const names = Object.keys({ ...defaults, ...items.defaults });
      const spelt = (some: readonly string[]): Call => {
        const long = eachOf(items.list, { ...only(some, defaults), ...short }, (item) => ({
          ...only(some, items.defaults),
          ...item,
        }));
        return { ...rest, body: long };
      };
      const send = async (call: Call) => {
        const exchange = await sendValid(context, call);
        return { exchange, part: comparablePart(exchange) };
      };
      const [one, other] = await Promise.all([send(spelt([])), send(spelt(names))]);
      // Values of thousands of numbers take long to describe.
      if (equalUpToRounding(one.part, other.part)) return assert.judged();
      await assertDeterministic(context, spelt([]), (first, again) =>
        equalUpToRounding(comparablePart(first), comparablePart(again)),
      );
      // One field may make the difference by itself.
      for (const some of [...names.map((name) => [name]), names]) {
        const { part, exchange } = some === names ? other : await send(spelt(some));
        if (equalUpToRounding(one.part, part)) continue;
        const spoken = some === names ? 'with their defaults' : 'with its default';
        assert.require(
          false,
          'A request with its defaults spelt out is answered as the same without them.',
          `${describeDifference(one.part, part, [`with ${some.join(', ')} left out`, spoken])}.`,
          exchange,
        );
      }
    },
  );

/** The defaults of some fields. */
const only = (names: readonly string[], defaults: Defaults): Defaults =>
  Object.fromEntries(Object.entries(defaults).filter(([name]) => names.includes(name)));

/** An object without the fields that have their defaults. */
const without = (object: JsonObject, defaults: Defaults): JsonObject =>
  Object.fromEntries(
    Object.entries(object).filter(
      ([name, value]) => !(name in defaults) || JSON.stringify(value) !== JSON.stringify(defaults[name]),
    ),
  );

/** A body with each object of one of its lists edited. */
const eachOf = (list: string, body: JsonObject, edit: (item: JsonObject) => JsonObject): JsonObject =>
  list in body ? { ...body, [list]: objectsIn(body[list]).map(({ item }) => edit(item)) } : body;

import type { JsonObject, PaidEndpoint } from '../../../spec/index.ts';
import { validCall } from '../../generate/bases.ts';
import type { Circumstances } from '../../generate/circumstance-texts.ts';
import type { Exchange } from '../../http/exchange/exchange.ts';
import { describeDifference, equalUpToRounding } from '../../judges/difference.ts';
import { sendValid } from '../context/send.ts';
import type { Check } from './check.ts';
import { alsoInCircumstances } from './in-circumstances.ts';
import { scenarioOver } from './scenario.ts';

/**
 * The rule that a missing field means its default: a request without the default fields gets the same response as a
 * request with all defaults written explicitly. Tried with the smallest request and in each circumstance, except for the
 * levels in `fixed`, which would hide a default. `comparablePart` extracts what must be equal. Source: Resources, request
 * bodies; readings S23.
 */
export const defaultsRule = (
  endpoint: PaidEndpoint,
  defaults: Readonly<Record<string, unknown>>,
  comparablePart: (exchange: Exchange) => JsonObject,
  fixed: Circumstances,
): Check =>
  scenarioOver(
    `${endpoint}.defaults`,
    'The smallest valid request, and one in each circumstance, is sent without the fields that have their defaults and with every default spelt out; what the two answers say is compared.',
    (context) =>
      alsoInCircumstances(context, `${endpoint}.defaults`, { ...validCall(endpoint), endpoint }, () => fixed),
    async (context, { call: { body, ...rest } }, assert) => {
      const nonDefault = Object.entries(Object(body)).filter(([name, value]) => defaults[name] !== value);
      const [shortExchange, longExchange] = await Promise.all(
        [Object.fromEntries(nonDefault), { ...defaults, ...Object.fromEntries(nonDefault) }].map((one) =>
          sendValid(context, { ...rest, body: one }),
        ),
      );
      const [one, other] = [comparablePart(shortExchange as Exchange), comparablePart(longExchange as Exchange)];
      // Values of thousands of numbers take long to describe.
      if (equalUpToRounding(one, other)) return assert.judged();
      assert.require(
        false,
        'A request with its defaults spelt out is answered as the same without them.',
        `${describeDifference(one, other, [`with ${Object.keys(defaults).join(', ')} left out`, 'with the defaults'])}.`,
        longExchange,
      );
    },
  );

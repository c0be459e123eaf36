import fc from 'fast-check';
import { type EndpointName, findRule, schemaFailure } from '../../../spec/index.ts';
import { type Body, bases } from '../../generate/bases.ts';
import { nullPairs } from '../../generate/nulls.ts';
import type { Pair } from '../../generate/pairs.ts';
import type { Context } from '../context/context.ts';
import { sendValid } from '../context/send.ts';
import type { Check } from './check.ts';
import { casesInCircumstances } from './in-circumstances.ts';
import { checkProperty } from './property.ts';
import { tryPair } from './request-rule.ts';

/** Number of fields that are tried if requests are expensive. */
const MAX_PAID_FIELDS = 3;

/**
 * The rule that null is refused in a field that is not nullable. Tries each such field of the endpoint once, in the last
 * item of a list, and one of them in each circumstance, in the first item; if null is accepted, the rule warns (readings
 * R12). Throws an Error if the row of the rule names no single endpoint. Source: Errors, 422 schema validation format.
 */
export function nullRule(rule: string): Check {
  const endpoint = findRule(rule)?.endpoint ?? 'all';
  if (endpoint === 'all') throw new Error(`rule ${rule} names no endpoint: null rules are about one`);
  return {
    rule,
    kind: 'request',
    method:
      'Minimal pairs: a valid request is accepted; the same with null in a field that is not nullable is refused. Each field is tried, in the last item of a list, and one of them in each circumstance, in the first.',
    run: async (context) => {
      const scarce = !context.requestsAreFree && endpoint === 'chat';
      const pairs = nullPairs(endpoint, bases[endpoint].at(endpoint === 'chat' ? -1 : 0), 'last').slice(
        0,
        scarce ? MAX_PAID_FIELDS : undefined,
      );
      const inCircumstances = await pairsInCircumstances(context, endpoint, rule, pairs.length);
      const plain = context.settings.depth === 'quick' ? pairs.slice(0, pairs.length - inCircumstances.length) : pairs;
      const examples = [...plain, ...inCircumstances];
      return checkProperty(rule, context, {
        examples,
        arbitrary: fc.constantFrom(...pairs),
        runs: examples.length,
        try: (pair, own) => {
          const control = () => sendValid(own, pair.control);
          return tryPair(rule, own, pair, schemaFailure, control, own.requestsAreFree || pairs.includes(pair));
        },
      });
    },
  };
}

/** Null in another of the first fields in each circumstance, from the last one on: a quick run tries these fields there alone. */
const pairsInCircumstances = (
  context: Context,
  endpoint: EndpointName,
  rule: string,
  fields: number,
): Promise<readonly Pair[]> =>
  casesInCircumstances(context, endpoint, rule, (call, at) => {
    const pair = nullPairs(endpoint, call.body as Body)[fields - 1 - (at % fields)];
    return pair && { ...pair, control: call, mutated: { ...call, ...pair.mutated } };
  });

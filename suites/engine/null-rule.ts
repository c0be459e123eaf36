import fc from 'fast-check';
import { findRule, schemaFailure } from '../../spec/index.ts';
import { nullPairs } from '../generate/nulls.ts';
import type { Pair } from '../generate/pairs.ts';
import type { Judgement } from '../judges/judgement.ts';
import type { Check } from './check.ts';
import { throwIfBroken } from './check-errors.ts';
import type { Context } from './context.ts';
import { checkProperty } from './property.ts';
import { judgeRefusalFor } from './request-rule.ts';
import { send, sendValid } from './send.ts';

/** Number of fields that are tried if requests are expensive. */
const MAX_PAID_FIELDS = 3;

/**
 * The rule that null is refused in a field that is not nullable. Tries each such field of the endpoint once; if null is
 * accepted, the rule warns (readings R12). Throws an Error if the row of the rule names no single endpoint. Source:
 * Errors, 422 schema validation format.
 */
export function nullRule(rule: string): Check {
  const endpoint = findRule(rule)?.endpoint ?? 'all';
  if (endpoint === 'all') throw new Error(`rule ${rule} names no endpoint: null rules are about one`);
  return {
    rule,
    kind: 'request',
    method:
      'Minimal pairs: a valid request is accepted; the same with null in a field that is not nullable is refused.',
    run: (context) => {
      const pairs = nullPairs(endpoint);
      const scarce = !context.requestsAreFree && endpoint === 'chat';
      return checkProperty(rule, context, {
        examples: pairs,
        arbitrary: fc.constantFrom(...pairs),
        runs: scarce ? MAX_PAID_FIELDS : pairs.length,
        try: (pair, attemptContext) => tryPair(rule, attemptContext, pair),
      });
    },
  };
}

async function tryPair(rule: string, context: Context, pair: Pair): Promise<Judgement> {
  await sendValid(context, pair.control);
  const exchange = await send(context, pair.mutated);
  const expected = { outcome: schemaFailure, fault: pair.fault };
  return throwIfBroken(judgeRefusalFor(rule, context, exchange, expected), exchange);
}

import { sameButRounding } from '../judges/read.ts';
import { shown } from '../judges/shown.ts';
import type { Call, Exchange } from '../target/exchange.ts';
import type { Check } from './check.ts';
import { scenario } from './scenario.ts';
import { sendValid } from './valid.ts';

/**
 * The rule that a field which is left out means its default: the same request with all defaults spelt out says the same. `said` gives what counts of
 * an answer. Source: Resources, request bodies; readings S23.
 */
export const defaultsRule = (
  rule: string,
  call: Call,
  defaults: object,
  said: (exchange: Exchange) => readonly unknown[],
): Check =>
  scenario(
    rule,
    'The smallest valid request is sent as it is and with every default spelt out; what the two answers say is compared.',
    async (context, assert) => {
      const short = await sendValid(context, call);
      const long = await sendValid(context, { ...call, body: { ...Object(call.body), ...defaults } });
      const [one, other] = [said(short), said(long)];
      const at = one.findIndex((part, index) => !sameButRounding(part, other[index]));
      assert.require(
        at === -1,
        'A request with its defaults spelt out is answered as the same without them.',
        `With ${Object.keys(defaults).join(', ')} left out the answer has ${shown(one[at], 300)}, with the defaults ${shown(other[at], 300)}.`,
        long,
      );
    },
  );

import type { Check } from '../../engine/checks/check.ts';
import { type Assertions, scenarioOver } from '../../engine/checks/scenario.ts';
import type { Context } from '../../engine/context/context.ts';
import { assertAcceptedWithoutFault, sendValidWithFault, sendWithFault } from '../../engine/context/faults.ts';
import { asStream, bases } from '../../generate/bases.ts';
import type { Call, Exchange } from '../../http/exchange/exchange.ts';
import { withoutGarbledFailure } from '../../http/exchange/garbled.ts';
import { eventsOf, lastEventOf, streamOf } from '../../http/exchange/stream.ts';
import { formatValue } from '../../judges/format-value.ts';
import { Unjudgeable } from '../../judges/judgement.ts';
import { callsUnder, leavesNothing } from '../chat/none-to-list.ts';
import { lacks } from './order-judges.ts';
import { assertStream } from './stream-judge.ts';

const call: Call = asStream({ endpoint: 'chat', body: { ...bases.chat[0], include_follow_ups: true } });

/** An event whose list has nothing to list, under a fault of the control API, with a key of its own. */
const emptyWhenNone = (rule: string, fault: string, type: 'sources' | 'follow_up_questions'): Check =>
  scenarioOver(
    rule,
    leavesNothing(fault),
    (context) => callsUnder(context, fault, call, { stream: 'true' }),
    async (context, one, assert) => {
      const exchange = await sendUnderFault(context, fault, one.call, assert);
      assertStream(exchange);
      const parsed = streamOf(exchange);
      const [failed] = eventsOf(parsed, 'error');
      if (failed) throw new Unjudgeable(`the stream failed in-band: ${failed.data}`, true);
      const expected = `When there are none, the \`${type}\` event is sent all the same and holds \`[]\`.`;
      const event = lastEventOf(parsed, type);
      if (!event) {
        if (!lacks(type, parsed))
          throw new Unjudgeable('the stream has no end in its place, or events that are no typed JSON');
        assert.require(false, expected, `There is no \`${type}\` event.`, exchange);
        return;
      }
      const list = event.value?.[type];
      if (Array.isArray(list) && list.length > 0)
        throw new Unjudgeable(`the fault ${fault} had no effect: \`${type}\` is ${formatValue(list)}`, true);
      assert.require(Array.isArray(list), expected, `The \`${type}\` event holds ${formatValue(list)}.`, exchange);
    },
  );

/**
 * The stream of a call under a fault. One that ends as if it were whole, but without the end marker, may have been cut off; it breaks the
 * rule if that comes each time, while the call without the fault gets a whole stream. Source: Events, rule 1e.
 */
async function sendUnderFault(context: Context, fault: string, call: Call, assert: Assertions): Promise<Exchange> {
  const sent = await sendValidWithFault(context, fault, call).catch((thrown: unknown) => {
    if (thrown instanceof Unjudgeable) return thrown;
    throw thrown;
  });
  if (!(sent instanceof Unjudgeable) && !lacksEnd(sent)) return sent;
  const again = await sendWithFault(context, { fault: { fault, endpoint: 'chat' }, call, isExpected: () => false });
  if (lacksEnd(again) && !lacksEnd(await assertAcceptedWithoutFault(context, call)))
    assert.require(
      false,
      'Also where there is nothing to list, the stream ends with `data: [DONE]`.',
      'It ends without it each time; the same request without the fault gets a whole stream.',
      withoutGarbledFailure(again),
    );
  if (sent instanceof Unjudgeable) throw sent;
  return sent;
}

/** Whether a stream has a message and no end marker, and nothing on the wire says that it was cut off. */
function lacksEnd(exchange: Exchange): boolean {
  const { failure, status } = withoutGarbledFailure(exchange);
  if (status !== 200 || failure !== undefined) return false;
  const parsed = streamOf(exchange);
  return parsed.doneAt === -1 && eventsOf(parsed, 'message').length > 0;
}

/** The rules about lists that are empty in a stream. Source: Events, rules 1c and 1d; readings S5. */
export const emptyListChecks: readonly Check[] = [
  emptyWhenNone('events.sources-none', 'no_sources', 'sources'),
  emptyWhenNone('events.follow-ups-none', 'no_follow_ups', 'follow_up_questions'),
];

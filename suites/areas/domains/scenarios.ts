import type { Check } from '../../engine/checks/check.ts';
import { scenario } from '../../engine/checks/scenario.ts';
import { sendWithFault } from '../../engine/context/faults.ts';
import { send, sendValid, unjudgeable } from '../../engine/context/send.ts';
import { type Call, describeResponse, succeeded } from '../../http/exchange/exchange.ts';
import { formatValue } from '../../judges/format-value.ts';
import { type Judge, remarked } from '../../judges/judgement.ts';
import { bodyOf, listIn } from '../../judges/read.ts';
import { namesOf } from './entries.ts';
import { stampOf } from './snapshot.ts';
import { nonsense } from './traffic.ts';

const filtered: readonly Call[] = [
  { endpoint: 'domains', query: { q: nonsense } },
  { endpoint: 'domains', query: { category: nonsense } },
  { endpoint: 'domains', query: { category: nonsense, q: nonsense, limit: '10' } },
];

/** A filter that nothing meets is no error; where a filter is ignored and domains come, the rules of the filters blame that. */
export const emptyValid = scenario(
  'domains.empty-valid',
  'Filters that nothing meets are sent; the answer must be a 200 with empty lists.',
  async (context, assert) => {
    const expected = 'A filter that nothing meets gives a 200 with empty lists.';
    const usual = bodyOf(await sendValid(context, { endpoint: 'domains' }));
    const lists = ['domains', 'categories'].filter((name) => Array.isArray(usual?.[name]));
    for (const call of filtered) {
      const exchange = await send(context, call);
      const body = bodyOf(exchange);
      if (succeeded(exchange) && listIn(body?.domains).length > 0) continue;
      assert.accepted(exchange, expected);
      for (const list of lists)
        assert.require(Array.isArray(body?.[list]), expected, `\`${list}\` is ${formatValue(body?.[list])}.`, exchange);
    }
  },
);

/** While a refresh fails, the last good snapshot may be served; if it is, it is a catalogue like any other. */
export function lastGood(judges: readonly Judge[]): Check {
  return scenario(
    'domains.last-good',
    'While the fault `stale_catalog` is armed, an answer must be a catalogue as sound as the usual one; a 503 instead of it passes with a note.',
    async (context, assert) => {
      // A list that was filtered for one client must not become the snapshot of all.
      await send(context, { endpoint: 'domains', query: { q: nonsense } }, { fresh: true });
      const exchange = await sendWithFault(context, {
        fault: { fault: 'stale_catalog', endpoint: 'domains' },
        call: { endpoint: 'domains' },
        // One 503 may be of a bad moment; the target's own comes each time.
        isExpected: succeeded,
      });
      const expected = 'When a refresh fails, the last good snapshot may be served.';
      if (exchange.status === 503 && !exchange.failure) {
        assert.note(remarked(expected, 'The target answered 503 though a last good snapshot exists.'));
        return;
      }
      if (exchange.failure || exchange.status === 429) throw unjudgeable(exchange);
      assert.require(succeeded(exchange), expected, describeResponse(exchange), exchange);
      const usual = await sendValid(context, { endpoint: 'domains' });
      for (const judge of judges) {
        const found = typeof judge(usual) === 'object' ? 'fine' : judge(exchange);
        if (typeof found !== 'object') continue;
        const whole = ['The last good snapshot is a whole catalogue.', found.expected ?? []].flat().join(' ');
        if (found.kind === 'tolerated') assert.note({ ...found, expected: whole });
        assert.require(found.kind !== 'broken', whole, found.actual, exchange);
      }
      const [whole, served] = [namesOf(usual).length, namesOf(exchange).length];
      assert.require(
        whole === 0 || served > (stampOf(usual) === stampOf(exchange) ? whole / 2 : 0),
        'The last good snapshot is a whole catalogue.',
        `It holds ${served === 0 ? 'no domain' : `${served} domains`}, the usual one ${whole}.`,
        exchange,
      );
    },
  );
}

import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Call } from '../../http/exchange/exchange.ts';
import type { Transport } from '../../http/transport/transport.ts';
import { broken } from '../../judges/judgement.ts';
import { openFakeSession } from '../run/fake-target.test-support.ts';
import { responseRule } from './response-rule.ts';

const call: Call = { endpoint: 'chat', body: { messages: [{ role: 'user', text: 'Hello?' }], stream: true } };
const traffic = { name: 'a stream', endpoint: 'chat', examples: () => [call], arbitrary: fc.constant(call) } as const;
const text = (body: Uint8Array): string => new TextDecoder().decode(body);
const rule = responseRule(
  'events.steps-first',
  traffic,
  ({ body }) => (text(body).includes('odd') ? broken('It is odd.') : 'fine'),
  'A test.',
);

/** The outcome for a target whose first stream is the given one, while all others are fine. */
async function judgeFirstStream(first: string) {
  let streams = 0;
  const send: Transport['send'] = async ({ body }) => {
    const isStream = body !== undefined && text(body).includes('"stream":true');
    streams += isStream ? 1 : 0;
    const stream = streams === 1 ? first : 'data: {"type":"steps"}\n\ndata: [DONE]\n\n';
    const bytes = new TextEncoder().encode(isStream ? stream : '{}');
    const type = isStream ? 'text/event-stream' : 'application/json';
    return { status: 200, headers: [['content-type', type]], body: bytes, chunks: [{ at: 0, length: bytes.length }] };
  };
  const session = openFakeSession(send, { concurrency: 1, rules: [rule.rule], quick: true });
  const outcome = await session.judge(rule);
  await session.close();
  return outcome;
}

const odd = 'data: {"type":"odd"}\n\n';

it('blames a stream that came to its end and is wrong, though the next one is fine', async () => {
  expect(await judgeFirstStream(`${odd}data: [DONE]\n\n`)).toMatchObject({ verdict: 'fail' });
});

it.concurrent.each([
  ['has no end', odd],
  ['holds half an event', `${odd}data: {"type":"me\n\ndata: [DONE]\n\n`],
])('judges the next one instead of one that %s', async (_, first) => {
  expect(await judgeFirstStream(first)).toMatchObject({ verdict: 'pass', judged: 1 });
});

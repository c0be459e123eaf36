import { expect, it } from 'vitest';
import { wireResponse } from '../../http/exchange/exchange.ts';
import { describeFault, describeSentAgain } from './sent-again.ts';

const answer = (query: string, at: number, notation = '', status = 200) => ({
  response: {
    ...wireResponse({ status }),
    call: { endpoint: 'finder' as const, body: { query } },
    request: { headers: {}, body: Buffer.from(`${notation}{"query":"${query}"}`) },
  },
  startedAt: at,
  endedAt: at + 1,
});
const first = Array.from({ length: 6 }, (_, at) => answer(`text ${at}`, at));
const again = [answer('text 0', 20), answer('text 1', 20)];
const all = [...first, ...again];

it('names requests that were sent before where these alone are answered wrongly', () => {
  expect(describeSentAgain(again, first, all)?.text).toBe(
    'In all 2 cases with a request that was sent before, in none of the 6 others.',
  );
});

it('takes requests for equal by their bytes, or by what they say', () => {
  const spaced = [answer('text 0', 20, ' '), answer('text 1', 20, ' ')];
  expect(describeSentAgain(again, [...first, ...spaced], [...all, ...spaced])?.text).toContain('In all 2 cases');
  expect(describeSentAgain(spaced, first, [...first, ...spaced])?.text).toContain('In all 2 cases');
});

it('says nothing where a request sent before is answered rightly, a new one wrongly, or there are few', () => {
  expect(describeSentAgain(again, [...first, answer('text 2', 30)], all)).toBeUndefined();
  expect(describeSentAgain([...again, answer('new', 30)], first, [...all, answer('new', 30)])).toBeUndefined();
  expect(describeSentAgain(again.slice(1), first, all)).toBeUndefined();
  expect(describeSentAgain(again, first.slice(1), all)).toBeUndefined();
});

it('does not count what was refused before', () => {
  const refused = answer('text 5', 0, '', 401);
  expect(describeSentAgain(again, first, [refused, ...all])?.text).toContain('In all 2 cases');
});

it('does not count what was still under way', () => {
  const meanwhile = [answer('text 0', 0.5), answer('text 1', 1.5)];
  expect(describeSentAgain(meanwhile, first, [...first, ...meanwhile])).toBeUndefined();
});

it('names a stream of the same key that failed where all that follow one are wrong, and no others', () => {
  const stream = (key: string, at: number, failed = false) => ({
    response: {
      ...wireResponse({
        status: 200,
        headers: [['content-type', 'text/event-stream']],
        body: Buffer.from(failed ? 'data: {"type":"error","error":{}}\n\ndata: [DONE]\n\n' : 'data: [DONE]\n\n'),
      }),
      call: { endpoint: 'chat' as const, body: { stream: true, text: `${key} ${at}` } },
      request: { headers: { authorization: `Bearer ${key}` } },
    },
    startedAt: at,
    endedAt: at + 1,
  });
  const failed = [stream('one', 0, true), stream('two', 1, true)];
  const after = [stream('one', 10), stream('two', 11)];
  const others = Array.from({ length: 6 }, (_, at) => stream('three', at));
  const words = (right: typeof others) => describeSentAgain(after, right, [...failed, ...after, ...right]);
  expect(words(others)?.text).toBe(
    'In all 2 cases with a failed stream of the same key before, in none of the 6 others.',
  );
  expect(words([...others, stream('two', 20)])).toBeUndefined();
});

it('names the fault that was armed for all wrong answers and for no right one', () => {
  const withKey = (one: (typeof all)[number], key: string) => ({
    ...one,
    response: { ...one.response, request: { ...one.response.request, headers: { authorization: `Bearer ${key}` } } },
  });
  const armedFor = (key: string): readonly string[] => (key === 'stale' ? ['latency', 'stale_catalog'] : []);
  const wrong = [withKey(answer('text 0', 20), 'stale'), withKey(answer('text 1', 20), 'stale')];
  expect(describeFault(wrong, first, (key) => armedFor(key).slice(1))?.text).toBe(
    'In all 2 cases with the fault `stale_catalog` armed, in none of the 6 others.',
  );
  expect(describeFault([...wrong, answer('text 2', 20)], first, armedFor)).toBeUndefined();
  expect(describeFault(wrong, [...first, withKey(answer('text 2', 20), 'stale')], armedFor)).toBeUndefined();
});

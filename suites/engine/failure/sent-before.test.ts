import { describe, expect, it } from 'vitest';
import type { Call } from '../../http/exchange/exchange.ts';
import { broken, type SeenIn } from '../../judges/judgement.ts';
import { objectIn } from '../../judges/read.ts';
import { RuleBroken } from '../context/check-errors.ts';
import { withCircumstances } from './case-origin.ts';
import { BY_CHANCE } from './describe-circumstances.ts';
import { describeBefore, findSentBefore, withOtherText, withVeryText } from './sent-before.ts';

const search = (body: object): Call => ({ endpoint: 'finder', body });
const failed = search({ query: 'asthma', max_results: 1, include_answer: true });
const calls = [
  search({ query: 'asthma', max_results: 20 }),
  search({ query: 'gout', search_depth: 'advanced' }),
  failed,
];

const newText = (call: Call, at: number): Call => withOtherText(call, ` (a.rule ${at})`);
const isWrong = new RuleBroken(broken('Too many results.'));

/** Judges with a server that answers what its cache has under a key; what it holds from before the test is `known`. */
function caching(keyOf: (body: Record<string, unknown>) => unknown, known: readonly Call[] = []) {
  const cache = new Map<string, unknown>();
  const sent: Call[] = [];
  const answer = (call: Call): unknown => {
    const body = objectIn(call.body) ?? {};
    const key = JSON.stringify(keyOf(body));
    if (!cache.has(key)) cache.set(key, body.max_results);
    return cache.get(key) === body.max_results;
  };
  for (const call of known) answer(call);
  const judge = async (call: Call, before?: Call): Promise<RuleBroken | 'fine'> => {
    for (const one of before === undefined ? [call] : [before, call]) sent.push(one);
    if (before) answer(before);
    return answer(call) ? 'fine' : isWrong;
  };
  return { judge, sent };
}

describe('a failure after an earlier request', () => {
  it('names the option that the key of a cache lacks, and sends the smallest two requests that show it', async () => {
    const { judge, sent } = caching(({ query, search_depth: depth }) => [query, depth], calls);
    const found = await findSentBefore(failed, { calls, judge, newText });
    if (typeof found !== 'object') throw new Error('nothing was found');
    expect(found.error.finding.circumstances?.text).toBe(
      'Only after the same text was sent with `max_results: 20`; with a new one the answer is right.',
    );
    const [before, call] = sent.slice(-2).map(({ body }) => objectIn(body));
    expect(Object.keys(call ?? {})).toEqual(['query', 'max_results']);
    expect(before).toEqual({ ...call, max_results: 20 });
    expect(found.again().call).not.toEqual(sent.at(-1));
  });

  it('tries no smaller request that the rule is not about', async () => {
    const { judge, sent } = caching(({ query }) => query, calls);
    const includes = ({ body }: Call): boolean => objectIn(body)?.include_answer === true;
    const found = await findSentBefore(failed, { calls, judge, includes, newText });
    if (typeof found !== 'object') throw new Error('nothing was found');
    expect(found.again().call.body).toMatchObject({ include_answer: true });
    expect(sent.at(-1)?.body).toMatchObject({ include_answer: true });
  });

  it('names what was attached to the same text before', async () => {
    const chat = (text: string, attached: object = {}): Call => ({
      endpoint: 'chat',
      body: { model: 'svc-chat-v1', messages: [{ role: 'user', text, ...attached }] },
    });
    const others = [chat('gout', { pdf_urls: ['https://a.test/a.pdf'] }), chat('asthma')];
    const judge = async (_: Call, before?: Call): Promise<RuleBroken | 'fine'> =>
      before === undefined || !JSON.stringify(before.body).includes('pdf_urls') ? 'fine' : isWrong;
    const found = await findSentBefore(chat('asthma'), { calls: others, judge, newText });
    if (typeof found !== 'object') throw new Error('nothing was found');
    expect(found.error.finding.circumstances?.text).toBe(
      'Only after the same text was sent with PDFs attached; with a new one the answer is right.',
    );
    const { before, call } = found.again();
    expect(JSON.stringify(before.body)).toContain('"pdf_urls":["https://a.test/a.pdf"]');
    expect(JSON.stringify(call.body)).not.toContain('pdf_urls');
  });

  it('is none where a new text is answered wrongly, too', async () => {
    const judge = async (): Promise<RuleBroken> => isWrong;
    expect(await findSentBefore(failed, { calls, judge, newText })).toBeUndefined();
  });

  it('is none where a new text is answered wrongly that is one word with white space behind it, too', async () => {
    const judge = async ({ body }: Call): Promise<RuleBroken | 'fine'> =>
      /^\S+ \n$/.test(String(objectIn(body)?.query)) ? isWrong : 'fine';
    const oneWord = search({ query: 'asthma \n' });
    expect(await findSentBefore(oneWord, { calls, judge, newText })).toBeUndefined();
  });

  it('is none where a new text without Latin letters is answered wrongly, too', async () => {
    const judge = async ({ body }: Call): Promise<RuleBroken | 'fine'> =>
      /[a-z]/i.test(String(objectIn(body)?.query)) ? 'fine' : isWrong;
    expect(await findSentBefore(search({ query: '喘息の治療' }), { calls, judge, newText })).toBeUndefined();
  });

  it('is told apart from one where only this very text is answered wrongly', async () => {
    const judge = async ({ body }: Call): Promise<RuleBroken | 'fine'> =>
      objectIn(body)?.query === 'asthma' ? isWrong : 'fine';
    expect(await findSentBefore(failed, { calls, judge, newText })).toBe('very text');
  });

  it.each([[[3, 4, 6, 8]], [[3, 5, 7]], [[3, 5, 7, 9, 11]]])(
    'is told apart from one that the texts %j show, whatever was sent before',
    async (shown) => {
      const isShown = ({ body }: Call): boolean =>
        shown.includes(Number(/(\d+)\)$/.exec(String(objectIn(body)?.query))?.[1]));
      const judge = async (call: Call): Promise<RuleBroken | 'fine'> => (isShown(call) ? isWrong : 'fine');
      expect(await findSentBefore(failed, { calls, judge, newText })).toBe('very text');
    },
  );
});

it('names the option in which a request differs from the one before it', () => {
  const [one, other] = [search({ query: 'gout', max_results: 20 }), search({ query: 'gout' })];
  expect(describeBefore(other, one)?.text).toBe('Only after the same text was sent with `max_results: 20`.');
  expect(describeBefore(one, other)?.text).toBe('Only after the same text was sent with no `max_results`.');
  expect(describeBefore(one, search({ query: 'gout', search_depth: 'basic' }))).toBeUndefined();
});

describe('a failure of one very text', () => {
  const said = (circumstances: SeenIn | undefined): SeenIn | undefined =>
    withVeryText(withCircumstances(new RuleBroken(broken('No event came.')), circumstances)).finding.circumstances;

  it('does not name the many circumstances that this text happens to have', () => {
    const names = ['12 messages', 'letters of other scripts in the text', 'a text of one word'];
    for (const circumstances of [{ text: 'Seen with many.', with: [names] }, BY_CHANCE])
      expect(said(circumstances)?.text).toMatch(/^Only this very text shows it: with another one,.* answered\.$/);
  });

  it('names one or two, which explain it better', () => {
    for (const names of [['an image attached'], ['`stream: true`', 'a text of one word']]) {
      const circumstances = { text: 'Only with few.', with: [names] };
      expect(said(circumstances)).toBe(circumstances);
    }
    expect(said(undefined)).toBeUndefined();
  });
});

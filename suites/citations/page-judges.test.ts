import { describe, expect, it } from 'vitest';
import { exchangeOf } from '../judges/exchange.test-support.ts';
import * as pages from './page-judges.ts';

const at = (name: string): string => `https://fixtures.example/${name}`;
const page = (number: number, name: string, n: number) => ({
  id: `PF${number}`,
  title: `${name} (p.${n})`,
  url: at(name),
  relevance_score: 1.0,
});
const found = { id: 'SW1', title: 't', url: 'u', relevance_score: 7.5 };

/** Two PDFs, of 2 pages and of 1, cited as they should be. */
const right = [page(1, 'pages-2.pdf', 1), page(2, 'pages-2.pdf', 2), page(3, 'pages-1.pdf', 1)];
const oneMessage = [['pages-2.pdf', 'pages-1.pdf']];
const twoMessages = [['pages-2.pdf'], ['pages-1.pdf']];

const answer = (sources: readonly object[] | null, names: readonly (readonly string[])[] = oneMessage) => {
  const messages = names.map((pdfs) => ({ role: 'user', text: 'Why?', pdf_urls: pdfs.map(at) }));
  return exchangeOf({ endpoint: 'chat', body: { model: 'svc-chat-v1', messages } }, { message: '', sources });
};
/** The right sources with some of them changed by position. */
const but = (changes: Readonly<Record<number, object>>) => right.map((source, n) => ({ ...source, ...changes[n] }));

const verdicts = (exchange: ReturnType<typeof answer>) =>
  Object.fromEntries(
    Object.entries(pages).map(([name, judge]) => {
      const judgement = judge(exchange);
      return [name, typeof judgement === 'object' ? judgement.kind : judgement];
    }),
  );
/** What all judges say when one alone speaks up. */
const only = (name: string) =>
  expect.objectContaining(
    Object.fromEntries(
      Object.keys(pages).map((own) => [own, own === name ? 'broken' : expect.not.stringMatching('broken')]),
    ),
  );

describe('the citations of attached pages', () => {
  it('are fine when every page is cited in the order of the request, in front', () => {
    const fine = { title: 'fine', url: 'fine', score: 'fine', front: 'fine' };
    expect(verdicts(answer([...right, found]))).toEqual({ ...fine, sequence: 'fine', acrossMessages: 'nothing' });
    expect(verdicts(answer([...right, found], twoMessages))).toEqual({
      ...fine,
      sequence: 'nothing',
      acrossMessages: 'fine',
    });
  });

  it.each([
    ['miss a page', right.slice(0, 2)],
    ['are missing', null],
    ['count each PDF anew', [right[0], right[1], { ...right[2], id: 'PF1' }]],
    ['count from 0', right.map((source, n) => ({ ...source, id: `PF${n}` }))],
    [
      'take the PDFs in another order',
      [page(1, 'pages-1.pdf', 1), page(2, 'pages-2.pdf', 1), page(3, 'pages-2.pdf', 2)],
    ],
    ['list the pages backwards', right.toReversed()],
  ] as const)('break the sequence alone when they %s', (_, sources) => {
    expect(verdicts(answer(sources as readonly object[] | null))).toEqual(only('sequence'));
    expect(verdicts(answer(sources as readonly object[] | null, twoMessages))).toEqual(only('acrossMessages'));
  });

  it.each([
    ['title', { title: 'pages-2 (p.2)' }],
    ['title', { title: undefined }],
    ['url', { url: `${at('pages-2.pdf')}#page=2` }],
    ['score', { relevance_score: 0.99 }],
    ['score', { relevance_score: '1.0' }],
  ])('break the %s alone when a page has %j', (name, change) => {
    expect(verdicts(answer(but({ 1: change })))).toEqual(only(name));
  });

  it('break the front alone when something retrieved stands before one of them', () => {
    expect(verdicts(answer([found, ...right]))).toEqual(only('front'));
    expect(verdicts(answer([...right.slice(0, 2), found, ...right.slice(2)]))).toEqual(only('front'));
  });

  it('of one PDF attached twice are cited twice', () => {
    const twice = [page(1, 'pages-1.pdf', 1), page(2, 'pages-1.pdf', 1)];
    expect(verdicts(answer(twice, [['pages-1.pdf', 'pages-1.pdf']])).sequence).toBe('fine');
  });
});

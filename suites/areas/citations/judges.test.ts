import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../http/exchange/exchange.ts';
import { exchangeOf } from '../../judges/exchange.test-support.ts';
import { pmWithPro, tokensForm } from './judges.ts';
import * as pages from './page-judges.ts';

const answer = (message: string, ...ids: readonly string[]): Exchange =>
  exchangeOf({ endpoint: 'chat', body: {} }, { message, sources: ids.length === 0 ? null : ids.map((id) => ({ id })) });

describe('the form of tokens, over a whole run', () => {
  it.each([
    ...['[sw1]', '(SW1)', '[SW1, SW2]', '[SW 1]', '[ SW-1 ]', '【SW1】', '［ＳＷ１］', '[^SW1]', '{SW2;SW1}', '<sw1>'],
  ])('%s alone is broken', (token) =>
    expect(tokensForm([answer(`It helps ${token}.`, 'SW1', 'SW2')])).toMatchObject({ kind: 'broken' }),
  );

  it.each(['(SW7 2AZ)', '[1]', '[see SW1 for more]', 'SW1', '[SW]', '(CD4, CD8)', '[B12]', '(p < 0.05)', '[[SW1]]'])(
    '%s beside tokens is fine',
    (text) => expect(tokensForm([answer(`It helps [SW1]. ${text}`, 'SW1')])).toBe('fine'),
  );

  it('warns where one answer has none but misspelt ones', () => {
    const judgement = tokensForm([answer('Yes [SW1].', 'SW1'), answer('No (PM1).', 'SW1', 'PM1')]);
    expect(judgement).toMatchObject({ kind: 'tolerated' });
  });

  it('lets an answer cite nothing, and warns where none cites anything', () => {
    const silent = answer('Maybe [1].', 'SW1');
    expect(tokensForm([silent, silent])).toBe('nothing');
    expect(tokensForm([silent, silent, answer('Yes [SW1].', 'SW1')])).toBe('fine');
    expect(tokensForm([silent, silent, silent])).toMatchObject({ kind: 'tolerated' });
    const asked = {
      ...silent,
      call: { endpoint: 'chat' as const, body: { messages: [{ role: 'user', text: 'As in [1]?' }] } },
    };
    expect(tokensForm([asked, asked, asked])).toMatchObject({ kind: 'remarked' });
    expect(tokensForm([answer('No [SW1].'), answer('No.')])).toBe('nothing');
  });
});

describe('literature of the pro model, over a whole run', () => {
  const of = (model: string, ...ids: readonly string[]): Exchange => ({
    ...answer('Yes.', ...ids),
    call: { endpoint: 'chat', body: { model } },
  });
  const web = Array.from({ length: 3 }, () => of('svc-chat-pro-v1', 'SW1', 'SW2'));

  it('is missed where several answers found web pages alone', () => {
    expect(pmWithPro(web)).toMatchObject({ kind: 'broken' });
    expect(pmWithPro([...web, of('svc-chat-v1', 'PM1')])).toMatchObject({ kind: 'broken' });
  });

  it('may be missing from single answers, from those that found nothing, and from the standard model', () => {
    expect(pmWithPro([...web, of('svc-chat-pro-v1', 'PM1')])).toBe('fine');
    expect(pmWithPro(web.slice(1))).toBe('nothing');
    expect(pmWithPro([...web.slice(1), of('svc-chat-pro-v1', 'PF1'), of('svc-chat-pro-v1')])).toBe('nothing');
    expect(pmWithPro(web.map(() => of('svc-chat-v1', 'SW1')))).toBe('nothing');
  });
});

const FILES = 'https://files.example';
const cited = (
  titles: readonly string[],
  urls: readonly string[],
  ...attached: readonly (readonly string[])[]
): Exchange =>
  exchangeOf(
    { endpoint: 'chat', body: { messages: attached.map((pdf_urls) => ({ pdf_urls })) } },
    { message: 'Yes.', sources: titles.map((title, at) => ({ id: `PF${at + 1}`, title, url: urls[at] })) },
  );

describe('the title of a page whose URL has a query', () => {
  const asked = `${FILES}/pages-1.pdf?ticket=0a1b`;
  const titled = (title: string) => pages.title(cited([title], [asked], [asked]));

  it('may name the query, and ends with the page', () => {
    expect(titled('pages-1.pdf (p.1)')).toBe('fine');
    expect(titled('pages-1.pdf?ticket=0a1b (p.1)')).toBe('fine');
    expect(titled('pages-1.pdf?ticket=0a')).toMatchObject({ kind: 'broken' });
    expect(titled('pages-1.pdf (p.2)')).toMatchObject({ kind: 'broken' });
  });
});

describe('pages of PDFs whose page counts nobody knows', () => {
  const [one, two] = [`${FILES}/a.pdf`, `${FILES}/b%20c.pdf?v=2`];
  const right = cited(['a.pdf (p.1)', 'a.pdf (p.2)', 'b c.pdf (p.1)'], [one, one, two], [one], [two]);

  it('are fine where they are counted through and carry the given URLs', () => {
    expect([pages.titleInAny(right), pages.urlInAny(right), pages.acrossMessagesInAny(right)]).toEqual(
      Array(3).fill('fine'),
    );
    expect(pages.sequenceInAny(right)).toBe('nothing');
    expect(pages.sequenceInAny(cited(['x (p.1)'], [one], [one]))).toBe('fine');
  });

  it.each([
    ['a page that is counted over all PDFs', cited(['a.pdf (p.1)', 'b.pdf (p.2)'], [one, two], [one, two])],
    [
      'another name than that of a fixture',
      cited(['folder/pages-2.pdf (p.1)'], [`${FILES}/pages-2.pdf`], [`${FILES}/pages-2.pdf`]),
    ],
    ['no title', cited([undefined as never], [one], [one])],
  ])('are broken by %s', (_, exchange) => expect(pages.titleInAny(exchange)).toMatchObject({ kind: 'broken' }));

  it('leaves the title open of a PDF that is attached twice', () =>
    expect(pages.titleInAny(cited(['a.pdf (p.1)', 'a.pdf (p.1)'], [one, one], [one, one]))).toBe('nothing'));

  it('shows of a long url what became of it', () => {
    const due = `https://files.test/pages-1.pdf?ticket=${'0a1b2c3d'.repeat(200)}`;
    const said = pages.url(cited(['pages-1.pdf (p.1)'], ['https://files.test/pages-1.pdf'], [due]));
    expect(said).toMatchObject({
      actual: expect.stringMatching(/ instead of "https.*…", that is, without the query of the URL\.$/),
    });
    expect(JSON.stringify(said).length).toBeLessThan(400);
  });

  it('leaves the titles open where a page has no url: the next one would be taken for the first', () =>
    expect(pages.titleInAny(cited(['a.pdf (p.1)', 'a.pdf (p.2)'], [undefined as never, one], [one]))).toBe('nothing'));

  it('are broken by the URL that a redirect leads to, and by none at all', () => {
    expect(pages.urlInAny(cited(['a.pdf (p.1)'], [two], [one]))).toMatchObject({ kind: 'broken' });
    expect(pages.sequenceInAny(cited([], [], [one]))).toBe('nothing');
    const second = exchangeOf(
      { endpoint: 'chat', body: { messages: [{ pdf_urls: [one] }] } },
      { message: 'Yes.', sources: [{ id: 'PF2' }] },
    );
    expect(pages.sequenceInAny(second)).toMatchObject({ kind: 'broken' });
    // It is unknown then which page it is: one fault breaks one rule.
    expect(pages.titleInAny(second)).toBe('nothing');
  });
});

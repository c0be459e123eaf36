import { describe, expect, it } from 'vitest';
import { exchangeOf } from '../judges/exchange.test-support.ts';
import * as judges from './judges.ts';

const call = (body: object = {}) => ({
  endpoint: 'chat' as const,
  body: { model: 'svc-chat-v1', messages: [{ role: 'user', text: 'Why?' }], ...body },
});
const sourcesOf = (ids: readonly unknown[]) => ids.map((id) => ({ id, title: 't', url: 'u', relevance_score: 0 }));
const answer = (ids: readonly unknown[] | null, message = '', body: object = {}) =>
  exchangeOf(call(body), { message, sources: ids && sourcesOf(ids) });
const streamed = (ids: readonly unknown[], ...fragments: readonly string[]) => {
  const events = [
    ...fragments.map((content) => ({ type: 'message', content })),
    { type: 'sources', sources: sourcesOf(ids) },
  ];
  const raw = `${events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')}data: [DONE]\n\n`;
  return exchangeOf(call({ stream: true }), null, { raw, contentType: 'text/event-stream' });
};
const brokenBy = (words: RegExp) => ({ kind: 'broken', actual: expect.stringMatching(words) });

describe('a token', () => {
  it('names a source, also one split over two fragments of a stream', () => {
    expect(judges.tokensResolve(answer(['SW1', 'SW2'], 'Yes [SW1][SW2].'))).toBe('fine');
    expect(judges.tokensResolve(streamed(['SW1'], 'Yes [S', 'W1].'))).toBe('fine');
  });

  it('without a source breaks the rule, in a stream too, and where sources are null', () => {
    expect(judges.tokensResolve(answer(['SW1'], 'Yes [SW1] and [SW2].'))).toMatchObject(brokenBy(/\[SW2\].*SW1/));
    expect(judges.tokensResolve(streamed(['SW1'], 'Yes [S', 'W2].'))).toMatchObject(brokenBy(/\[SW2\]/));
    expect(judges.tokensResolve(answer(null, 'Yes [PM1].'))).toMatchObject(brokenBy(/no source/));
  });

  it('of another prefix is not judged, and a text without tokens holds nothing to judge', () => {
    expect(judges.tokensResolve(answer(['SW1'], 'As [FDA1] says; see [1] and [sw9].'))).toBe('nothing');
  });
});

describe('source ids', () => {
  it('are unique', () => {
    expect(judges.uniqueIds(answer(['SW1', 'PM1']))).toBe('fine');
    expect(judges.uniqueIds(answer(['SW1', 'PM1', 'SW1']))).toMatchObject(brokenBy(/sources\[0\] and sources\[2\]/));
    expect(judges.uniqueIds(answer(null))).toBe('nothing');
  });

  it('are capital letters and a number, of any prefix', () => {
    expect(judges.idForm(answer(['SW1', 'FDA12']))).toBe('fine');
    for (const id of ['1', 'sw1', 'S1', 'SW', 'SW-1', '[SW1]'])
      expect(judges.idForm(answer(['SW1', id])), id).toMatchObject({ kind: 'broken' });
    expect(judges.idForm(answer([1]))).toBe('nothing');
  });

  it('count from 1 in each prefix, in any order', () => {
    expect(judges.numbering(answer(['SW2', 'PM1', 'SW1']))).toBe('fine');
    expect(judges.numbering(answer(['SW0', 'SW1']))).toMatchObject(brokenBy(/0, 1/));
    expect(judges.numbering(answer(['PF7']))).toBe('nothing');
  });

  it('with a gap are tolerated, also where one count runs over all prefixes', () => {
    expect(judges.numbering(answer(['SW1', 'SW3']))).toMatchObject({ kind: 'tolerated' });
    expect(judges.numbering(answer(['SW1', 'PM2']))).toMatchObject({ kind: 'tolerated' });
  });
});

describe('literature', () => {
  const pro = { model: 'svc-chat-pro-v1' };
  it('is cited by the pro model only', () => {
    expect(judges.pmProOnly(answer(['SW1'], '[SW1]'))).toBe('fine');
    expect(judges.pmProOnly(answer(['SW1', 'PM1']))).toMatchObject(brokenBy(/sources\[1\]/));
    expect(judges.pmProOnly(streamed([], 'See [PM1].'))).toMatchObject(brokenBy(/\[PM1\]/));
    expect(judges.pmProOnly(answer(['PM1'], '', pro))).toBe('nothing');
  });
});

describe('pages of PDFs', () => {
  const attached = { messages: [{ role: 'user', text: 'Why?', pdf_urls: ['https://a.example/b.pdf'] }] };
  it('are cited only where PDFs were attached', () => {
    expect(judges.pfOnlyWithPdf(answer(['SW1']))).toBe('fine');
    expect(judges.pfOnlyWithPdf(answer(['PF1']))).toMatchObject(brokenBy(/PF1/));
    expect(judges.pfOnlyWithPdf(answer(['SW1'], 'See [PF2].'))).toMatchObject(brokenBy(/\[PF2\]/));
    expect(judges.pfOnlyWithPdf(answer(['PF1'], '', attached))).toBe('nothing');
  });

  it('are not looked for in what is no answer', () => {
    expect(judges.pfOnlyWithPdf(exchangeOf(call(), {}))).toBe('nothing');
  });
});

import { describe, expect, it } from 'vitest';
import { exchangeOf } from '../judges/exchange.test-support.ts';
import * as judges from './judges.ts';

const asked = (extra: object = {}) => ({
  endpoint: 'chat' as const,
  body: { model: 'svc-chat-v1', messages: [], ...extra },
});
const answer = (body: unknown, extra: object = {}) => exchangeOf(asked(extra), body);
const acting = (...actions: readonly object[]) => answer({ steps: [{ description: 'Search', actions }] });
const search = (parts: object) =>
  acting({ type: 'search_official_source', input: { query: 'q' }, result: [], ...parts });
const brokenBy = (words: RegExp) => ({ kind: 'broken', actual: expect.stringMatching(words) });

describe('an answer without a stream', () => {
  it('is one JSON object', () => {
    expect(judges.oneObject(answer({ message: '' }))).toBe('fine');
    expect(judges.oneObject(answer([{ message: '' }]))).toMatchObject(brokenBy(/It is \[/));
  });

  it('is no event stream, whatever its label', () => {
    const raw = 'data: {"type":"message","content":"a"}\n\ndata: [DONE]\n\n';
    for (const contentType of ['text/event-stream', 'application/json'])
      expect(judges.oneObject(exchangeOf(asked(), null, { raw, contentType }))).toMatchObject(brokenBy(/event stream/));
  });

  it('that is no JSON at all is left to the rule of its label', () => {
    expect(judges.oneObject(exchangeOf(asked(), null, { raw: '<h1>It works</h1>' }))).toBe('nothing');
  });
});

describe('a search action', () => {
  it('has a string query in its input', () => {
    expect(judges.searchInput(search({}))).toBe('fine');
    expect(judges.searchInput(search({ input: { q: 'q' } }))).toMatchObject(brokenBy(/actions\[0\].input/));
    expect(judges.searchInput(search({ input: 'q' }))).toBe('nothing');
  });

  it('lists results with title, url and content', () => {
    const result = { title: 't', url: 'u', content: 'c' };
    expect(judges.searchResult(search({ result: [result, { ...result, more: 1 }] }))).toBe('fine');
    expect(judges.searchResult(search({ result: [result, { title: 't', url: 'u' }] }))).toMatchObject(
      brokenBy(/result\[1\] has no `content`/),
    );
    expect(judges.searchResult(search({ result: ['u'] }))).toMatchObject(brokenBy(/result\[0\] is "u"/));
    expect(judges.searchResult(search({ result: [{ ...result, content: null }] }))).toMatchObject({
      kind: 'tolerated',
    });
    expect(judges.searchResult(search({ result: [] }))).toBe('nothing');
  });

  it('names what it found: an empty title or text warns, an empty address is none', () => {
    const result = { title: 't', url: 'u', content: 'c' };
    const judged = (parts: object): unknown =>
      judges.searchResult(search({ result: [result, { ...result, ...parts }] }));
    expect(judged({ title: '' })).toMatchObject({ kind: 'tolerated' });
    expect(judged({ content: '' })).toMatchObject({ kind: 'tolerated' });
    expect(judged({ title: '', url: '' })).toMatchObject(brokenBy(/result\[1\]\.url is empty/));
  });

  it('of another type is nobody’s business', () => {
    const other = acting({ type: 'think', input: {}, result: [1] });
    expect([judges.searchInput(other), judges.searchResult(other)]).toEqual(['nothing', 'nothing']);
  });
});

describe('follow-up questions that nobody asked for', () => {
  it('are null', () => {
    expect(judges.followUpsNull(answer({ follow_up_questions: null }))).toBe('fine');
    expect(
      judges.followUpsNull(answer({ follow_up_questions: ['Why?'] }, { include_follow_ups: false })),
    ).toMatchObject(brokenBy(/Why/));
  });

  it('are not looked for where somebody asked, or where the field itself is wrong', () => {
    expect(judges.followUpsNull(answer({ follow_up_questions: ['Why?'] }, { include_follow_ups: true }))).toBe(
      'nothing',
    );
    for (const wrong of [[], undefined, 'Why?'])
      expect(judges.followUpsNull(answer({ follow_up_questions: wrong }))).toBe('nothing');
  });
});

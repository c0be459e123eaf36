import { describe, expect, it } from 'vitest';
import { judgeField } from './fields.ts';

const source = { id: 'SW1', title: 'Asthma', url: 'https://who.int/asthma', relevance_score: 1 };
const chat = (change: object): object => ({
  steps: [],
  message: 'Yes.',
  sources: [source, { ...source, id: 'SW2', ...change }],
  follow_up_questions: null,
});
const result = { title: 'Asthma', url: 'https://who.int', content: 'Text', score: 0 };
const finder = (change: object): object => ({
  id: 'fnd_1',
  object: 'finder.result',
  created: 1,
  model: 'svc-finder-v1',
  query: 'q',
  answer: null,
  results: [{ ...result, ...change }],
  usage: { query_count: 1 },
  response_time: 0.1,
});
const catalogue = (change: object): object => ({
  version: '1',
  generated_at: '2026-01-01T00:00:00Z',
  total_domains: 0,
  domains: [],
  categories: [],
  ...change,
});
const error = (message: string): object => ({
  error: { message, type: 'server_error', code: 'internal_error', param: null },
});

describe('an empty text (S37)', () => {
  it.each([
    ['chat.response.source-title', chat({ title: '' })],
    ['finder.response.result-title', finder({ title: '' })],
    ['finder.response.result-content', finder({ content: '' })],
    ['domains.response.version', catalogue({ version: '' })],
  ])('is tolerated by %s', (rule, answer) => {
    expect(judgeField(rule, answer)).toMatchObject({ kind: 'tolerated', actual: expect.stringContaining('is empty') });
  });

  it.each([
    ['chat.response.source-url', chat({ url: '' })],
    ['chat.response.source-title', chat({ id: 'PF1', title: '' })],
    ['finder.response.result-url', finder({ url: '' })],
    ['errors.envelope-message', error('')],
    ['events.error-message', { type: 'error', ...error('') }],
  ])('breaks %s', (rule, answer) => {
    expect(judgeField(rule, answer)).toMatchObject({ kind: 'broken', actual: expect.stringContaining('is empty') });
  });

  it('is not looked for in fields that may be empty', () => {
    expect(judgeField('chat.response.message', chat({}))).toBe('fine');
    expect(judgeField('finder.response.query', { ...finder({}), query: '' })).toBe('fine');
  });
});

describe('the address of a source (S38)', () => {
  it.each(['/guidelines/asthma', 'who.int/asthma', 'urn:isbn:0451450523', 'ftp://who.int/a', 'https://'])(
    '%s is tolerated, and broken for an attached page',
    (url) => {
      expect(judgeField('chat.response.source-url', chat({ url }))).toMatchObject({ kind: 'tolerated' });
      expect(judgeField('chat.response.source-url', chat({ id: 'PF1', url }))).toMatchObject({ kind: 'broken' });
    },
  );

  it.each(['http://who.int', 'HTTPS://WHO.int/喘息 a?b#c'])('%s is fine', (url) => {
    expect(judgeField('chat.response.source-url', chat({ url }))).toBe('fine');
  });

  it('names the source that breaks the rule, though an earlier one is merely odd', () => {
    const sources = [
      { ...source, url: 'a' },
      { ...source, id: 'PF2', url: 'b' },
    ];
    expect(judgeField('chat.response.source-url', { ...chat({}), sources })).toMatchObject({
      kind: 'broken',
      actual: expect.stringContaining('`sources[1].url`'),
    });
  });
});

describe('the moment of a snapshot (S32)', () => {
  const judged = (moment: unknown): unknown =>
    judgeField('domains.response.generated-at', catalogue({ generated_at: moment }));

  it('passes in a common form, warns in a rare one and fails in any other', () => {
    expect(judged('2026-01-01T09:00:00+09:00')).toBe('fine');
    expect(judged('2026-W01-4T09:00:00Z')).toMatchObject({ kind: 'tolerated' });
    expect(judged('1 January 2026')).toMatchObject({ kind: 'broken' });
    expect(judged(1_767_225_600)).toMatchObject({ kind: 'broken' });
  });
});

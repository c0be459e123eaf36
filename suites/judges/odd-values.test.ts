import { describe, expect, it } from 'vitest';
import { judgeField } from './fields.ts';

const source = { id: 'SW1', title: 'Asthma', url: 'https://who.int/asthma', relevance_score: 1 };
const chat = (change: object): object => ({
  steps: [],
  message: 'Yes.',
  sources: [source, { ...source, id: 'SW2', ...change }],
  follow_up_questions: null,
});
describe('the address of a source (S38)', () => {
  it.each(['/guidelines/asthma', 'who.int/asthma', 'urn:isbn:0451450523', 'ftp://who.int/a', 'https://'])(
    '%s is tolerated, and broken for an attached page',
    (url) => {
      expect(judgeField('chat.response.source-url', chat({ url }))).toMatchObject({ kind: 'tolerated' });
      expect(judgeField('chat.response.source-url', chat({ id: 'PF1', url }))).toMatchObject({ kind: 'broken' });
    },
  );

  it('empty, or beside an empty title of an attached page, breaks the rule', () => {
    expect(judgeField('chat.response.source-url', chat({ url: '' }))).toMatchObject({ kind: 'broken' });
    expect(judgeField('chat.response.source-title', chat({ id: 'PF1', title: '' }))).toMatchObject({ kind: 'broken' });
  });

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

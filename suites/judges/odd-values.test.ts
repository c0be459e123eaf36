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

  it('says what is odd: no address of the web, or one that no parser takes', () => {
    const odd = (url: string) => judgeField('chat.response.source-url', chat({ url }));
    expect(odd('who.int/a')).toMatchObject({ actual: expect.stringContaining('no absolute http or https address') });
    expect(odd('https://xn--a--b1.gov/')).toMatchObject({ actual: expect.stringContaining('that URL parsers refuse') });
  });

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

describe('the moment of an answer (S22)', () => {
  const created = (moment: number): unknown =>
    judgeField('rerank.response.created', { id: 'rrk_0', object: 'rerank', created: moment });
  const now = Math.floor(Date.now() / 1_000);

  it.each([946_684_800, 1_767_225_600, now, now + 300 * 86_400])('%i is fine', (moment) =>
    expect(created(moment)).toBe('fine'),
  );

  it.each([0, 29_000_000, now + 400 * 86_400])('%i is tolerated', (moment) =>
    expect(created(moment)).toMatchObject({ kind: 'tolerated' }),
  );
});

describe('follow-up questions (S37)', () => {
  const asked = (...questions: readonly string[]): unknown =>
    judgeField('chat.response.follow-ups', { ...chat({}), follow_up_questions: questions });

  it('are odd where one is blank or comes twice', () => {
    expect(asked('Why?', 'How?')).toBe('fine');
    expect(asked('Why?', ' ')).toMatchObject({ kind: 'tolerated' });
    expect(asked('Why?', 'Why?')).toMatchObject({ kind: 'tolerated' });
  });
});

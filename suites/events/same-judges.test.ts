import { describe, expect, it } from 'vitest';
import { exchangeOf } from '../judges/exchange.test-support.ts';
import type { Exchange } from '../target/exchange.ts';
import { type PairJudge, sameFollowUps, sameMessage, sameSources, sameSteps } from './same-judges.ts';
import {
  good,
  message,
  questions,
  rawStream,
  source,
  sources,
  steps,
  streamed,
  streamText,
} from './stream.test-support.ts';

const answer = {
  steps: [
    { description: 'Search', actions: [{ type: 'x' }] },
    { description: 'Write', actions: [] },
  ],
  message: 'Inhalers help [SW1].',
  sources: [{ ...source, extra: true }],
  follow_up_questions: null as unknown,
};
const plain = (change: object = {}): Exchange => exchangeOf({ endpoint: 'chat', body: {} }, { ...answer, ...change });
const asked = { include_follow_ups: true };
const differs = (actual: string) =>
  expect.objectContaining({ kind: 'broken', actual: expect.stringContaining(actual) });

describe('a stream and the answer without one', () => {
  it.each<[string, PairJudge]>([
    ['message', sameMessage],
    ['sources', sameSources],
    ['steps', sameSteps],
  ])('agree on the %s, unknown fields and actions aside', (_name, judge) => {
    expect(judge(streamed(good), plain())).toBe('fine');
  });

  it('agree on follow-up questions, and on none: `[]` stands for null', () => {
    const some = plain({ follow_up_questions: ['Why?'] });
    expect(sameFollowUps(streamed([...good, questions('Why?')], asked), some)).toBe('fine');
    expect(sameFollowUps(streamed([...good, questions()], asked), plain())).toBe('fine');
    expect(sameSources(streamed([...good, sources()]), plain({ sources: null }))).toBe('fine');
  });

  it('agree however a fragment cuts a token or a character', () => {
    const events = ['Inhalers help [S', 'W1', '] \ud83d', '\ude00'].map(message);
    expect(sameMessage(streamed([...events, sources()]), plain({ message: 'Inhalers help [SW1] 😀' }))).toBe('fine');
  });

  it('differ where a fragment was lost, cut or sent twice', () => {
    const said = (...parts: readonly string[]) => sameMessage(streamed([...parts.map(message), sources()]), plain());
    expect(said('Inhalers ', '[SW1].')).toEqual(differs('at character 9: the stream has "Inhalers [SW1]."'));
    expect(said('Inhalers', 'help [SW1].')).toEqual(differs('at character 8'));
    expect(said('Inhalers ', 'Inhalers help [SW1].')).toEqual(differs('(29 characters in all)'));
    expect(said('Inhalers help [SW1].', ' More.')).toEqual(differs('at character 20'));
  });

  it('differ where a source changed, moved or is missing', () => {
    const other = { ...source, id: 'SW2' };
    const both = plain({ sources: [source, other] });
    expect(sameSources(streamed([sources(other, source)]), both)).toEqual(differs('Item 0 is ["SW2"'));
    expect(sameSources(streamed([sources(source)]), both)).toEqual(
      differs('Item 1 is missing in the stream (1 items)'),
    );
    expect(sameSources(streamed([sources({ ...source, relevance_score: 0.8 })]), plain())).toEqual(differs('0.8'));
    expect(sameSources(streamed([sources(source)]), plain({ sources: null }))).toEqual(
      differs('missing in the answer (0)'),
    );
  });

  it('are compared by the last snapshot', () => {
    expect(sameSources(streamed([sources(), sources(source)]), plain())).toBe('fine');
    expect(sameSteps(streamed([...good.slice(0, 1), sources()]), plain())).toEqual(differs('Item 1 is missing'));
  });

  it('differ where steps or questions do', () => {
    expect(sameSteps(streamed([steps('Search', 'Think'), sources()]), plain())).toEqual(differs('"Think"'));
    const some = plain({ follow_up_questions: ['Why?'] });
    expect(sameFollowUps(streamed([...good, questions('How?')], asked), some)).toEqual(differs('"How?"'));
  });

  it('are not compared where a field rule has something to say', () => {
    expect(sameMessage(streamed([{ type: 'message', text: 'a' }, sources()]), plain())).toBe('nothing');
    expect(sameMessage(streamed(good), plain({ message: 7 }))).toBe('nothing');
    expect(sameSources(streamed([sources({ ...source, url: 1 })]), plain())).toBe('nothing');
    expect(sameSources(streamed([{ type: 'sources', sources: null }]), plain())).toBe('nothing');
    expect(sameSteps(streamed([{ type: 'steps', steps: [{}] }, sources()]), plain())).toBe('nothing');
    expect(sameFollowUps(streamed([...good, questions(1)], asked), plain())).toBe('nothing');
    expect(sameFollowUps(streamed(good), plain())).toBe('nothing');
  });

  it('are not compared where the stream was cut short: its end has a rule of its own', () => {
    const cut = rawStream(streamText(...good.slice(0, 3)).replace('data: [DONE]\n\n', ''));
    expect(sameMessage(cut, plain())).toBe('nothing');
  });
});

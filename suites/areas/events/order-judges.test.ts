import { describe, expect, it } from 'vitest';
import { Unjudgeable } from '../../judges/judgement.ts';
import * as judges from './order-judges.ts';
import { failure, good, message, rawStream, sources, steps, streamed, streamText } from './stream.test-support.ts';

const asked = { include_follow_ups: true };
const without = (type: string): readonly object[] => good.filter((event) => Object(event).type !== type);

describe('the order of the success path', () => {
  it('says which events stand in the wrong order', () => {
    expect(judges.stepsFirst(streamed([message('a'), steps('a')]))).toMatchObject({
      actual: 'Event 1 is `message`, event 2 is `steps`.',
    });
  });

  it('has nothing to judge between types of which one is missing', () => {
    expect(judges.stepsFirst(streamed(without('steps')))).toBe('nothing');
    expect(judges.followUpsLast(streamed(good, asked))).toBe('nothing');
    expect(judges.stepsGrow(streamed([steps('a')]))).toBe('nothing');
  });
});

describe('follow-up questions that were not asked for', () => {
  const questions = { type: 'follow_up_questions', follow_up_questions: [] };
  it('break the rule in any stream, but not after an error: another rule judges what follows it', () => {
    expect(judges.followUpsUnasked(streamed([...good, questions]))).toMatchObject({ kind: 'broken' });
    expect(judges.followUpsUnasked(streamed([questions, failure]))).toMatchObject({ kind: 'broken' });
    expect(judges.followUpsUnasked(streamed([...good.slice(0, 3), failure, questions]))).toBe('nothing');
  });
});

describe('an event that is missing', () => {
  it.each<[string, string]>([
    ['has no end', streamText(...without('sources')).replace('data: [DONE]\n\n', '')],
    ['ended too early', `${streamText(...without('sources'))}data: ${JSON.stringify(sources())}\n\n`],
    ['holds an event that is no JSON', streamText(...without('sources')).replace('data: [', 'data: oops\n\ndata: [')],
    ['holds an event without a type', streamText(...without('sources'), { sources: [] })],
  ])('is not missed in a stream that %s', (_state, raw) => {
    expect(judges.sourcesPresent(rawStream(raw))).toBe('nothing');
  });

  it('is not missed in a stream that failed in-band: such a stream tells nothing of the success path', () => {
    const failed = streamed([...good.slice(0, 3), failure]);
    expect(() => judges.sourcesPresent(failed)).toThrow(Unjudgeable);
    expect(() => judges.messageSeveral(failed)).toThrow('internal_error');
    expect(judges.stepsFirst(failed)).toBe('fine');
  });
});

describe('the fragments of an answer', () => {
  const said = (...fragments: readonly string[]) => judges.messageDelta(streamed(fragments.map(message)));

  it('are appended', () => {
    expect(said('Inhalers ', 'help ', '[SW1].')).toBe('fine');
    expect(said('Inhalers help [SW1].')).toBe('fine');
    expect(said('', '')).toBe('nothing');
    expect(said('no ', 'no ', 'no ', 'no no no ')).toBe('fine');
    expect(said('I', 'In', 'Inhalers help')).toBe('fine');
    expect(said('Inhalers help with asthma. ', 'Inhalers help with asthma. ')).toBe('fine');
  });

  it('are neither the text so far nor the whole text again', () => {
    const [one, two, whole] = ['Inhalers ', 'Inhalers help ', 'Inhalers help with asthma.'];
    expect(said(one, two, whole)).toMatchObject({ kind: 'broken' });
    expect(said(one, '', two, whole, whole)).toMatchObject({ kind: 'broken' });
    expect(said(one, 'help ', 'with asthma.\n', whole)).toMatchObject({
      actual: 'Event 4 repeats the whole text of the 3 fragments before it.',
    });
  });
});

import { describe, expect, it } from 'vitest';
import { Unjudgeable } from '../judges/judgement.ts';
import * as order from './order-judges.ts';
import {
  failure,
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

const { lacks: _lacks, ...judges } = order;
const names = Object.keys(judges) as (keyof typeof judges)[];
const asked = { include_follow_ups: true };
const red = (events: readonly unknown[], request: object = {}): string[] =>
  names.filter((name) => typeof judges[name](streamed(events, request)) === 'object');
const without = (type: string): readonly object[] => good.filter((event) => Object(event).type !== type);

describe('the order of the success path', () => {
  it('is fine with and without follow-up questions', () => {
    expect(red(good)).toEqual([]);
    expect(red([...good, questions('Why?')], asked)).toEqual([]);
    expect(red([...good, questions()], asked)).toEqual([]);
  });

  it('allows unknown types anywhere, and a snapshot of sources given twice', () => {
    const ping = { type: 'ping' };
    expect(red([ping, ...good.flatMap((event) => [event, ping]), sources(source), ping])).toEqual([]);
  });

  it.each<[string, readonly unknown[], object, readonly string[]]>([
    ['no steps', without('steps'), {}, ['stepsPresent']],
    ['one steps event', good.slice(1), {}, ['stepsSeveral']],
    ['no message', without('message'), {}, ['messagePresent']],
    ['one message event', [...good.slice(0, 3), sources(source)], {}, ['messageSeveral']],
    ['no sources', without('sources'), {}, ['sourcesPresent']],
    ['no follow-up questions though asked for', good, asked, ['followUpsPresent']],
    ['follow-up questions unasked', [...good, questions()], {}, ['followUpsUnasked']],
    [
      'follow-up questions unasked, with false',
      [...good, questions()],
      { include_follow_ups: false },
      ['followUpsUnasked'],
    ],
    ['steps after the first message', [...good.slice(0, 3), steps('a', 'b'), ...good.slice(3)], {}, ['stepsFirst']],
    [
      'sources before the messages',
      [...good.slice(0, 2), sources(), message('a'), message('b')],
      {},
      ['sourcesAfterMessage'],
    ],
    [
      'sources between messages, and again',
      [...good.slice(0, 3), sources(), ...good.slice(3)],
      {},
      ['sourcesAfterMessage'],
    ],
    ['questions before sources', [...good.slice(0, 4), questions(), sources()], asked, ['followUpsLast']],
    ['fewer steps than before', [steps('a', 'b'), ...good], {}, ['stepsGrow']],
  ])('is broken by %s', (_defect, events, request, expected) => expect(red(events, request)).toEqual(expected));

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

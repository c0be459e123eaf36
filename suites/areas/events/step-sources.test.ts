import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../http/exchange/exchange.ts';
import { stepActionsSlot, stepSourcesFinal, stepSourcesOnce, stepsAdded } from './step-sources.ts';
import { message, source, sources, streamed } from './stream.test-support.ts';

const other = { ...source, id: 'PM1' };
const page = { ...source, id: 'PF1' };
const step = (actions: number, ...held: readonly (readonly object[])[]): object => ({
  description: 'Search',
  actions: Array.from({ length: actions }, () => ({})),
  ...(held[0] === undefined ? {} : { sources: held[0] }),
});
const snapshot = (...steps: readonly object[]): object => ({ type: 'steps', steps });
const stream = (...snapshots: readonly object[]): Exchange =>
  streamed([...snapshots, message('Yes [SW1].'), sources(page, source, other)]);

describe('the steps of a stream', () => {
  it.each<[string, Exchange]>([
    ['one step searched', stream(snapshot(step(0)), snapshot(step(1, [source, other])))],
    ['sources come in another order', stream(snapshot(step(1, [other, source])))],
    ['sources come before the actions', stream(snapshot(step(0, [source, other])), snapshot(step(1, [source, other])))],
    ['pages are on the step, too', stream(snapshot(step(2, [page, source, other])))],
  ])('are fine where %s', (_what, one) => {
    expect([stepSourcesOnce(one), stepActionsSlot(one), stepSourcesFinal(one)]).toEqual(['fine', 'fine', 'fine']);
  });

  it('need no sources and no actions', () => {
    expect(stepSourcesOnce(stream(snapshot(step(0))))).toBe('nothing');
    expect(stepActionsSlot(stream(snapshot(step(0))))).toBe('nothing');
    expect(stepActionsSlot(stream(snapshot(step(0, [page]))))).toBe('nothing');
  });

  it('tell nothing in a stream that broke off while it searched', () => {
    expect(stepActionsSlot(streamed([snapshot(step(0, [source]))]))).toBe('nothing');
  });

  it('have sources on the step that searched alone', () => {
    const all = [source, other];
    expect(stepSourcesOnce(stream(snapshot(step(0, all), step(1, all))))).toMatchObject({ kind: 'tolerated' });
    expect(stepSourcesOnce(stream(snapshot(step(1, [source]), step(1, [other]))))).toMatchObject({ kind: 'tolerated' });
    expect(stepSourcesOnce(stream(snapshot(step(0, []), step(1, all))))).toMatchObject({ kind: 'tolerated' });
    expect(stepSourcesOnce(stream(snapshot(step(1, all)), snapshot(step(1))))).toMatchObject({ kind: 'tolerated' });
  });

  it('keep their actions, and have some where they hold sources', () => {
    expect(stepActionsSlot(stream(snapshot(step(2)), snapshot(step(1))))).toMatchObject({ kind: 'broken' });
    expect(stepActionsSlot(stream(snapshot(step(0, [source]))))).toMatchObject({ kind: 'tolerated' });
  });

  it('are added to in some stream of a run, or their actions are', () => {
    const still = stream(snapshot(step(1)), snapshot(step(1)));
    expect(stepsAdded([still])).toMatchObject({ kind: 'broken' });
    expect(stepsAdded([still, stream(snapshot(step(1)))])).toMatchObject({ kind: 'broken' });
    expect(stepsAdded([still, stream(snapshot(step(0)), snapshot(step(1)))])).toBe('fine');
    expect(stepsAdded([still, stream(snapshot(step(1)), snapshot(step(1), step(0)))])).toBe('fine');
    expect(stepsAdded([stream(snapshot(step(1)))])).toBe('fine');
  });

  it('hold all that was searched for', () => {
    expect(stepSourcesFinal(stream(snapshot(step(1, [source]))))).toMatchObject({
      kind: 'tolerated',
      actual: 'No step holds PM1, which the final event has.',
    });
  });
});

import { expect, it } from 'vitest';
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

it('the steps of a stream are fine where attached pages are on the step, too', () => {
  const one = stream(snapshot(step(2, [page, source, other])));
  expect([stepSourcesOnce(one), stepActionsSlot(one), stepSourcesFinal(one)]).toEqual(['fine', 'fine', 'fine']);
});

it('the steps of a stream need no actions where they hold pages alone, nor in a stream that broke off while it searched', () => {
  expect(stepActionsSlot(stream(snapshot(step(0, [page]))))).toBe('nothing');
  expect(stepActionsSlot(streamed([snapshot(step(0, [source]))]))).toBe('nothing');
});

it('the steps of a stream are added to in some stream of a run, or their actions are', () => {
  const still = stream(snapshot(step(1)), snapshot(step(1)));
  expect(stepsAdded([still, stream(snapshot(step(1)))])).toMatchObject({ kind: 'broken' });
  expect(stepsAdded([still, stream(snapshot(step(0)), snapshot(step(1)))])).toBe('fine');
  expect(stepsAdded([still, stream(snapshot(step(1)), snapshot(step(1), step(0)))])).toBe('fine');
  expect(stepsAdded([stream(snapshot(step(1)))])).toBe('fine');
});

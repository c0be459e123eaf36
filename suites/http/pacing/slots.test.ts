import { expect, it } from 'vitest';
import { Slots } from './slots.ts';

/** Runs `count` pieces of work that end together, and gives how many ran at once at most. */
async function most(slots: Slots, count: number): Promise<number> {
  let [running, seen] = [0, 0];
  const work = async (): Promise<void> => {
    running += 1;
    seen = Math.max(seen, running);
    await new Promise((resolve) => setTimeout(resolve, 2));
    running -= 1;
  };
  await Promise.all(Array.from({ length: count }, () => slots.run(work)));
  return seen;
}

it('slots let so many run at once and no more', async () => {
  expect(await most(new Slots(3), 10)).toBe(3);
});

it('slots keep some for others while slow work waits', async () => {
  const slots = new Slots(8);
  const never = new Promise<void>(() => undefined);
  for (let at = 0; at < 20; at += 1) void slots.runSlow(() => never);
  await new Promise(setImmediate);
  expect(await most(slots, 10)).toBe(2);
  expect(await new Slots(1).runSlow(async () => 'done')).toBe('done');
});

it('slots halve for a crowd of refusals, once, and grow back with good answers', async () => {
  const slots = new Slots(8);
  slots.shrink();
  slots.shrink();
  expect(await most(slots, 20)).toBe(4);
  for (let at = 0; at < 200; at += 1) slots.grow();
  expect(await most(slots, 20)).toBe(8);
});

it('slots grow more slowly where more were too many again and again', async () => {
  const slots = new Slots(2);
  for (let at = 0; at < 3; at += 1) {
    slots.shrink();
    await new Promise((resolve) => setTimeout(resolve, 260));
  }
  for (let at = 0; at < 15; at += 1) slots.grow();
  expect(await most(slots, 4)).toBe(1);
  slots.grow();
  expect(await most(slots, 4)).toBe(2);
});

it('slots free a slot when the work fails', async () => {
  const slots = new Slots(1);
  await expect(slots.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await most(slots, 2)).toBe(1);
});

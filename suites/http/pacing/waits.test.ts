import { expect, it } from 'vitest';
import { Waits } from './waits.ts';

it('the wait that began first is told until it ends, however it ends', async () => {
  const waits = new Waits();
  let end: (error: Error) => void = () => undefined;
  const first = waits.during('first', () => new Promise((_, reject) => (end = reject)));
  const second = waits.during('second', async () => 2);
  expect(waits.longest()?.why).toBe('first');
  end(new Error('lost'));
  await expect(first).rejects.toThrow('lost');
  expect(await second).toBe(2);
  expect(waits.longest()).toBeUndefined();
});

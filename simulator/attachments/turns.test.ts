import { describe, expect, it } from 'vitest';
import { createTurns } from './turns.ts';

describe('turns', () => {
  it('are given to so many at once, then in order', async () => {
    const turns = createTurns(2, 10);
    const order: string[] = [];
    const [first, second] = await Promise.all([turns.take(), turns.take()]);
    const third = turns.take().then((giveBack) => [order.push('third'), giveBack?.()]);
    const fourth = turns.take().then((giveBack) => [order.push('fourth'), giveBack?.()]);
    await Promise.resolve();
    expect(order).toEqual([]);
    first?.();
    await Promise.all([third, fourth]);
    expect(order).toEqual(['third', 'fourth']);
    second?.();
  });

  it('are refused when too many wait', async () => {
    const turns = createTurns(1, 1);
    const giveBack = await turns.take();
    const waiting = turns.take();
    expect(await turns.take()).toBeNull();
    giveBack?.();
    expect(await waiting).not.toBeNull();
  });

  it('given back twice count once', async () => {
    const turns = createTurns(1, 0);
    const giveBack = await turns.take();
    giveBack?.();
    giveBack?.();
    expect(await turns.take()).not.toBeNull();
    expect(await turns.take()).toBeNull();
  });

  it('are not kept for one who has gone', async () => {
    const turns = createTurns(1, 5);
    const giveBack = await turns.take();
    const caller = new AbortController();
    const gone = turns.take(caller.signal);
    const next = turns.take();
    caller.abort(new Error('gone'));
    await expect(gone).rejects.toThrow('gone');
    giveBack?.();
    expect(await next).not.toBeNull();
    await expect(turns.take(caller.signal)).rejects.toThrow('gone');
  });
});

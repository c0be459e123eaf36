import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { createProgress } from './progress.ts';

function screen(isTTY: boolean, columns = 80) {
  const written: string[] = [];
  return { written, isTTY, columns, write: (text: string) => written.push(text) };
}

function clock() {
  let ms = 0;
  return { now: () => ms, pass: (by: number) => (ms += by) };
}

const state = { failed: 0, requests: 10, micros: 150_000, current: 'chat.stream.one-done' };

describe('createProgress on a terminal', () => {
  it('redraws one line, at limited intervals, and clears it at the end', () => {
    const stream = screen(true);
    const { now, pass } = clock();
    const progress = createProgress(stream, 100, { now });
    progress.update({ ...state, done: 1 });
    progress.update({ ...state, done: 2 });
    pass(80);
    progress.update({ ...state, done: 3 });
    progress.end();
    expect(stream.written).toHaveLength(3);
    expect(stream.written[1]).toContain('3/100 rules, 0 failed, 10 requests, at most $0.15  chat.stream');
    expect(stream.written.every((text) => text.startsWith('\r\u001b[K') && !text.includes('\n'))).toBe(true);
    expect(stream.written[2]).toBe('\r\u001b[K');
  });

  it('writes plain lines where a line cannot be redrawn', () => {
    const stream = screen(true);
    createProgress(stream, 100, { now: () => 0, redraw: false }).update({ ...state, done: 1 });
    expect(stream.written).toEqual(['1/100 rules, 0 failed, 10 requests, at most $0.15\n']);
  });

  it.each([20, 40, 80, 200])('never wraps in a window of %i columns', (columns) => {
    const stream = screen(true, columns);
    createProgress(stream, 100, { now: () => 0 }).update({ ...state, done: 50, current: 'x\u001b[2J'.repeat(100) });
    expect(stringWidth(stream.written[0]?.replace('\r\u001b[K', '') ?? '')).toBeLessThan(columns);
    expect(stream.written[0]?.split('\u001b')).toHaveLength(2);
  });
});

describe('createProgress elsewhere', () => {
  it('writes plain lines, now and then and for the last rule', () => {
    const stream = screen(false);
    const { now, pass } = clock();
    const progress = createProgress(stream, 4, { now, colour: true });
    for (const done of [1, 2, 3, 4]) {
      progress.update({ ...state, done });
      pass(2600);
    }
    progress.end();
    expect(stream.written).toEqual([1, 3, 4].map((n) => `${n}/4 rules, 0 failed, 10 requests, at most $0.15\n`));
  });

  it('says nothing twice while one rule takes long', () => {
    const stream = screen(false);
    const { now, pass } = clock();
    const progress = createProgress(stream, 4, { now });
    for (let i = 0; i < 5; i++) {
      progress.update({ ...state, done: 1 });
      pass(60_000);
    }
    expect(stream.written).toHaveLength(1);
  });
});

describe('what is waited for', () => {
  const wait = { why: 'rerank has not answered yet', ms: 23_400 };
  const line = '3/4 rules, 0 failed, waiting for 23 s: rerank has not answered yet';

  it('takes the place of bar and rule on a terminal', () => {
    const stream = screen(true);
    createProgress(stream, 4, { now: () => 0 }).update({ ...state, done: 3, wait });
    expect(stream.written[0]).toMatch(new RegExp(`^\\r\u001b\\[K${line}`));
  });

  it('is one plain line for each reason elsewhere', () => {
    const stream = screen(false);
    const { now, pass } = clock();
    const progress = createProgress(stream, 4, { now });
    for (const ms of [5_000, 23_400, 60_000]) {
      progress.update({ ...state, done: 3, wait: ms === 5_000 ? wait : { ...wait, ms } });
      pass(6_000);
    }
    progress.update({ ...state, done: 3, wait: { why: 'finder has not answered yet', ms: 4_000 } });
    expect(stream.written).toEqual([
      `${line}\n`,
      '3/4 rules, 0 failed, waiting for 4 s: finder has not answered yet\n',
    ]);
  });
});

describe('createProgress on a stream that is gone', () => {
  it('stops when a write throws', () => {
    let writes = 0;
    const write = () => {
      writes += 1;
      throw new Error('write EPIPE');
    };
    const progress = createProgress({ write, isTTY: true }, 2, { now: () => 0 });
    progress.update({ ...state, done: 1 });
    // The last state always shows.
    progress.update({ ...state, done: 2 });
    progress.end();
    expect(writes).toBe(1);
  });

  it('stops when the stream reports an error', () => {
    const listeners: ((error: Error) => void)[] = [];
    const stream = {
      ...screen(true),
      on: (_event: 'error', listener: (error: Error) => void) => listeners.push(listener),
    };
    const progress = createProgress(stream, 2, { now: () => 0 });
    for (const listener of listeners) listener(new Error('write EPIPE'));
    progress.update({ ...state, done: 1 });
    expect(listeners).toHaveLength(1);
    expect(stream.written).toEqual([]);
  });
});

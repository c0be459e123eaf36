import { expect, it } from 'vitest';
import { cutStream, type StreamEvent } from './stream-events.ts';

function read(...pieces: readonly string[]): readonly StreamEvent[] {
  const events: StreamEvent[] = [];
  const cutter = cutStream((event) => events.push(event));
  for (const [index, piece] of pieces.entries()) cutter.feed(piece, index * 10);
  cutter.end();
  return events;
}

const names = (events: readonly StreamEvent[]): readonly string[] => events.map(({ name }) => name);

it('joins events from any pieces, with the time of the last piece', () => {
  const events = read(
    'data: {"type":"mess',
    'age","content":"Hel"}\n\ndata: {"type":"message","content":"lo"}\n',
    '\n',
  );
  expect(events.map(({ name, milliseconds }) => [name, milliseconds])).toEqual([
    ['message', 10],
    ['message', 20],
  ]);
  expect(events.map(({ content }) => content).join('')).toBe('Hello');
});

it('reads lines that end with CR LF, comments and the end marker', () => {
  const events = read(': keep-alive\r\n\r\ndata: {"type":"sources","sources":[]}\r\n\r\ndata: [DONE]\r\n\r\n');
  expect(events.map(({ kind }) => kind)).toEqual(['comment', 'event', 'done']);
});

it('shows events that no client can read', () => {
  expect(names(read('data: {"type":\n\ndata: {"content":"x"}\n\nevent: ping\ndata: 1\n\n'))).toEqual([
    'not JSON',
    'no type',
    'ping',
  ]);
});

it('shows an event that was cut off', () => {
  expect(read('data: {"type":"sou')).toMatchObject([{ name: 'cut off', kind: 'strange', data: '{"type":"sou' }]);
  expect(names(read('data: [DONE]\n'))).toEqual(['cut off']);
});

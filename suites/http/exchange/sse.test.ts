import { expect, it } from 'vitest';
import { scanFraming } from './sse.ts';

const scan = (text: string) => scanFraming(new TextEncoder().encode(text));
const dataIn = (text: string) => scan(text).frames.map((frame) => frame.lines.map((line) => line.data));
const oddities = (text: string) => scan(text).oddities.join('; ');

it('finds nothing odd in `data: ` lines with blank lines between them', () => {
  const { oddities: odd, lines, utf8 } = scan('data: {"a":1}\n\ndata: [DONE]\n\n');
  expect([odd, lines.map(({ lineNumber }) => lineNumber), utf8]).toEqual([[], [1, 3], true]);
});

it('takes a line of blanks for a stray line, not for a blank one', () => {
  expect(dataIn('data: 1\n  \ndata: 2\n\n')).toEqual([['1', undefined, '2']]);
});

it('knows field names in lower case only', () => {
  expect(dataIn('Data: 1\n\n')).toEqual([[undefined]]);
});

it.each([
  ['data: 1\r\rdata: 2\r\r', 'lines ended by CR (first at line 1'],
  [': ping\n\ndata: 1\n\n', 'comment lines (first at line 1: ": ping")'],
  ['data: 1\nid: 7\n\n', '`id` lines (first at line 2'],
  ['retry: 3000\n\ndata: 1\n\n', '`retry` lines'],
  ['data: 1\n\n\n', 'blank lines that end no event (first at line 3'],
  ['\ndata: 1\n\n', 'blank lines that end no event (first at line 1'],
])('reports the oddity of %j and still reads its data', (text, oddity) => {
  expect(oddities(text)).toContain(oddity);
  expect(dataIn(text)[0]?.[0]?.trim()).toBe('1');
});

it('does not count the blank line after a comment as one too many', () => {
  expect(oddities(': ping\n\ndata: 1\n\n')).not.toContain('blank');
});

it('reports each kind of oddity once', () => {
  expect(scan(': a\n\n: b\n\n: c\n\n').oddities).toHaveLength(1);
});

it('tells UTF-8 that ends in the middle of a character', () => {
  expect(scanFraming(new TextEncoder().encode('data: é').slice(0, -1)).utf8).toBe(false);
});

it('does not break lines at Unicode line separators', () => {
  expect(dataIn('data: a\u2028b\u0085c\n\n')).toEqual([['a\u2028b\u0085c']]);
});

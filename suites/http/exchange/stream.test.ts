import { createParser } from 'eventsource-parser';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wireResponse } from './exchange.ts';
import { eventsOf, lacksOnlyDone, lastEventOf, messageOf, streamOf } from './stream.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const read = (text: string) => streamOf({ body: bytesOf(text) });
const steps = '{"type":"steps","steps":[]}';
const message = (content: string) => JSON.stringify({ type: 'message', content });
const types = (text: string) => read(text).events.map((item) => item.type);

describe('streamOf', () => {
  it('reads the events before the end marker', () => {
    const parsed = read(`data: ${steps}\n\ndata: ${message('a')}\n\ndata: [DONE]\n\n`);
    expect(parsed).toMatchObject({ doneAt: 2, endLine: { lineNumber: 5, text: 'data: [DONE]' }, linesAfterDone: [] });
    expect(parsed.events.map(({ index, type, wellFramed }) => [index, type, wellFramed])).toEqual([
      [0, 'steps', true],
      [1, 'message', true],
    ]);
  });

  it('reads a body once', () => {
    const response = { body: bytesOf('data: 1\n\n') };
    expect(streamOf(response)).toBe(streamOf(response));
  });

  it.each(['data:[DONE]', 'data: [DONE] ', 'data: "[DONE]"', 'data: [done]', 'data: DONE', '[DONE]'])(
    'takes %j for the end marker and shows how it was spelled',
    (line) => {
      expect(read(`data: ${steps}\n\n${line}\n\n`)).toMatchObject({ doneAt: 1, endLine: { text: line } });
    },
  );

  it.each(['{"type":"done"}', '{"type":"message","content":"[DONE]"}', '[DONE] now'])(
    'does not take %j for the end marker',
    (data) => {
      expect(read(`data: ${data}\n\n`).doneAt).toBe(-1);
    },
  );

  it('keeps everything after the first end marker, comments too', () => {
    const parsed = read(`data: [DONE]\n\n: bye\n\ndata: ${steps}\n\ndata: [DONE]\n\n`);
    expect(parsed.events).toEqual([]);
    expect(parsed.afterDone.map((item) => item.data)).toEqual([steps, '[DONE]']);
    expect(parsed.linesAfterDone.map((line) => line.lineNumber)).toEqual([3, 5, 7]);
  });

  it('recovers events that run together for want of a blank line', () => {
    const parsed = read(`data: ${steps}\ndata: ${message('a')}\ndata: [DONE]\n\n`);
    expect(parsed.events.map(({ type, wellFramed }) => [type, wellFramed])).toEqual([
      ['steps', false],
      ['message', false],
    ]);
    expect(parsed).toMatchObject({ doneAt: 2, endLine: { text: 'data: [DONE]' } });
  });

  it.each(['data: {"type":\ndata: "steps"}\n\n', 'data: {"type":\n"steps"}\n\n'])(
    'recovers one object from the lines %j',
    (text) => {
      expect(read(text).events).toMatchObject([{ type: 'steps', wellFramed: false }]);
    },
  );

  it('recovers events that lack `data:`, but no other stray lines', () => {
    expect(types(`${steps}\n\nhello\n\n{"a":1}\n\n`)).toEqual(['steps']);
  });
});

describe('what a stream holds', () => {
  const text = [message('a ['), message('SW1] b'), '{"type":"usage","content":"x"}', steps, '{"type":"message"}'];
  const parsed = read(text.map((data) => `data: ${data}\n\n`).join(''));

  it('joins the fragments of the message and passes over other events', () => {
    expect(messageOf(parsed)).toBe('a [SW1] b');
  });

  it('gives the events of one type in order, and the last of them', () => {
    expect(eventsOf(parsed, 'message').map((item) => item.index)).toEqual([0, 1, 4]);
    expect(lastEventOf(parsed, 'message')?.index).toBe(4);
    expect(lastEventOf(parsed, 'sources')).toBeUndefined();
  });
});

/** Lines that a stream may hold, sound and unsound. */
const line = fc.constantFrom(
  'data: {"type":"x"}',
  'data:é🫁',
  'data: ',
  'data',
  ': c',
  'event: e',
  'id: 1',
  'stray',
  '',
);
const end = fc.constantFrom('\n', '\r\n', '\r');
const anyStream = fc
  .tuple(fc.boolean(), fc.array(fc.tuple(line, end)), fc.constantFrom('', 'data: cut', ': cut', 'da'))
  .map(([mark, lines, cut]) => (mark ? '\uFEFF' : '') + lines.flat().join('') + cut);

describe('the scanner and eventsource-parser', () => {
  it('agree on every event that a blank line ends', () => {
    fc.assert(
      fc.property(anyStream, (text) => {
        const { framing, dispatched } = read(text);
        const scanned = framing.frames
          .filter((frame) => frame.closed)
          .map((frame) => frame.lines.flatMap((seen) => (seen.data === undefined ? [] : [seen.data])))
          .filter((lines) => lines.length > 0)
          .map((lines) => lines.join('\n'));
        expect(scanned).toEqual(dispatched);
      }),
      { numRuns: 2_000 },
    );
  });

  it('agree however the bytes of a sound stream are split on their way', () => {
    const sound = fc.array(fc.string({ unit: 'grapheme' }).map(message), { minLength: 1 });
    fc.assert(
      fc.property(sound, fc.infiniteStream(fc.integer({ min: 1, max: 9 })), (events, sizes) => {
        const text = [...events, '[DONE]'].map((data) => `data: ${data}\n\n`).join('');
        expect(clientView(bytesOf(text), sizes)).toEqual(read(text).dispatched);
        expect(read(text).events.map((item) => item.data)).toEqual(events);
      }),
    );
  });

  it('are not thrown by any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (body) => {
        expect(streamOf({ body }).framing.lines.length).toBeLessThanOrEqual(body.length);
      }),
    );
  });
});

function clientView(bytes: Uint8Array, sizes: Iterator<number>): string[] {
  const seen: string[] = [];
  const parser = createParser({ onEvent: (event) => seen.push(event.data) });
  const decoder = new TextDecoder();
  for (let at = 0; at < bytes.length; ) {
    const size = Number(sizes.next().value);
    parser.feed(decoder.decode(bytes.subarray(at, at + size), { stream: true }));
    at += size;
  }
  return seen;
}

describe('a stream without its end marker', () => {
  const sources = '{"type":"sources","sources":[]}';
  const lacks = (text: string, asksForFollowUps = false): boolean =>
    lacksOnlyDone(wireResponse({ status: 200, headers: [], body: bytesOf(text) }), asksForFollowUps);

  it('lacks only that where all else came', () => {
    expect(lacks(`data: ${message('a')}\n\ndata: ${sources}\n\n`)).toBe(true);
  });

  it('was cut off where more was due, or an event is not whole', () => {
    expect(lacks(`data: ${message('a')}\n\n`)).toBe(false);
    expect(lacks(`data: ${sources}\n\n`, true)).toBe(false);
    expect(lacks(`data: ${message('a').slice(0, -4)}\n\ndata: ${sources}\n\n`)).toBe(false);
    expect(lacks(`data: ${sources}\n\ndata: [DONE]\n\n`)).toBe(false);
  });
});

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Notation, notationParts, notations } from './exchange.ts';
import { toWire } from './wire.ts';

const sent = (body: unknown, notation: Notation) => {
  const { body: bytes } = toWire({ endpoint: 'embeddings', body, notation }, 'http://127.0.0.1:1', 'key');
  return Buffer.from(bytes ?? []).toString();
};

it.each<Notation>([...notations, ...notationParts])('a body in another notation %s is the same JSON', (notation) => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: 'binary' }), (body) => {
      expect(JSON.parse(sent(body, notation))).toEqual(JSON.parse(JSON.stringify(body)));
    }),
  );
});

it('a body in another notation has each part of the indented form by itself', () => {
  const text = (notation: Notation) => Buffer.from(sent({ a: 1, b: 2 }, notation)).toString();
  expect(notationParts.map(text)).toEqual([
    ' {"a":1,"b":2}',
    '{"a":1,"b":2}\n',
    '{\n  "a": 1,\n  "b": 2\n}',
    '{"b":2,"a":1}',
  ]);
});

it('a body in another notation in its indented form begins with a blank, ends with a line end, and has its fields in reverse order', () => {
  expect(sent({ n: 1, list: [{ a: 1, b: 2 }] }, 'indented')).toBe(
    ` ${JSON.stringify({ list: [{ b: 2, a: 1 }], n: 1 }, null, 2)}\n`,
  );
});

it.each([
  [{ input: 'Ménière/e' }, '{"input":"M\\u00e9ni\\u00e8r\\u0065\\/e"}'],
  [{ n: true, size: 1e21 }, '{"n":true,"siz\\u0065":1e+21}'],
  [{ input: '\ude00\u001e"\\e' }, '{"input":"\\ude00\\u001e\\"\\\\\\u0065"}'],
])('a body in another notation escapes one «e» of a text and no part of another escape: %j', (body, text) => {
  expect(sent(body, 'escaped')).toBe(text);
});

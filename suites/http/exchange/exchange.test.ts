import { deflateSync, gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { describeResponse, jsonOf, wireResponse } from './exchange.ts';
import { GarbledResponses, garbledFailure } from './garbled.ts';

const accent = Buffer.from('{"text":"Clé"}', 'latin1');

it('a body that is no JSON is told apart from one that is not UTF-8', () => {
  expect(jsonOf({ body: accent })).toEqual({ ok: false, reason: expect.stringMatching(/^the body is not UTF-8: /) });
  expect(jsonOf({ body: Buffer.from('<html>') })).toMatchObject({ reason: 'the body is no JSON: <html>' });
});

it.each([
  [gzipSync('{}'), 'bytes of gzip that Content-Encoding does not name (they begin with 1F8B0800)'],
  [deflateSync('{"error":null}'), 'bytes of deflate that Content-Encoding does not name (they begin with 789C'],
  [Buffer.from('\ufeff{}', 'utf16le'), '6 bytes in UTF-16 (they begin with FFFE7B00)'],
  [Buffer.from('x^2'), ': x^2'],
])('a body that is no JSON says in which encoding %s is, rather than to show it as text', (body, said) => {
  expect(jsonOf({ body })).toEqual({ ok: false, reason: expect.stringContaining(said) });
});

it('a body that is no JSON is quoted where it is none, if that is in the middle', () => {
  const body = Buffer.from(`{"data": [${'0.5, '.repeat(99)}NaN, ${'0.5, '.repeat(99)}1]}`);
  expect(jsonOf({ body })).toMatchObject({ reason: expect.stringMatching(/^the body is no JSON near "[^"]*NaN/) });
});

it('a web page is told by its title', () => {
  const page = (body: string) => describeResponse(wireResponse({ status: 403, body: Buffer.from(body) }));
  expect(page('<html><head><title>403 Forbidden</title></head><hr></html>')).toBe(
    'The target answered 403: the page "403 Forbidden"',
  );
  expect(page('<html><h1>No</h1></html>')).toBe('The target answered 403: <html><h1>No</h1></html>');
});

it('a body that is no JSON is told of by status and media type', () => {
  const response = { status: 200, headers: [['content-type', 'application/json']] as const, chunks: [] };
  expect(garbledFailure({ ...response, body: accent }).message).toMatch(
    /^the answer \(200 application\/json\) is not UTF-8/,
  );
  expect(garbledFailure({ ...response, body: Buffer.from('oops') }).message).toContain('is in no form of the API');
});

it.each([
  ['application/json', '{"error":{"message":"No', 'broken'],
  ['application/json', '{"status":"maintenance"}', '200 application/json'],
  ['text/event-stream', 'data: {"type":"message"}\n\n', 'broken'],
  ['text/event-stream', 'data: {"error":{}}\n\ndata: [DONE]\n\n', '200 text/event-stream'],
])('a body that was cut off is told as such: %s %s', (type, body, code) => {
  const response = { status: 200, headers: [['content-type', type]] as const, chunks: [], body: Buffer.from(body) };
  expect(garbledFailure(response).code).toBe(code);
});

it.each([
  ['in Latin-1', accent, 'application/json', false],
  ['with a comma too many', Buffer.from('{"text":"Key",}'), 'application/json', false],
  ['cut short', accent.subarray(0, -1), 'application/json', true],
  ['of a gateway', Buffer.from('<html>{}</html>'), 'text/html', true],
  ['of a gateway that speaks JSON', Buffer.from('{"status":"maintenance"}'), 'application/json', true],
  [
    'with most of its fields',
    Buffer.from('{"id":1,"model":2,"query":3,"usage":4,"results":5}'),
    'application/json',
    false,
  ],
  ['that is an error in spite of its status', Buffer.from('{"error":{}}'), 'application/json', false],
])(
  'a body that is no JSON %s, after others were: a temporary failure only where it is not the whole of what the target says',
  (_, body, type, isBadDay) => {
    const forms = new GarbledResponses();
    const call = { endpoint: 'finder', body: { query: 'asthma' } } as const;
    const response = (bytes: Uint8Array, mediaType: string) =>
      wireResponse({ status: 200, headers: [['content-type', mediaType]], body: bytes });
    forms.markIfGarbled(call, response(Buffer.from('{"error":{}}'), 'application/json'));
    expect(forms.markIfGarbled(call, response(body, type)).failure !== undefined).toBe(isBadDay);
  },
);

it('a whole stream is the own answer of the target, whatever its label and whether it was asked for', () => {
  const forms = new GarbledResponses();
  const body = Buffer.from('data: {"type":"sources","sources":[]}\n\ndata: [DONE]\n\n');
  const response = (bytes: Uint8Array, mediaType: string) =>
    wireResponse({ status: 200, headers: [['content-type', mediaType]], body: bytes });
  for (const stream of [true, false]) {
    const call = { endpoint: 'chat', body: { stream } } as const;
    forms.markIfGarbled(call, response(Buffer.from('{"error":{}}'), 'application/json'));
    forms.markIfGarbled(call, response(body, 'text/event-stream'));
    for (const label of ['application/json', 'text/plain', 'text/event-stream'])
      expect(forms.markIfGarbled(call, response(body, label)).failure).toBeUndefined();
    expect(forms.markIfGarbled(call, response(body.subarray(0, -9), 'application/json')).failure).toBeDefined();
  }
});

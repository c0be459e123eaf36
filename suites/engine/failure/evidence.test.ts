import { describe, expect, it } from 'vitest';
import type { Call, Exchange } from '../../http/exchange/exchange.ts';
import type { LoggedRequest } from '../../http/exchange/request-log.ts';
import { toWire } from '../../http/exchange/wire.ts';
import { exchangeOf } from '../../judges/exchange.test-support.ts';
import { broken } from '../../judges/judgement.ts';
import { curlOf, expressionOf } from './curl.ts';
import { evidenceOf } from './evidence.ts';
import { namedKeys } from './key-names.ts';

const finding = broken('This is due.', 'That came.');
const hex = (digit: string): string => `svc_test_${digit.repeat(32)}`;
const active = `svc_test_${'12'.repeat(16)}`;
const keys = namedKeys({ keys: { active, revoked: hex('2') } });

/** An exchange of the API, sent with the active key unless the call says otherwise. */
function exchangeWith(call: Call, body: unknown = {}, status = 200): Exchange {
  return { ...exchangeOf(call, body, { status }), request: toWire(call, 'http://target.example', active) };
}

const finder = (authorization?: Call['authorization']): Exchange =>
  exchangeWith({ endpoint: 'finder', body: { query: 'a' }, ...(authorization ? { authorization } : {}) });

/** The request log of exchanges that followed each other, 10 ms apart. */
const requestLogOf = (...exchanges: readonly (Exchange | LoggedRequest)[]): readonly LoggedRequest[] =>
  exchanges.map((one, at) =>
    'to' in one
      ? { ...one, startedAt: at * 10, endedAt: at * 10 + 4.4 }
      : { to: 'api', request: one.request, response: one, call: one.call, startedAt: at * 10, endedAt: at * 10 + 4.4 },
  );

/** A call to the control API that created a key. */
const keyCreation = (key: string): LoggedRequest => ({
  to: 'control',
  request: { method: 'POST', url: 'http://target.example/_control/keys', headers: {} },
  response: exchangeOf({ endpoint: 'finder' }, { key, balance_micros: 1 }, { status: 201 }),
  startedAt: 0,
  endedAt: 0,
});

describe('the evidence of a failure', () => {
  it('holds each request with its whole answer and the times between them', () => {
    const [first, last] = [finder(), finder()];
    const { steps } = evidenceOf(finding, last, 1, '', requestLogOf(first, last), '2 of 2 times', keys);
    expect(steps).toHaveLength(2);
    expect(steps?.[1]).toEqual({
      to: 'api',
      method: 'POST',
      url: 'http://target.example/v1/finder',
      headers: { accept: 'application/json', authorization: 'Bearer $ASSAY_KEY', 'content-type': 'application/json' },
      body: '{"query":"a"}',
      answer: { status: 200, headers: [['content-type', 'application/json']], body: '{}' },
      at_ms: 10,
      took_ms: 4,
      at_fault: true,
    });
  });

  it('has only the exchanges that show it together, and the calls that created their keys', () => {
    const [one, two] = [finder(), finder({ kind: 'key', key: hex('3') })];
    const together = { ...finding, together: [one, two] };
    const { steps = [], curl } = evidenceOf(
      together,
      two,
      1,
      '',
      requestLogOf(keyCreation(hex('3')), finder(), finder()),
    );
    expect(steps.map(({ to, at_fault }) => [to, at_fault])).toEqual([
      ['control', undefined],
      ['api', undefined],
      ['api', true],
    ]);
    expect(curl.split(' && ').map((line) => line.slice(0, 10))).toEqual(['KEY_1=$(cu', 'curl -sS -', 'curl -sS -']);
  });

  it('marks the step that shows it, though others came later', () => {
    const [judged, probe] = [finder(), finder()];
    const { steps = [] } = evidenceOf(finding, judged, 1, '', requestLogOf(judged, probe));
    expect(steps.map(({ at_fault }) => at_fault)).toEqual([true, undefined]);
  });

  it('shows separately the parts of a long response that the finding names', () => {
    const partsOf = (actual: string, exchange: Exchange): unknown => {
      const { counterexample } = evidenceOf(broken('This is due.', actual), exchange, 1, '');
      return (counterexample as { response: { parts?: unknown } }).response.parts;
    };
    const results = Array.from({ length: 40 }, (_, at) => ({ url: `https://a.example/${at}`, score: at }));
    const long = exchangeWith({ endpoint: 'finder', body: {} }, { results, usage: { query_count: 2 } });
    expect(partsOf('results[30].score is 30 after `results[29]`, 29.', long)).toEqual({
      'results[30].score': '30',
      'results[29]': '{"url":"https://a.example/29","score":29}',
    });
    expect(partsOf('`results[31].title` is missing.', long)).toEqual({
      'results[31]': '{"url":"https://a.example/31","score":31}',
    });
    expect(partsOf('`usage` is {"query_count": 2}.', long)).toEqual({ usage: '{"query_count":2}' });
    expect(partsOf('The status is 201, e.g. here.', long)).toBeUndefined();
    expect(partsOf('`a` is 1.', exchangeWith({ endpoint: 'finder', body: {} }, { a: 1 }))).toBeUndefined();
    const events = Array.from({ length: 40 }, (_, at) => `data: {"type":"message","content":"${at}"}\n\n`).join('');
    const stream = { ...long, body: new TextEncoder().encode(events) };
    expect(partsOf('Event 1 comes after event 31.', stream)).toEqual({
      'event 1': '{"type":"message","content":"0"}',
      'event 31': '{"type":"message","content":"30"}',
    });
    expect(partsOf('In event 2 (`message`), `content` is "1".', stream)).toEqual({
      'event 2': '{"type":"message","content":"1"}',
      content: '"1"',
    });
    expect(partsOf('content is "x", `content`.', stream)).toEqual({ content: '"39"' });
  });

  it('holds of a stream when its pieces came, neighbours together where there are many', () => {
    const streamed = (count: number): Exchange => ({
      ...exchangeWith({ endpoint: 'chat', body: { stream: true } }),
      headers: [['content-type', 'text/event-stream; charset=utf-8']],
      chunks: Array.from({ length: count }, (_, at) => ({ at: at + 0.04, length: 2 })),
    });
    const piecesOf = (exchange: Exchange) => evidenceOf(finding, exchange, 1, '').steps?.[0]?.answer.pieces;
    expect(piecesOf(streamed(2))).toEqual([
      [0, 2],
      [1, 2],
    ]);
    expect(piecesOf(streamed(401))).toHaveLength(134);
    expect(piecesOf(streamed(401))?.[0]).toEqual([2, 6]);
    expect(piecesOf(finder())).toBeUndefined();
  });

  it('is the exchange alone where no journal was kept, and the exchange last where the journal lacks it', () => {
    const shared = finder();
    expect(evidenceOf(finding, shared, 1, '').steps).toHaveLength(1);
    const { steps } = evidenceOf(finding, shared, 1, '', requestLogOf(keyCreation(hex('3'))));
    expect(steps?.map(({ to }) => to)).toEqual(['control', 'api']);
  });

  it('outlines the steps where no single exchange shows the failure', () => {
    const entries = requestLogOf(keyCreation(hex('3')), finder(), finder());
    const { counterexample, curl } = evidenceOf(finding, undefined, 1, '', entries);
    expect(curl).toMatch(/^KEY_1=\$\(curl .*\) && curl .*finder' .*-H "authorization: Bearer \$ASSAY_KEY"/);
    expect(counterexample).toEqual({
      steps: [
        'POST http://target.example/_control/keys: 201 {"key":"$KEY_1","balance_micros":1}',
        '2 times POST http://target.example/v1/finder with $ASSAY_KEY {"query":"a"}: 200 {}',
      ],
    });
    // One after the other, what was sent at once shows nothing.
    const racing = entries.map((entry) => ({ ...entry, startedAt: 0, endedAt: 9 }));
    expect(evidenceOf(finding, undefined, 1, '', racing).curl).toBe('');
    const long = { query: 'long '.repeat(2_000) };
    const tooLong = requestLogOf(exchangeWith({ endpoint: 'finder', body: long, notation: 'escaped' }));
    expect(evidenceOf(finding, undefined, 1, '', tooLong).curl).toBe('');
    expect(evidenceOf(finding, undefined, 1, '').counterexample).toBeNull();
  });

  it('tells what its request had otherwise than usual', () => {
    const requestOf = (call: Call): object => {
      const { counterexample } = evidenceOf(finding, exchangeWith(call), 1, '', [], undefined, keys);
      const { method: _method, url: _url, ...rest } = (counterexample as { request: Record<string, unknown> }).request;
      return rest;
    };
    const body = { query: 'a' };
    expect(requestOf({ endpoint: 'domains' })).toEqual({});
    expect(requestOf({ endpoint: 'finder', body })).toEqual({ body });
    expect(requestOf({ endpoint: 'finder', body, authorization: { kind: 'active' } })).toEqual({ body });
    expect(requestOf({ endpoint: 'finder', body, authorization: { kind: 'none' } })).toEqual({
      authorization: null,
      body,
    });
    expect(requestOf({ endpoint: 'domains', authorization: { kind: 'active' } })).toEqual({
      authorization: 'Bearer $ASSAY_KEY',
    });
    expect(requestOf({ endpoint: 'domains', authorization: { kind: 'key', key: hex('2') } })).toEqual({
      authorization: 'Bearer $ASSAY_REVOKED_KEY',
    });
    expect(
      requestOf({
        endpoint: 'finder',
        body,
        notation: 'escaped',
        headers: { accept: null, traceparent: '00-1', AUTHORIZATION: { keep: true } },
      }),
    ).toEqual({
      headers: { accept: null, traceparent: '00-1', AUTHORIZATION: 'Bearer $ASSAY_KEY' },
      notation: 'escaped',
      body,
    });
  });

  it('tells keys apart by names and holds none of them', () => {
    const [one, two, other] = [hex('3'), hex('4'), hex('5')];
    const near = `${active.slice(0, -1)}9`;
    const entries = requestLogOf(
      keyCreation(one),
      keyCreation(two),
      finder({ kind: 'key', key: two }),
      finder({ kind: 'key', key: one }),
      finder({ kind: 'key', key: other }),
      finder({ kind: 'header', value: `Basic ${active}` }),
      finder({ kind: 'header', value: `Bearer ${hex('2')}` }),
      finder({ kind: 'header', value: `Bearer ${near}` }),
      finder({ kind: 'header', value: `Bearer ${hex('6')}0` }),
    );
    const { steps = [] } = evidenceOf(finding, undefined, 1, '', entries, undefined, keys);
    expect(steps.slice(2).map(({ headers }) => headers.authorization)).toEqual([
      'Bearer $KEY_2',
      'Bearer $KEY_1',
      'Bearer $OTHER_KEY_1',
      'Basic $ASSAY_KEY',
      'Bearer $ASSAY_REVOKED_KEY',
      'Bearer $NEAR_KEY',
      `Bearer svc_test_\${HEX_1}0`,
    ]);
    expect(steps[0]?.answer.body).toBe('{"key":"$KEY_1","balance_micros":1}');
    expect(JSON.stringify(steps)).not.toMatch(/[0-9a-f]{32}/);
  });

  it('cuts long answers in the middle, the one at fault less than the others', () => {
    const long = { text: 'ab'.repeat(60_000) };
    const exchanges = [
      exchangeWith({ endpoint: 'finder', body: {} }, long),
      exchangeWith({ endpoint: 'finder', body: {} }, long),
    ];
    const { steps = [] } = evidenceOf(finding, exchanges[1], 1, '', requestLogOf(...exchanges));
    const lengths = steps.map(({ answer }) => answer.body.length);
    expect(lengths[0]).toBeLessThan(9_000);
    expect(lengths[1]).toBeGreaterThan(65_000);
    expect(lengths[1]).toBeLessThan(66_000);
    expect(steps[1]?.answer.body).toMatch(/ …\[\d+ characters left out\]… /);
  });

  it('tells a long request by the expression that makes it, and bytes that are no text in base64', () => {
    const bodyOf = (call: Call): string => evidenceOf(finding, exchangeWith(call), 1, '').steps?.[0]?.body ?? '';
    const long = { documents: [...Array<string>(999).fill('It is a note. '.repeat(9)), 'last'] };
    const body = bodyOf({ endpoint: 'rerank', body: long });
    expect(body).toBe(
      'javascript: JSON.stringify({"documents":[...Array(999).fill("It is a note. ".repeat(9)),"last"]})',
    );
    expect(bodyOf({ endpoint: 'finder', raw: Uint8Array.from([0xff, 0x7b]) })).toBe('base64: /3s=');
    const marked = bodyOf({ endpoint: 'finder', raw: new TextEncoder().encode('base64: no') });
    expect(marked).toBe(`base64: ${Buffer.from('base64: no').toString('base64')}`);
  });
});

describe('the request in short', () => {
  const bodyOf = (body: object): unknown => {
    const { counterexample } = evidenceOf(finding, exchangeWith({ endpoint: 'rerank', body }), 1, '');
    return (counterexample as { request: { body: unknown } }).request.body;
  };

  it('keeps every field of a long body', () => {
    const documents = Array.from({ length: 101 }, (_, at) => `Note ${at}: ${'word '.repeat(at % 7)}`);
    expect(bodyOf({ query: 'a', documents, top_n: 3 })).toEqual({
      characters: expect.any(Number),
      outline: { query: 'a', documents: [...documents.slice(0, 3), '… 97 more items …', documents.at(-1)], top_n: 3 },
    });
    expect(bodyOf({ query: 'a', documents: ['b'] })).toEqual({ query: 'a', documents: ['b'] });
    expect(bodyOf({ query: 'ab'.repeat(2_000) })).toEqual({ javascript: '{"query":"ab".repeat(2000)}' });
  });
});

describe('a curl line', () => {
  it('asks for the type of answer that was asked for: curl would take any', () => {
    const { curl, counterexample } = evidenceOf(
      { ...finding, circumstances: { text: 'Only with the exact type in `Accept`.' } },
      finder(),
      1,
      '',
    );
    expect(curl).toContain("-H 'accept: application/json'");
    expect(counterexample).toMatchObject({ request: { headers: { accept: 'application/json' } } });
  });

  it('holds the headers that a request had otherwise than usual, and leaves out what it came without', () => {
    const call: Call = { endpoint: 'finder', body: {}, headers: { accept: '*/*', 'content-type': null } };
    const line = curlOf(exchangeWith(call), (text) => text);
    expect(line).toContain("-H 'accept: */*'");
    expect(line).toContain("-H 'content-type:'");
  });

  it('sends a header that was empty', () => {
    const line = curlOf(finder({ kind: 'header', value: '' }), (text) => text);
    expect(line).toContain("-H 'authorization;'");
  });

  it('holds the names of keys as variables', () => {
    expect(evidenceOf(finding, finder(), 1, '').curl).toContain('-H "authorization: Bearer $ASSAY_KEY"');
    const named = evidenceOf(
      finding,
      finder(),
      1,
      '',
      [],
      undefined,
      namedKeys({ keys: { active }, keys_from: { active: '$ACME_KEY' } }),
    );
    expect(named.curl).toContain('-H "authorization: Bearer $ACME_KEY"');
    const odd = finder({ kind: 'header', value: `Bearer "${active}"` });
    const { curl } = evidenceOf(finding, odd, 1, '', [], undefined, keys);
    expect(curl).toContain(`-H 'authorization: Bearer "'"$ASSAY_KEY"'"'`);
  });

  it('first sets the keys that the run created, by the calls that created and changed them before the request', () => {
    const [one, two] = [hex('3'), hex('4')];
    const keyRevocation: LoggedRequest = {
      ...keyCreation(one),
      request: { method: 'DELETE', url: `http://target.example/_control/keys/${one}`, headers: {} },
      response: { ...exchangeOf({ endpoint: 'finder' }, '', { status: 204 }) },
    };
    const exchange = finder({ kind: 'key', key: one });
    const curlFor = (judged: Exchange, ...before: readonly LoggedRequest[]): string =>
      evidenceOf(finding, judged, 1, '', requestLogOf(...before, judged, keyRevocation), undefined, keys).curl;
    const creation = `REVOKED_KEY_1=$(curl -sS -X POST 'http://target.example/_control/keys' | sed -n 's/.*"key" *: *"\\([^"]*\\)".*/\\1/p')`;
    const revocation = 'curl -sS -X DELETE "http://target.example/_control/keys/$REVOKED_KEY_1" >/dev/null';
    const line = curlFor(exchange, keyCreation(one), keyCreation(two), keyRevocation);
    expect(line.split(' && ')).toEqual([creation, revocation, expect.stringContaining('Bearer $REVOKED_KEY_1')]);
    const later = curlFor(exchange, keyCreation(one)).split(' && ');
    expect(later).toEqual([creation.replace('REVOKED_', ''), expect.stringContaining('Bearer $KEY_1')]);
    const longer = curlFor(finder({ kind: 'header', value: `Bearer ${hex('6')}0` }));
    expect(longer).toMatch(/^HEX_1=0{31}1 && curl .*"authorization: Bearer svc_test_\$\{HEX_1\}0"/);
    const near = curlFor(finder({ kind: 'header', value: `Bearer ${active.slice(0, -1)}9` }));
    expect(near).toMatch(/^case \$ASSAY_KEY in .* esac && curl .*"authorization: Bearer \$NEAR_KEY"/);
  });
});

it.each<[string, unknown]>([
  ['one character', 'a'.repeat(32_001)],
  ['a text that is repeated', 'ab c'.repeat(50)],
  ['a text that is repeated and goes on', `${'It is "so".\n'.repeat(20)}end`],
  ['characters of two units', '🫁'.repeat(40)],
  ['a text without repetition', 'no repetition in this text of more than forty characters'],
  ['equal items', Array(100).fill({ text: 'x' })],
  ['runs of equal items', [...Array(9).fill('a'), 'b', 'b', ...Array(12).fill({ c: null })]],
  ['an object', { a: [1, 2, 2, 3], b: { c: true } }],
])('an expression gives the value again: %s', (_words, value) => {
  const expression = expressionOf(value);
  expect(new Function(`return ${expression}`)()).toEqual(value);
  expect(expression.length).toBeLessThan(140);
});

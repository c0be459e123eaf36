import { expect, it } from 'vitest';
import { causesOf, oneOfEachCause } from './causes.ts';
import { ruleOf } from './report.test-support.ts';
import type { RuleReport } from './report.ts';

type Endpoint = RuleReport['endpoint'];

function failed(id: string, endpoint: Endpoint, actual: string, expected = 'It holds.', status = 200): RuleReport {
  const failure = { expected, actual, counterexample: { response: { status } }, curl: '', seed: 1, path: '' };
  return ruleOf(id, 'fail', { endpoint, failure });
}

/** A failure with the names of its circumstances: each list is enough for it. */
function seenWith(id: string, endpoint: Endpoint, actual: string, names: string[][], only = true): RuleReport {
  const rule = failed(id, endpoint, actual);
  const circumstances = { text: 'Seen in these.', only, with: names };
  return { ...rule, ...(rule.failure ? { failure: { ...rule.failure, circumstances } } : {}) };
}

const labels = (rules: RuleReport[]) => causesOf(rules).map(({ label, rules: own }) => [label, own.length]);

it('puts what one field lacks on every endpoint together', () => {
  const endpoints: Endpoint[] = ['chat', 'finder', 'rerank', 'embeddings', 'domains'];
  const rules = endpoints.map((endpoint) => failed(`${endpoint}.x`, endpoint, 'The answer lacks `detail`.', '', 422));
  expect(labels(rules)).toEqual([['all 5 failed rules of 5 endpoints: The answer lacks `detail`', 5]]);
});

it('puts fields that one endpoint lacks together, and lists them', () => {
  const rules = ['id', 'object', 'created'].map((name) => {
    return failed(`finder.${name}`, 'finder', `In the answer, \`${name}\` is missing.`);
  });
  rules.push(failed('rerank.id', 'rerank', 'In the answer, `id` is missing.'));
  expect(labels(rules)).toEqual([
    ['all 3 failed rules of finder: In the answer, … is missing (`id`, `object`, `created`)', 3],
    ['In the answer, `id` is missing', 1],
  ]);
});

it('puts schema failures with the envelope together, whatever they name', () => {
  const rules = (['chat', 'finder', 'all'] as const).map((endpoint) => {
    const actual = `The target answered 422 with the error envelope, code "invalid", param "the_${endpoint}": {}`;
    return failed(endpoint, endpoint, actual, 'It is answered with 422 with {detail: [...]}.', 422);
  });
  const words = 'schema failures come with the envelope `error`, not with `detail`';
  expect(labels(rules)).toEqual([[`all 3 failed rules of several endpoints: ${words}`, 3]]);
});

it('ignores numbers, quoted values, addresses and quotes of the answer', () => {
  const rules = [
    failed('a', 'chat', 'sources[1].id is "x" after 12: {"sources": [1]}'),
    failed('b', 'chat', 'sources[7].id is "y z" after 3.5: {"message": "other"}'),
    failed('c', 'chat', 'It sent http://a.test/1 to /v1/chat/completions.'),
    failed('d', 'chat', 'It sent https://b.test/2 to /v1/finder.'),
  ];
  expect(labels(rules)).toEqual([
    ['2 failed rules of chat: sources[1].id is "x" after 12, and the like', 2],
    ['2 failed rules of chat: It sent http://a.test/1 to /v1/chat/completions, and the like', 2],
  ]);
});

it('puts what is refused with one wrong status together, in whatever words', () => {
  const rules = [
    failed('auth.a', 'all', 'The target answered 403 with the error envelope.', 'A key is answered with 401.', 403),
    failed('auth.b', 'all', 'chat still answered 403 to a revoked key.', 'A key that worked gets 401.', 403),
  ];
  expect(labels(rules)).toEqual([['both failed rules that all endpoints share: answered with 403, expected 401', 2]]);
});

it('puts what holds of a list beside the field of its entries that makes it wrong', () => {
  const rules = [
    failed('chat.source-id', 'chat', 'In the answer, `sources[0].id` is null instead of a string.'),
    failed('citations.tokens', 'chat', 'The message cites [SW1], but `sources` holds no entry with a string `id`.'),
    failed('citations.pages', 'chat', 'No entry of `sources` has an `id` such as `PF1`.'),
    failed('finder.list', 'finder', '`sources` is missing.'),
  ];
  expect(labels(rules)).toEqual([
    ['all 3 failed rules of chat: about `id` of `sources`', 3],
    ['`sources` is missing', 1],
  ]);
});

it('puts wrong charges and wrong balances together', () => {
  const rules = [
    failed('billing.a', 'all', 'One request was charged 2 times.'),
    failed('billing.b', 'all', 'The balance fell by $0.07 (70,000 micros).'),
  ];
  expect(labels(rules)[0]).toEqual([
    'both failed rules that all endpoints share: about money; the first: One request was charged 2 times',
    2,
  ]);
});

it('separates different statuses, and different expectations', () => {
  const accepted = 'The target accepted it with 200.';
  const rules = [
    failed('a', 'chat', accepted, 'A request without a key is answered with 401.'),
    failed('b', 'chat', accepted, 'A request with another key is answered with 401.'),
    failed('c', 'chat', accepted, 'A request whose "limit" is 0 is answered with 422 with {detail: [...]}.'),
    failed('d', 'finder', accepted, 'A request whose "limit" is 9 is answered with 422 with {detail: [...]}.'),
  ];
  expect(labels(rules)).toEqual([
    [`2 failed rules of chat: The target accepted it with 200, expected 401`, 2],
    [`2 failed rules of chat, finder: The target accepted it with 200, expected 422`, 2],
  ]);
});

it('groups failed rules only, the largest group first, and loses none', () => {
  const rules = [
    failed('a', 'chat', 'One thing.'),
    failed('b', 'chat', 'Another thing.'),
    failed('c', 'chat', 'Another thing.'),
    ruleOf('d', 'known'),
    ruleOf('e', 'fail', { reason: 'no evidence' }),
  ];
  expect(causesOf(rules).map((cause) => cause.rules.map(({ id }) => id))).toEqual([['b', 'c'], ['a'], ['e']]);
  expect(causesOf([])).toEqual([]);
});

it('takes the status from the last step if there are steps', () => {
  const answer = (status: number) => ({ status, headers: [], body: '' });
  const row = { to: 'api', method: 'GET', url: '/', headers: {}, at_ms: 0, took_ms: 1 } as const;
  const rules = [500, 503].map((status) => {
    const { failure, ...rule } = failed(`r${status}`, 'chat', 'It failed.');
    const steps = [200, status].map((one) => ({ ...row, answer: answer(one) }));
    return { ...rule, ...(failure && { failure: { ...failure, steps } }) };
  });
  expect(causesOf(rules)).toHaveLength(2);
});

it('joins wrong prices with the sums and balances that they make wrong', () => {
  const causes = causesOf([
    failed('billing.finder', 'finder', 'The charge is $0.05 instead of $0.035.'),
    failed('billing.balance', 'all', 'The balance fell by $0.05.'),
    failed('finder.response.score', 'finder', 'The score is "$4".'),
  ]);
  expect(causes.map(({ label }) => label)).toEqual([
    '2 failed rules of several endpoints: about money; the first: The charge is $0.05 instead of $0.035',
    'The score is "$4"',
  ]);
});

it('joins what one endpoint does in the same circumstances', () => {
  const seen = (rule: string, what: string) => seenWith(rule, 'domains', what, [['`q` given']]);
  const causes = causesOf([seen('a', '`total_domains` is 3.'), seen('b', 'Two categories are missing.')]);
  expect(causes.map(({ label }) => label)).toEqual(['both failed rules of domains: only with `q` given']);
});

it('does not say «only» of what was seen without its circumstances, too', () => {
  const seen = (rule: string, what: string) => seenWith(rule, 'rerank', what, [['a query of 2,000 characters']], false);
  const causes = causesOf([seen('a', 'results[1] scores 1.'), seen('b', 'Others come.')]);
  expect(causes.map(({ label }) => label)).toEqual([
    'both failed rules of rerank: seen with a query of 2,000 characters',
  ]);
});

it('joins what was seen in some circumstances with what was seen in more of them', () => {
  const seen = (rule: string, what: string, names: string[], endpoint: Endpoint = 'chat') =>
    seenWith(rule, endpoint, what, [names]);
  const causes = causesOf([
    seen('a', 'The message cites SW1.', ['3 messages']),
    seen('b', 'The pages are PF2.', ['3 messages', 'PDFs attached']),
    seen('c', 'A step holds SW1.', ['3 messages']),
    seen('d', 'The answer is long.', ['PDFs attached']),
    seen('e', 'The answer is late.', ['3 messages'], 'all'),
  ]);
  expect(causes.map(({ label, rules }) => [label, rules.map(({ id }) => id)])).toEqual([
    ['3 failed rules of chat: only with 3 messages', ['a', 'b', 'c']],
    ['The answer is long', ['d']],
    ['The answer is late', ['e']],
  ]);
  const [same] = causesOf(
    [['3 messages'], ['3 messages', 'a live key']].map((one, at) => seen(`r${at}`, 'The charge is 5.', one)),
  );
  expect(same?.label).toBe('both failed rules of chat: The charge is 5, only with 3 messages');
});

it('joins errors without an envelope, whatever their status, and says on which path alone they were shown', () => {
  const row = { to: 'api', method: 'POST', headers: {}, at_ms: 0, took_ms: 1 } as const;
  const bare = (id: string, endpoint: Endpoint, status: number, actual: string, url = 'https://a.test/v1/finder') => {
    const { failure, ...rule } = failed(id, endpoint, actual, `A request is answered with ${status}.`, status);
    const steps = [{ ...row, url, answer: { status, headers: [], body: '' } }];
    return { ...rule, ...(failure && { failure: { ...failure, steps } }) };
  };
  const [a, b] = [
    bare('a', 'all', 401, 'The body holds no `error`: {}'),
    bare('b', 'finder', 402, 'The target answered 402 with neither error format: {}'),
  ];
  expect(labels([a, b])).toEqual([
    ['both failed rules of several endpoints: errors come without the envelope `error`, shown on /v1/finder', 2],
  ]);
  const c = bare('c', 'all', 400, 'In the answer, `error` is null instead of an object', 'https://a.test/v1/rerank');
  const d = bare('d', 'chat', 403, 'The target answered 403 with {detail: [...]}: {"detail":{}}');
  const other = bare('e', 'chat', 422, 'The target answered 422 with {detail: [...]}: {"detail":[]}');
  Object.assign(other.failure ?? {}, { expected: 'A request is answered with 400.' });
  expect(labels([a, b, c, d, other])).toEqual([
    ['4 failed rules of several endpoints: errors come without the envelope `error`', 4],
    ['The target answered 422 with {detail}, expected 400', 1],
  ]);
});

it('joins answers in an encoding that nothing names, whatever is missed in them', () => {
  const bytes = '166 bytes of gzip that Content-Encoding does not name (they begin with 1F8B0800)';
  const rules = [
    failed('auth.a', 'all', `It cannot be read: the body is not UTF-8: ${bytes}`, 'A 401 has it.', 401),
    failed('rerank.b', 'rerank', `The target answered 422 with neither error format: ${bytes}`, 'It gets 422.', 422),
  ];
  const [label] = labels(rules)[0] ?? [];
  expect(label).toContain('answers are of gzip that Content-Encoding does not name');
});

it('joins what a server does to texts, bytes that are not UTF-8, and crashes in place of refusals', () => {
  const came = (name: string) =>
    `\`${name}\` is "Asthma" as sent and "asthma" as it came back, that is, in lower case.`;
  const rules = [
    failed('finder.a', 'finder', came('query')),
    failed('rerank.b', 'rerank', `Of document 0, ${came('results[0].document.text')}\nOnly with a long text.`),
    failed('chat.c', 'chat', 'The label is right, but the body is not UTF-8: {"mess'),
    failed('chat.d', 'chat', 'The target answered 422, but the body is not UTF-8: {"detail":"', 'It gets 422.', 422),
    failed('chat.e', 'chat', 'The target answered 500 each time.', 'It is answered with 422.', 500),
    failed(
      'auth.f',
      'all',
      'The target answered 500 with neither error format: <h1>',
      'A key is answered with 401.',
      500,
    ),
  ];
  expect(labels(rules).map(([label]) => String(label).replace(/^.*: /, ''))).toEqual([
    'texts come back in lower case',
    'answers are not in UTF-8',
    'what is to be refused is answered with 500',
  ]);
});

it('joins what is refused as too long, and shows the refused request before what follows from it', () => {
  const rules = [
    failed('errors.content-type', 'all', 'The content type is "text/html".', 'Errors are JSON.', 413),
    failed('chat.accepts-valid', 'chat', 'The target answered 413: <html>', 'It is answered with 200.', 413),
    failed('rerank.x', 'rerank', 'The target answered 413: <html>', 'It is accepted.', 413),
    failed('finder.y', 'finder', '`query` is missing.'),
  ];
  expect(labels(rules)[0]).toEqual([expect.stringContaining(': long bodies are refused with 413'), 3]);
  expect(
    oneOfEachCause(rules)
      .map(({ id }) => id)
      .slice(0, 2),
  ).toEqual(['chat.accepts-valid', 'finder.y']);
});

it('joins what comes only after the same was sent with another option or key, as from a cache', () => {
  const after = (words: string) => `It is wrong. Only after the same ${words}.`;
  const rules = [
    failed(
      'domains.a',
      'domains',
      `The target accepted it. ${after('`q` was sent without this `limit`; with a new one, not')}`,
    ),
    failed('domains.b', 'domains', `200 domains came. ${after('`q` was sent with no `limit`; with a new one, not')}`),
    failed('auth.a', 'all', after('was sent with the active key; with a new text it is refused')),
    failed('auth.b', 'all', `Another thing. ${after('was sent with the active key; with a new text it is refused')}`),
  ];
  const again = (option: string) =>
    `what was answered before comes again with another ${option}, as from a cache that does not look at it`;
  expect(labels(rules)).toEqual([
    [`both failed rules of domains: ${again('`limit`')}`, 2],
    [`both failed rules that all endpoints share: ${again('key')}`, 2],
  ]);
});

it('says of wrong prices in which circumstances all of them came', () => {
  const filters = 'domains in `include_domains`';
  const rules = [
    seenWith('billing.base', 'chat', 'The charge is $0.16 instead of $0.15.', [[filters]]),
    seenWith('billing.short', 'all', 'The target accepted a charge.', [[filters]]),
    seenWith('billing.whole', 'all', 'Its charge is $0.16.', [[filters], [filters, '[] as the other one']], false),
  ];
  expect(labels(rules)[0]?.[0]).toMatch(
    /^all 3 .*: about money, (?:only|seen) with domains in `include_domains`.*; the first: The charge is \$0\.16/,
  );
});

it('joins valid requests that get a web page, whatever their number and rule', () => {
  const page = 'the page "403 Forbidden" That is a web page: the server sends it, or a proxy.';
  const rules = [
    failed('chat.a', 'chat', `The target answered 403 each time: ${page}`, 'It is answered with 200.', 403),
    failed('rerank.b', 'rerank', `The target answered 403: ${page}`, 'A list at its bound is accepted.', 403),
  ];
  expect(labels(rules)).toEqual([['both failed rules of chat, rerank: valid requests get a web page with 403', 2]]);
});

it('joins errors in which one member of the envelope is wrong, whatever their status and endpoint', () => {
  const rules = [
    failed('auth.a', 'all', '`error.code` is null: {"error": {}}', 'A 401 carries it.', 401),
    failed('errors.b', 'all', 'In the answer, `error.code` is null instead of a string: `error` is {}.', '', 404),
    failed('chat.c', 'chat', 'In the 400, `error.code` is null instead of "invalid_request": {}', '', 400),
    failed('chat.d', 'chat', 'In the 400, `error.code` is "bad" instead of "invalid_request": {}', '', 400),
  ];
  expect(labels(rules)).toEqual([
    ['3 failed rules of several endpoints: in errors `error.code` is null', 3],
    ['In the 400, `error.code` is "bad" instead of "invalid_request"', 1],
  ]);
});

it('joins errors that have one wrong status for another on several endpoints, but not what is accepted', () => {
  const refused = (id: string, endpoint: Endpoint, status: number) =>
    failed(id, endpoint, `${id} got it.`, 'A request is answered with 400.', status);
  expect(labels([refused('chat.a', 'chat', 422), refused('finder.b', 'finder', 422)])).toEqual([
    ['both failed rules of chat, finder: answered with 422, expected 400', 2],
  ]);
  expect(labels([refused('chat.a', 'chat', 200), refused('finder.b', 'finder', 200)])).toHaveLength(2);
});

/** A valid request that was refused with a body. */
function refused(id: string, endpoint: Endpoint, status: number, body: object, names?: string[]): RuleReport {
  const text = JSON.stringify(body);
  const rule = failed(
    id,
    endpoint,
    `The target answered ${status}: ${text}`,
    'A list at its bound is accepted.',
    status,
  );
  const circumstances = names && { text: 'Seen in these.', only: true, with: [names] };
  const counterexample = { response: { status, body: text } };
  return {
    ...rule,
    ...(rule.failure && { failure: { ...rule.failure, counterexample, ...(circumstances && { circumstances }) } }),
  };
}
const envelope = (code: string, param: string | null, message = 'No.') => ({ error: { code, param, message } });
const detail = (type: string, ...loc: (string | number)[]) => ({ detail: [{ type, loc, msg: 'No.' }] });

it('separates refusals by the error that came, and names it', () => {
  expect(
    labels([
      refused('chat.a', 'chat', 400, envelope('too_many_messages', 'messages')),
      refused('chat.b', 'chat', 400, envelope('content_too_long', 'messages[3].text')),
      refused('chat.c', 'chat', 400, envelope('content_too_long', 'messages[17].text')),
      refused('chat.d', 'chat', 422, detail('string_too_long', 'body', 'language')),
      refused('domains.e', 'domains', 422, detail('limit_range', 'query', 'limit')),
    ]),
  ).toEqual([
    ['2 failed rules of chat: The target answered 400: `content_too_long` of `messages[].text`, expected 200', 2],
    ['The target answered 400: `too_many_messages`, expected 200', 1],
    ['The target answered 422: `string_too_long` of `language`, expected 200', 1],
    ['The target answered 422: `limit_range` of `limit`, expected 200', 1],
  ]);
});

it('joins one error of several endpoints, and what all refuse in the same circumstances', () => {
  const notJson = (message: string) => envelope('invalid_request', null, message);
  expect(
    labels([
      refused('chat.a', 'chat', 400, notJson('Bad JSON at 17.')),
      refused('finder.b', 'finder', 400, notJson('Bad JSON at 5.')),
      refused('rerank.c', 'rerank', 400, notJson('Too many.')),
      refused('chat.d', 'chat', 422, detail('int_type', 'body', 'max'), ['numbers with an exponent']),
      refused('finder.e', 'finder', 422, detail('int_type', 'body', 'top_n'), ['numbers with an exponent']),
    ]),
  ).toEqual([
    ['2 failed rules of chat, finder: The target answered 400: `invalid_request`, expected 200', 2],
    ['2 failed rules of chat, finder: The target answered 422, expected 200, only with numbers with an exponent', 2],
    ['The target answered 400: `invalid_request`, expected 200', 1],
  ]);
});

it('separates wrong requests that were accepted by the error that was due', () => {
  const accepted = (id: string, error: string, endpoint: Endpoint = 'chat') =>
    failed(id, endpoint, 'The target accepted it with 200.', `A request is answered with 422 with ${error}.`);
  const due = (code: string) => `the error envelope, code "${code}", param "image_urls"`;
  expect(
    labels([
      accepted('chat.filters', '{detail: [...]}'),
      accepted('attachments.a', due('content_too_long')),
      accepted('attachments.b', due('content_too_long')),
      accepted('rerank.c', due('content_too_long'), 'rerank'),
    ]),
  ).toEqual([
    ['2 failed rules of chat: The target accepted it with 200, expected 422 `content_too_long`', 2],
    ['The target accepted it with 200, expected 422', 1],
    ['The target accepted it with 200, expected 422 `content_too_long`', 1],
  ]);
});

it('joins crashes on valid requests, however they were confirmed', () => {
  const crashed = (id: string, how: string) =>
    failed(id, 'chat', `The target answered 500${how}: {"error":{}}`, 'It is answered with 200.', 500);
  expect(
    labels([crashed('a', ''), crashed('b', ' each time, while the smallest valid request was accepted in between')]),
  ).toEqual([['both failed rules of chat: The target answered 500, expected 200', 2]]);
});

it('takes what was sent for no field, and cuts no quoted value', () => {
  expect(
    labels([
      failed('domains.a', 'domains', '0 domains came, while `category` "PHARMACY" gives 90.'),
      failed('domains.b', 'domains', 'Another came with `category` "journal".'),
      failed('events.c', 'chat', 'After it comes line 55, "data: [DONE]. Or so". More.'),
    ]).map(([label]) => label),
  ).toEqual([
    '0 domains came, while `category` "PHARMACY" gives 90',
    'Another came with `category` "journal"',
    'After it comes line 55, "data: [DONE]. Or so"',
  ]);
});

it('joins what a server does with every field of a kind', () => {
  const rules = (actuals: readonly string[], expected = '') =>
    actuals.map((actual, at) => failed(`x.${at}`, at === 0 ? 'chat' : 'finder', actual, expected));
  expect(
    labels(
      rules([
        'In the answer, `a_b` is missing (there is `aB`): the whole is {}',
        'In the answer, `u.c_d` is missing (there is `cD`): `u` is {}',
      ]),
    ),
  ).toEqual([['both failed rules of chat, finder: fields have other names, such as `aB` for `a_b`', 2]]);
  expect(
    labels(
      rules([
        'In the answer, `n` is the string "1" instead of an integer',
        'In the answer, `m[0].s` is the string "0.5" instead of a number',
      ]),
    ),
  ).toEqual([['both failed rules of chat, finder: numbers come as strings', 2]]);
  const expectCause = (cause: string, actuals: readonly string[], expected?: string) =>
    expect(labels(rules(actuals, expected))).toEqual([[`both failed rules of chat, finder: ${cause}`, 2]]);
  expectCause(
    'fields that may be null are left out',
    ['In the answer, `a` is missing: the whole is {}', '`b` is absent.'],
    'It is null.',
  );
  expectCause(
    'empty lists come instead of null',
    ['In the answer, `a` has 0 items instead of at least 1 item, or null', '`b` is [].'],
    'It is null.',
  );
  expectCause(
    'empty strings come instead of null',
    ['In the answer, `a` is the string "" instead of an array or null: the whole is {}', '`b_c` is "".'],
    'It is null.',
  );
  expectCause('numbers come as null; zeros, perhaps', [
    'In the answer, `n` is null instead of an integer: the whole is {}',
    'In the answer, `m[0].s` is null instead of a number',
  ]);
  expectCause('lists come as objects; those of one entry, perhaps', [
    'In event 3 (`steps`), `steps` is an object instead of an array',
    'In the answer, `m[0].s` is an object instead of an array',
  ]);
  expectCause('answers are wrapped in `data`', [
    'In the answer, `id` is missing (it is in `data`): the whole is {"data": {7 properties}}',
    'In the answer, `created` is missing (it is in `data`): the whole is {"data": {5 properties}}',
  ]);
  expectCause('errors come with a status of success', [
    'The target answered with an error, but with the status 200: {"error": {}}',
    'In the answer, `id` is missing: the whole is {"error": {4 properties}}',
  ]);
});

it('joins whatever is said of an error that comes with a status of success', () => {
  const body = '{"error":{"code":"authentication_error"}}';
  const step = {
    to: 'api',
    method: 'POST',
    url: 'http://a.test/v1/finder',
    headers: {},
    at_ms: 0,
    took_ms: 1,
  } as const;
  const rules = ['The content type is "application/json".', 'No stream came.'].map((actual, at) => {
    const { failure, ...rule } = failed(`events.${at}`, 'chat', actual);
    return { ...rule, failure: { ...failure, steps: [{ ...step, answer: { status: 200, headers: [], body } }] } };
  }) as RuleReport[];
  expect(labels(rules)).toEqual([['both failed rules of chat: errors come with a status of success', 2]]);
});

it('joins what is said about one field of an endpoint', () => {
  const causes = causesOf([
    failed('a', 'chat', 'In the answer, `sources` has 0 items instead of at least 1 item.'),
    failed('b', 'chat', '`sources` is [].'),
    failed('c', 'chat', '`steps[3].actions` is missing.'),
    failed('d', 'finder', '`sources` is null.'),
  ]);
  expect(causes.map(({ label, rules }) => [label, rules.length])).toEqual([
    ['2 failed rules of chat: about `sources`', 2],
    ['`steps[3].actions` is missing', 1],
    ['`sources` is null', 1],
  ]);
});

it('says nothing about a single rule, which explains itself', () => {
  expect(causesOf([failed('a', 'chat', 'It is missing.')])).toEqual([]);
});

it('stays short whatever the target sent', () => {
  const [cause] = causesOf([failed('a', 'chat', 'x'.repeat(1e6)), failed('b', 'chat', 'x'.repeat(1e6))]);
  expect(cause?.label.length).toBeLessThan(400);
});

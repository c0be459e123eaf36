import { expect, it } from 'vitest';
import { bodyOf, fails, gives, list, rowsOf, sends, type Variant } from './clients.test-support.ts';
import { scenarios } from './scenarios.ts';

/** Clients that do the same in another way that the specification leaves open. */
const right: Readonly<Record<string, readonly [client: Variant, scenarios: readonly string[]]>> = {
  'never tries again': [{ ways: { attempts: 1 } }, ['finder.500', 'domains.503', 'chat.stream-error']],
  'tries again once': [{ ways: { attempts: 2 }, waits: () => 0 }, ['finder.500', 'domains.503']],
  'waits by chance, between nothing and twice as long each time': [
    { waits: (attempt) => Math.random() * 500 * 2 ** attempt },
    ['chat.500', 'finder.500', 'embeddings.500', 'rerank.500', 'domains.500', 'domains.503'],
  ],
  'waits no longer than a bound': [{ waits: (attempt) => Math.min(1_000, 500 * 2 ** attempt) }, ['finder.500']],
  'waits little, though longer each time': [{ waits: (attempt) => 5 * 2 ** attempt }, ['finder.500', 'domains.503']],
  'tries a failed stream again until it is whole': [
    { ways: { mayTryAgain: (status) => status === 200 || Number(status) >= 500 } },
    ['chat.stream-error'],
  ],
  'spells labels in its own way': [
    sends((url, { headers, ...request }) => {
      const authorization = headers?.authorization?.replace('Bearer', 'bearer') ?? '';
      const spelled = { authorization, 'content-type': 'Application/JSON; charset=UTF-8' };
      return [url, { ...request, ...(headers ? { headers: spelled } : {}) }];
    }),
    ['chat.plain', 'rerank.plain', 'domains.plain'],
  ],
  'spells out defaults': [
    sends((url, request) => [
      url,
      request.body == null
        ? request
        : { ...request, body: JSON.stringify({ max_results: 5, language: null, ...bodyOf(request) }) },
    ]),
    ['chat.plain', 'finder.plain', 'embeddings.plain', 'rerank.plain'],
  ],
  'asks for the catalogue with its key': [
    sends((url, request) => [url, { ...request, headers: { ...request.headers, authorization: 'Bearer svc_test_0' } }]),
    ['domains.plain'],
  ],
  'tries a refused request again with another key': [
    {
      ways: {
        send: async (url, request) => {
          const first = await fetch(url, request);
          if (first.status !== 401) return first;
          return fetch(url, { ...request, headers: { ...request.headers, authorization: 'Bearer svc_test_1' } });
        },
      },
    },
    ['chat.401', 'finder.401'],
  ],
  'keeps numbers in 32 bits': [
    gives((result) =>
      JSON.parse(JSON.stringify(result), (_, value) => (typeof value === 'number' ? Math.fround(value) : value)),
    ),
    ['embeddings.plain', 'rerank.plain', 'rerank.wide-scores', 'finder.plain'],
  ],
  'gives what was asked for and nothing beside it': [
    gives(({ message, sources, follow_up_questions, results, data, domains, answer }) => ({
      ...{ message, sources, follow_up_questions, results, data, domains, answer },
    })),
    scenarios.filter(({ id }) => /plain|stream|nothing/.test(id)).map(({ id }) => id),
  ],
  'gives an empty list for null': [
    gives((result) => ({ ...result, sources: list(result.sources), results: list(result.results) })),
    ['chat.nothing-found', 'finder.nothing-found'],
  ],
  'tries a stream without its end again until it is whole': [
    { ways: { mayTryAgain: (status) => status === null || status >= 500 } },
    ['chat.stream-cut', 'chat.stream-reset'],
  ],
  'never tries again after 429': [{ ways: { attempts: 1 } }, ['finder.429', 'chat.429']],
  'waits longer than it is told': [{ waits: () => 60_000 }, ['finder.429', 'rerank.429']],
  'reports an error event without a status': [fails((error) => ({ ...error, status: null })), ['chat.stream-error']],
};

it.each(Object.entries(right))(
  'clients that conform in another way one that %s fails no rule',
  async (_, [client, ids]) => {
    const rows = await rowsOf(ids, client);
    expect(rows.filter(({ verdict }) => !['pass', 'skip'].includes(verdict))).toEqual([]);
  },
);

it('no client passes a rule without being seen: one that asks for no streams has no verdict on reading them', async () => {
  const whole = sends((url, request) => [
    url,
    { ...request, body: JSON.stringify({ ...bodyOf(request), stream: false }) },
  ]);
  const rows = await rowsOf(
    scenarios.filter(({ id }) => id.startsWith('chat.stream')).map(({ id }) => id),
    whole,
  );
  const streams = rows.filter(({ id }) => id.startsWith('client.stream.'));
  expect(new Set(streams.map(({ verdict }) => verdict))).toEqual(new Set(['skip']));
  expect(rows.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
});

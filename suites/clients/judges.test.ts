import { describe, expect, it } from 'vitest';
import { clientRules } from '../../spec/index.ts';
import {
  bodyOf,
  fails,
  gives,
  list,
  rowsOf,
  sends,
  takes,
  usual,
  type Variant,
  without,
} from './clients.test-support.ts';
import { judges } from './judges.ts';
import { scenarios } from './scenarios.ts';

const retries = (status: number): Variant => ({ ways: { mayTryAgain: (met) => met === status || Number(met) >= 500 } });
const steady: Variant = { waits: () => 1_000 };
const atOnce: Variant = { waits: () => 1 };

/** A client whose stream goes through something first. */
const reads = (change: () => Transformer<Uint8Array, Uint8Array>): Variant => ({
  ways: {
    send: async (url, request) => {
      const answer = await fetch(url, request);
      return new Response(answer.body?.pipeThrough(new TransformStream(change())) ?? null, answer);
    },
  },
});

/** Reads each piece of bytes separately, as if no line continued in the next one. */
const readsPieces = reads(() => ({
  transform: (piece, out) => {
    const whole = new TextDecoder()
      .decode(piece)
      .split('\n')
      .filter((line) => /^data: (\{.*\}|\[DONE\])$/.test(line));
    out.enqueue(new TextEncoder().encode(`${whole.join('\n')}\n`));
  },
}));

/** Decodes each piece of bytes separately, as if no character continued in the next one. */
const decodesPieces = reads(() => ({
  transform: (piece, out) => out.enqueue(new TextEncoder().encode(new TextDecoder().decode(piece))),
}));

/** Takes a stream that breaks off for one that has ended. */
const readsUntilItBreaks: Variant = {
  ways: {
    takeEndWithoutMarker: () => undefined,
    send: async (url, request) => {
      const answer = await fetch(url, request);
      const reader = answer.body?.getReader();
      const read = async (out: ReadableStreamDefaultController): Promise<void> => {
        const { done, value } = (await reader?.read().catch(() => undefined)) ?? { done: true };
        if (done) out.close();
        else out.enqueue(value);
      };
      return new Response(new ReadableStream({ pull: read }), answer);
    },
  },
};

/** A client that breaks each rule, and the scenarios it plays; by default all that test the rule. */
const wrong: Readonly<Record<string, readonly [client: Variant, only?: readonly string[]]>> = {
  'client.request.path': [sends((url, request) => [new URL(`${url}`.replace('/v1/', '/')), request])],
  'client.request.bearer': [
    sends((url, { headers, ...request }) => [
      url,
      { ...request, headers: { ...without('authorization')(headers), 'x-api-key': headers?.authorization ?? '' } },
    ]),
  ],
  'client.request.json': [
    sends((url, { headers, ...request }) => [
      url,
      { ...request, headers: { ...headers, ...(headers ? { 'content-type': 'application/x-ndjson' } : {}) } },
    ]),
  ],
  'client.request.valid': [
    sends((url, request) => [
      url,
      { ...request, body: JSON.stringify({ ...bodyOf(request), encoding_format: 'base64' }) },
    ]),
    ['embeddings.plain'],
  ],
  'client.request.query': [sends((url, request) => [new URL(url.pathname, url), request])],
  'client.request.finder-model': [
    sends((url, request) => [
      url,
      { ...request, body: JSON.stringify({ ...bodyOf(request), model: 'svc-finder-v1' }) },
    ]),
  ],
  'client.answer.content': [
    gives((result) => ({ ...result, data: list(result.data).toReversed() })),
    ['embeddings.plain'],
  ],
  'client.answer.null': [
    {
      changeLine: (line) =>
        line.ok && line.result.sources === null ? { ok: false, error: { status: 200, code: null } } : line,
    },
  ],
  'client.answer.scores': [
    {
      changeLine: (line) =>
        /score":-?[0-9]{3}/.test(JSON.stringify(line)) ? { ok: false, error: { status: 200, code: null } } : line,
    },
  ],
  'client.citations.raw': [
    gives(({ message, ...result }) => ({
      ...result,
      message: String(message).replaceAll(/ ?\[[A-Z]+(\d+)\]/g, '<sup>$1</sup>'),
    })),
    ['chat.plain', 'chat.stream', 'chat.attachment'],
  ],
  'client.citations.by-id': [{ ways: { lookUp: (sources, id) => sources[Number(id.replace(/\D/g, '')) - 1] } }],
  'client.stream.deltas': [
    takes((answer, event) => {
      if (event.type === 'message') answer.message = event.content;
      else usual.takeEvent(answer, event);
    }),
  ],
  'client.stream.snapshots': [
    takes((answer, event) => {
      if (event.type !== 'follow_up_questions') return usual.takeEvent(answer, event);
      answer.follow_up_questions = [...list(answer.follow_up_questions), ...list(event.follow_up_questions)];
    }),
  ],
  'client.stream.empty-lists': [
    takes((answer, event) => {
      if (list(event.sources).length === 0 && event.type === 'sources') throw new Error('no sources');
      usual.takeEvent(answer, event);
    }),
  ],
  'client.stream.lines': [readsPieces],
  'client.stream.unknown-types': [
    takes((answer, event) => {
      if (event.content !== undefined) answer.message = `${answer.message}${event.content}`;
      else usual.takeEvent(answer, event);
    }),
  ],
  'client.stream.unknown-fields': [
    takes((answer, event) => {
      if ('x_note' in event) throw new Error('x_note');
      usual.takeEvent(answer, event);
    }),
  ],
  'client.stream.error': [
    takes((answer, event) => {
      if (event.type !== 'error') usual.takeEvent(answer, event);
    }),
  ],
  'client.stream.done': [{ ways: { takeEndWithoutMarker: () => undefined } }, ['chat.stream-cut']],
  'client.stream.refused': [{ changeLine: (line) => (line.ok ? line : { ok: true, result: { message: '' } }) }],
  'client.errors.status': [fails((error) => ({ ...error, status: 500 })), ['rerank.402', 'chat.401']],
  'client.errors.code': [fails((error) => ({ ...error, code: 'insufficient_funds' })), ['chat.402', 'chat.422-code']],
  'client.errors.detail': [
    fails((error) => ({ ...error, code: error.code ?? 'validation_error' })),
    ['rerank.422', 'domains.422'],
  ],
  'client.retry.400': [retries(400)],
  'client.retry.401': [retries(401)],
  'client.retry.402': [retries(402), ['finder.402', 'chat.402']],
  'client.retry.403': [retries(403)],
  'client.retry.422': [retries(422)],
  'client.retry.429': [atOnce],
  'client.retry.500': [steady],
  'client.retry.503': [atOnce],
};

const speakingOf = (rule: string): string[] =>
  scenarios.filter(({ rules }) => rules.includes(rule)).map(({ id }) => id);

describe('the rules of clients', () => {
  it('have a judge each, and scenarios that test them', () => {
    const ids = clientRules.map(({ id }) => id);
    expect(Object.keys(judges)).toEqual(ids);
    expect(Object.keys(wrong)).toEqual(ids);
    expect([...new Set(scenarios.flatMap(({ rules }) => rules))].toSorted()).toEqual(ids.toSorted());
    const known = new Set(scenarios.map(({ id }) => id));
    expect(known.size).toBe(scenarios.length);
    expect(scenarios.filter(({ control }) => control !== undefined && !known.has(control))).toEqual([]);
  });

  it.each(Object.entries(wrong))(
    'detect a client that breaks %s, and fail nothing else',
    async (rule, [client, only]) => {
      const rows = await rowsOf(only ?? speakingOf(rule), client);
      const blamed = rows.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn');
      const isMust = clientRules.find(({ id }) => id === rule)?.level === 'MUST';
      expect(blamed.map(({ id, verdict }) => [id, verdict])).toEqual([[rule, isMust ? 'fail' : 'warn']]);
      expect(rows.find(({ id }) => id === rule)?.failure).toMatchObject({
        actual: expect.stringMatching(/^(The|No|In|What|A) .+\.?/),
        counterexample: { scenario: expect.any(String), requests: expect.any(Array) },
        curl: expect.stringMatching(/^assay clients --scenarios \S+ -- client$/),
      });
    },
  );
});

/** Further defects, and the verdict on each. */
const also: Readonly<
  Record<string, readonly [client: Variant, scenario: string, rule: string, verdict: 'fail' | 'warn', words: string]>
> = {
  'decodes each piece by itself': [decodesPieces, 'chat.stream-split', 'client.stream.lines', 'fail', '�'],
  'takes a broken connection for the end': [
    readsUntilItBreaks,
    'chat.stream-reset',
    'client.stream.done',
    'fail',
    'reports a success, where the stream ended in the middle',
  ],
  'dies of half a stream without a line': [
    { changeLine: (line) => (line.ok || line.error.status !== null ? line : undefined) },
    'chat.stream-cut,chat.plain',
    'client.stream.done',
    'warn',
    'ended with exit code 1 without a result line',
  ],
  'takes a 422 with `detail` for a success': [
    { changeLine: (line) => (line.error?.code === null ? { ok: true, result: {} } : line) },
    'rerank.422',
    'client.errors.detail',
    'fail',
    'reports a success, where the answer was 422 with `detail`',
  ],
  'gives a type of the detail for a code': [
    fails((error) => ({ ...error, code: 'greater_than_equal' })),
    'rerank.422',
    'client.errors.detail',
    'warn',
    'it is a type of its detail',
  ],
  'gives an empty list of a stream as it came': [
    gives((result) => ({ ...result, sources: list(result.sources) })),
    'chat.stream-nothing-found',
    'client.stream.empty-lists',
    'warn',
    '`sources` is [], where null is wanted',
  ],
};

describe('a client that goes wrong in another way', () => {
  it.each(Object.entries(also))('and %s is detected', async (_, [client, ids, rule, verdict, words]) => {
    const rows = await rowsOf(ids.split(','), client);
    expect(rows.find(({ id }) => id === rule)).toMatchObject({ verdict, reason: expect.stringContaining(words) });
  });

  it('and sees that the connection was broken, not that the client closed it', async () => {
    const rows = await rowsOf(['chat.stream-reset'], readsUntilItBreaks);
    const requests = [expect.stringMatching(/, 200, broken off$/)];
    expect(rows).toMatchObject([{ failure: { counterexample: { requests } } }]);
  });
});

it('judge what the client reports by the answer that it got: another refusal than the expected one has its own code', async () => {
  const asText = sends((url, { headers, ...request }) => [
    url,
    { ...request, headers: { ...headers, 'content-type': 'text/plain' } },
  ]);
  const rows = await rowsOf(['chat.422', 'chat.429', 'chat.500'], asText);
  for (const rule of ['client.errors.detail', 'client.retry.429', 'client.retry.500'])
    expect(rows.find(({ id }) => id === rule)).toMatchObject({
      verdict: 'skip',
      reason: 'the client met nothing that the rule speaks of',
    });
  expect(rows.filter(({ verdict }) => ['fail', 'warn'].includes(verdict))).toEqual([]);
});

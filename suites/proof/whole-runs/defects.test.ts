import { describe, expect, it } from 'vitest';
import { noRequest } from './answers.test-support.ts';
import {
  chatCrashes,
  crashesNowAndThen,
  crashesWithoutJson,
  crashingRows,
  detailInWords,
  emptyFiltersRefused,
  firewall,
  freeAfter,
  hasNoKey,
  isCutOff,
  noAccents,
  otherModelOnUsed,
  pythonRefused,
  quoteCrashes,
  remembers,
  rerankCrashes,
  rerankLetsIn,
  rerankQueryRefused,
  rerankRefused,
  topNRefused,
  tracedTwice,
  wrongAfterRefused,
} from './defects.test-support.ts';
import { emptyThrottled } from './keys.test-support.ts';
import { noise } from './noise.test-support.ts';
import { judge, proveRows, rowsFor } from './prove-rows.test-support.ts';

/** Chat rules that had nothing else to judge. */
const withNothingElse = (rule: string, reason: string): boolean =>
  rule.startsWith('chat.') && /valid chat request was answered with 500/.test(reason);

describe.concurrent('only the rules of the request fail on', () => {
  proveRows({
    'answers 500 to every query with an accent': {
      middleware: [noAccents],
      areas: ['finder'],
      failed: ['finder.accepts-valid'],
    },
    'crashes on 102 to 999 documents': {
      middleware: [rerankCrashes(102, 999)],
      areas: ['rerank', 'billing'],
      chosen: (rule) => /rerank/.test(rule),
      failed: ['rerank.accepts-valid'],
    },
    'crashes on 102 to 999 documents, behind a gateway that fails now and then': {
      middleware: [noise(0.03, ['502', '503']), rerankCrashes(102, 999)],
      areas: ['rerank', 'billing'],
      chosen: (rule) => /rerank/.test(rule),
      failed: ['rerank.accepts-valid'],
    },
    'refuses a top_n above the number of documents': {
      middleware: [topNRefused],
      areas: ['rerank', 'errors', 'auth'],
      depth: 'quick',
      failed: ['rerank.accepts-valid'],
    },
    'refuses every rerank request': {
      middleware: [rerankRefused],
      areas: ['auth', 'rerank', 'billing'],
      depth: 'quick',
      failed: ['rerank.accepts-valid'],
      // What speaks of reranking alone, and the sequences of money in which it has a part.
      open: (rule, reason) =>
        /^rerank\.|^billing\.(rerank|parallel|model)/.test(rule) && /valid rerank request/.test(reason),
    },
    ...rowsFor(
      [
        ['in capitals', /^\P{Ll}+$/u],
        ['with an emoji', /\p{Extended_Pictographic}/u],
        ['of several lines', /\n./],
        ['with white space at the end', /\s$/],
      ],
      ([words, pattern]) => [
        `refuses rerank queries ${words}`,
        {
          middleware: [rerankQueryRefused(pattern)],
          areas: ['rerank'],
          depth: 'quick',
          failed: ['rerank.accepts-valid'],
        },
      ],
    ),
    'refuses a request with two empty filters': {
      middleware: [emptyFiltersRefused],
      areas: ['chat', 'finder', 'events', 'errors', 'attachments', 'auth', 'billing'],
      depth: 'quick',
      failed: [
        'chat.accepts-valid',
        'chat.filter-beside-empty',
        'events.accepts-valid',
        'finder.accepts-valid',
        'finder.filter-beside-empty',
      ],
    },
    'refuses a request with two empty filters, and serves malformed keys some reranking': {
      middleware: [emptyFiltersRefused, rerankLetsIn],
      areas: ['auth', 'rerank'],
      chosen: (rule) => !rule.startsWith('auth.') || rule === 'auth.malformed-key',
      depth: 'standard',
      failed: ['auth.malformed-key'],
    },
    'crashes on conversations of more than two messages': {
      middleware: [chatCrashes(2)],
      areas: ['chat', 'events', 'errors'],
      failed: ['chat.accepts-valid', 'chat.messages-max', 'events.accepts-valid'],
      open: withNothingElse,
    },
    'charges chats without a stream twice if they have a traceparent': {
      middleware: [tracedTwice],
      areas: ['billing'],
      chosen: (rule) => ['billing.whole-bill', 'billing.domains-free'].includes(rule),
      depth: 'standard',
      failed: ['billing.whole-bill'],
    },
    'charges no request of a key after 150 answers': {
      middleware: [freeAfter(150)],
      areas: ['billing'],
      chosen: (rule) => ['billing.whole-bill', 'billing.domains-free'].includes(rule),
      depth: 'standard',
      failed: ['billing.whole-bill'],
    },
    'stands behind a firewall that refuses embeddings requests of more than 8 KiB with a page': {
      middleware: [firewall(8_192)],
      areas: ['errors', 'embeddings'],
      depth: 'standard',
      failed: ['embeddings.accepts-valid', 'embeddings.input-max'],
    },
    'answers rerank from a cache whose key lacks the API key': {
      middleware: [remembers('rerank', ({ body }) => body.toString())],
      areas: ['auth', 'billing'],
      chosen: (rule) =>
        /^(auth\.(domains-ignores-key|unknown-key|permission-denied)|billing\.(zero-balance|one-short))$/.test(rule),
      failed: ['auth.permission-denied', 'auth.unknown-key', 'billing.one-short', 'billing.zero-balance'],
      said: / Only after the same was sent with the active key; with a new text it is refused\.$/,
    },
    'answers the catalogue from a cache whose key lacks `limit`': {
      middleware: [remembers('domains', ({ path }) => path.replace(/limit=[^&]*&?/, '').replace(/[?&]$/, ''))],
      areas: ['domains'],
      chosen: (rule) => /^domains\.(limit-(respected|min|max)|sorted-by-count)$/.test(rule),
      failed: ['domains.limit-max', 'domains.limit-min', 'domains.limit-respected'],
      said: / Only after the same `q` was sent (?:with no|without this) `limit`; with a new one /,
    },
    'names another model on connections that served other requests': {
      middleware: [otherModelOnUsed],
      areas: ['finder'],
      chosen: (rule) => /^finder.response.(model|object)$/.test(rule),
      failed: ['finder.response.model'],
      said: /Only on a connection that served other requests before/,
    },
    ...crashingRows,
    'crashes where it must refuse, beside a printed quote': {
      middleware: [quoteCrashes],
      areas: ['finder'],
      chosen: (rule) => ['finder.max-results-max', 'finder.accepts-valid'].includes(rule),
      depth: 'standard',
      failed: ['finder.max-results-max'],
    },
    'refuses the name of the usual library of Python': {
      middleware: [pythonRefused],
      areas: ['finder'],
      depth: 'quick',
      failed: ['finder.accepts-valid'],
      said: /Only with `Accept: \*\/\*` and the headers of a client that traces its requests/,
    },
    'crashes on bodies that are not JSON': {
      middleware: [crashesWithoutJson],
      areas: ['errors'],
      depth: 'quick',
      failed: ['errors.empty-body', 'errors.invalid-utf8', 'errors.malformed-json'],
    },
    'describes schema failures in words': {
      middleware: [detailInWords],
      areas: ['errors', 'finder', 'rerank', 'domains'],
      depth: 'quick',
      failed: ['errors.detail'],
    },
    ...rowsFor(
      [
        { refused: 'a refused one', kept: wrongAfterRefused() },
        { refused: 'one that is cut off', kept: wrongAfterRefused(isCutOff) },
        { refused: 'one without a key', kept: wrongAfterRefused(hasNoKey) },
        { refused: 'one without a key', kept: wrongAfterRefused(hasNoKey, noRequest), status: 400 },
      ],
      ({ refused, kept, status = 500 }) => [
        `answers ${status} to the request after ${refused} on a connection`,
        {
          middleware: [kept],
          areas: ['chat', 'domains', 'embeddings', 'events', 'finder', 'rerank'],
          chosen: (rule) => rule.endsWith('.accepts-valid'),
          failed: [
            'chat.accepts-valid',
            'embeddings.accepts-valid',
            'events.accepts-valid',
            'finder.accepts-valid',
            'rerank.accepts-valid',
          ],
        },
      ],
    ),
    'cannot fetch from the host of the fixtures': {
      fixturesUrl: 'https://out-of-reach.assay.test',
      areas: ['chat', 'events', 'attachments', 'citations'],
      depth: 'quick',
      open: (_, reason) => /Can the target reach the host|refuses every PDF of out-of-reach/.test(reason),
    },
    'throttles a key without credit each time instead of asking for credit': {
      middleware: [emptyThrottled],
      areas: ['finder', 'billing'],
      failed: ['billing.zero-balance'],
      // The sequences of `billing.model` start with such a key.
      open: (rule) => rule === 'billing.model',
    },
  });
});

it('a finder that crashes now and then at what it must refuse, and never at a valid request, is no good server on a bad day', async () => {
  const { open, failed } = await judge({
    middleware: [crashesNowAndThen],
    areas: ['errors', 'finder'],
    depth: 'quick',
  });
  expect(failed).toEqual([]);
  expect(open).toEqual([
    ['errors.type-by-code', expect.stringMatching(/^\d+ requests to finder that must be refused/)],
  ]);
});

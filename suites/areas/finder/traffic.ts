import fc from 'fast-check';
import { limits } from '../../../spec/index.ts';
import type { Traffic } from '../../engine/checks/response-rule.ts';
import { bases, IN_CHUNKS_IF_EXPECTED, twoPages } from '../../generate/bases.ts';
import { equallyHashed, lowestHashed } from '../../generate/hashed-texts.ts';
import { text } from '../../generate/text-arbitraries.ts';
import type { Call } from '../../http/exchange/exchange.ts';

const base = bases.finder[0] ?? {};

/** A finder call: the smallest valid request with some fields changed. */
export const finderCall = (extra: object = {}): Call & { readonly endpoint: 'finder' } => ({
  endpoint: 'finder',
  body: { ...base, ...extra },
});

/** A wide question, so that a target with any medical sources finds more than it may return. */
const wide = 'symptoms, diagnosis and treatment of asthma, diabetes, migraine, stroke and hypertension';

/** A query that a careless echo changes: white space of two kinds around it, letters with combining marks, escapes, ends of lines and pages, capitals, spaces of no width. */
const awkward = '\t Überdosis? "café" \\ / cafe\u0301 & <b>喘息</b> 🫁 [12] 1+1 50%20\u200b\r\n\tSecond LINE\f  ';

/** What a careless server masks, unquotes, takes for an operator, writes plainer, or reads in another alphabet. */
const marked =
  '"chest pain" me@clinic.example 1234567 \u2028\u0085\u200e 천식 İzmir OR asthma site:who.int “5–10 mg” patient’s… <|endoftext|> (a [b ~5 ^ * ! 5\u00adHT Maß 𠮷 US$ HbA1c <7 \ufeff';

/** Long, but short enough for any search field; its end begins an escape of URLs, formats and patterns. */
const long = `${'Which of these symptoms need urgent care: '.repeat(7)}saturation below 92%`;

/** Valid finder calls: each field given and left out, queries that are hard to echo, results capped low, high and by default. */
export const finderTraffic: Traffic = {
  name: 'valid finder requests',
  endpoint: 'finder',
  examples: ({ requestsAreFree }) => [
    finderCall(),
    // The same words again, each in one other way: a cache that holds both for one must not give back the other.
    ...['Asthma Inhaler Technique', 'asthma inhaler technique ', 'asthma inhaler  technique'].map((query) =>
      finderCall({ query }),
    ),
    // `constructor` is a name that every object of JavaScript has: a server may look the query up in one.
    ...(requestsAreFree
      ? ['Ménière', 'Me\u0301nie\u0300re', 'constructor', 'true', '{"query": "asthma"}', ...equallyHashed, lowestHashed]
      : []
    ).map((query) => finderCall({ query })),
    finderCall({ max_results: limits.maxResults.min }),
    finderCall({ query: wide, max_results: limits.maxResults.max }),
    finderCall({ include_domains: ['asthma.example'] }),
    finderCall({ query: wide }),
    finderCall({ query: wide, search_depth: 'advanced' }),
    // As one that `finder.nullable-accepted` sends, which must not get this answer.
    finderCall({ include_domains: null, include_answer: true }),
    {
      ...finderCall({ query: awkward, include_answer: false, max_results: 3 }),
      headers: { ...IN_CHUNKS_IF_EXPECTED, 'accept-language': '*' },
    },
    finderCall({ query: long, include_answer: true, search_depth: 'basic' }),
    // Longer than a column or a header holds; a target may refuse it (readings S49).
    ...(requestsAreFree
      ? [{}, { include_answer: true, search_depth: 'advanced', max_results: 1 }].map((extra) =>
          finderCall({ query: twoPages, ...extra }),
        )
      : []),
    // Ends in an operator of search languages, which has nothing to combine.
    finderCall({ query: `${wide} OR`, search_depth: 'advanced', max_results: 7 }),
    // The last is a text that careless code takes for none.
    ...[marked, '"chest pain"', '12345', '0'].map((query) => finderCall({ query })),
    finderCall({ query: '0042', exclude_domains: ['news.example', 'blog.example', 'news.example'], max_results: 4 }),
  ],
  arbitrary: fc
    .record(
      {
        query: fc.oneof(
          { weight: 4, arbitrary: text },
          { weight: 1, arbitrary: fc.constantFrom('null', 'true', '7.50') },
        ),
        search_depth: fc.constantFrom('basic', 'advanced'),
        max_results: fc.integer({ min: limits.maxResults.min, max: limits.maxResults.max }),
        include_answer: fc.boolean(),
        include_domains: fc.constantFrom([], ['health.example']),
      },
      { requiredKeys: ['query'] },
    )
    .map(finderCall),
};

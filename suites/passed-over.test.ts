import { describe, expect, it } from 'vitest';
import { judgeEnough } from './areas/billing/balances.ts';
import { judgeAmount, judgeNoSurcharge } from './areas/billing/judges.ts';
import * as chat from './areas/chat/judges.ts';
import * as citations from './areas/citations/judges.ts';
import * as pages from './areas/citations/page-judges.ts';
import * as domains from './areas/domains/judges.ts';
import * as summary from './areas/domains/summary.ts';
import * as embeddings from './areas/embeddings/judges.ts';
import { embeddingsCall } from './areas/embeddings/traffic.ts';
import * as errors from './areas/errors/judges.ts';
import { judgeFailed } from './areas/errors/scenarios.ts';
import { sameFollowUps, sameMessage, sameSources, sameSteps } from './areas/events/same-judges.ts';
import { stepSourcesFinal } from './areas/events/step-sources.ts';
import {
  good,
  message,
  questions,
  rawStream,
  source,
  sources,
  streamed,
  streamText,
} from './areas/events/stream.test-support.ts';
import * as finder from './areas/finder/judges.ts';
import { finderCall } from './areas/finder/traffic.ts';
import { validCall } from './generate/bases.ts';
import { exchangeOf } from './judges/exchange.test-support.ts';
import { judgeRefusal } from './judges/expect-error.ts';
import { type Judgement, Unjudgeable } from './judges/judgement.ts';

const ask = (body: object) => ({ endpoint: 'chat' as const, body: { model: 'svc-chat-v1', messages: [], ...body } });
const answer = (body: object, asked: object = {}) => exchangeOf(ask(asked), body);
const acting = (action: object) => answer({ steps: [{ actions: [action] }] });
const ids = (...list: readonly unknown[]) => answer({ message: '', sources: list.map((id) => ({ id })) });
const listed = (body: object, query: Record<string, string> = {}) => exchangeOf({ endpoint: 'domains', query }, body);
const counted = (...entries: readonly (readonly [string, unknown])[]) =>
  listed({ domains: entries.map(([domain, document_count]) => ({ domain, document_count })) });
const embedded = (input: unknown, body: object) => exchangeOf(embeddingsCall({ input }), body);
const found = (body: object, asked: object = {}) => exchangeOf(finderCall(asked), body);
const refused = (status: number, body: object = {}) => exchangeOf(validCall('finder'), body, { status });
const steps = (list: unknown) => streamed([{ type: 'steps', steps: list }, sources(source)]);
const held = (...list: readonly unknown[]) => steps([{ description: 'Search', actions: [], sources: list }]);
const typed = (code: string, type: string) =>
  errors.typeByCode(refused(400, { error: { code, type } }), { schema: false, names: [] });
const named = (loc: unknown, ...names: readonly string[]) =>
  errors.detailNamesField(refused(422, { detail: [{ loc }] }), { schema: true, names });
/** What is said of a finder request that should have been refused, and was accepted. */
const tolerant = (body: object, ...readings: readonly string[]) => {
  const outcome = { status: 400, format: 'envelope', code: 'invalid_request' } as const;
  return judgeRefusal(found({}, body), { outcome, readings, fault: 'it is odd' }, () => undefined);
};
const asked = { include_follow_ups: true };
const plain = answer({ steps: [], message: 'a', sources: [source], follow_up_questions: null });

/** Defects that another rule reports, or none: a judge that must find nothing, and the answer. */
const nothingFor: Record<string, Record<string, () => Judgement>> = {
  chat: {
    'no JSON at all': () => chat.oneObject(exchangeOf(ask({}), null, { raw: '<h1>It works</h1>' })),
    'a search whose input is a text': () => chat.searchInput(acting({ type: 'search_official_source', input: 'q' })),
    'an action of another type': () => chat.searchResult(acting({ type: 'think', input: {}, result: [1] })),
    'follow-up questions that are a text': () => chat.followUpsNull(answer({ follow_up_questions: 'Why?' })),
  },
  citations: {
    'an id that is a number': () => citations.idForm(ids(1)),
    'a lone number of a prefix': () => citations.numbering(ids('PF7')),
    'no answer': () => citations.pfOnlyWithPdf(answer({})),
    'no sources': () => pages.title(answer({}, { messages: [{ pdf_urls: ['https://fixtures.example/pages-1.pdf'] }] })),
  },
  domains: {
    'no total': () => domains.total(listed({ domains: [{}] })),
    'a name that is a number': () => domains.normalized(listed({ domains: [{ domain: 7 }] })),
    'a count that is a text': () => domains.sortedByCount(counted(['b', '2'], ['a', 3])),
    'a category beside a `q`': () =>
      domains.inCategory(listed({ domains: [{ category: 'b' }] }, { category: 'a', q: 'a' })),
    'a name beside a category': () =>
      domains.holdsPart(listed({ domains: [{ domain: 'b' }] }, { category: 'a', q: 'a' })),
    'a count in the summary that is a text': () =>
      summary.summaryDomainCount(
        listed({ domains: [{ category: 'a' }], categories: [{ category: 'a', domain_count: '1' }] }),
      ),
  },
  embeddings: {
    'too few entries': () => embeddings.positions(embedded(['a', 'b'], { data: [{ index: 0 }] })),
    'an index that is a text': () => embeddings.positions(embedded('a', { data: [{ index: '0' }] })),
    'a count that is a text': () =>
      embeddings.tokensEqual(embedded('a', { usage: { prompt_tokens: 3, total_tokens: '4' } })),
  },
  finder: {
    'no results': () => finder.capped(found({ results: null }, { max_results: 2 })),
    'a query that is a number': () => finder.queryEchoed(found({ query: 7 }, { query: '7' })),
    'no answer field': () => finder.answerWithheld(found({})),
    'a time that is a text': () => finder.timeDecimals(found({ response_time: '0.123' })),
  },
  errors: {
    'an unknown code': () => typed('oops', 'server_error'),
    'an unknown type': () => typed('invalid_request', 'oops'),
    'a `loc` that is a text': () => named('body', 'query'),
    'a fault of no single field': () => named(['body']),
    'an envelope': () => errors.detailWithoutCode(refused(400, { error: {} }), { schema: true, names: [] }),
  },
  billing: { 'a base price that is wrong': () => judgeNoSurcharge('A request', 140_000, 150_000) },
  'a stream beside an answer': {
    'a fragment without content': () => sameMessage(streamed([{ type: 'message' }, sources()]), plain),
    'a message that is a number': () => sameMessage(streamed(good), answer({ message: 7 })),
    'a cut stream': () => sameMessage(rawStream(streamText(message('b')).replace('data: [DONE]\n\n', '')), plain),
    'a source without an address': () => sameSources(streamed([sources({ ...source, url: 1 })]), plain),
    'no list of sources': () => sameSources(streamed([{ type: 'sources', sources: null }]), plain),
    'a step without words': () => sameSteps(steps([{}]), plain),
    'a question that is a number': () => sameFollowUps(streamed([...good, questions(1)], asked), plain),
    'questions that nobody asked for': () => sameFollowUps(streamed(good), plain),
  },
  'sources on steps': {
    none: () => stepSourcesFinal(streamed(good)),
    'an empty list': () => stepSourcesFinal(held()),
    'a source without its fields': () => stepSourcesFinal(held({ id: 'SW1' })),
  },
};

describe.each(Object.entries(nothingFor))(
  'one defect fails one rule: the judges of %s find nothing in',
  (_area, rows) => {
    it.each(Object.entries(rows))('%s', (_words, judge) => expect(judge()).toBe('nothing'));
  },
);

it('a PDF that is attached twice is cited twice', () => {
  const name = 'https://fixtures.example/pages-1.pdf';
  const page = (id: string) => ({ id, title: 'pages-1.pdf (p.1)', url: name, relevance_score: 1 });
  const cited = answer(
    { message: '', sources: [page('PF1'), page('PF2')] },
    { messages: [{ pdf_urls: [name, name] }] },
  );
  expect(pages.sequence(cited)).toBe('fine');
});

it.each<[string, () => unknown]>([
  ['another refusal than for credit', () => judgeEnough(refused(401), 35_000)],
  [
    'a fault that had no effect',
    () => judgeFailed(refused(200), { status: 500, code: 'internal_error', type: 'server_error' }),
  ],
])('a temporary failure breaks no rule: %s', (_words, judge) => expect(judge).toThrow(Unjudgeable));

it.each(
  Object.entries<[() => Judgement, string]>({
    'an odd spelling that no reading of the rule excuses': [() => tolerant({ search_depth: 'BASIC' }), 'accepted'],
    'a fraction out of range': [() => tolerant({ max_results: 20.5 }, 'S31'), 'accepted'],
    'a price that is too low': [
      () => judgeAmount('A request', { amount: 30_000, lines: [] }, 35_000),
      'The charge is $0.03 (30,000 micros) instead of $0.035 (35,000 micros).',
    ],
    'a token for literature': [() => citations.pmProOnly(answer({ message: 'See [PM1].' })), '[PM1]'],
    'a token for a page': [() => citations.pfOnlyWithPdf(answer({ message: 'See [PF2].' })), '[PF2]'],
    'a category in another case beside the one that counts': [
      () =>
        summary.summaryCategories(
          listed({ domains: [{ category: 'a' }], categories: [{ category: 'a' }, { category: 'A' }] }),
        ),
      '"A"',
    ],
    'a step in an earlier snapshot': [
      () => {
        const early = {
          type: 'steps',
          steps: [{ description: '', actions: [], sources: [{ ...source, title: 'Draft' }] }],
        };
        return stepSourcesFinal(streamed([early, ...good]));
      },
      'Draft',
    ],
    'fragments that lose a word': [
      () =>
        sameMessage(
          streamed([message('Yes, '), message('it [SW1].'), sources()]),
          answer({ message: 'Yes, is it [SW1].' }),
        ),
      'is "Yes, it [SW1]." in the stream and "Yes, is it [SW1]." in the answer',
    ],
  }),
)('defects that no deviation shows: %s', (_words, [judge, words]) => {
  expect(judge()).toMatchObject({ kind: 'broken', actual: expect.stringContaining(words) });
});

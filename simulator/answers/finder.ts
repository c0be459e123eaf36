import { type FinderRequest, type FinderResponse, limits, models } from '../../spec/index.ts';
import { type Chance, createChance } from '../core/chance.ts';
import { nullWhenEmpty } from './chat-response.ts';
import type { AnswerContext } from './context.ts';
import { isAcute } from './danger/acute-complaint.ts';
import { dangerIn } from './danger/danger.ts';
import { isUrgent } from './danger/urgent-help.ts';
import { finderIdentity } from './identity.ts';
import { readAsked } from './question/asked.ts';
import { measured } from './question/measured.ts';
import { type Subject, subjectOf } from './question/subject.ts';
import { substituteRemark, unspoken } from './question/substitutes.ts';
import { valuesIn } from './reading/values.ts';
import { secondFit } from './search/quotes.ts';
import { excerptOf, rankedSentences } from './search/ranked-sentences.ts';
import { type Hit, searchFor } from './search/search.ts';
import { english } from './wording/frames.ts';
import { notice } from './wording/notice.ts';

/** Answers a valid finder request. `advanced` searches the literature too and quotes more. Source: Resources, finder. */
export function answerFinder(request: FinderRequest, context: AnswerContext): FinderResponse {
  const { query } = request;
  const advanced = request.search_depth === 'advanced';
  const reading = readAsked(query);
  const subject = measured(subjectOf(reading), valuesIn(query), dangerIn(reading)?.slug);
  const channels = advanced ? (['web', 'literature'] as const) : (['web'] as const);
  // Best first, equal scores in the order of the channels (readings S15).
  const found = channels
    .flatMap((channel) => (context.faults.has('no_results') ? [] : searchFor({ ...request, subject, channel })))
    .sort((left, right) => right.score - left.score);
  const hits = found.slice(0, request.max_results ?? limits.maxResults.default);

  const answered = request.include_answer === true && hits.length > 0 && !context.faults.has('no_answer');
  return {
    id: context.nextId('fnd'),
    object: 'finder.result',
    created: context.nowSeconds,
    model: models.finder,
    query: context.echo?.query ?? query,
    answer: answered ? synthesise(hits, subject, isAcute(query, reading, isUrgent(subject))) : null,
    results: nullWhenEmpty(
      hits.map(({ document, score }) => ({
        title: document.title,
        url: document.url,
        content: excerptOf(document, [subject], advanced ? 4 : 2),
        score,
      })),
    ),
    usage: { query_count: 1 },
    response_time: responseTime(advanced, createChance(context.seed, finderIdentity(request))),
  };
}

const documentsQuoted = 3;

/** An answer from sentences of the three best documents; two from the first if both answer. */
function synthesise(hits: readonly Hit[], subject: Subject, urgent: boolean): string {
  const covered = new Set<string>();
  const quoted = hits.slice(0, documentsQuoted).flatMap(({ document }, at) =>
    rankedSentences(document, subject)
      // A general sentence adds nothing after another one on the same aspect.
      .filter(({ general, aspect }) => !(general && covered.has(aspect)))
      .slice(0, at === 0 ? 2 : 1)
      .filter(({ fit }, place) => place === 0 || fit >= secondFit)
      .map(({ text, aspect }) => {
        covered.add(aspect);
        return { topic: document.topic, sentence: text, aspect };
      }),
  );
  const remarks = substituteRemark(unspoken(subject.substitutes, quoted), english);
  return [...(urgent ? [english.urgent] : []), ...remarks, ...quoted.map(({ sentence }) => sentence), notice].join(' ');
}

/** Seconds with two decimals; invented, not measured (readings S21). */
function responseTime(advanced: boolean, chance: Chance): number {
  return chance.integer(advanced ? 80 : 20, advanced ? 260 : 95) / 100;
}

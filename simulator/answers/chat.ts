import { type ChatRequest, models, type Source } from '../../spec/index.ts';
import { createChance } from '../chance.ts';
import { compose } from './compose.ts';
import type { AnswerContext } from './context.ts';
import { excerptOf } from './excerpt.ts';
import { followUpsFor } from './follow-ups.ts';
import { fragmentsOf } from './fragments.ts';
import { chatIdentity } from './identity.ts';
import { questionOf } from './question.ts';
import { quotesFrom } from './quotes.ts';
import { type Hit, search } from './search.ts';
import { orderSources, pageSources, retrievedSources } from './sources.ts';
import { type AnswerStep, literatureSearch, type SearchAction, stepsOf, webSearch } from './steps.ts';
import { topicNameOf } from './topic-name.ts';

/** An answer before it is delivered as JSON or as a stream. */
export interface ChatAnswer {
  readonly steps: readonly AnswerStep[];
  /** Concatenated they are the message. */
  readonly fragments: readonly string[];
  readonly sources: readonly Source[];
  /** Null when not asked for; `[]` when none were generated. */
  readonly followUps: readonly string[] | null;
  readonly followUpsInvoked: boolean;
}

/** Farther behind the best hit a document only mentions the subject. */
const closeness = 0.6;

/** The best `most` hits, without those that are far behind. */
export function closest(hits: readonly Hit[], most: number): Hit[] {
  const best = hits[0]?.score ?? 0;
  return hits.slice(0, most).filter(({ score }) => score >= best * closeness);
}

/** Answers a valid chat request. Equal requests with equal seeds get equal answers, however they are delivered. */
export function answerChat(request: ChatRequest, context: AnswerContext): ChatAnswer {
  const identity = chatIdentity(request);
  const chanceOf = (purpose: string) => createChance(context.seed, `${purpose} ${identity}`);
  const pages = context.pdfs.flatMap((pdf) => pdf.pages.map(({ markdown }) => markdown));
  const { query, terms } = questionOf(request.messages, pages);

  const howMany = chanceOf('sources');
  const retrieve = (channel: 'web' | 'literature', most: number): Hit[] =>
    context.faults.has('no_sources') ? [] : closest(search({ ...request, terms, channel }), most);
  // Source: Chat response, citation rule 2.
  const literate = request.model === models.chatPro;
  const web = retrieve('web', howMany.integer(3, 5));
  const literature = literate ? retrieve('literature', howMany.integer(2, 3)) : [];

  const cited = orderSources(
    pageSources(context.faults.has('no_sources') ? [] : context.pdfs),
    retrievedSources('SW', web),
    retrievedSources('PM', literature),
  );
  const sources = cited.map(({ source }) => source);
  const topic = topicNameOf([...web, ...literature]);
  const quotes = quotesFrom(cited, terms);
  const message = compose({ quotes, topic, language: request.language ?? null }, chanceOf('wording'));
  const asked = request.include_follow_ups ?? false;
  const followUps = followUpsFor(asked, topic, context.faults, chanceOf('follow-ups'));

  const action = (type: string, hits: readonly Hit[]): SearchAction => ({
    type,
    input: { query },
    result: hits.map(({ document: { title, url, sentences } }) => ({
      title,
      url,
      content: excerptOf(sentences, terms, 2),
    })),
  });
  return {
    steps: stepsOf({
      attachedPages: pages.length,
      actions: [action(webSearch, web), ...(literate ? [action(literatureSearch, literature)] : [])],
      sources,
    }),
    fragments: fragmentsOf(message, chanceOf('fragments')),
    sources,
    followUps: followUps.questions,
    followUpsInvoked: followUps.invoked,
  };
}

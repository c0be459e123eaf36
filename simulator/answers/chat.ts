import { type Topic, topicBySlug } from '../../fixtures/index.ts';
import { type ChatRequest, models, type Source } from '../../spec/index.ts';
import { type Chance, createChance } from '../core/chance.ts';
import { compose } from './compose.ts';
import type { AnswerContext } from './context.ts';
import { followUpsFor } from './follow-up-questions.ts';
import { chatIdentity } from './identity.ts';
import { questionOf } from './question/question.ts';
import { unspoken } from './question/substitutes.ts';
import { quotesFrom } from './search/quotes.ts';
import { excerptOf } from './search/ranked-sentences.ts';
import { type Hit, searchForEach } from './search/search.ts';
import { pageSources, retrievedSources } from './search/sources.ts';
import { verdictOf } from './search/verdict.ts';
import { type AnswerStep, literatureSearch, type SearchAction, stepsOf, webSearch } from './steps.ts';
import { languageIn } from './wording/frames.ts';
import { styleOf } from './wording/style.ts';

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

/** Answers a valid chat request. Equal requests with equal seeds get equal answers, however they are delivered. */
export function answerChat(request: ChatRequest, context: AnswerContext): ChatAnswer {
  const identity = chatIdentity(request);
  const chanceOf = (purpose: string) => createChance(context.seed, `${purpose} ${identity}`);
  const pages = context.pdfs.flatMap((pdf) => pdf.pages.map(({ markdown }) => markdown));
  const question = questionOf(request.messages, pages, request.instructions);
  const { query, subject, asked } = question;

  const howMany = chanceOf('sources');
  const retrieve = (channel: 'web' | 'literature', most: number): Hit[] =>
    context.faults.has('no_sources') ? [] : searchForEach(question.parts, { ...request, channel }, most);
  // Source: Chat response, citation rule 2.
  const literate = request.model === models.chatPro;
  const web = retrieve('web', howMany.integer(3, 5));
  const literature = literate ? retrieve('literature', howMany.integer(2, 3)) : [];

  // Attached pages come before retrieved sources. Source: citation rule 5.
  const cited = [
    ...pageSources(context.faults.has('no_sources') ? [] : context.pdfs),
    ...retrievedSources('SW', web),
    ...retrievedSources('PM', literature),
  ];
  const sources = cited.map(({ source }) => source);
  const found = new Set([...web, ...literature].map(({ document }) => document.topic));
  const about = [...found].flatMap((slug) => topicBySlug.get(slug) ?? []);
  const instructions = request.instructions ?? '';
  // Source: Chat request, `language`, whose internal default is `auto`.
  const hint = request.language === 'auto' ? null : request.language;
  const language = hint ?? languageIn(instructions) ?? question.language;
  const quotes = quotesFrom(cited, question);
  const topicOf = new Map(cited.map(({ source, hit }) => [source.id, hit?.document.topic]));
  const quoted = quotes.map((quote) => ({ ...quote, topic: topicOf.get(quote.id) ?? '' }));
  const asks = [...new Set(question.parts.flatMap(({ aspects }) => aspects))];
  const last = request.messages.findLast(({ role }) => role === 'user');
  const isAnswered = question.harm === null && question.smallTalk === null;
  const isSilent = (last?.pdf_urls?.length ?? 0) > 0 && question.attached.passages.length === 0;
  const isUnseen = (last?.image_urls?.length ?? 0) > 0;
  const unread = [...(isSilent ? (['silent'] as const) : []), ...(isUnseen ? (['unseen'] as const) : [])];
  const message = compose(
    {
      quotes,
      topic: named(about),
      kind: about[0]?.kind ?? 'condition',
      // A heading names only aspects that the sentences below it are about.
      aspects: asks.filter((one) =>
        quotes.some(({ aspect }) => aspect === one || (aspect === 'cases' && one === 'treatment')),
      ),
      substitutes: unspoken(subject.substitutes, quoted),
      isAcute: question.isAcute,
      harm: question.harm,
      smallTalk: question.smallTalk,
      verdict: verdictOf(asked, question, quotes, cited),
      unread: isAnswered ? unread : [],
      remarks: question.remarks,
      isMedical: cited.length > 0 || subject.named.size > 0 || question.remarks.length > 0,
      language,
      style: styleOf(instructions, asked, question.forms),
    },
    chanceOf('wording'),
  );
  const followUps = followUpsFor(
    request.include_follow_ups ?? false,
    about,
    subject,
    context.faults,
    chanceOf('follow-ups'),
  );

  const said = new Set(quotes.map(({ sentence }) => sentence));
  const action = (type: string, hits: readonly Hit[]): SearchAction => ({
    type,
    input: { query },
    result: hits.map(({ document, subjects }) => ({
      title: document.title,
      url: document.url,
      content: excerptOf(document, subjects, 2, said),
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

/** The names of topics in one phrase. */
function named(about: readonly Topic[]): string | null {
  const names = about.map(({ name }) => name);
  return names.length < 2 ? (names[0] ?? null) : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

/**
 * Cuts a message into the fragments of a stream: several, none empty, together the message. A cut may fall inside a
 * citation token (readings S12), never inside a surrogate pair, which no single event could carry.
 * Source: Events, rule 2.
 */
function fragmentsOf(message: string, chance: Chance): string[] {
  const characters = [...message];
  const fragments: string[] = [];
  for (let at = 0; at < characters.length; ) {
    const length = chance.integer(5, 30);
    fragments.push(characters.slice(at, at + length).join(''));
    at += length;
  }
  return fragments;
}

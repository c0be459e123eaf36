import { type Aspect, type CorpusDocument, topics } from '../../../fixtures/index.ts';
import type { Question } from '../question/question.ts';
import { people } from '../reading/topic-sets.ts';
import { fillerFit, type RankedSentence, rankedSentences } from './ranked-sentences.ts';
import type { CitableSource, CitationPrefix } from './sources.ts';

/** A sentence taken from a source, with the id of that source. */
export interface Quote {
  readonly prefix: CitationPrefix;
  readonly id: string;
  readonly sentence: string;
  /** The aspect it is about; null for a page. */
  readonly aspect: Aspect | null;
}

/** A second sentence of a source is quoted only if it fits at least this well. */
export const secondFit = 0.55;
/** Most sentences that are quoted from one source. */
const mostOfOneSource = 2;

/**
 * Sentences from each source that answer the question, none twice: the best one for each question that is asked, then the others in the order of the
 * sources.
 */
export function quotesFrom(sources: readonly CitableSource[], question: Question): Quote[] {
  return [...pageQuotes(sources, question), ...webQuotes(sources, question)];
}

/** What the attached pages say about the question, best first. */
function pageQuotes(sources: readonly CitableSource[], { attached }: Question): Quote[] {
  const pages = sources.filter(({ prefix }) => prefix === 'PF');
  return attached.passages.flatMap(({ page, text }) => {
    const id = pages[page]?.source.id;
    return id === undefined ? [] : [{ prefix: 'PF', id, sentence: text, aspect: null }];
  });
}

function webQuotes(sources: readonly CitableSource[], question: Question): Quote[] {
  const chosen = chosenFrom(sources);
  // What to do at once stays first.
  const help =
    question.subject.aspects[0] === 'help' ? chosen.filter(({ quote: { aspect } }) => aspect === 'help') : [];
  const isHelp = help.length > 0 || chosen[0]?.quote.aspect === 'help';
  const best = isHelp ? [] : question.parts.flatMap(({ words }) => bestOf(chosen.filter((one) => one.words === words)));
  const first = new Set([...(isHelp ? help.slice(0, 1) : forWhom(chosen, question)), ...best]);
  const rest = chosen.filter((one) => !first.has(one));
  return [...first, ...rest.filter(({ general }) => !general), ...rest.filter(({ general }) => general)].map(
    ({ quote }) => quote,
  );
}

/** «My baby is constipated, what can I do?»: what holds for a child, or in pregnancy, comes before what holds for everybody. */
function forWhom(chosen: readonly Chosen[], { subject: { aspects }, parts, query }: Question): readonly Chosen[] {
  if (parts.length > 1 || !aspects.some((aspect) => guiding.has(aspect))) return [];
  const [best] = bestOf(chosen);
  const isOfThem = ({ quote: { aspect } }: Chosen): boolean =>
    aspect !== null && people.has(aspect) && aspects.includes(aspect);
  if (best === undefined || isOfThem(best)) return [];
  const ofThem = chosen.filter(
    (one) => isOfThem(one) && !one.general && one.fit >= nearBest * best.fit && guides.test(one.quote.sentence),
  );
  const ofBabies = baby.test(query) ? ofThem.filter(({ quote: { sentence } }) => baby.test(sentence)) : [];
  return bestOf(ofBabies.length > 0 ? ofBabies : ofThem);
}
/** A sentence on these people is led with if it fits almost as well as the best. */
const nearBest = 0.7;
/** What somebody may or may not take: not «small children who drink much milk can develop it». */
const guides = /\b(?:treated|taken|given|used|avoided?|suitable)\b/i;
const baby = /\b(?:bab(?:y|ies)|infants?|newborns?|months? old)\b/i;
const guiding: ReadonlySet<Aspect> = new Set(['treatment', 'self-care', 'dose', 'side-effects', 'warnings']);

/** A quote with how well it answers, and the words of the question that it answers, which tell the questions apart. */
interface Chosen {
  readonly quote: Quote;
  readonly fit: number;
  readonly general: boolean;
  readonly words: readonly string[] | undefined;
}

/** The first of those that answer best, a general one only if there is no other; none if there are none. */
const bestOf = (some: readonly Chosen[]): readonly Chosen[] =>
  some.toSorted((left, right) => Number(left.general) - Number(right.general) || right.fit - left.fit).slice(0, 1);

function chosenFrom(sources: readonly CitableSource[]): Chosen[] {
  const used = new Set<string>();
  const words = new Set<string>();
  return sources.flatMap(({ prefix, source, hit }): Chosen[] => {
    if (hit === undefined) return [];
    const lists = hit.subjects.map((subject) => rankedSentences(hit.document, subject));
    const mostOfList = lists.length > 1 ? 1 : mostOfOneSource;
    const chosen: Chosen[] = [];
    for (const [at, ranked] of lists.entries()) {
      const before = chosen.length;
      for (const candidate of ranked) {
        if (chosen.length > before && candidate.fit < secondFit) break;
        if (prefix === 'SW' && used.size > 0 && candidate.general && candidate.fit <= fillerFit) break;
        const said = sayingOf(candidate, hit.document);
        if (used.has(said) || !tellsMore(candidate, words)) continue;
        const { text, aspect, fit, general } = candidate;
        chosen.push({
          quote: { prefix, id: source.id, sentence: text, aspect },
          fit,
          general,
          words: hit.subjects[at]?.words,
        });
        used.add(said);
        for (const word of candidate.words) words.add(word);
        if (chosen.length === before + mostOfList) break;
      }
    }
    return chosen;
  });
}

/** Whether a general sentence has enough words that were not quoted before. */
function tellsMore({ words, general }: RankedSentence, quoted: ReadonlySet<string>): boolean {
  if (!general) return true;
  let repeated = 0;
  for (const word of words) if (quoted.has(word)) repeated += 1;
  return words.size - repeated > words.size * repeating;
}
/** Up to this share of new words, a sentence only repeats. */
const repeating = 0.25;

/** A key for not saying the same twice: all definitions of a topic have the same. */
function sayingOf({ aspect, text }: RankedSentence, document: CorpusDocument): string {
  const isDefinition = aspect === 'overview' && profiles.get(document.topic)?.includes(text.slice(-endOfText, -1));
  return isDefinition ? `what ${document.topic} is` : text;
}
const profiles = new Map(topics.map(({ slug, profile }) => [slug, profile]));
/** This many characters at its end show that a sentence is a definition of its topic. */
const endOfText = 16;

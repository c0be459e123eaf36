import { type Aspect, type Concept, concepts, type Topic, topics } from '../../../fixtures/index.ts';
import { meansElse } from './abbreviations.ts';
import { preparedVocabulary, type WrittenVocabulary } from './prepared-vocabulary.ts';
import { once } from './remembering.ts';
import { stopWords } from './stop-words.ts';
import { vague } from './topic-sets.ts';
import { stem, wordSet, writtenWordsOf } from './words.ts';

/** Slugs of topics, with what each weighs. */
export type Weights = ReadonlyMap<string, number>;

/** The meaning of a name: a topic, or a concept that leads to topics. `term` is `#` (aspects: `@`) with its slug or id. */
export interface Meaning {
  readonly term: string;
  readonly kind: Topic['kind'] | Concept['kind'];
  /** Slugs of topics, each with a weight up to 1. */
  readonly leads: Weights;
}

/** Whether it is a medicine that people take. */
export const isTaken = ({ kind }: Meaning): boolean => kind === 'medicine' || kind === 'drug';

/** A place where a text names something. */
export interface Mention {
  readonly meaning: Meaning;
  /** Position of the first word of the name, and how many words it has. */
  readonly at: number;
  readonly length: number;
  /** Whether its words are separated or in another order. */
  readonly loose?: true;
}

interface Phrase {
  readonly stems: readonly string[];
  /** The exact words, for names that count only in this form. */
  readonly exact: readonly string[] | null;
  readonly meaning: Meaning;
}

/** Abbreviations that are also words; these, and all of two letters, count only in capitals or if the text is medical. */
const doubtful =
  /^(?:[A-Z]{2}|ADD|AIDS|PAD|PET|ART|CAP|SOB|CAD|CRC|PEP|TID|BID|TDS|ALT|AST|ALP|ANA|OTC|NPO|LMP|SCC|ITP|PID|HIT)$/;

/** An everyday word in lower case, even in a medical text. */
const onlyInCapitals = 'hit';

/** Two letters that have no other meaning, even in lower case. */
const unmistakable: ReadonlySet<string> = new Set(['bp', 'bv']);

interface Vocabulary {
  /** Names of two and three content words, by their sorted stems. */
  readonly loosely: ReadonlyMap<string, Meaning>;
  /** All stems in `loosely`. */
  readonly looseStems: ReadonlySet<string>;
  readonly meanings: ReadonlyMap<string, Meaning>;
  /** The names that begin with a stem, in the order in which they are tried. */
  namesFrom(first: string): readonly Phrase[];
  /** Single words of all names, in lower case. */
  readonly words: ReadonlySet<string>;
}

/** Kinds of names whose words may be separated and in another order: «my hands are shaking», «a clot in the leg». */
const mayStandLoose: ReadonlySet<string> = new Set(['condition', 'group', 'symptom']);
const mostLoose = 3;
/** The weight of a topic for a symptom that its material names. */
const describedWeight = 0.6;
const denying = wordSet('not no without never isnt cant cannot');
/** The words of a loose name must be among this many content words. */
const looseWindow = 5;

const keyOf = (stems: readonly string[]): string => stems.toSorted().join(' ');

/** All names of topics and concepts. */
export const vocabulary = once((): Vocabulary => {
  const written = preparedVocabulary();
  return written === undefined ? build() : readVocabulary(written);
});

/** Serialises the vocabulary for `prepared-vocabulary.ts`. */
export function writeVocabulary(): WrittenVocabulary {
  const { meanings, byFirstStem, loosely, looseStems, words } = build();
  const places = new Map([...meanings.values()].map((meaning, at) => [meaning, at]));
  const placeOf = (meaning: Meaning): number => places.get(meaning) as number;
  return {
    meanings: [...places.keys()].map(({ term, kind, leads }) => [term, kind, Object.fromEntries(leads)]),
    names: Object.fromEntries(
      [...byFirstStem].map(([first, list]) => [
        first,
        list
          .map(({ stems, exact, meaning }) => [stems.join(' '), placeOf(meaning), exact?.join(' ')].join('\t'))
          .join('\n'),
      ]),
    ),
    loosely: Object.fromEntries([...loosely].map(([key, meaning]) => [key, placeOf(meaning)])),
    looseStems: [...looseStems].join(' '),
    words: [...words].join(' '),
  };
}

/** Deserialises it. Names are read when a text first has their first word: no start waits for thousands of them. */
export function readVocabulary({
  meanings: written,
  names,
  loosely,
  looseStems,
  words,
}: WrittenVocabulary): Vocabulary {
  const meanings = written.map(
    ([term, kind, leads]): Meaning => ({ term, kind, leads: new Map(Object.entries(leads)) }),
  );
  const read = new Map<string, readonly Phrase[]>();
  const readNames = (first: string): readonly Phrase[] => {
    if (!Object.hasOwn(names, first)) return none;
    const phrases = (names[first] ?? '').split('\n').map((name): Phrase => {
      const [stems = '', at, exact = ''] = name.split('\t');
      return {
        stems: stems.split(' '),
        exact: exact === '' ? null : exact.split(' '),
        meaning: meanings[Number(at)] as Meaning,
      };
    });
    read.set(first, phrases);
    return phrases;
  };
  return {
    meanings: new Map(meanings.map((meaning) => [meaning.term, meaning])),
    namesFrom: (first) => read.get(first) ?? readNames(first),
    loosely: new Map(Object.entries(loosely).map(([key, at]) => [key, meanings[at] as Meaning])),
    looseStems: new Set(looseStems.split(' ')),
    words: new Set(words.split(' ')),
  };
}

function build(): Vocabulary & { readonly byFirstStem: ReadonlyMap<string, readonly Phrase[]> } {
  const meanings = new Map<string, Meaning>();
  const byFirstStem = new Map<string, Phrase[]>();
  const words = new Set<string>();
  const loosely = new Map<string, Meaning>();
  const add = (meaning: Meaning, names: readonly string[]): void => {
    meanings.set(meaning.term, meaning);
    // «Cant» is how many write «can't».
    for (const name of names.flatMap((one) => [one, ...(denied.test(one) ? [one.replace(denied, 'nt')] : [])])) {
      const written = writtenWordsOf(name);
      const lower = written.map((word) => word.toLowerCase());
      const stems = lower.map(stem);
      const [first] = stems;
      if (first === undefined) continue;
      const exact = doubtful.test(name) ? written : name.startsWith('=') ? lower : null;
      const list = byFirstStem.get(first);
      if (list === undefined) byFirstStem.set(first, [{ stems, exact, meaning }]);
      else list.push({ stems, exact, meaning });
      const telling = stems.filter((_, at) => !stopWords.has(lower[at] as string));
      // «My baby breathes fast» is not «baby not breathing».
      const denies = meaning.kind === 'condition' && lower.some((word) => denying.has(word));
      const isLoose = exact === null && mayStandLoose.has(meaning.kind) && !denies;
      if (isLoose && telling.length > 1 && telling.length <= mostLoose) {
        const key = keyOf(telling);
        if (!loosely.has(key)) loosely.set(key, meaning);
      }
      if (meaning.kind !== 'elsewhere') for (const word of lower) words.add(word);
    }
  };
  for (const { slug, kind, name, synonyms } of topics) {
    add({ term: `#${slug}`, kind, leads: new Map([[slug, 1]]) }, [name, ...synonyms]);
  }
  for (const { id, kind, names, topics: leads } of concepts) {
    add({ term: `${kind === 'aspect' ? '@' : '#'}${id}`, kind, leads: new Map(Object.entries(leads)) }, names);
  }
  for (const [phrase, slugs] of described()) {
    const leads = new Map(slugs.map((slug) => [slug, describedWeight]));
    add({ term: `#sign ${phrase}`, kind: 'symptom', leads }, [phrase]);
  }
  // The longest name counts; among equally long ones an exact one, then the first.
  const rank = ({ stems, exact }: Phrase): number => 2 * stems.length + (exact === null ? 0 : 1);
  for (const list of byFirstStem.values()) list.sort((left, right) => rank(right) - rank(left));
  const looseStems = new Set([...loosely.keys()].flatMap((key) => key.split(' ')));
  return { meanings, byFirstStem, namesFrom: (first) => byFirstStem.get(first) ?? none, loosely, looseStems, words };
}

const denied = /n't\b/;

/** Symptoms of several words, with the topics that have them: `numb thumb and fingers`. */
function described(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { slug, symptoms } of topics) {
    for (const symptom of symptoms) {
      const phrase = symptom.replace(/^(?:an?|the) /, '');
      const telling = writtenWordsOf(phrase).filter((word) => !stopWords.has(word.toLowerCase()));
      if (telling.length > 1) found.set(phrase, [...(found.get(phrase) ?? []), slug]);
    }
  }
  return found;
}

/**
 * The names in a list of words, in order. `hypertension` and `high blood pressure` have the same meaning, so that a synonym finds
 * the documents of its topic. The longest name counts, so that `gestational diabetes` does not name every diabetes.
 */
export function mentionsIn(written: readonly string[], stems: readonly string[]): Mention[] {
  const { namesFrom } = vocabulary();
  const shouted = written.length > 3 && written.every((word) => word === word.toUpperCase());
  const found: Mention[] = [];
  const doubts: Mention[] = [];
  for (let at = 0; at < stems.length; at += 1) {
    for (const { stems: name, exact, meaning } of namesFrom(stems[at] as string)) {
      if (!standsAt(name, stems, at)) continue;
      // «How long» is asked of COVID, and does not name long COVID.
      if (stems[at] === 'long' && stems[at - 1] === 'how') continue;
      // «A cold sore» is not «a cold», and «feel dizzy when I stand up» is not «feel dizzy».
      const reachesOn = (longer: Phrase): boolean =>
        longer.exact === null && longer.stems.length >= name.length && standsAt(longer.stems, stems, at + 1);
      if (leading.has(stems[at] as string) && namesFrom(stems[at + 1] ?? '').some(reachesOn)) continue;
      if (exact !== null && name.length === 1 && meansElse(written, at)) continue;
      const mention = { meaning, at, length: name.length };
      // Most names may be written in any form.
      const asWritten = exact && written.slice(at, at + name.length);
      if (exact && asWritten && !sameForm(exact, asWritten, shouted)) {
        // `symptoms of ms`: counts only if the rest of the text is medical, and never for an everyday word.
        const lower = exact[0]?.toLowerCase() ?? '';
        if (lower === exact[0] || lower !== asWritten[0]?.toLowerCase() || stopWords.has(lower)) continue;
        if (lower === onlyInCapitals) continue;
        if (!unmistakable.has(lower)) {
          doubts.push(mention);
          continue;
        }
      }
      found.push(mention);
      at += name.length - 1;
      break;
    }
  }
  if (doubts.length === 0) return found;
  const medical = found.some(({ meaning: { kind } }) => kind !== 'plain' && kind !== 'elsewhere' && kind !== 'body');
  const alone = stems.every((part, at) => stopWords.has(part) || doubts.some((doubt) => doubt.at === at));
  return medical || alone ? [...found, ...doubts].sort((left, right) => left.at - right.at) : found;
}

/**
 * Adds the names whose words are separated or in another order; words of longer names and of topics are not used again.
 * Tries many pairs of words, so it is for texts of ordinary length.
 */
export function withLooseMentions(
  found: readonly Mention[],
  words: readonly string[],
  stems: readonly string[],
): Mention[] {
  const { loosely, looseStems } = vocabulary();
  const mayBelong = (at: number): boolean => looseStems.has(stems[at] as string);
  const claimed = new Set<number>();
  for (const { meaning, at, length } of found) {
    if (
      (length > 1 && meaning.kind !== 'plain') ||
      meaning.leads.get(meaning.term.slice(1)) === 1 ||
      meaning.kind === 'drug'
    ) {
      for (let offset = 0; offset < length; offset += 1) claimed.add(at + offset);
    }
  }
  const free = [...stems.keys()].filter((at) => !claimed.has(at) && !stopWords.has(words[at] as string));
  const loose: Mention[] = [];
  for (let from = 0; from < free.length; from += 1) {
    if (!mayBelong(free[from] as number)) continue;
    const window = free.slice(from, from + looseWindow);
    const likely = window.filter(mayBelong);
    const sets = [...triples(likely), ...pairs(likely)];
    const meant = sets.flatMap((ats) => {
      const meaning = loosely.get(keyOf(ats.map((at) => stems[at] as string)));
      return meaning === undefined ? [] : [{ ats, meaning }];
    });
    // «My ankle is swollen after I twisted it» names the sprain rather than the swelling.
    const [longest] = meant;
    if (longest === undefined) continue;
    const sayMore = ({ ats, meaning: { kind, term } }: (typeof meant)[number]): boolean =>
      ats.length === longest.ats.length && kind === 'condition' && !vague.has(term.slice(1));
    const { ats, meaning } = meant.find(sayMore) ?? longest;
    const [first = 0, last = 0] = [ats[0], ats.at(-1)];
    loose.push({ meaning, at: first, length: last - first + 1, loose: true });
    from += window.indexOf(last);
  }
  if (loose.length === 0) return [...found];
  const within = ({ at, length, meaning }: Mention): boolean =>
    (meaning.kind === 'plain' || (length === 1 && ['sign', 'body', 'group', 'symptom'].includes(meaning.kind))) &&
    loose.some((other) => at >= other.at && at < other.at + other.length);
  return [...found.filter((mention) => !within(mention)), ...loose].sort((left, right) => left.at - right.at);
}

/** Pairs and triples that begin with the first of some positions. */
const pairs = ([first = 0, ...rest]: readonly number[]): number[][] => rest.map((at) => [first, at]);
const triples = ([first = 0, ...rest]: readonly number[]): number[][] =>
  rest.flatMap((second, index) => rest.slice(index + 1).map((third) => [first, second, third]));

const none: readonly Phrase[] = [];
const leading: ReadonlySet<string> = new Set(['a', 'an', 'the', 'feel']);

function standsAt(name: readonly string[], stems: readonly string[], at: number): boolean {
  for (let offset = 1; offset < name.length; offset += 1) if (stems[at + offset] !== name[offset]) return false;
  return true;
}

/** Capitals must be capitals; they prove nothing in a text that is all in capitals. */
function sameForm(exact: readonly string[], written: readonly string[], shouted: boolean): boolean {
  return exact.every((word, at) => {
    const lower = word === word.toLowerCase();
    return lower ? written[at]?.toLowerCase() === word : written[at] === word && !shouted;
  });
}

/** The aspects among some mentions. */
export function aspectsOf(mentions: readonly Mention[]): Aspect[] {
  return mentions
    .filter(({ meaning }) => meaning.kind === 'aspect')
    .map(({ meaning }) => meaning.term.slice(1) as Aspect);
}

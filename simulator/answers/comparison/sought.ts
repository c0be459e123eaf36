import type { Aspect } from '../../../fixtures/index.ts';
import { affirmed, deniesOnly } from '../question/denied.ts';
import { aspectSidesOf, generalSidesOf, thingsOf } from '../question/terms.ts';
import { describedTopics } from '../question/told.ts';
import { isTaken, vocabulary } from '../reading/concepts.ts';
import { leaningOf } from '../reading/leaning.ts';
import { meaningsNear } from '../reading/nearness.ts';
import type { Reading } from '../reading/reading.ts';
import { medicines, people } from '../reading/topic-sets.ts';
import { stem } from '../reading/words.ts';
import { kindsAsked } from './answer-kinds.ts';
import { conditionMet } from './conditions.ts';
import { askedSidesOf } from './features.ts';
import { fieldsOf } from './fields.ts';
import { countOf, isSymptomatic, type Meaning } from './meanings.ts';

/** What a question asks of the documents that are ranked for it. */
export interface Sought {
  readonly question: string;
  /** The question without what it denies. */
  readonly query: Reading;
  /** The things it is about, each with what is near to it. */
  readonly things: readonly (readonly string[])[];
  /** How much each of them counts; together 1. */
  readonly shares: readonly number[];
  readonly meanings: ReadonlySet<Meaning>;
  readonly denied: ReadonlySet<string>;
  /** The medicines among them, as it writes them, in stems; and whether it wants none at all. */
  readonly refused: readonly string[];
  readonly withoutMedicine: boolean;
  /** «Patient without fever»: a text that says so, not one on fever. */
  readonly isAbsent: boolean;
  readonly aspects: readonly (readonly string[])[];
  readonly beside: readonly (readonly string[])[];
  readonly kinds: ReturnType<typeof kindsAsked>;
  /** Whether a text meets the condition that the question names. */
  readonly meets: (text: string) => boolean | null;
  /** Terms near to what it names, and topics that it describes without their names. */
  readonly near: ReadonlySet<string>;
  readonly hinted: ReadonlySet<string>;
  readonly medicines: readonly string[];
  /** Slugs of the illnesses and practices that it names. */
  readonly illnesses: readonly string[];
  readonly fields: number;
  readonly listsOthers: boolean;
  /** False for a question that names only complaints: it may be answered with any condition. */
  readonly namesCondition: boolean;
  readonly ownWords: ReadonlySet<string>;
  readonly people: readonly Aspect[];
  /** The words of the complaints that it names. */
  readonly thingWords: ReadonlySet<string>;
  readonly own: ReturnType<typeof leaningOf>;
  readonly isElsewhere: boolean;
  readonly isMedical: boolean;
  readonly asksForFacts: boolean;
  /** Words that say the opposite of a word of the question, and that word. */
  readonly excluded: readonly { readonly mine: RegExp; readonly other: RegExp }[];
  readonly sides: ReturnType<typeof askedSidesOf>;
}

/** Answers on these aspects name other conditions and medicines. */
const aspectsThatListOthers: ReadonlySet<string> = new Set(['warnings', 'complications', 'risk', 'interactions']);
/** Most topics that a question describes without their names. */
const mostHints = 3;

/** Pairs of opposite words. */
const opposites: readonly (readonly [RegExp, RegExp])[] = [
  [/\b(?:high|raised)\b/i, /\blow\b/i],
  [/\boveractive\b/i, /\bunderactive\b/i],
  [/\b(?:sudden|suddenly|acute)\b/i, /\b(?:gradual|gradually|chronic|slowly|long-standing)\b/i],
  [/\bbefore\b/i, /\bafter\b/i],
  [/\b(?:child|children|kids?|bab(?:y|ies)|toddlers?|infants?|p(?:a?e|æ)diatrics?)\b/i, /\badults?\b/i],
  [/\btype 1\b/i, /\btype 2\b/i],
  [/\bpositive\b/i, /\bnegative\b/i],
  [/\bstart(?:ing)?\b/i, /\bstop(?:ping)?\b/i],
];

export function soughtBy(question: string, asked: Reading): Sought {
  const query = affirmed(asked);
  const meanings = query.mentions.map(({ meaning }) => meaning);
  const things = thingsOf(query);
  const worths = things.map(([own = '']) => worthOf(own));
  const whole = worths.reduce((sum, one) => sum + one, 0);
  const near = new Set(meanings.flatMap((meaning) => [...meaningsNear(meaning).keys()]));
  const nearWords = [...near].filter((term) => term.startsWith('_')).map((term) => term.slice(1));
  const hinted = new Set([...describedTopics(query, true)].slice(0, mostHints).map(([slug]) => `#${slug}`));
  const own = leaningOf(query);
  return {
    question,
    query,
    things,
    shares: worths.map((one) => one / whole),
    meanings: new Set(meanings),
    denied: new Set([...(query.denied ?? [])].filter((slug) => !medicines.has(slug)).map((slug) => `#${slug}`)),
    refused: [...(query.denied ?? [])]
      .filter((slug) => medicines.has(slug))
      .map(stem)
      .filter((word) => asked.stems.includes(word)),
    withoutMedicine: query.unwanted?.has('medicin') === true,
    isAbsent: deniesOnly(asked),
    aspects: aspectSidesOf(query),
    beside: generalSidesOf(query),
    kinds: kindsAsked(question),
    meets: conditionMet(question, asked),
    near: new Set([...near, ...hinted]),
    hinted,
    medicines: [...new Set(meanings.filter(isTaken).map(({ term }) => term))],
    illnesses: meanings
      .filter(({ kind }) => kind === 'condition' || kind === 'practice')
      .map(({ term }) => term.slice(1)),
    fields: fieldsOf(query.words) || fieldsOf(nearWords),
    listsOthers: query.aspects.some((aspect) => aspectsThatListOthers.has(aspect)),
    namesCondition: meanings.some(
      ({ kind, term }) =>
        ['condition', 'medicine', 'practice', 'group', 'drug', 'other'].includes(kind) && !isSymptomatic(term),
    ),
    ownWords: new Set(query.words),
    people: query.aspects.filter((aspect) => people.has(aspect)),
    thingWords: wordsOfThings(query),
    own,
    isElsewhere: countOf(query, ({ kind }) => kind === 'elsewhere') > 0,
    isMedical: own.medical > 0 || things.length > 0 || hinted.size > 0,
    asksForFacts: /\b(?:what (?:is|are)|causes?|why|explain|define|definition|how common)\b/i.test(question),
    excluded: opposites.flatMap(([one, other]) => {
      const [first, second] = [one.test(question), other.test(question)];
      if (first === second) return [];
      return [first ? { mine: one, other } : { mine: other, other: one }];
    }),
    sides: askedSidesOf(question, query),
  };
}

/** The weight of a named thing: an illness or a medicine counts more than what many illnesses share. */
function worthOf(term: string): number {
  const meaning = vocabulary().meanings.get(`#${term.slice(1)}`);
  const isShared = meaning === undefined || isSymptomatic(term) || meaning.leads.size > mostOwn;
  return isShared ? worths.shared : (worths[meaning.kind as keyof typeof worths] ?? worths.shared);
}
/** A concept that leads to more topics is a whole group, such as antibiotics. */
const mostOwn = 3;
const worths = { condition: 3, medicine: 3, drug: 2.5, practice: 2, other: 3, shared: 1 } as const;

const wordsOfThings = ({ mentions, stems }: Reading): ReadonlySet<string> =>
  new Set(
    mentions
      .filter(({ meaning: { kind, term } }) => kind === 'symptom' || isSymptomatic(term))
      .flatMap(({ at, length }) => stems.slice(at, at + length)),
  );

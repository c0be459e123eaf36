import type { Aspect } from '../../../fixtures/index.ts';
import { conceptTerms } from '../question/terms.ts';
import { isTaken } from '../reading/concepts.ts';
import { leaningOf } from '../reading/leaning.ts';
import type { Reading } from '../reading/reading.ts';
import { kindsGiven } from './answer-kinds.ts';
import { likeness, sidesOf } from './features.ts';
import { fieldsOf } from './fields.ts';
import { isForeign, isMedical, isSpecific, type Meaning } from './meanings.ts';
import type { Sought } from './sought.ts';

/** How much a document is about a thing if it names only something near to it, and if it names only what is near to such a thing. */
const [nearIt, nearToNear] = [0.7, 0.3];
/** A text that names this many other things, and none that was asked for, is about those. */
export const severalStrangers = 2;
/** A text that shares less of the words of a question without names is hardly about it. */
const fewWords = 0.1;
/** What is left of the kind of answer that a text gives for one other thing, and for several or another medicine. */
const [ofAnother, ofOthersMostly] = [0.7, 0.45];

/** What a document has of what is sought. */
export interface Offered {
  readonly text: string;
  readonly reading: Reading;
  readonly terms: ReadonlySet<string>;
  /** How much of the words, and of the things, of the question it has: 0 to 1. */
  readonly words: number;
  readonly named: number;
  readonly fields: number;
  /** What it names instead of the things that are sought. */
  readonly others: readonly Meaning[];
  /** How many of those can be its subject. */
  readonly strangers: number;
  readonly isForeign: boolean;
  readonly ofOtherMedicine: boolean;
  /** How well it gives the kind of answer that is sought: 0 to 1. */
  readonly kind: number;
  /** Whether it meets the condition of the question; null if it says nothing about it. */
  readonly met: boolean | null;
  readonly isMedical: boolean;
  /** Its other words, which show whether it uses those of the question in the same sense. */
  readonly rest: ReturnType<typeof leaningOf>;
  readonly leaning: number;
}

export function offeredBy(text: string, reading: Reading, sought: Sought): Offered {
  const { near, things, shares, sides } = sought;
  const terms = new Set(conceptTerms(reading));
  const parts = things.map(([own = '', ...others]) =>
    terms.has(own) ? 1 : Math.max(0, ...others.map((term) => nearness(term, own, terms))),
  );
  const named = parts.reduce((sum, part, at) => sum + part * (shares[at] as number), 0);
  // What is two steps away is another thing; so is a vaccine against something else than the illness that is asked about.
  const most = Math.max(...shares);
  const others = parts.some((part, at) => part > nearToNear && 2 * (shares[at] as number) > most)
    ? []
    : reading.mentions
        .filter(({ meaning, loose }) => loose === undefined && !near.has(meaning.term))
        .map(({ meaning }) => meaning);
  const strangers = new Set(others.filter(isSpecific).map(({ term }) => term)).size;
  const ofOtherMedicine = sought.medicines.length > 0 && !sought.listsOthers && others.some(isTaken);
  const met = sought.meets(text);
  const gives = given(sought, text, reading, terms, met);
  // A text on other things gives the kind of answer for those.
  const left = strangers >= severalStrangers || ofOtherMedicine ? ofOthersMostly : ofAnother;
  const fields = fieldsOf(reading.words);
  const rest = leaningOf(reading, sought.ownWords);
  const words = likeness(sides, sidesOf(text, reading, sides));
  return {
    text,
    reading,
    terms,
    words,
    named,
    fields,
    others,
    strangers,
    isForeign: sought.namesCondition && !sought.listsOthers && others.some((meaning) => isForeign(meaning, near)),
    ofOtherMedicine,
    kind: (things.length > 0 || words < fewWords) && strangers > 0 && met !== true ? gives * left : gives,
    met,
    isMedical: fields !== 0 || reading.mentions.some(({ meaning }) => isMedical(meaning)),
    rest,
    leaning: (rest.medical - rest.everyday) / (1 + rest.medical + rest.everyday),
  };
}

/** How near a document with these terms is to a thing by a term near to it. */
function nearness(term: string, own: string, terms: ReadonlySet<string>): number {
  if (!terms.has(term)) return 0;
  const name = term.slice(1);
  const isStep = name === own.slice(1) || !term.startsWith('~') || terms.has(`#${name}`) || terms.has(`+${name}`);
  return isStep ? nearIt : nearToNear;
}

function given(
  { kinds, question, query, meanings, medicines }: Sought,
  text: string,
  reading: Reading,
  terms: ReadonlySet<string>,
  met: boolean | null,
): number {
  // A question about two medicines is answered by a text about both.
  const ofBoth = medicines.length > 1 && medicines.every((term) => terms.has(term)) ? surelyGiven : 0;
  const dosed = query.aspects.includes('treatment') && terms.has('@dose') ? givenByDose : 0;
  const byCondition = met === true ? surelyGiven : 0;
  const byNames = givenByNames(query, reading, meanings);
  return Math.max(kindsGiven(kinds, question, text), byNames, ofBoth, dosed, byCondition);
}

/** How well the names in a text give the aspects that are asked for: medicines for a treatment, complaints for symptoms. */
function givenByNames({ aspects }: Reading, { mentions }: Reading, own: ReadonlySet<Meaning>): number {
  const kinds = [...new Set(mentions.map(({ meaning }) => meaning))]
    .filter((meaning) => !own.has(meaning))
    .map(({ kind, term }) => (treating.has(term) ? 'drug' : kind));
  const shares = aspects.map((aspect) => {
    const wanted = namesThatGive[aspect] ?? [];
    const found = kinds.filter((kind) => wanted.includes(kind)).length;
    return Math.min(surelyGiven, givenByOne * found);
  });
  return Math.max(0, ...shares);
}

const namesThatGive: Partial<Record<Aspect, readonly string[]>> = {
  treatment: ['medicine', 'drug'],
  symptoms: ['symptom', 'sign'],
  'side-effects': ['symptom', 'sign'],
  tests: ['test'],
};
const treating: ReadonlySet<string> = new Set(['#surgery', '#injection', '#physio', '#cbt', '#oxygen', '#transplant']);
const [givenByOne, surelyGiven, givenByDose] = [0.35, 0.7, 0.5];

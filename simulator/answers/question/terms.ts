import { oncePerObject } from '../../../spec/index.ts';
import type { Meaning } from '../reading/concepts.ts';
import { general, nearTerms, offeredTerms } from '../reading/nearness.ts';
import type { Reading } from '../reading/reading.ts';

/**
 * What a text is about, as terms: its words, `#` for the things it names (`+` if they are general), `@` for its aspects,
 * `~` for the things it names or leads to. Pages are compared by these, documents to rerank by the names among them.
 */
export function termsOf(reading: Reading): string[] {
  return [...reading.words, ...conceptTerms(reading)];
}

/** Its terms without the words; made once for each reading, since documents are compared many times. */
export const conceptTerms = oncePerObject((reading: Reading): readonly string[] => {
  const meanings = meaningsIn(reading);
  return [...namedTerms(meanings, reading), ...signs(meanings), ...new Set(meanings.flatMap(offeredTerms))];
});

/**
 * What a question asks about, as terms: like those of a text, but a name replaces its words, and `~` is for all near
 * things. Otherwise `flu` would prefer the one text that says `flu` to all those that say `influenza`.
 */
export function askedTerms(reading: Reading): string[] {
  const meanings = meaningsIn(reading);
  return [
    ...reading.others,
    ...namedTerms(meanings, reading),
    ...signs(meanings),
    ...new Set(meanings.flatMap(nearTerms)),
  ];
}

/** The things that a question names, each as the terms that a text about it has: its own first, then those of near things. */
export function thingsOf(reading: Reading): string[][] {
  const things = meaningsIn(reading).filter(({ kind }) => kind === 'test' || (kind !== 'aspect' && !general.has(kind)));
  return things.map((meaning) => [namedTerm(meaning), ...nearTerms(meaning)]);
}

/** The general things that a question names: parts of the body, surgery, alcohol. */
export function generalSidesOf(reading: Reading): string[][] {
  const things = meaningsIn(reading).filter(({ kind }) => kind !== 'test' && general.has(kind));
  return things.map((meaning) => [namedTerm(meaning)]);
}

const namedTerm = ({ kind, term }: Meaning): string => (general.has(kind) ? `+${term.slice(1)}` : term);

/** The aspects of a question, each as the terms that a text about it has. */
export function aspectSidesOf({ aspects }: Reading): string[][] {
  return aspects.map((aspect) => `@${aspect}`).map((term) => (signAspects.has(term) ? [term, '~signs'] : [term]));
}

/** Everything named, once; without non-medical things. */
function meaningsIn({ mentions }: Reading): Meaning[] {
  return [...new Set(mentions.map(({ meaning }) => meaning).filter(({ kind }) => kind !== 'elsewhere'))];
}

function namedTerms(meanings: readonly Meaning[], { aspects }: Reading): string[] {
  const things = meanings.filter(({ kind }) => kind !== 'aspect');
  return [...things.map(namedTerm), ...aspects.map((aspect) => `@${aspect}`)];
}

const signAspects: ReadonlySet<string> = new Set(['@symptoms', '@side-effects', '@complications']);

/** A list of symptoms answers a question about symptoms or side effects even without these words. */
function signs(meanings: readonly Meaning[]): string[] {
  return meanings.some(({ kind, term }) => kind === 'symptom' || signAspects.has(term)) ? ['~signs'] : [];
}

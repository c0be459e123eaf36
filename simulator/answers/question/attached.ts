import { kindsShown, kindsSought, type SoughtKind } from '../corpus/sought-kinds.ts';
import { type Reading, read } from '../reading/reading.ts';
import { besides } from '../reading/topic-sets.ts';
import type { ValueRead } from '../reading/values.ts';
import { stemSet, wordSet } from '../reading/words.ts';
import { type Passage, passagesOf, sentencesOf } from './page-passages.ts';
import { rowRead } from './row-values.ts';
import { type Subject, subjectOf } from './subject.ts';
import { askedTerms } from './terms.ts';

/** A passage that answers, with the position of its page among all attached pages. */
export interface AttachedPassage {
  readonly page: number;
  readonly text: string;
  readonly passage: Passage;
}

/** What attached pages say about a question. */
export interface Attached {
  /** Best first; for a summary in the order of the pages. */
  readonly passages: readonly AttachedPassage[];
  /** The values among them: for a summary, those outside their range. */
  readonly values: readonly ValueRead[];
}

/** Words that ask for pages as a whole, or say nothing about what is looked for in them. */
const idleWords =
  'attached attachment document file letter leaflet page pdf report scan form paper record summarise summarize summary summarised sum result finding value test say says said tell mean meaning means explain interpret read look show anything something everything important main point normal abnormal high low good bad ok okay worry worried see please year old month age long please give gave wrong right there here following want know information user about there which should could would where these those what does this that have with from your could doing well okay';
const idle = stemSet(idleWords);
const idleWritten = wordSet(idleWords);
const idleElsewhere = wordSet(
  'befund befunde dokument bericht brief bedeuten bedeutet zusammenfassen zusammenfassung zusammengefasst dieser dieses ergebnis ergebnisse laborwerte notice résumer résume résumé resume resumer rapport résultats resultats signifie veut lettre informe resumir resume resumen resultados análisis analisis significa documento carta referto risultati esami riassumi riassumere riassunto documento relatório relatorio resumo exames exame resuma uitslag uitslagen samenvatten samenvatting betekent brief steht sagt dit dice diz zegt staat sind diese diesem meine mein cette cela esta este isso isto deze mijn questa estos questi questo quelle quels welche tengo puedo quanto quante quali',
);
const idleTerms = wordSet('@overview @tests ~tests #blood-test ~blood-test #imaging ~imaging @help ~help');
/** A second passage is quoted only if it fits at least this well. */
const secondFit = 0.6;
/** Most pages that are quoted, and most passages of them: an answer must not repeat a long PDF. */
const most = { pages: 3, ofPage: 2, together: 4 } as const;

const unattached: Attached = { passages: [], values: [] };

/** What the pages say about a question, which is told as read and as written. */
export function attachedTo(reading: Reading, text: string, pages: readonly string[]): Attached {
  if (pages.length === 0) return unattached;
  const read = pages.map((markdown) => {
    const quotable = new Set(sentencesOf(markdown));
    return passagesOf(markdown).filter((passage) => quotable.has(passage.text));
  });
  const all = read.flatMap((passages, page) => passages.map((passage) => ({ page, text: passage.text, passage })));
  const sought = soughtIn(reading, text);
  const topics = new Set([...subjectOf(reading).topics.keys()].map((slug) => `~${slug}`));
  // «What is my LDL?» has no long word.
  const namesAny = sought.terms.some((term) => /^[#+]/.test(term));
  const asksNothing = asksForAll(text) && !namesAny && reading.aspects.every((aspect) => idleTerms.has(`@${aspect}`));
  if (asksNothing || sought.terms.length + sought.starts.length === 0) return withValues(summaryOf(all), true);
  const rarity = raritiesIn(all.map(({ passage }) => passage));
  const ranked = all
    .map((one) => ({ ...one, fit: fitOf(one.passage, sought, topics, rarity) }))
    .filter(({ fit }) => fit > 0)
    .toSorted((left, right) => right.fit - left.fit);
  return withValues(limited(ranked.filter(({ fit }) => fit >= secondFit * (ranked[0]?.fit ?? 0))), false);
}

function withValues(passages: readonly AttachedPassage[], isSummary: boolean): Attached {
  const rows = passages.flatMap(({ text }) => rowRead(text) ?? []);
  return { passages, values: rows.filter(({ isOutside }) => isOutside || !isSummary) };
}

/** What attached pages are about: what they conclude, or else what their first lines name. */
export function attachedSubject(pages: readonly string[]): Subject | undefined {
  for (const page of pages) {
    const passages = passagesOf(page);
    const ordered = passages.toSorted(
      (left, right) => Number(conclusion.test(right.text)) - Number(conclusion.test(left.text)),
    );
    const subjects = ordered.map(({ text }) => subjectOf(read(text))).filter(({ topics }) => topics.size > 0);
    const found = subjects.find(({ topics }) => ![...topics.keys()].every((slug) => besides.has(slug))) ?? subjects[0];
    if (found !== undefined) return { ...found, aspects: [] };
  }
  return undefined;
}

/** What passages are compared with. */
interface Sought {
  readonly terms: readonly string[];
  /** Beginnings of the words as they are written, since a page mostly has the language of its question. */
  readonly starts: readonly string[];
  readonly figures: readonly number[];
  readonly kinds: ReadonlySet<SoughtKind>;
}

/** Words of fewer letters tell nothing. */
const shortestWord = 4;
const asksForAll = (text: string): boolean =>
  (text.toLowerCase().match(/\p{L}+/gu) ?? []).every(
    (word) => word.length < shortestWord || idleElsewhere.has(word) || idleWritten.has(word),
  );

function soughtIn(reading: Reading, text: string): Sought {
  const words = reading.words.filter((word) => !idle.has(word));
  const terms = [...new Set([...askedTerms(reading), ...words])].filter(
    (term) => !idleTerms.has(term) && !idle.has(term) && !idleElsewhere.has(term),
  );
  // Only near things: nothing is named.
  const isNamed = terms.some((term) => !term.startsWith('~'));
  return {
    terms: isNamed ? terms : [],
    starts: isNamed ? startsOf(text).filter((start) => !idleStarts.has(start)) : [],
    figures: [...text.matchAll(/\d+(?:[.,]\d+)?/g)].map(([digits]) => Number(digits.replace(',', '.'))),
    kinds: kindsSought(reading),
  };
}

const startLength = 6;
const startsOf = (text: string): string[] => [
  ...new Set((text.toLowerCase().match(/\p{L}{5,}/gu) ?? []).map((word) => word.slice(0, startLength))),
];
const idleStarts: ReadonlySet<string> = new Set(
  [...idleElsewhere, ...wordSet(idleWords)].map((word) => word.slice(0, startLength)),
);

/** Weights by the first character of a term: a named thing, a general one, an aspect, a near thing; words weigh 1. */
const weights: Readonly<Record<string, number>> = { '#': 3, '+': 2, '@': 1.5, '~': 0.5 };
const weightOf = (term: string): number => weights[term.charAt(0)] ?? 1;
/** What a heading says counts less than what the passage says. */
const byHeading = 0.6;
const [ofKind, ofFigure] = [1, 3] as const;

function fitOf(
  { text, terms, under, isHeading }: Passage,
  sought: Sought,
  topics: ReadonlySet<string>,
  rarity: (term: string) => number,
): number {
  if (isHeading || /\breach of children\b/i.test(text)) return 0;
  let [fit, own] = [0, 0];
  for (const term of sought.terms) {
    const share = terms.has(term) || isPartOf(term, terms) ? 1 : under.has(term) ? byHeading : 0;
    const gain = share * weightOf(term) * rarity(term);
    fit += gain;
    if (!term.startsWith('~') || topics.has(term)) own += gain;
  }
  const starts = new Set(startsOf(text));
  for (const start of sought.starts) if (starts.has(start)) [fit, own] = [fit + 1, own + 1];
  if (own === 0) return 0;
  if (sought.kinds.size > 0) {
    const shown = kindsShown(text);
    for (const kind of sought.kinds) if (shown.has(kind)) fit += ofKind;
  }
  for (const figure of sought.figures) fit += ofFigure * agreement(text, figure);
  return Math.max(0, fit);
}

/** Whether a passage names something of the asked part of the body: the kidney in a test of its function. */
function isPartOf(term: string, terms: ReadonlySet<string>): boolean {
  if (!term.startsWith('+')) return false;
  const part = term.slice(1);
  return [...terms].some((one) => /^[#+~]/.test(one) && one.slice(1).split('-').includes(part));
}

/** 1 if a figure is in a range that a passage names, -1 if it is outside of it. */
function agreement(text: string, figure: number): number {
  const [, from, to] = /(\d+) ?(?:to|-|–|bis|à|a) ?(\d+)/.exec(text) ?? [];
  if (from !== undefined) return Number(from) <= figure && figure <= Number(to) ? 1 : -1;
  const [, most] = /\b(?:below|under|less than|unter|moins de|menos de|meno di|onder) (\d+)/i.exec(text) ?? [];
  if (most !== undefined) return figure < Number(most) ? 1 : -1;
  const [, least] = /\b(?:above|over|more than|über|plus de|más de|più di|boven) (\d+)/i.exec(text) ?? [];
  return least === undefined ? 0 : figure > Number(least) ? 1 : -1;
}

/** How rare a term is among some passages. */
function raritiesIn(passages: readonly Passage[]): (term: string) => number {
  const counts = new Map<string, number>();
  for (const { terms } of passages) for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return (term) => Math.log(1 + (passages.length + 1) / ((counts.get(term) ?? 0) + 1));
}

const conclusion =
  /^(?:impression|conclusion|diagnos\w*|assessment|summary|comment|plan|beurteilung|diagnose|diagnostic|conclusi\w+|impressão|diagnóstico|conclus\w*)\b.{0,20}:/i;
const ofPerson = /^(?:patient\w*|name|date|dear|born|age|geb\w*|nom|nombre|nome|paciente|naam|fecha|datum|data)\b/i;

/** What a summary tells first: conclusions and values outside their range, then sentences; headings and names last. */
function worth({ text, isHeading }: Passage): number {
  if (conclusion.test(text) || rowRead(text)?.isOutside === true) return 3;
  if (isHeading || ofPerson.test(text) || !/\p{Ll}/u.test(text) || text.length < shortestTold) return 0;
  return /[.!?]$/.test(text) ? 2 : 1;
}
const shortestTold = 12;

/** The beginning of each of the first pages, what matters most first. */
function summaryOf(all: readonly AttachedPassage[]): readonly AttachedPassage[] {
  const weighed = all
    .map((one) => ({ ...one, worth: worth(one.passage) }))
    .toSorted((left, right) => right.worth - left.worth);
  // Beside what stands out, other rows of a table say little.
  const [best] = weighed;
  const chosen = limited(best?.worth === 3 ? weighed.filter((one) => one.worth !== 1) : weighed, true);
  const order = all.map(({ passage }) => passage);
  return chosen.toSorted((left, right) => order.indexOf(left.passage) - order.indexOf(right.passage));
}

/** Some of the first pages that are met, a few passages of each: more if there is only one page. */
function limited(ranked: readonly AttachedPassage[], inOrder = false): readonly AttachedPassage[] {
  const met = [...new Set(ranked.map(({ page }) => page))];
  const pages = new Set((inOrder ? met.toSorted((left, right) => left - right) : met).slice(0, most.pages));
  const ofPage = pages.size === 1 ? most.together : most.ofPage;
  const counts = new Map<number, number>();
  const seen = new Set<string>();
  return ranked.filter(({ page, text }) => {
    const count = counts.get(page) ?? 0;
    if (!pages.has(page) || count >= ofPage || seen.has(text)) return false;
    counts.set(page, count + 1);
    seen.add(text);
    return true;
  });
}

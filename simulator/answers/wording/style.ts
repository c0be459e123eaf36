import { wordsOf } from '../reading/words.ts';
import { languageNamed } from './frames.ts';

/** How an answer should be written. */
export interface Style {
  /** The most sentences that it quotes. */
  readonly quotes: number;
  readonly points: boolean;
  /** Whether it is for people who are no specialists. */
  readonly simple: boolean;
}

/** Instructions that can be recognised by single words. */
const instructed = {
  short: /\b(?:brief(?:ly)?|short(?:ly|er)?|concise(?:ly)?|succinct(?:ly)?|few (?:words|sentences)|tl;?dr|terse)\b/i,
  points: /\b(?:bullets?|bullet points?|list|lists|numbered|points)\b/i,
  simple: /\b(?:plain|simple|simply|lay|layman|laypeople|layperson|easy|non-medical|jargon)\b/i,
};
/** The same in a question, where «short of breath» and «pressure points» ask for no style. */
const asked = {
  short:
    /\b(?:briefly|in brief|in short|in a few (?:words|sentences)|(?:short|brief|quick) (?:answer|summary|version)|tl;?dr)\b/i,
  points: /\b(?:bullet points?|bullet(?:ed)? list|(?:as|in|into) an? (?:\w+ )?(?:list|table))\b/i,
  simple:
    /\b(?:(?:in|using|use) (?:plain|simple|simpler|lay|easy|everyday) (?:words|terms|language|english)|explain (?:it|that|this) simply|(?:explain|describe)\b.{0,80} (?:to|for) an? (?:child|kid|beginner|layperson|\w+[ -]year[ -]old)|like i['’]?m (?:five|5)|eli5)\b/i,
};
/** Words of those wishes in each language of the answers, without accents. They name a form only in a turn that has nothing else. */
const formWords: Readonly<Record<'short' | 'points' | 'simple' | 'sentence', RegExp>> = {
  short:
    /^(?:short\w*|brief\w*|concise\w*|summar\w+|tldr|kurz\w*|knapp\w*|zusammenfass\w*|courte?|bref|brievement|resum\w+|corto|breve\w*|riassu\w+|curto|kort\w*|samenvat\w*)$/,
  points:
    /^(?:bullet\w*|points?|lists?|tables?|liste|tabelle|stichpunkte?n?|stichworten|aufzahlung|tableau|puces|lista|tabla|puntos|tabella|elenco|punti|tabela|topicos|lijst|tabel|puntjes|opsomming)$/,
  simple:
    /^(?:simpl\w+|plain|eas\w+|lay\w*|eli5|einfach\w*|verstandlich\w*|sencill\w+|semplic\w+|eenvoudig\w*|makkelijk\w*)$/,
  sentence: /^(?:sentences?|satz|satzen|saetzen|phrases?|frases?|frasi|zin|zinnen)$/,
};
/** What stands beside them. */
const besideForms =
  /^(?:antworten?|reponds?|responde|rispondi|responda|antwoord|and|ok|okay|thanks|now|please|pls|can|could|would|you|u|make|put|give|say|tell|repeat|show|explain|write|answer|it|that|this|them|me|again|in|into|as|to|with|an?|the|one|two|three|more|bit|much|too|very|words?|terms|language|version|answer|form\w*|translat\w*|rather|same|thing|und|bitte|geht|das|es|auf|als|in|ins|mit|einem?r?|ein|zwei|drei|worten?|noch|mal|nochmal|auch|danke|et|plus|s|il|vous|te|plait|en|sous|forme|de|une?|deux|mots|y|mas|por|favor|puedes|decirlo|una?|dos|palabras|como|e|piu|per|favore|parole|come|mais|num|numa|uma|palavras|alsjeblieft|graag|eens|een|woorden|iets|wat)$/;

/** A turn apart from the clauses at its beginning and end that only ask for a form or a language: «shorter, please», «… auf Deutsch», «as a table». */
export function apartFromForms(turn: string): { readonly question: string; readonly forms: string } {
  if (turn.length > longestWithForm) return { question: turn, forms: '' };
  const clauses = turn.replace(/tl;dr/i, 'tldr').split(/(?<=[.?!,;:\n])\s*/);
  const from = clauses.findIndex((clause) => !asksForForm(clause));
  const to = clauses.findLastIndex((clause) => !asksForForm(clause) && /[\p{L}\p{N}]/u.test(clause)) + 1;
  if (from < 0 || to === 0) return { question: '', forms: turn.trim() };
  if (from === 0 && to === clauses.length) return { question: turn, forms: '' };
  return {
    question: clauses.slice(from, to).join(' '),
    forms: [...clauses.slice(0, from), ...clauses.slice(to)].join(' '),
  };
}
const longestWithForm = 1_000;

function asksForForm(clause: string): boolean {
  const words = wordsOf(clause);
  const isForm = (word: string): boolean =>
    languageNamed(word) !== null || Object.values(formWords).some((form) => form.test(word));
  // The first word that is neither ends it.
  return words.every((word) => besideForms.test(word) || isForm(word)) && words.some(isForm);
}

/** The language that a form names, as a tag. */
export const languageOfForm = (forms: string): string | null =>
  wordsOf(forms)
    .map(languageNamed)
    .findLast((tag) => tag !== null) ?? null;

/** A question without the form that it asks for: a «bullet list» is no wound, and «give me the symptoms» asks for no side effect. */
export const withoutForm = (question: string): string => question.replace(giveMe, '$1').replace(formIn, ' ');
const giveMe =
  /(^|[.?!:,\n]\s{0,3})(?:(?:ok|now|and|then|just|please|pls|can|could|would|will|you) ){0,4}give (?:me|us) (?=(?:[\w-]+ ){0,3}(?:symptoms?|signs|causes|reasons|treatments?|tests|risks?|complications|contraindications|side[ -]effects|interactions|doses?|list|overview|summary|facts|info|information|details|examples|tips|steps|options|explanation|definition)\b)/gi;
const formIn =
  /\b(?:(?:as|in|into|with|using) (?:an? |the )?(?:\w+ )?(?:bullet points|bullets|list|table)|bullet(?:ed)?[ -](?:points?|list)|(?:(?:return|reply|respond|answer|output) )?(?:(?:as|in|into|with|using) )?(?:an? )?(?:valid )?(?:json|ya?ml|csv|xml|markdown)(?: (?:format|object|array|only))?|in (?:a|one|two|three) (?:\w+ )?sentences?)\b(?! of\b)|\b(?:to|for) an? (?:child|kid|beginner|layperson|\w+[ -]years?[ -]old)\b(?<=\b(?:explain|describe)\b.{0,100})/gi;

const sentences = /\b(one|a single|a|two|three|four) (?:short |simple )?sentences?\b/i;
const inSentences = new RegExp(`\\bin ${sentences.source.slice(2)}`, 'i');
const numbers: Readonly<Record<string, number>> = { two: 2, three: 3, four: 4 };
const quotesOfShort = 2;

/** The style that the instructions of a request, its question and the clauses apart from it (`apartFromForms`) want. */
export function styleOf(instructions: string, question: string, forms: string): Style {
  const words = wordsOf(forms);
  const named = (form: keyof typeof formWords): boolean => words.some((word) => formWords[form].test(word));
  const wants = (style: keyof typeof asked): boolean =>
    instructed[style].test(instructions) || asked[style].test(question) || named(style);
  const number = (sentences.exec(instructions) ?? inSentences.exec(`${question} ${forms}`))?.[1]?.toLowerCase();
  const limit = number === undefined ? (named('sentence') ? 1 : Number.POSITIVE_INFINITY) : (numbers[number] ?? 1);
  return {
    quotes: Math.min(limit, wants('short') ? quotesOfShort : Number.POSITIVE_INFINITY),
    points: wants('points'),
    simple: wants('simple'),
  };
}

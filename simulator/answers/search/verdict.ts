import { ledBy, type SentenceRead, sentencesRead } from '../corpus/library.ts';
import type { Question } from '../question/question.ts';
import type { Subject } from '../question/subject.ts';
import { vocabulary } from '../reading/concepts.ts';
import { type Reading, read } from '../reading/reading.ts';
import { people } from '../reading/topic-sets.ts';
import { stemSet } from '../reading/words.ts';
import type { Verdict } from '../wording/frames.ts';
import type { Quote } from './quotes.ts';
import type { CitableSource } from './sources.ts';

/** What a question of yes or no asks: whether one may do something, or whether something is so. */
type Asked = 'may' | 'cured' | 'contagious' | 'dangerous' | 'helps' | 'causes';

/** How each begins, in the languages of the answers. Nothing else may be asked before it in its sentence. */
const beginnings: readonly (readonly [asked: Asked, pattern: RegExp])[] = [
  ['cured', /\b(?:curable|be cured|heilbar|se cura|guérir|curar|guarire|geneeslijk)(?!\p{L})/iu],
  [
    'contagious',
    /\b(?:is|are|ist|est|es|é|è)(?!\p{L})[^.?!]{1,40}(?:contagi|infectious|catching|ansteckend|besmettelijk)/iu,
  ],
  [
    'dangerous',
    /\b(?:is|are|ist|est|es|é|è)(?!\p{L})[^.?!]{1,40}(?:dangerous|deadly|fatal|gefährlich|dangereu|peligros|pericolos|perigos|gevaarlijk)|\b(?:can|could|will) (?:i|you|u|he|she|people) die (?:of|from)\b/iu,
  ],
  ['helps', /\b(?:do|does|will|would) (?:\S+ ){1,4}(?:help|work)\b/i],
  ['causes', /\b(?:can|could|do|does|will) (?:\S+ ){1,4}(?:cause|trigger)\b/i],
  [
    'may',
    /\b(?:can|cn|could|may|shall|should) (?:i|u|we|you|he|she|they|my|our|pregnant|children|kids|babies|toddlers|people|adults|women|diabetics|coeliacs|celiacs|someone|an? \S+)\b|\b(?:is it|it is|its|it's|ok|okay|is that) (?:still |also |really )?(?:safe|ok|okay|fine|alright|all right|possible|allowed|to)\b|\b(?:is|are) (?:\S+ ){1,3}(?:safe|ok|okay|allowed)\b|\bsafe to\b|\b(?:am|are) (?:i|we) allowed\b|(?<!\p{L})(?:(?:darf|kann|dürfen|können|soll) (?:ich|man|wir|mein)|puis-je|peut-on|je peux|puedo|se puede|posso|si può|pode-se|(?:mag|kan) (?:ik|mijn))(?!\p{L})/iu,
  ],
];
/** Words with which a question asks more than yes or no, or whether something is left undone. */
const asksOtherwise =
  /(?<!\p{L})(?:what|how|why|when|which|where|who|or|was|wie|wann|warum|welche[rsnm]?|oder|quoi|quel(?:le)?s?|comment|quand|pourquoi|combien|ou|qu[eé]|cómo|cuándo|cuánt[oa]s?|cuál|come|quando|quant[oaie]|perché|quale|cosa|quais|qual|wat|hoe|hoeveel|wanneer|waarom|welke?|of)(?!\p{L})/iu;
const undone =
  /\b(?:stop|stopping|avoid|skip|quit|miss|missed|without|instead|not|never|\w+n['’]t|cant|dont|shouldnt|wont|isnt|still have|worried|worry|call|wait|need|get|catch|tell|know|find|prevent|lose|feel)\b|\bcould (?:i|it|he|she|this|that|my \w+) (?:have|be)\b|(?<!\p{L})(?:nicht|kein\w*|ohne|absetzen|pas|sans|arrêter|no|sin|dejar|non|senza|smettere|não|sem|parar|niet|geen|zonder|stoppen)(?!\p{L})/iu;
const estCeQue = /\best[- ]ce qu(?:e|['’])\s*/i;

/** What a text asks by yes or no; null if it asks something else. */
function askedIn(text: string): Asked | null {
  if (text.length > longest) return null;
  const plain = text.replace(estCeQue, '').trim();
  for (const [asked, pattern] of beginnings) {
    const match = pattern.exec(plain);
    if (match === null) continue;
    const [sentence = ''] = plain.slice(0, match.index).match(/[^.?!;\n]*$/) ?? [];
    const after = plain.slice(match.index);
    if (asksOtherwise.test(sentence) || undone.test(plain)) return null;
    if (asked !== 'dangerous' && /\bdie\b/i.test(plain)) return null;
    return /\bor\b(?! not)|\boder\b/i.test(after) || /\?\s*\S{3}/.test(after) ? null : asked;
  }
  return null;
}
const longest = 300;

/** What a clause says against something, and for it; what limits the first, and the second. */
const against =
  /\b(?:must|should|may|can) (?:\w+ )?not\b|\bcannot\b|\bnever\b|\bavoid(?:ed)?\b|\b(?:is|are) left out\b|\bleaves out\b|\bnot (?:be )?(?:safe|given|taken|recommended|advised|allowed|suitable|combined)\b|\bshould wait\b|\bwaits?\b|\bdo not\b|^No\b|\bno amount\b|\bneeds? no\b|\bis dangerous\b|\bstay at home\b/i;
const risky = /\braises? (?:\w+ ){0,3}risk\b|\b(?:makes?|make) [^.;]*\b(?:weaker|fail)\b/i;
const inFavour =
  /\b(?:may|can)(?! (?:\w+ )?not\b)(?! (?:be (?:followed|caused|complicated|fatal|dangerous)|harm|cause|lead|raise|hurt|mean|make|upset|change))\b(?!,)|\b(?:is|are|does|do|stays?) (?:\w+ )?(?:possible|safe|fine|allowed|harmless|good|preferred|no harm)\b|\b(?:usual|preferred) (?:\w+ ){0,2}(?:painkiller|choice|treatment)\b|\bfits\b|\bneed not\b|\b(?:is|are) used in\b/i;
const limits = /\b(?:but|unless|except|only|if|depends?|not)\b/i;
const mostly = /\b(?:mostly|usually|generally|often|most|little|small|though|advice|up to)\b/i;
const unclear = /\b(?:some|seldom|rarely|sometimes|little|hardly|by itself|alone|mostly|unless|until|may)\b/i;
const perhaps = /\b(?:while|when|if)\b|^(?:much|too|large)\b/i;
/** What limits a permission. */
const onlyThen = /\b(?:when|if|as soon as|after|once|until)\b/i;
const onlyWith = /\b(?:without|until|unless|alone|before)\b/i;
const exception = /\b(?:but not|unless|except|not when|not if)\b(.*)/i;
/** More commas than this are a list, whose items have their own limits: «soft cheese with a white rind». */
const mostCommas = 4;

/** By what is asked: what a sentence must speak of, and what denies it. */
const facts: Readonly<Record<Exclude<Asked, 'may'>, readonly [speaks: RegExp, denies: RegExp]>> = {
  cured: [/\bcure[ds]?\b|\bcurable\b/i, /\b(?:cannot|not|no)\b[^.;,]*\bcur/i],
  contagious: [
    /\b(?:contagious|infectious|spreads? (?:by|through|from)|passed on|caught)\b/i,
    /\bnot (?:\w+ )?(?:contagious|infectious|passed on|caught)\b/i,
  ],
  dangerous: [/\b(?:dangerous|harmless|fatal)\b/i, /\bharmless\b|\bnot dangerous\b/i],
  helps: [
    /\b(?:helps?|eases?|works?|prevents?|relieves?|shortens|needs? no)\b/i,
    /\b(?:does not|do not|no|not|nor)\b/i,
  ],
  causes: [
    /\b(?:causes?d?|triggers?|raises?|brings? on|lead to)\b/i,
    /\b(?:not|no|never)\b[^.;,]*\b(?:causes?d?|triggers?|effect)\b|\bno link\b/i,
  ],
};

/** Words that do not tell what is asked about: «is it ok to take …?» */
const idle = stemSet(
  'wife husband partner son daughter safe ok okay fine alright allow allowed possible take taking use using eat eating drink drinking do have having get still go going cn u pt adult patient people person day doctor bad good dangerous help work cause trigger cure curable contagious catching infectious hi hello please time start really ever die',
);

/**
 * The answer in one word to a question of yes or no, as the first of its quotes gives it; null unless that sentence speaks of all that is asked.
 * Its exceptions make it «it depends»: no plain «yes» may hide them.
 */
export function verdictOf(
  text: string,
  { subject, parts, remarks, isAcute }: Question,
  quotes: readonly Quote[],
  cited: readonly CitableSource[],
): Verdict | null {
  if (parts.length > 1 || remarks.length > 0 || isAcute || subject.substitutes.length > 0) return null;
  const asked = askedIn(text);
  // Attached pages come first in an answer, and nobody knows what they say.
  if (asked === null || quotes.some(({ prefix }) => prefix === 'PF')) return null;
  const quote = quotes.find(({ prefix }) => prefix === 'SW');
  const document = cited.find(({ source }) => source.id === quote?.id)?.hit?.document;
  const sentence = document && sentencesRead(document).find((one) => one.text === quote?.sentence);
  if (document === undefined || sentence === undefined || sentence.general) return null;
  if (!isOn(subject, sentence)) return null;
  const speaksOfAll = (clause: string): boolean => coversAll(subject, read(clause), document.topic);
  const answer =
    asked === 'may'
      ? permission(sentence.text, speaksOfAll, subject)
      : fact(sentence.text, asked, speaksOfAll, isLater.test(text));
  // What was said about the person may be an exception, and what is true of one medicine need not be so of its group.
  const isSure =
    [...subject.facts].every((term) => sentence.named.has(term) || term === `#${document.topic}`) &&
    !namesGroupOf(subject, document.topic);
  return isSure || answer === 'no' || answer === null ? answer : 'depends';
}

const clausesOf = (text: string): string[] =>
  text.split(/; |, (?=so\b|and\b|but\b|because\b|which\b|though\b|above all\b|as\b)|: /);

/** Whether something may be done, as the first clause says it that speaks for or against it. */
function permission(text: string, speaksOfAll: (clause: string) => boolean, { named, facts }: Subject): Verdict | null {
  const clauses = clausesOf(text);
  const at = clauses.findIndex((clause) => against.test(clause) || risky.test(clause) || inFavour.test(clause));
  const clause = clauses[at];
  if (clause === undefined) return null;
  const [no, yes] = [against.test(clause), inFavour.test(clause)];
  const excepted = yes ? exception.exec(text)?.[1] : undefined;
  if (
    excepted !== undefined &&
    read(excepted).mentions.some(({ meaning: { term } }) => named.has(term) || facts.has(term))
  )
    return 'rather-not';
  if (!speaksOfAll(clause)) return null;
  if (no && yes) return 'depends';
  if (!yes) {
    if (text.split(',').length > mostCommas) return null;
    return perhaps.test(clause) ? 'depends' : !no || onlyWith.test(text) || mostly.test(clause) ? 'rather-not' : 'no';
  }
  const rest = clauses.slice(at + 1).join(' ');
  const isLimited =
    limits.test(clause.replace(/\bneed not\b|\bnot only\b/i, '')) || limits.test(rest) || against.test(rest);
  return isLimited || onlyThen.test(clause) ? 'depends' : mostly.test(text) ? 'mostly' : 'yes';
}

/** Whether something is so, as the first clause says it that speaks of it. How long it is so matters only to a question of later. */
function fact(
  text: string,
  asked: Exclude<Asked, 'may'>,
  speaksOfAll: (clause: string) => boolean,
  later: boolean,
): Verdict | null {
  const [speaks, denies] = facts[asked];
  const clause = clausesOf(text).find((one) => speaks.test(one));
  if (clause === undefined || !speaksOfAll(later ? text : clause)) return null;
  const isUnclear = asked === 'contagious' ? later || (denies.test(text) && !denies.test(clause)) : unclear.test(text);
  return isUnclear ? 'depends' : denies.test(clause) ? 'no' : 'yes';
}
const isLater = /\b(?:after|still|once|when|if|with|any ?more)\b/i;

/** Whether a question names only the group of a topic: antihistamines, for cetirizine. */
const namesGroupOf = ({ named }: Subject, topic: string): boolean =>
  !named.has(`#${topic}`) && [...named].some((term) => leadsTo(term, topic));
const leadsTo = (term: string, topic: string): boolean => {
  const meaning = vocabulary().meanings.get(term);
  return meaning !== undefined && ledBy(meaning).includes(`#${topic}`);
};

/** Whether a clause speaks of everything that a question names; its topic is known. */
function coversAll({ named, words }: Subject, { mentions, stems }: Reading, topic: string): boolean {
  const says = (term: string): boolean =>
    term === `#${topic}` ||
    leadsTo(term, topic) ||
    mentions.some(({ meaning }) => meaning.term === term || leadsTo(term, meaning.term.slice(1)));
  const hasWord = (word: string): boolean =>
    stems.some((one) => one === word || (word.length >= stemLength && one.startsWith(word.slice(0, stemLength))));
  return (
    [...named].every((term) => loose.has(term) || says(term)) && words.every((word) => idle.has(word) || hasWord(word))
  );
}
const stemLength = 6;

/** Whether a sentence is about the people that a question is about. */
const isOn = ({ aspects }: Subject, { aspect, words }: SentenceRead): boolean =>
  aspects.every((asked) => !people.has(asked) || asked === aspect || words.has(peopleWords[asked] ?? ''));
const loose: ReadonlySet<string> = new Set(['#food', '#medicine', '#painkiller']);
const peopleWords: Readonly<Record<string, string>> = { pregnancy: 'pregnanc', children: 'children' };

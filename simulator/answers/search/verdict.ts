import { topicBySlug } from '../../../fixtures/index.ts';
import { ledBy, type SentenceRead, sentencesRead } from '../corpus/library.ts';
import type { Question } from '../question/question.ts';
import type { Subject } from '../question/subject.ts';
import { vocabulary } from '../reading/concepts.ts';
import { type Reading, read } from '../reading/reading.ts';
import { people, practices } from '../reading/topic-sets.ts';
import { stemSet } from '../reading/words.ts';
import type { Verdict } from '../wording/frames.ts';
import type { Quote } from './quotes.ts';
import type { CitableSource } from './sources.ts';

/** What a question of yes or no asks: whether one may do something, or whether something is so. */
type Asked = 'may' | 'cured' | 'contagious' | 'dangerous' | 'helps' | 'causes';

/** How each begins, in the languages of the answers. Nothing else may be asked before it in its sentence. */
const beginnings: readonly (readonly [asked: Asked, pattern: RegExp])[] = [
  ['cured', /\b(?:curable|be cured|heilbar|se cura|guérir|curar|guarire|geneeslijk)(?!\p{L})/iu],
  // Not «is HIV contagious by kissing?»: a sentence names some ways, and denies others.
  [
    'contagious',
    /\b(?:is|are|ist|est|es|é|è)(?!\p{L})[^.?!]{1,40}(?:contagi|infectious|catching|ansteckend|besmettelijk)(?!\p{L}* (?:by|through|via|from|durch|beim|par|por|per|door)(?!\p{L}))/iu,
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
  /\b(?:must|should|may|can) (?:\w+ )?not\b|\bcannot (?:be )?(?:take|taken|given|used?|combined|have|eat|drink)\b|\b(?:must|should|is|are|be|and) never\b|\b(?:is|are|be|best) avoided\b|\bavoid\b|\b(?:is|are) left out\b|\bleaves? out\b|\bnot (?:be )?(?:safe|given|taken|recommended|advised|allowed|suitable|combined)\b|\bshould wait\b|\bwaits?\b|\bdo not\b|^No \w+(?:, \w+)* (?:or \w+ )?(?:is|are|should)\b|\bno amount\b|\bneeds? no\b|\bis dangerous\b|\bstay at home\b/i;
const risky =
  /^(?!.*\b(?:does|do) not\b).*(?:\braises? (?:\w+ ){0,3}risk\b|\b(?:makes?|make) [^.;]*\b(?:weaker|fail)\b|\bcan (?:slow|stop) breath|\b(?:dangerously|life-threatening)\b|\bcan (?:kill|harm|damage)\b)/i;
const inFavour =
  /\b(?:may|can) (?:(?:still|mostly|usually|also|often|be) )*(?:taken|used|given|drunk|eaten|had|worn|combined|done|take|use|have|eat|drink|swim|drive|go|exercise|fly|work|travel|run|walk|bathe|shower|wear|breastfeed)\b|\b(?:is|are|does|do|stays?) (?:\w+ )?(?:possible|safe|fine|allowed|no harm)\b|(?<!little [^.;]*)\b(?:is|are) good\b|\busual (?:\w+ ){0,2}(?:painkiller|choice)\b|\bfits\b|\bneed not\b|\b(?:is|are) (?:often |mostly )?(?:used in (?:pregnancy|children|breastfeeding)|given to children|advised|recommended)\b/i;
/** What the rest of a sentence says that a plain «yes» would hide: «with fever rest until a day after». */
const advises = /\b(?:rest|wait|stay|leave|ask|until)\b/i;
const limits =
  /\b(?:but|unless|except|only|if|depends?|not|advice|specialists?|hospital|from|years|stable|healthy|well|without|quiet|long as|between|treated|moderation|company|early)\b/i;
const mostly = /\b(?:mostly|usually|generally|often|most|little|small|moderate|light|though|up to)\b/i;
const unclear =
  /\b(?:some|seldom|rarely|sometimes|little|hardly|by itself|alone|mostly|unless|until|may|often|untreated|without|when|earlier|found)\b/i;
/** What a danger, or a help, depends on. */
const partly =
  /\b(?:most|treated|healthy|itself|others|pregnancy|under|over|or dangerous|or harmless|pale|not every|by a virus)\b/i;
const perhaps = /\b(?:while|when|if|much|contact|heavy|hard|open|new)\b|^(?:too|large)\b/i;
/** What limits a permission. */
const onlyThen = /\b(?:when|if|as soon as|after|once|until)\b/i;
const onlyWith = /\b(?:without|until|unless|alone|before)\b/i;
const exception = /\b(?:but not|unless|except|not when|not if)\b(.*)/i;
/** More commas than this are a list, whose items have their own limits: «soft cheese with a white rind». */
const mostCommas = 4;

/** By what is asked: what a sentence must speak of, and what denies it. */
const facts: Readonly<Record<Exclude<Asked, 'may'>, readonly [speaks: RegExp, denies: RegExp]>> = {
  cured: [/\b(?:is|are|be|often|seldom) cured\b|\bcurable\b/i, /\b(?:cannot|not|no)\b[^.;,]*\bcur/i],
  contagious: [
    /\b(?:contagious|infectious|spreads? (?:by|through|from)|passed on by|caught)\b/i,
    /\b(?:not|never|cannot)\b[^.;,]*\b(?:contagious|infectious|passed on|caught)\b|\bnot (?:\w+ )?from person to person\b/i,
  ],
  dangerous: [
    /\b(?:is|are|be) (?:\w+ ){0,2}(?:dangerous|harmless|fatal)\b/i,
    /(?<!\bthat )\b(?:is|are) (?:not dangerous|(?:an? )?harmless)\b/i,
  ],
  helps: [
    /\b(?:helps?|eases?|works?|prevents?|relieves?|shortens|needs? no|no treatment)\b/i,
    /\b(?:does not|do not|no|not|nor)\b/i,
  ],
  causes: [
    /\b(?:causes?d?|triggers?|raises?|brings? on|lead to)\b/i,
    /\b(?:not|no|never)\b[^.;,]*\b(?:causes?d?|triggers?|effect)\b|\bno link\b/i,
  ],
};

/** Words that do not tell what is asked about: «is it ok to take …?» */
const idle = stemSet(
  'wife husband partner son daughter safe ok okay fine alright allow allowed possible take taking use using eat eating drink drinking do have having get still go going cn u pt adult patient people person day doctor bad good dangerous cure curable contagious catching infectious hi hello please time start really ever die',
);
/** «Does honey help?», but «can I go to work?» asks about work. */
const idleOfFacts: ReadonlySet<string> = new Set([...idle, ...stemSet('work help cause trigger')]);

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
  const isSpecific = namesMore(subject, document.topic);
  // What is dangerous or forbidden in a practice is not the practice itself.
  if (!isOn(subject, sentence) || (practices.has(document.topic) && (asked === 'dangerous' || !isSpecific)))
    return null;
  const speaksOfAll = (clause: string): boolean =>
    coversAll(subject, read(clause), document.topic, asked === 'may' ? idle : idleOfFacts);
  const answer =
    asked === 'may'
      ? permission(sentence.text, speaksOfAll, subject, isSpecific)
      : fact(sentence.text, asked, speaksOfAll, isLater.test(text));
  // Nothing on a grave illness reassures.
  if (asked === 'dangerous' && answer !== 'yes' && isGrave(document.topic)) return null;
  // What was said about the person may be an exception, and what is true of one medicine need not be so of its group.
  const isSure =
    [...subject.facts].every((term) => sentence.named.has(term) || term === `#${document.topic}`) &&
    !namesGroupOf(subject, document.topic);
  if (!isSure && answer !== 'no' && answer !== null) return 'depends';
  // Who takes a medicine and becomes pregnant asks before stopping it.
  return answer === 'no' && subject.aspects.includes('pregnancy') ? 'rather-not' : answer;
}

const clausesOf = (text: string): string[] =>
  text.split(/; |, (?=so\b|and\b|but\b|because\b|which\b|though\b|above all\b|as\b)|: /);

/** Whether something may be done, as the first clause says it that speaks for or against it. */
function permission(
  text: string,
  speaksOfAll: (clause: string) => boolean,
  { named, facts }: Subject,
  isSpecific: boolean,
): Verdict | null {
  const clauses = clausesOf(text);
  const at = clauses.findIndex((clause) => against.test(clause) || risky.test(clause) || inFavour.test(clause));
  const clause = clauses[at];
  // A later clause may be about something else, if the question names only the topic.
  if (clause === undefined || (at > 0 && !isSpecific)) return null;
  const [no, yes] = [against.test(clause), inFavour.test(clause)];
  const excepted = yes ? exception.exec(text)?.[1] : undefined;
  if (excepted !== undefined && isExcepted(text.slice(0, -excepted.length), excepted, new Set([...named, ...facts])))
    return 'rather-not';
  if (!speaksOfAll(clause)) return null;
  if (no && yes) return 'depends';
  if (!yes) {
    if (text.split(',').length > mostCommas) return null;
    return perhaps.test(clause) ? 'depends' : !no || onlyWith.test(text) || mostly.test(clause) ? 'rather-not' : 'no';
  }
  const rest = clauses.slice(at + 1).join(' ');
  const isLimited =
    limits.test(text.replace(/\bneed not\b|\bnot only\b/i, '')) ||
    onlyThen.test(text) ||
    advises.test(rest) ||
    against.test(rest) ||
    risky.test(rest);
  return isLimited ? 'depends' : mostly.test(text) ? 'mostly' : 'yes';
}

/** Whether an exception names what is asked about, and what precedes it does not: «but not when they have chickenpox». */
function isExcepted(before: string, exception: string, asked: ReadonlySet<string>): boolean {
  const said = new Set(read(before).mentions.map(({ meaning }) => meaning.term));
  return read(exception).mentions.some(({ meaning: { term } }) => asked.has(term) && !said.has(term));
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
  const isUnclear =
    asked === 'contagious'
      ? later || barely.test(clause) || isMixed(text, clause, denies)
      : ((asked === 'dangerous' || asked === 'helps') && partly.test(text)) ||
        unclear.test(asked === 'cured' ? clause : text) ||
        (denies.test(text) && !denies.test(clause));
  return isUnclear ? 'depends' : denies.test(clause) ? 'no' : 'yes';
}
/** «Shingles itself cannot be caught, but its blisters can give chickenpox.» */
const isMixed = (text: string, clause: string, denies: RegExp): boolean =>
  denies.test(clause) ? passesOn.test(text.slice(text.indexOf(clause) + clause.length)) : denies.test(text);
const passesOn = /\b(?:can|may) (?:\w+ )?(?:give|pass|spread|infect)\b|\bcontagious\b|\bpassed on\b/i;
const barely = /\b(?:hardly|no longer)\b/i;
const isLater = /\b(?:after|still|once|when|if|with|any ?more)\b/i;

/** Whether a question names anything besides its topic and the people that it is about. */
const namesMore = ({ named, words }: Subject, topic: string): boolean =>
  [...named].some((term) => term !== `#${topic}` && !leadsTo(term, topic)) || words.some((word) => !idle.has(word));

const isGrave = (slug: string): boolean => {
  const topic = topicBySlug.get(slug);
  return topic === undefined || topic.urgent || topic.category === 'oncology';
};

/** Whether a question names only the group of a topic: antihistamines, for cetirizine. */
const namesGroupOf = ({ named }: Subject, topic: string): boolean =>
  !named.has(`#${topic}`) && [...named].some((term) => leadsTo(term, topic));
const leadsTo = (term: string, topic: string): boolean => {
  const meaning = vocabulary().meanings.get(term);
  return meaning !== undefined && ledBy(meaning).includes(`#${topic}`);
};

/** Whether a clause speaks of everything that a question names; its topic is known. */
function coversAll(
  { named, words }: Subject,
  { mentions, stems }: Reading,
  topic: string,
  idle: ReadonlySet<string>,
): boolean {
  const says = (term: string): boolean =>
    term === `#${topic}` ||
    leadsTo(term, topic) ||
    mentions.some(({ meaning }) => meaning.term === term || leadsTo(term, meaning.term.slice(1)));
  const hasWord = (word: string): boolean =>
    stems.some((one) => one === word || (word.length >= stemLength && one.startsWith(word.slice(0, stemLength))));
  return (
    [...named].every((term) => loose.has(term) || says(term)) &&
    words.every((word) => idle.has(word) || hasWord(word) || [...named].some((term) => term.slice(1).startsWith(word)))
  );
}
const stemLength = 6;

/** Whether a sentence is about the people that a question is about. */
const isOn = ({ aspects }: Subject, { aspect, words }: SentenceRead): boolean =>
  aspects.every((asked) => !people.has(asked) || asked === aspect || words.has(peopleWords[asked] ?? ''));
const loose: ReadonlySet<string> = new Set(['#food', '#medicine', '#painkiller']);
const peopleWords: Readonly<Record<string, string>> = { pregnancy: 'pregnanc', children: 'children' };

import { topicBySlug } from '../../../fixtures/index.ts';
import { ledBy, type SentenceRead, sentencesRead } from '../corpus/library.ts';
import type { Question } from '../question/question.ts';
import type { Subject } from '../question/subject.ts';
import { vocabulary } from '../reading/concepts.ts';
import { type Reading, read } from '../reading/reading.ts';
import { people, practices } from '../reading/topic-sets.ts';
import { stemSet } from '../reading/words.ts';
import type { Verdict } from '../wording/frames.ts';
import { type Asked, askedIn } from './asked-whether.ts';
import type { Quote } from './quotes.ts';
import type { CitableSource } from './sources.ts';

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

const causing =
  /\b(?:causes?d?|triggers?|raises?|brings? on|lead to|interacts?)\b|\bside effects?(?: to report)?(?= of\b| that\b|$)|\bmakes? (?:people|you) \b/i;
const interacting =
  /\b(?:interacts? with|raises?|lowers?|weakens?|weaker|causes?|harms?|damages?|lengthens?|can stop)\b|\b(?:not|never) (?:be )?(?:taken|used|combined)\b|\bavoided\b/i;

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
  inherited: [/\binherit|\bheredit|\bin families\b/i, /\bnot\b[^.;,]*\b(?:inherit|heredit)/i],
  addictive: [/\baddictive\b/i, /\bnot\b[^.;,]*\baddictive\b/i],
  causes: [causing, /\b(?:not|no|never)\b[^.;,]*\b(?:causes?d?|triggers?|effect)\b|\bno link\b/i],
  raises: [/\b(?:raise[sd]?|high(?:er)?|increase[sd]?|more)\b(?!.*\b(?:low|lowers?|slow)\b)/i, /\b(?:not|no|never)\b/i],
  lowers: [
    /\b(?:low|lowers?|slow|reduces?|weak|weakens?|weaker|less|lack)\b(?!.*\b(?:raises?|high(?! doses?))\b)/i,
    /\b(?:not|no|never)\b/i,
  ],
  interacts: [interacting, /\binteracts? (?:very )?little\b|\b(?:no|does not|do not)\b/i],
};

/** Words that do not tell what is asked about: «is it ok to take …?» */
const idle = stemSet(
  'wife husband partner son daughter safe ok okay fine alright allow allowed possible take taking use using eat eating drink drinking do have having get still go going cn u pt adult patient people person day doctor bad good dangerous cure curable contagious catching infectious hi hello please time start really ever die',
);
/** «Does honey help?», but «can I go to work?» asks about work. */
const idleOfFacts: ReadonlySet<string> = new Set([
  ...idle,
  ...stemSet(
    'work help cause trigger make give affect effect interact interaction raise increase lower reduce feel inherit genetic addictive catch pass someone somebody other',
  ),
]);

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
  // «Can the flu jab give me the flu?» names only influenza: what causes that is no answer.
  if (vaccine.test(text) && !vaccine.test(sentence.text)) return null;
  const isSpecific = namesMore(subject, document.topic);
  // What is dangerous or forbidden in a practice is not the practice itself.
  if (!isOn(subject, sentence) || (practices.has(document.topic) && (asked === 'dangerous' || !isSpecific)))
    return null;
  // The words of a name say no more than the name: «muscle pain» of «muscle aches».
  const known = asked === 'may' ? idle : new Set([...idleOfFacts, ...wordsOfNames(read(text), subject)]);
  const speaksOfAll = (clause: string): boolean => coversAll(subject, read(clause), document.topic, known);
  // «Should I ice it?» is also answered by «ice helps».
  const advised = (): Verdict | null =>
    shouldOne.test(text) && fact(sentence.text, 'helps', speaksOfAll, false) === 'yes' ? 'yes' : null;
  const answer =
    asked === 'may'
      ? (permission(sentence.text, speaksOfAll, subject, isSpecific) ?? advised())
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

const vaccine = /\b(?:vaccin|immunis|immuniz|jabs?\b|shots?\b|booster)/i;
const shouldOne = /\bshould (?:i|we|you|he|she|they)\b/i;

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
  const clause = clausesOf(text).find((one) => speaks.test(one) && speaksOfAll(later ? text : one));
  if (clause === undefined) return null;
  // Who asks whether two things interact hears of a rare harm, too, and never that they do not.
  if (asked === 'interacts') return denies.test(clause) || inFavour.test(clause) ? null : 'yes';
  const isUnclear =
    asked === 'contagious'
      ? later || barely.test(clause) || isMixed(text, clause, denies)
      : ((asked === 'dangerous' || asked === 'helps') && partly.test(text)) ||
        unclear.test(ofClause.has(asked) ? clause : text) ||
        (denies.test(text) && !denies.test(clause));
  return isUnclear ? 'depends' : denies.test(clause) ? 'no' : 'yes';
}
/** What is said beside these is something else: «…, so people with heart failure mostly take paracetamol instead». */
const ofClause: ReadonlySet<Asked> = new Set(['cured', 'raises', 'lowers']);
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

const wordsOfNames = ({ mentions, stems }: Reading, { named }: Subject): string[] =>
  mentions.flatMap(({ at, length, meaning: { term } }) =>
    named.has(term) && !loose.has(term) ? stems.slice(at, at + length) : [],
  );

/** Whether a sentence is about the people that a question is about. */
const isOn = ({ aspects }: Subject, { aspect, words }: SentenceRead): boolean =>
  aspects.every((asked) => !people.has(asked) || asked === aspect || words.has(peopleWords[asked] ?? ''));
const loose: ReadonlySet<string> = new Set(['#food', '#medicine', '#painkiller']);
const peopleWords: Readonly<Record<string, string>> = { pregnancy: 'pregnanc', children: 'children' };

import type { Aspect } from '../../../fixtures/index.ts';
import { isTaken, type Meaning, type Mention } from '../reading/concepts.ts';
import type { Reading } from '../reading/reading.ts';
import { peopleTerms } from '../reading/topic-sets.ts';
import { homeOf } from '../reading/word-homes.ts';
import { wordSet } from '../reading/words.ts';

/** Words that deny what comes next. `t` is left of «don't» and «isn't». */
const denying =
  /^(?:no|not|non|without|except|avoid|never|nor|neither|deni|deny|nil|isnt|arent|wasnt|dont|doesnt|didnt|havent|hasnt|hadnt)$/;
const shortened = /^(?:don|doesn|didn|isn|aren|wasn|haven|hasn|hadn|ain)$/;
/** Words allowed between the denial and the thing: «no history of», «don't want any». */
const between =
  /^(?:a|an|any|the|my|his|her|have|had|has|got|get|been|be|of|for|on|sign|symptom|histori|known|previou|prior|current|real|activ|new|sever|obviou|other|want|need|like|wish|to|take|use|usual|actual)$/;
const longestBetween = 4;
const chaining = /^(?:or|nor)$/;
const deniable = wordSet('condition medicine practice group symptom other test');
/** A denied concept also denies the topics that it leads to with this weight: no diabetes means no type 2 diabetes. */
const surely = 0.7;

/** A text without what it denies: «sore throat, no fever» does not ask about fever. The same reading if it denies nothing, or nothing else is left. */
export function affirmed(reading: Reading): Reading {
  const denied = deniedIn(reading);
  const left = reading.mentions.filter((mention) => !denied.has(mention));
  const unwanted = unwantedIn(reading, denied);
  if (denied.size === 0 || !left.some(({ meaning }) => carries(meaning)))
    return unwanted.size === 0 ? reading : { ...reading, unwanted };
  const gone = new Set([...denied].flatMap(({ at, length }) => Array.from({ length }, (_, step) => at + step)));
  const words = new Set([...gone].map((at) => reading.stems[at]));
  const aspects = new Set([...denied].map(({ meaning }) => meaning.term.slice(1) as Aspect));
  const affirmedSlugs = new Set(left.map(({ meaning }) => meaning.term.slice(1)));
  const slugs = [...denied].flatMap(({ meaning }) => [...meaning.leads]).filter(([, weight]) => weight >= surely);
  // «Not allergic to penicillin» does not mean that penicillin is unwanted.
  const isBorne = [...denied].some(({ meaning }) => meaning.term === '#allergy');
  const borne = new Set(
    isBorne ? [...denied].flatMap(({ meaning }) => (isTaken(meaning) ? termsOf(meaning) : [])) : [],
  );
  return {
    ...reading,
    stems: reading.stems.map((stem, at) => (gone.has(at) ? 'no' : stem)),
    mentions: left,
    aspects: reading.aspects.filter((aspect) => !aspects.has(aspect)),
    words: reading.words.filter((word) => !words.has(word)),
    unwanted: new Set([...unwanted].filter((term) => !borne.has(term))),
    denied: new Set(slugs.map(([slug]) => slug).filter((slug) => !affirmedSlugs.has(slug))),
  };
}

/** Whether a text does nothing but deny something, and asks nothing: «no fever», «I don't have a cough». */
export function deniesOnly(reading: Reading): boolean {
  const denied = deniedIn(reading);
  const isDenied = ({ meaning }: Mention): boolean => [...denied].some((mention) => mention.meaning === meaning);
  return (
    denied.size > 0 &&
    reading.aspects.every((aspect) => [...denied].some(({ meaning }) => meaning.term.slice(1) === aspect)) &&
    reading.mentions.every((mention) => isDenied(mention) || !carries(mention.meaning))
  );
}

/** Whether a text denies a thing: «he had no fever». */
export const denies = (reading: Reading, term: string): boolean =>
  [...deniedIn(reading)].some(({ meaning }) => meaning.term === term);

/** What is not wanted, as terms and medical words; «no drugs» means no medicine at all. */
function unwantedIn({ stems, words, mentions }: Reading, denied: ReadonlySet<Mention>): ReadonlySet<string> {
  const inMention = new Set(mentions.flatMap(({ at, length }) => Array.from({ length }, (_, step) => at + step)));
  const content = new Set(words);
  const single = stems.filter(
    (word, at) => !inMention.has(at) && content.has(word) && homeOf(word) > 0 && denierBefore(stems, at) !== undefined,
  );
  // «How is anxiety treated without tablets?»
  const withoutAny = /\bwithout (?:ani |ani other )?(?:medicin|medic|pill|tablet|drug)\b/.test(stems.join(' '))
    ? medicineWords
    : [];
  const plain = mentions.filter(
    (mention) => mention.meaning.kind === 'plain' && denierBefore(stems, mention.at) !== undefined,
  );
  const unwanted = [...denied, ...plain].filter(({ loose, meaning: { term } }) => !loose && !peopleTerms.has(term));
  return new Set([
    ...single,
    ...withoutAny,
    ...unwanted.flatMap(({ meaning: { term, leads } }) => [
      term,
      ...(wider[term] ?? []),
      ...[...leads].filter(([, weight]) => weight >= surely).map(([slug]) => `#${slug}`),
    ]),
  ]);
}
const medicineWords = ['medicin', 'tablet', 'drug', 'antidepress'];
const wider: Readonly<Record<string, readonly string[]>> = {
  '#bacteria': ['#antibiotics'],
  '#naproxen': ['#ibuprofen', '#aspirin'],
};

const termsOf = ({ term, leads }: Meaning): string[] => [term, ...[...leads.keys()].map((slug) => `#${slug}`)];
const carries = ({ kind }: Meaning): boolean => !['aspect', 'plain', 'elsewhere', 'sign', 'body'].includes(kind);

function deniedIn({ mentions, stems, aspects }: Reading): ReadonlySet<Mention> {
  const asksForHelp =
    aspects.some((aspect) => ['treatment', 'self-care', 'prevention'].includes(aspect)) ||
    mentions.some(({ meaning }) => meaning.term === '#painkiller' || meaning.term === '#contraception');
  const asksForVaccine = mentions.some(({ meaning }) => meaning.term === '#vaccination');
  const denied = new Set<Mention>();
  for (const mention of mentions) {
    if (mention.loose || !(deniable.has(mention.meaning.kind) || peopleTerms.has(mention.meaning.term))) continue;
    const found = denierBefore(stems, mention.at);
    const chained = chaining.test(stems[mention.at - 1] ?? '') && isEndOf(denied, mention.at - 1);
    // «How to treat asthma without steroids», but «out of insulin, two days without insulin».
    const lacks =
      isTaken(mention.meaning) && !asksForHelp && (found === 'without' || found === 'no' || found === 'never');
    // «I never had chickenpox, should I be vaccinated?»
    const isUnprotected = found === 'never' && asksForVaccine && mention.meaning.kind === 'condition';
    if (chained || (found !== undefined && !lacks && !isUnprotected)) denied.add(mention);
  }
  // «Not allergic to penicillin» asks nothing about penicillin.
  for (const { meaning, at, length } of [...denied]) {
    if (meaning.term !== '#allergy') continue;
    const borne = mentions.find((one) => isTaken(one.meaning) && one.at >= at + length && one.at - (at + length) <= 1);
    if (borne !== undefined) denied.add(borne);
  }
  return denied;
}

const useless = /^(?:need|us)$/;

const isEndOf = (denied: ReadonlySet<Mention>, at: number): boolean =>
  [...denied].some((mention) => mention.at + mention.length === at);

/** The word before a position that denies what is there. */
function denierBefore(stems: readonly string[], at: number): string | undefined {
  for (let place = at - 1; place >= 0 && place >= at - 1 - longestBetween; place -= 1) {
    const word = stems[place] as string;
    // «Who must not have it?» asks for a caution.
    if (denying.test(word)) return stems.slice(Math.max(0, place - 3), place).includes('who') ? undefined : word;
    if (word === 't' && shortened.test(stems[place - 1] ?? '')) return word;
    if (!between.test(word)) return undefined;
    // «Antibiotics are not needed for an ear infection» is about the infection.
    if (word === 'for' && useless.test(stems[place - 1] ?? '')) return undefined;
  }
  return undefined;
}

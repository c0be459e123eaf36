import type { Aspect } from '../../../fixtures/index.ts';
import { documentsOn, sentencesRead } from '../corpus/library.ts';
import { cautionWeight, isRuledOut, medicinesNamed } from '../corpus/ruled-out-medicines.ts';
import type { Mention, Weights } from '../reading/concepts.ts';
import { type Reading, stemText } from '../reading/reading.ts';
import { medicines, people, practices, vague } from '../reading/topic-sets.ts';

/** What these rules read of a subject. */
interface Asked {
  readonly topics: Weights;
  readonly aspects: readonly Aspect[];
  readonly named: ReadonlySet<string>;
  readonly facts: ReadonlySet<string>;
}

/**
 * «I have asthma. What can I take for a migraine?» asks for the treatment of the migraine; the asthma is a fact about the person, which decides what
 * may be taken.
 */
export function withCircumstance<Known extends Asked>(subject: Known, reading: Reading): Known {
  const { topics, aspects } = subject;
  if (topics.size < 2 || aspects.includes('help') || !asksForRemedy(subject, reading)) return subject;
  const named = reading.mentions.filter(({ meaning }) => topics.has(meaning.term.slice(1)));
  const treated = named.filter((mention) => !isMedicine(mention) && standsAfterFor(reading.stems, mention));
  const others = named.filter((one) => !treated.some(({ meaning }) => meaning === one.meaning));
  const isCircumstance = (one: Mention): boolean =>
    isMedicine(one)
      ? isOnIt(reading.stems, one)
      : !vague.has(slugOf(one)) &&
        (!practices.has(slugOf(one)) || slugOf(one) === 'breastfeeding') &&
        !treated.some((other) => isListedWith(reading.stems, one, other));
  if (treated.length === 0 || others.length === 0 || !others.every(isCircumstance)) return subject;
  const main = new Set(treated.map(slugOf));
  const beside = new Set(others.map(slugOf));
  const kept = [...topics].filter(([slug]) => main.has(slug) || beside.has(slug));
  return {
    ...subject,
    topics: new Map(
      kept
        .map(([slug]) => [slug, main.has(slug) ? 1 : besideWeight] as const)
        .toSorted(([, left], [, right]) => right - left),
    ),
    aspects: [...new Set([...aspects.filter((aspect) => people.has(aspect)), 'treatment' as const, ...aspects])],
    facts: new Set([...subject.facts, ...others.map(({ meaning }) => meaning.term)]),
  };
}
const besideWeight = 0.65;
const slugOf = ({ meaning }: Mention): string => meaning.term.slice(1);
const isMedicine = (mention: Mention): boolean => medicines.has(slugOf(mention));

const asksForRemedy = ({ named, aspects }: Asked, reading: Reading): boolean =>
  named.has('#painkiller') || aspects.includes('treatment') || remedy.test(stemText(reading));
const remedy =
  /\b(?:what|which) (?:\w+ ){0,4}(?:take|us|have|give|given|best|safe|help|good)\b|\b(?:anyth|someth) (?:\w+ ){0,3}(?:take|for)\b/;

const standsAfterFor = (stems: readonly string[], { at }: Mention): boolean =>
  after.test(stems.slice(Math.max(0, at - 4), at).join(' '));
const after =
  /(?:^| )(?:for|against|treat|reliev|eas)(?: (?:my|the|a|an|thi|hi|her|their|our|bad|sever|acut|attack|of|kne|knee|hip))*$/;

/** «I'm on warfarin», but not «can I take ibuprofen». */
const isOnIt = (stems: readonly string[], { at }: Mention): boolean => {
  const before = stems.slice(Math.max(0, at - 5), at).join(' ');
  return onIt.test(before) && !mayTake.test(before);
};
const onIt = /(?:^| )(?:on|with|take|alreadi)(?: (?:my|the|daili|regular))*$/;
const mayTake = /\b(?:can|could|mai|should|to|safe) (?:\w+ )?take$/;

/** «For asthma and migraine» asks about both. */
const isListedWith = (stems: readonly string[], one: Mention, other: Mention): boolean => {
  const [first, second] = one.at < other.at ? [one, other] : [other, one];
  const between = stems.slice(first.at + first.length, second.at);
  return between.length <= 2 && (between.length === 0 || between.some((word) => word === 'and' || word === 'or'));
};

/** Adds the medicine that is usual for the illness, but ruled out for this person: its sources give the caution. */
export function withCaution<Known extends Asked>(subject: Known): Known {
  const { topics, facts, aspects, named } = subject;
  const ofTreatment = aspects.some((aspect) => aspect === 'treatment') && !aspects.includes('help');
  if (!ofTreatment || facts.size === 0 || [...named].some((term) => medicines.has(term.slice(1)) && !facts.has(term)))
    return subject;
  // After an allergy other medicines are asked for.
  const circumstances = [...facts].filter((fact) => fact !== '#allergy');
  const counts = new Map<string, number>();
  for (const [slug, weight] of topics) {
    if (weight < 1 || facts.has(`#${slug}`)) continue;
    for (const document of documentsOn(slug, 'web'))
      for (const { aspect, named: names, words, general } of sentencesRead(document))
        if (!general && remedial.has(aspect))
          for (const term of medicinesNamed(names, words))
            if (!topics.has(term.slice(1)) && !facts.has(term) && circumstances.some((fact) => isRuledOut(term, fact)))
              counts.set(term, (counts.get(term) ?? 0) + 1);
  }
  const [most] = [...counts].toSorted(([, left], [, right]) => right - left);
  return most === undefined
    ? subject
    : {
        ...subject,
        topics: new Map([...topics, [most[0].slice(1), cautionWeight]]),
        aspects: [...new Set([...aspects, 'warnings' as const])],
      };
}
const remedial: ReadonlySet<string> = new Set(['treatment', 'self-care', 'cases']);

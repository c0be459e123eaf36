import { type Aspect, topics } from '../../../fixtures/index.ts';
import type { Weights } from '../reading/concepts.ts';
import { type Reading, stemText } from '../reading/reading.ts';
import { people } from '../reading/topic-sets.ts';
import { blockedAirway, emergencyBySigns } from './danger-signs.ts';

/** Words for people: a text with one means an illness rather than a thing of the same name. */
export const somebody =
  /^(?:i|im|ive|me|he|she|her|him|husband|wife|mum|mom|mother|dad|father|son|daughter|child|babi|patient)$/;

const urgent: ReadonlySet<string> = new Set(topics.filter((topic) => topic.urgent).map(({ slug }) => slug));
/** Aspects that need immediate help too in an emergency; questions about causes or definitions do not. */
const atOnce: ReadonlySet<Aspect> = new Set<Aspect>([
  ...(['symptoms', 'treatment', 'self-care', 'help', 'dose', 'tests', 'warnings', 'interactions'] as const),
  ...people,
]);

/** A fever of a baby under three months, which cannot wait: «my 2 month old has a temp of 38.4». */
export const feverOfYoungBaby = (reading: Reading): boolean =>
  reading.aspects.includes('children') &&
  reading.mentions.some(({ meaning }) => meaning.term === '#fever') &&
  youngBaby.test(stemText(reading));
const youngBaby =
  /\bnewborn\b|(?<!\b(?:for|last|past) )\b(?:(?:1|2|on|two) month|(?:[1-9]|1[0-2]) (?:week|dai)|(?:six|eight|ten) week) old\b|\bbabi (?:\w+ ){0,2}(?:(?:1|2|on|two) month|(?:[1-9]|1[0-2]) week)\b(?! (?:ago|later))/;

/** Adds help to the aspects if a text describes an emergency that is happening, rather than asks about it in general. */
export function withHelp(
  found: Weights,
  reading: Reading,
  aspects: readonly Aspect[],
  named: boolean,
): readonly Aspect[] {
  const [best = ''] = [...found.keys()];
  if (best === 'fever' && feverOfYoungBaby(reading)) return ['help', 'children'];
  // Signs without the name of the emergency: immediate help comes first.
  const bySigns = blockedAirway(reading) ?? emergencyBySigns(reading);
  if (bySigns?.slug === best) return ['help', ...aspects.filter((aspect) => people.has(aspect))];
  // «Sodium 118: management?» asks for the treatment too.
  if (reading.alarms?.includes(best))
    return ['help', ...aspects.filter((aspect) => aspect === 'treatment' || people.has(aspect))];
  // «My grandfather died of a stroke», «I had a heart attack five years ago».
  if (longAgo.test(stemText(reading)) && !lately.test(stemText(reading))) return aspects;
  if (!urgent.has(best) || aspects.includes('help') || !aspects.every((aspect) => atOnce.has(aspect))) return aspects;
  const ofSomebody = reading.stems.some((word) => somebody.test(word) || word === 'my');
  const inGeneral = aspects.length > 0 && named && !ofSomebody;
  return inGeneral && !alwaysNow.has(best) ? aspects : [...aspects, 'help'];
}

const longAgo =
  /\b(?:year|month) ago\b|\blast year\b|\bdi(?:e|ed)? (?:of|from)\b|\bfamili histori\b|\brun in (?:\w+ )?famili|\b(?:as a|when i was a) (?:child|kid|teenag)/;
const lately = /\b(?:now|todai|tonight|just|again|sinc|yesterdai|suddenli|sudden|thi (?:morn|week|afternoon|even))\b/;

/** Whether the answer to a subject begins with what to do at once. */
export const isUrgent = (subject: { readonly topics: Weights; readonly aspects: readonly Aspect[] }): boolean =>
  subject.aspects.includes('help') && urgent.has([...subject.topics.keys()][0] ?? '');

const alwaysNow: ReadonlySet<string> = new Set(
  topics.filter(({ category }) => category === 'emergency medicine').map(({ slug }) => slug),
);

import { type Aspect, topics } from '../../fixtures/index.ts';
import { blockedAirway, emergencyBySigns } from './danger-signs.ts';
import type { Reading } from './reading.ts';

/** Who speaks of somebody means an illness rather than a thing of that name. */
export const somebody =
  /^(?:i|im|ive|me|he|she|her|him|husband|wife|mum|mom|mother|dad|father|son|daughter|child|babi|patient)$/;

const urgent: ReadonlySet<string> = new Set(topics.filter((topic) => topic.urgent).map(({ slug }) => slug));
/** Aspects beside which somebody in an emergency has to hear what to do at once; who asks for causes or a definition has time. */
const atOnce: ReadonlySet<Aspect> = new Set<Aspect>(
  ['symptoms', 'treatment', 'self-care', 'help', 'dose', 'tests', 'warnings', 'interactions'].concat(
    'children pregnancy older-people'.split(' '),
  ) as Aspect[],
);

const people: ReadonlySet<Aspect> = new Set<Aspect>(['children', 'pregnancy', 'older-people']);

/** An emergency that happens, told of rather than asked about in general, asks for help too. */
export function withHelp(
  found: ReadonlyMap<string, number>,
  reading: Reading,
  aspects: readonly Aspect[],
  named: boolean,
): readonly Aspect[] {
  const [best = ''] = [...found.keys()];
  // Whoever tells of the signs, and not of the name, has to act first.
  const bySigns = blockedAirway(reading) ?? emergencyBySigns(reading);
  if (bySigns?.slug === best) return ['help', ...aspects.filter((aspect) => people.has(aspect))];
  // «Sodium 118: management?» asks for the treatment too.
  if (reading.alarms?.includes(best))
    return ['help', ...aspects.filter((aspect) => aspect === 'treatment' || people.has(aspect))];
  if (!urgent.has(best) || aspects.includes('help') || !aspects.every((aspect) => atOnce.has(aspect))) return aspects;
  const inGeneral = aspects.length > 0 && named && !reading.stems.some((word) => somebody.test(word));
  return inGeneral && !alwaysNow.has(best) ? aspects : [...aspects, 'help'];
}
const alwaysNow: ReadonlySet<string> = new Set(
  topics.filter(({ category }) => category === 'emergency medicine').map(({ slug }) => slug),
);

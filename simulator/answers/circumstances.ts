import type { Aspect } from '../../fixtures/index.ts';
import { vocabulary } from './concepts.ts';
import type { Reading } from './reading.ts';
import { medicines, vague } from './topic-sets.ts';
import { stem } from './words.ts';

/** Complaints that have a name of their own in pregnancy: `nausea in pregnancy` is one, whatever order they are told in. */
export function inPregnancy(
  found: ReadonlyMap<string, number>,
  { mentions, stems }: Reading,
  aspects: readonly Aspect[],
): ReadonlyMap<string, number> {
  if (!aspects.includes('pregnancy')) return found;
  const { byFirstStem, meanings } = vocabulary();
  const complaints = mentions.filter(({ meaning: { kind, term } }) => kind === 'symptom' || vague.has(term.slice(1)));
  for (const { at, length } of complaints) {
    const name = [...stems.slice(at, at + length), 'in', stem('pregnancy')];
    const phrase = byFirstStem.get(name[0] as string)?.find((one) => one.stems.join(' ') === name.join(' '));
    const slug = phrase?.meaning.term.slice(1) ?? '';
    if (meanings.get(`#${slug}`)?.kind === 'condition') return new Map([[slug, 1]]);
  }
  return found;
}

/** Illnesses beside a medicine, by what is done for them, and breastfeeding: «gabapentin dose on dialysis» wants the caution first. */
export function cautionsFor(found: ReadonlyMap<string, number>, { mentions }: Reading): ReadonlySet<string> {
  if (![...found.keys()].some((slug) => medicines.has(slug))) return new Set();
  const leads = mentions.filter(({ meaning }) => meaning.kind === 'test').flatMap(({ meaning }) => [...meaning.leads]);
  const surely = leads.filter(([, weight]) => weight >= surelyMeant).map(([slug]) => `#${slug}`);
  const nurses = mentions.some(({ meaning }) => meaning.term === '#breastfeeding');
  return new Set(nurses ? [...surely, '#breastfeeding'] : surely);
}
const surelyMeant = 0.8;

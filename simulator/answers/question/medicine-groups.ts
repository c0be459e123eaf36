import type { Aspect } from '../../../fixtures/index.ts';
import { isTaken, type Mention, type Weights } from '../reading/concepts.ts';
import type { Reading } from '../reading/reading.ts';
import { medicines } from '../reading/topic-sets.ts';
import { stemSet } from '../reading/words.ts';

/** Groups so wide that one medicine is not representative. */
const wide = stemSet(
  'antibiotic antibiotics abx antibacterial antibacterials inhaler inhalers puffer steroid steroids corticosteroid corticosteroids glucocorticoid glucocorticoids painkiller painkillers analgesic analgesics',
);
/** Those that an illness has of its own: «biologics in asthma» are not those for joints. Tests before them are those of the group. */
const ofEachIllness = stemSet('biologic biologics');
/** Groups that a turn may ask for as a treatment of an earlier illness. */
const groups: ReadonlySet<string> = new Set([
  ...wide,
  ...stemSet(
    'statin statins diuretic diuretics antidepressant antidepressants anticoagulant anticoagulants anticoagulation blood thinner thinners antihistamine antihistamines antipsychotic antipsychotics immunosuppressant immunosuppressants biologic biologics opioid opioids antiplatelet antiplatelets nsaid nsaids bisphosphonate bisphosphonates antiemetic antiemetics immunotherapy',
  ),
]);
/** Aspects that ask about the medicine itself. */
const ofMedicine: ReadonlySet<Aspect> = new Set<Aspect>(['side-effects', 'interactions', 'warnings']);

const isOf = (words: ReadonlySet<string>, { stems: all }: Reading, { at, length }: Mention): boolean =>
  all.slice(at, at + length).every((word) => words.has(word));

/** Whether a mention is the kind that a question is about: «is aspirin a blood thinner?». */
export const isKindAsked = ({ stems }: Reading, { at, length, meaning }: Mention): boolean =>
  (isTaken(meaning) || meaning.kind === 'group') &&
  /^(?:is|are)$/.test(stems[0] ?? '') &&
  /^an?$/.test(stems[at - 1] ?? '') &&
  at + length === stems.length;

/** Whether a mention is only a wide group of medicines, and the text does not ask about the group itself: «antibiotics in pancreatitis». */
export function isWideGroup(reading: Reading, mention: Mention): boolean {
  if (reading.aspects.some((aspect) => ofMedicine.has(aspect))) return false;
  return isOf(wide, reading, mention) || (isOf(ofEachIllness, reading, mention) && !reading.aspects.includes('tests'));
}

/** Whether a turn asks for a medicine of a group, not about the group: «what antibiotics?» after sepsis. */
export function asksForGroup(reading: Reading, topics: Weights): boolean {
  if (reading.aspects.some((aspect) => ofMedicine.has(aspect))) return false;
  const leading = reading.mentions.filter(({ meaning }) => [...meaning.leads.keys()].some((slug) => topics.has(slug)));
  return (
    leading.some(({ meaning }) => isTaken(meaning) || meaning.kind === 'group') &&
    leading.every((mention) => isOf(groups, reading, mention))
  );
}

/** The named topics of a text; without wide groups if it also names an illness. */
export function withoutWideGroups(reading: Reading, named: readonly Mention[]): readonly Mention[] {
  const others = named.filter((mention) => !isWideGroup(reading, mention));
  return others.some(({ meaning }) => !medicines.has(meaning.term.slice(1))) ? others : named;
}

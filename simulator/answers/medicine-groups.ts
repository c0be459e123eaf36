import type { Aspect } from '../../fixtures/index.ts';
import { isTaken, type Mention } from './concepts.ts';
import type { Reading } from './reading.ts';
import { medicines } from './topic-sets.ts';
import { stem } from './words.ts';

const stems = (words: string): readonly string[] => words.split(' ').map(stem);

/** Groups so wide that the topic of one medicine says little about them. */
const wide: ReadonlySet<string> = new Set(
  stems(
    'antibiotic antibiotics abx antibacterial antibacterials inhaler inhalers puffer steroid steroids corticosteroid corticosteroids glucocorticoid glucocorticoids painkiller painkillers analgesic analgesics',
  ),
);
/** Groups beside an illness that was spoken of before. */
const groups: ReadonlySet<string> = new Set([
  ...wide,
  ...stems(
    'statin statins diuretic diuretics antidepressant antidepressants anticoagulant anticoagulants anticoagulation antihistamine antihistamines antipsychotic antipsychotics immunosuppressant immunosuppressants biologic biologics opioid opioids antiplatelet antiplatelets nsaid nsaids bisphosphonate bisphosphonates antiemetic antiemetics immunotherapy',
  ),
]);
/** Who asks for these asks about the medicine. */
const ofMedicine: ReadonlySet<Aspect> = new Set<Aspect>(['side-effects', 'interactions', 'warnings']);

const isOf = (words: ReadonlySet<string>, { stems: all }: Reading, { at, length }: Mention): boolean =>
  all.slice(at, at + length).every((word) => words.has(word));

/** Whether a mention names only a wide group of medicines in a text that is about an illness: «antibiotics in pancreatitis». */
export function isWideGroup(reading: Reading, mention: Mention): boolean {
  return !reading.aspects.some((aspect) => ofMedicine.has(aspect)) && isOf(wide, reading, mention);
}

/** Whether a turn asks for a group of medicines, and not about it: «what antibiotics?» after sepsis. */
export function asksForGroup(reading: Reading, topics: ReadonlyMap<string, number>): boolean {
  if (reading.aspects.some((aspect) => ofMedicine.has(aspect))) return false;
  const leading = reading.mentions.filter(({ meaning }) => [...meaning.leads.keys()].some((slug) => topics.has(slug)));
  return (
    leading.some(({ meaning }) => isTaken(meaning) || meaning.kind === 'group') &&
    leading.every((mention) => isOf(groups, reading, mention))
  );
}

/** The topics of a text without those that only a wide group leads to, where it names an illness too. */
export function withoutWideGroups(reading: Reading, named: readonly Mention[]): readonly Mention[] {
  const others = named.filter((mention) => !isWideGroup(reading, mention));
  return others.some(({ meaning }) => !medicines.has(meaning.term.slice(1))) ? others : named;
}

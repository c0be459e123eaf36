import type { Aspect } from '../../../fixtures/index.ts';
import { kindsSought } from '../corpus/sought-kinds.ts';
import type { Weights } from '../reading/concepts.ts';
import { meaningsNear } from '../reading/nearness.ts';
import { blamesVaccine, type Reading, stemText } from '../reading/reading.ts';
import { hasMedicine, medicines, practices } from '../reading/topic-sets.ts';
import { stem } from '../reading/words.ts';

/** «It burns when I pee and it's getting worse» tells how it is, and does not ask how it goes on. */
export function ofWorsening(aspects: readonly Aspect[], reading: Reading, found: Weights): readonly Aspect[] {
  const isTold = aspects.join() === 'complications' && found.size > 0 && !hasMedicine(found);
  const text = stemText(reading);
  return isTold && worsening.test(text) && !asking.test(text) ? ['help', 'treatment'] : aspects;
}
const worsening = new RegExp(
  `\\b(?:${['getting', 'gets', 'got', 'becoming'].map(stem).join('|')}) ${stem('worse')}\\b`,
);
const asking =
  /^(?:when|do|doe|did|is|are|will|can|could|should|would|mai)\b|\b(?:what|why|how|which|who|where|(?:do|doe|did|is|are|will|can|could|should|would|might) (?:i|it|thi|that|my|he|she|they|the|you))\b/;

/** «Can diabetes harm my feet?»: an illness has no side effects. «Can psoriasis affect the joints?» */
export function ofHarm(aspects: readonly Aspect[], reading: Reading, found: Weights): readonly Aspect[] {
  const isIllness = found.size > 0 && [...found.keys()].every((slug) => !medicines.has(slug) && !practices.has(slug));
  if (!isIllness || !reading.stems.some((word) => harming.has(word))) return aspects;
  // «Prostate cancer screening: benefits and harms»
  if (reading.stems.includes('screen')) return ['tests'];
  const ofBody = reading.mentions.some(({ meaning: { kind } }) => kind === 'body');
  const isOpen = aspects.length === 0 && ofBody && kindsSought(reading).has('verdict');
  return isOpen || aspects.join() === 'side-effects' ? ['complications', 'symptoms'] : aspects;
}
const harming: ReadonlySet<string> = new Set(['harm', 'damag', 'affect']);

/** «Can dehydration cause headaches?», «does it weaken bones?» ask what the first can do, not where it comes from, nor what goes with it. */
export function ofEffect(aspects: readonly Aspect[], reading: Reading, found: Weights): readonly Aspect[] {
  const at = reading.stems.findIndex((word) => doing.has(word));
  const isCause = causing.has(reading.stems[at] ?? '');
  if (at < 0 || (isCause && !aspects.includes('causes')) || !kindsSought(reading).has('effect')) return aspects;
  if (blamesVaccine(reading.stems, reading.mentions)) return aspects;
  // «Allergies» are those that have sources.
  const source = reading.mentions.find(
    ({ at: where, meaning: { term, kind, leads } }) =>
      where < at &&
      (found.has(term.slice(1)) || (kind === 'group' && [...leads.keys()].some((slug) => found.has(slug)))),
  )?.meaning;
  const uses = source?.kind === 'medicine' ? meaningsNear(source) : undefined;
  // A name may hold both: «diabetes cause blindness».
  const holds = reading.mentions.some(({ at: where, length }) => where < at && at < where + length);
  if (holds) return ['complications'];
  const isNamed = reading.mentions.some(
    ({ at: where, meaning: { kind, term } }) =>
      where > at && (isCause ? tellable.has(kind) : changeable.has(kind) && uses?.has(term) !== true),
  );
  // «It», which weakens or lowers something, is mostly a medicine.
  const isMedicine = source?.kind === 'medicine' || (found.size === 0 && aspects.join() === 'interactions');
  if (!isNamed || (source === undefined && !isMedicine) || (!isCause && !isMedicine)) return aspects;
  const effects: readonly Aspect[] = isMedicine ? ['side-effects', 'warnings'] : ['symptoms', 'complications'];
  return [...new Set([...effects, ...(isCause ? aspects : [])])];
}
const causing: ReadonlySet<string> = new Set(['caus', 'trigger']);
const doing: ReadonlySet<string> = new Set([...causing, 'affect', 'lower', 'rais', 'increas', 'weaken', 'reduc']);
const tellable: ReadonlySet<string> = new Set(['condition', 'symptom', 'group']);
const changeable: ReadonlySet<string> = new Set([...tellable, 'sign', 'body', 'test', 'plain']);

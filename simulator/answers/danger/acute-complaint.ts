import type { Aspect } from '../../../fixtures/index.ts';
import { kindsSought, type SoughtKind } from '../corpus/sought-kinds.ts';
import { isTaken } from '../reading/concepts.ts';
import { withoutIdioms } from '../reading/idioms.ts';
import { type Reading, stemText } from '../reading/reading.ts';
import { type Clause, clausesOf, type Property } from './clauses.ts';
import { dangerIn } from './danger.ts';
import { feverOfYoungBaby } from './urgent-help.ts';

/** Longer texts are read up to here: what somebody types in a hurry is short. */
const longest = 2_000;
/** From this many points on, a text describes a complaint that may need help at once. */
const enough = 3;
/** Somebody who is not named must be in more danger: texts about illness in general name nobody. */
const enoughForNobody = 4;

/**
 * Whether a text describes a complaint that somebody has now, and that may need help at once, whatever it is. It is decided by what such texts have in
 * common, in each language of the answers: who has it, since when, how bad it is, and what the person cannot do. So it needs no list of emergencies.
 */
export function isAcute(text: string, reading: Reading, isUrgentTopic: boolean): boolean {
  const clauses = clausesOf(withoutIdioms(text.slice(0, longest)));
  const told: Clause[] = [];
  // Of a question only what happened to somebody counts: «why can't my dad speak?», but not «can ibuprofen cause sudden pain?»
  const asked: Clause[] = [];
  for (const clause of clauses) {
    if (clause.beginsWith('conditional') || isOver(clause)) continue;
    if (!clause.beginsWith('asking')) told.push(clause);
    else if (clause.has('person')) asked.push(clause);
  }
  if (told.length + asked.length === 0) return false;
  // «Can I drive after a seizure?» plans for later.
  if (told.length === 0 && asksForLater(reading)) return false;
  if (told.length > 0 && feverOfYoungBaby(reading)) return true;
  if (clauses.some((clause) => clause.has('story')) || isOfAnimal(clauses)) return false;

  const takes = isUrgentTopic || reading.mentions.some(({ meaning }) => isTaken(meaning));
  const meant = [...told, ...asked];
  const inDanger =
    meant.some((clause) => isDangerous(clause, told)) || poisoned(meant, takes) || dangerIn(reading) !== undefined;
  const ofSomebody = clauses.some(isOfSomebody);
  if (!inDanger && !ofSomebody) return false;
  // Who tells something about somebody else and asks nothing wants help.
  const asksNothing = told.length === clauses.length && !text.includes('?');
  const points = told.length === 0 ? 0 : severityOf(told, reading, isUrgentTopic, asksNothing);
  return (inDanger ? enough : 0) + points - (lasts(told) ? 3 : 0) >= (ofSomebody ? enough : enoughForNobody);
}

/** Whether a question is about everyday life after an illness. */
const asksForLater = (reading: Reading): boolean =>
  /\bafter\b/.test(stemText(reading)) && [...kindsSought(reading)].some((kind) => ofLife.has(kind));
const ofLife: ReadonlySet<SoughtKind> = new Set<SoughtKind>(['driving', 'work', 'exercise']);

/** How severe a complaint is, as points; 0 if there is none. */
function severityOf(told: readonly Clause[], reading: Reading, isUrgentTopic: boolean, asksNothing: boolean): number {
  const has = (property: Property): boolean => told.some((clause) => clause.has(property));
  const ails = told.some((clause) => isAbout(clause) || bleeds(clause));
  const accident = has('hurt') || told.some(falls);
  const lost =
    has('weakened') ||
    has('blow') ||
    told.some((clause) => lacks(clause, 'daily') || lacksFeeling(clause) || lacksUse(clause) || breathesFast(clause));
  const isOf = (aspect: Aspect): boolean => reading.aspects.includes(aspect);
  const ofOther = told.some(isOfOther) || isOf('children') || isOf('older-people');
  const isFrail = has('frail') || isOf('pregnancy');
  const failsSuddenly = has('sudden') && (has('breath') || has('wake') || has('daily') || has('feel'));
  if (!ails && !accident && !lost && !failsSuddenly && !(isUrgentTopic && ofOther)) return 0;

  // Not «my uncle is a heart surgeon».
  const isWrong =
    accident ||
    lost ||
    told.some((clause) => clause.has('odd') || clause.has('ache') || clause.has('symptom') || bleeds(clause));
  const points = [
    ails ? 1 : 0,
    symptomsIn(told) > 1 ? 1 : 0,
    accident ? 1 : 0,
    told.some((clause) => clause.has('odd') && isAbout(clause)) ? 1 : 0,
    has('pale') ? 1 : 0,
    has('sudden') ? 2 : has('recent') || has('now') ? 1 : 0,
    has('ongoing') ? 1 : 0,
    has('severe') || told.some(worsens) || told.some(isHot) ? 2 : 0,
    lost ? 2 : 0,
    ofOther || isFrail ? 1 : 0,
    ofOther && asksNothing && isWrong ? 1 : 0,
    isUrgentTopic && told.some(isOfSomebody) ? 2 : 0,
    has('mild') ? -2 : 0,
  ];
  return Math.max(
    0,
    points.reduce((sum, point) => sum + point, 0),
  );
}

const isOfSomebody = (clause: Clause): boolean =>
  (['person', 'relative', 'child', 'elder', 'took', 'recent', 'now'] as const).some((who) => clause.has(who)) ||
  clause.beginsWith('headless');

const isOfOther = (clause: Clause): boolean =>
  (['relative', 'other', 'child', 'elder'] as const).some((who) => clause.has(who));

/** Something that needs help by itself. */
function isDangerous(clause: Clause, told: readonly Clause[]): boolean {
  const has = (property: Property): boolean => clause.has(property);
  return (
    has('down') ||
    threatens(clause) ||
    lacks(clause, 'breath') ||
    lacks(clause, 'wake') ||
    (bleeds(clause) && (has('flow') || told.some(goesOn))) ||
    (falls(clause) && has('height')) ||
    (has('swell') && has('airway')) ||
    (has('throat') && has('closes')) ||
    clause.places('talk').some((at) => clause.isNear('odd', at, 0, 3)) ||
    (clause.places('colour').some((at) => isOfBody(clause, at)) && !told.some((one) => one.has('eyes')))
  );
}

/** «I'm going to hurt my baby», but not «will coffee hurt my baby?». */
const threatens = (clause: Clause): boolean =>
  clause.places('harm').some((at) => {
    const before = clause.words.slice(0, at);
    const byPerson = before.some((word) => /^(?:i|ill|id|im|ive|wanna|gonna|might)$/.test(word));
    return clause.words[at] !== 'hurt' || byPerson || (before.includes('to') && !clause.beginsWith('asking'));
  });

/** Whether a colour is one of skin or of a whole person, and not of a thing: «turning blue», «está morado». */
const isOfBody = (clause: Clause, at: number): boolean =>
  (!clause.has('colourless') && clause.isNear('skin', at, 3, 3)) ||
  (isOfOther(clause) &&
    clause.isNear('being', at, 4, 0) &&
    /^(?:geworden|angelaufen|)$/.test(clause.words[at + 1] ?? ''));

/** Something poisonous that was swallowed, or too much of a medicine, or a medicine of somebody else. */
function poisoned(clauses: readonly Clause[], takes: boolean): boolean {
  const has = (property: Property): boolean => clauses.some((clause) => clause.has(property));
  const tooMuch = has('tooMuch') || (has('child') && has('elder'));
  return has('took') && (has('poison') || (tooMuch && (takes || has('medicine'))));
}

/** Not «fell asleep», «fell in love». */
const falls = (clause: Clause): boolean =>
  clause.places('fell').some((at) => !/^(?:asleep|in|pregnant|ill|behind)$/.test(clause.words[at + 1] ?? ''));

/** Whether a clause names a part of the body, a pain or another symptom. */
const isAbout = (clause: Clause): boolean => clause.has('ache') || clause.has('body') || clause.has('symptom');

/** How many different symptoms there are; all pains are one. */
const symptomsIn = (clauses: readonly Clause[]): number =>
  new Set(clauses.flatMap((clause) => clause.places('symptom').map((at) => clause.words[at]))).size +
  (clauses.some((clause) => clause.has('ache')) ? 1 : 0);

/** A fever of 39 degrees or more. */
const isHot = (clause: Clause): boolean => clause.has('degrees') && clause.has('heat');

/** «He can't close his jaw», but not «I can't get an erection». */
const lacksUse = (clause: Clause): boolean =>
  isAbout(clause) &&
  !clause.has('unless') &&
  !clause.words.includes('erection') &&
  clause.places('can').some((at) => clause.isNear('not', at, 3, 3));

/** Not «an itch that is worse at night». */
const worsens = (clause: Clause): boolean =>
  clause.places('worse').some((at) => !ofDay.test(clause.words.slice(at + 1, at + 4).join(' ')));
const ofDay = /^(?:at|in|by|during) (?:the )?(?:night|evening|morning|bed|winter)/;

const breathesFast = (clause: Clause): boolean => clause.places('breath').some((at) => clause.isNear('fast', at, 3, 3));

/** «It won't stop» */
const goesOn = (clause: Clause): boolean => clause.places('stop').some((at) => clause.isNear('not', at, 3, 2));

/** «Blood», but not «blood pressure». */
const bleeds = (clause: Clause): boolean =>
  clause
    .places('blood')
    .some(
      (at) =>
        !/^(?:pressure|tests?|sugar|counts?|thinners?|group|types?|vessels?|work|clots?)$/.test(
          clause.words[at + 1] ?? '',
        ),
    );

/** A text about an animal that somebody owns, unless it hurt somebody. */
function isOfAnimal(clauses: readonly Clause[]): boolean {
  const owned = clauses.some((clause) =>
    clause.places('animal').some((at) => clause.properties[at - 1]?.includes('own')),
  );
  return (
    owned &&
    !clauses.some((clause) => (['bites', 'relative', 'child', 'elder'] as const).some((who) => clause.has(who)))
  );
}

/** «I had it ten years ago» */
const isOver = (clause: Clause): boolean =>
  !clause.has('now') &&
  !clause.has('recent') &&
  (clause.places('ended').some((at) => clause.words[at - 1] !== 'at') ||
    clause.places('long').some((at) => clause.isNear('ago', at, 3, 2)));

/** It has been so for long, or comes again and again; not «I take naproxen every day». */
const lasts = (clauses: readonly Clause[]): boolean =>
  clauses.some(
    (clause) =>
      (clause.has('often') && !clause.words.some((word) => /^tak(?:es?|ing)$/.test(word))) ||
      clause.places('long').some((at) => clause.isNear('lasting', at, 3, 0)),
  );

/** Whether a clause says that something of everyday life is not possible: «he can't breathe», «atmet nicht». */
function lacks(clause: Clause, ability: 'breath' | 'wake' | 'daily'): boolean {
  return clause.places(ability).some((at) => {
    if (clause.properties.slice(at + 1, at + 4).some((after) => after.includes('unless'))) return false;
    const stopped = ability === 'breath' && clause.isNear('stop', at, 2, 1);
    return stopped || clause.places('not').some((denial) => denies(clause, denial, at));
  });
}

function denies(clause: Clause, denial: number, at: number): boolean {
  const apart = at - denial;
  // «No pain when I breathe»: «no» denies what is next to it.
  if (apart < -2 || apart === 0 || apart > (clause.words[denial] === 'no' ? 3 : 5)) return false;
  const [from, to] = apart > 0 ? [denial, at] : [at, denial];
  const between = clause.properties.slice(from + 1, to);
  // «No trouble breathing», «can't stop talking».
  return !between.some((word) => word.some((said) => undoing.has(said))) && !isDenied(clause, denial);
}

/** What undoes a denial between it and an ability. */
const undoing: ReadonlySet<Property> = new Set(['not', 'stop', 'ache', 'symptom']);

const isDenied = (clause: Clause, at: number): boolean =>
  /^(?:trouble|problem|difficult|struggl|hard)/.test(clause.words[at] ?? '') && clause.isNear('not', at, 2, -1);

/** «I can't feel my legs», «I no longer feel the baby move». */
const lacksFeeling = (clause: Clause): boolean =>
  clause.has('not') &&
  clause.places('feel').some((at) => clause.isNear('limb', at, 0, 3) || clause.isNear('child', at, 0, 3));

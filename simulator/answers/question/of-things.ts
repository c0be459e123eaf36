import { type Reading, stemText } from '../reading/reading.ts';
import { wordSet } from '../reading/words.ts';

/** Whether a text is about the health of an animal or plant: «a vaccine for my rabbit», but not «a bite of my dog». */
export function isOfAnimalOrPlant({ mentions, stems, words }: Reading): boolean {
  const other = mentions.find(({ meaning }) => meaning.term === '#living-thing');
  if (other !== undefined && harmed.test(stems.slice(0, other.at).join(' '))) return true;
  if (other === undefined || words.some((word) => fromAnimals.has(word))) return false;
  return stems.slice(Math.max(0, other.at - 2), other.at).some((word) => /^(?:my|our|in|for|of)$/.test(word));
}
/** «A snake bit my dog», but not «my dog bit me». */
const harmed = /\b(?:bit|stung|scratch|kick|poison|hit) (?:my|our|the neighbour|his|her)$/;
const fromAnimals = wordSet(
  'bite bit bitten scratch lick allergi allerg fur rescu trip fell kick cough sneez wheez ringworm itch rash me i',
);

/** Whether a text names what is cooked: flour, the water for rice. */
export const namesIngredients = (reading: Reading): boolean => ingredients.test(stemText(reading));
const ingredients =
  /\b(?:sourdough|dough|flour|yeast|marinad|stew|risotto|loaf|(?:for|in|with|of|cook|boil) (?:\w+ )?(?:jam|rice|pasta|noodl|potato|lentil|soup|sauc))\b/;

/** «Sourdough with rye flour, how much water?», but not how much of it somebody may eat. */
export const isOfCooking = (reading: Reading): boolean =>
  namesIngredients(reading) &&
  /\bhow (?:much|mani|long)\b|\binstead\b/.test(stemText(reading)) &&
  !eaten.test(stemText(reading)) &&
  reading.mentions.every(({ meaning: { kind, term } }) => !isMedical.has(kind) || term === '#healthy-eating');
const eaten = /\b(?:i|we|he|she|my|our|dai|per|diet|eat|eaten|drink|healthi|bad|much is|ar in|is in)\b/;
const isMedical: ReadonlySet<string> = new Set(['condition', 'medicine', 'practice', 'symptom', 'drug', 'other']);

/** Whether a text is about a fault of a thing: «my printer has an infection». Only if nothing more specific than a group such as infection is named. */
export function isOfThing({ mentions, stems }: Reading): boolean {
  const ofThing = mentions.some(
    ({ meaning, at }) => meaning.kind === 'elsewhere' && /^(?:my|our|the|a)$/.test(stems[at - 1] ?? ''),
  );
  return ofThing && mentions.every(({ meaning: { kind } }) => ['group', 'elsewhere', 'plain', 'aspect'].includes(kind));
}

/** Whether a thing has the complaint: «my car makes a wheezing noise», «the engine temperature is 102», but not «the heating makes me cough». */
export function isThingItself(reading: Reading): boolean {
  const { mentions, stems } = reading;
  const thing = mentions.find(({ meaning }) => meaning.term === '#elsewhere');
  if (
    thing === undefined ||
    thing.at === 0 ||
    thing.at > mostBefore ||
    !/^(?:my|our|the)$/.test(stems[thing.at - 1] ?? '')
  )
    return false;
  const rest = stems.slice(thing.at + thing.length).join(' ');
  const complains = mentions.every(({ meaning: { kind, term } }) => complaints.has(kind) || term === '#fever');
  return complains && hasIt.test(rest) && !ofPeople.test(rest);
}
/** Most words before the thing: «help, my car». */
const mostBefore = 3;
const complaints: ReadonlySet<string> = new Set(['group', 'elsewhere', 'plain', 'aspect', 'sign', 'symptom']);
const hasIt =
  /^(?:\w+ )?(?:make|made|sound|has|have|had|is|was|keep|kept|get|got|won|doesn|show|catch|caught|need|run|feel|look|smell|leak)\b/;
const ofPeople = /\b(?:me|my|him|his|her|us|our|you|child|babi|people|somebodi|someon)\b/;

/** «Recommend a novel about grief», «the best song about insomnia» */
export const isOfWork = (reading: Reading): boolean =>
  /\b(?:novel|film|movi|song|documentari|podcast|plai|lyric) (?:\w+ )?(?:about|on|call|name)\b/.test(stemText(reading));

/** Whether a text asks what no health page tells: what a medicine costs, who discovered it and when, or how many people die of it each year. */
export const asksUnknowable = (reading: Reading): boolean =>
  hints.test(stemText(reading)) && unknowable.test(stemText(reading));
const hints = /\b(?:price|cost|expens|cheap|invent|discov|describ|name after|how mani)\b/;
const unknowable =
  /\b(?:price|cost) of\b|\bwhat (?:\w+ ){0,4}(?:price|cost)\b|\bhow (?:much|expens|cheap) (?:\w+ ){0,6}cost\b|\bhow (?:expens|cheap)\b|\b(?:who|when|where) (?:\w+ ){0,4}(?:invent|discov|first describ)|\bwho first describ|\bname after\b|\bhow mani (?:peopl|person|men|women|children|adult|case|death)\b.*(?:\b(?:each|everi|per|a) (?:year|dai|month|week)|worldwid|in the world|in (?:19|20)\d\d)/;

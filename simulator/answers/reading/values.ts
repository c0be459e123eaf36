import { remembering, rememberingTexts } from './remembering.ts';
import { corrected } from './spelling.ts';

/** What the value of a blood test or a measurement means for an adult. */
export interface ValueRead {
  /** A sentence that says whether it is low, normal or high. */
  readonly remark: string;
  /** The topic that it points to; absent if it is normal. */
  readonly slug?: string;
  /** The topic that a value on the other side of the range would point to. */
  readonly opposite?: string;
  /** Whether it needs immediate help, whatever is asked. */
  readonly isUrgent?: boolean;
  /** Whether the value alone is an emergency of that topic. */
  readonly isAlarm?: boolean;
}

/** A measured quantity in one unit, with its usual adult range; null for an open end. */
interface Range {
  readonly name: string;
  /** What it is called, as a pattern. */
  readonly words: string;
  readonly unit: string;
  readonly low: number | null;
  readonly high: number | null;
  /** Values that can be meant in this unit if none is written. */
  readonly within: readonly [number, number];
  readonly lowSlug?: string;
  readonly highSlug?: string;
  /** A value below the first or from the second on is an emergency of its topic. */
  readonly alarm?: readonly [below: number | null, above: number | null];
}

/** For a unit that counts only if it is written. */
const never: readonly [number, number] = [Number.NaN, Number.NaN];
/** Units of blood tests as they are written. */
const writtenUnits = String.raw`(?:mmol|m[eE]q|[µμu]mol|micromol|nmol|mg|[µμu]g|ng|g)\s*(?:\/|\s|per )\s*(?:d?l|ml|litre|liter)(?![\p{L}])`;
/** The same unit under one name. */
const unitOf = (written: string): string => {
  const plain = written
    .toLowerCase()
    .replace(/\s+|per /g, '')
    .replace(/lit(?:re|er)$/, 'l')
    .replace(/[μu](?=mol|g)|micro(?=mol)/, 'µ');
  const tight = plain.replace(/^([^/]*[^/dm])\/?(d?l|ml)$/, '$1/$2');
  return sameUnits[tight] ?? tight;
};
const sameUnits: Readonly<Record<string, string>> = { 'meq/l': 'mmol/l', 'ng/ml': 'µg/l' };

/** Words allowed between a name and its value. */
const filling = String.raw`(?:spiegel|werte?)?(?:[\s:=]|(?:levels?|is|was|of|at|are|came|back|result|now|only|just|my|reads?|reading|test|spiegel|wert|ist|war|liegt|bei|von|auf|est|était|à|a|de|es|está|en|sangre|sang)(?![\p{L}]))*[\s:=]+`;

/** Names of measured quantities in several languages. */
const names = {
  potassium: String.raw`potassium|(?<!vitamin )k\+?|kalium|potasio|potassio|potássio`,
  sodium: String.raw`sodium|na\+?|natrium|sodio|sódio`,
  calcium: '(?:corrected )?(?:calcium|kalzium|calcio|cálcio)',
  haemoglobin: 'h(?:ae?|ä|é|e)moglobin[ae]?|hb|hgb',
  glucose:
    '(?<!fasting (?:blood |plasma )?)(?:(?:blood )?sugar|(?:blood )?glucose|(?:blut)?zucker|glukose|glyc[ée]mie|glucemia|glicemia|glucosa|az[úu]car(?: en (?:la )?sangre)?|glicose)',
  fastingGlucose:
    'fasting (?:blood |plasma )?(?:sugar|glucose)|n(?:ü|ue)chtern(?:blut)?zucker|glyc[ée]mie à jeun|glucemia en ayunas|glicemia a digiuno|glucosa en ayunas|glicose em jejum|glucose à jeun|nuchtere glucose',
  creatinine: 'creatinin[ea]?|kreatinin|cr[ée]atinine|cr[ée]atinin[ée]mie',
  cholesterol: '(?:total )?(?:cholesterol|cholesterin|cholest[ée]rol|colesterol|colesterolo)',
  bilirubin: 'bilirubin[ae]?|bilirrubina',
  triglycerides: 'triglycerides?|triglyzeride|triglyc[ée]rides|triglic[ée]ridos|trigliceridi',
  urate: 'urate|uric acid|harns(?:ä|ae)ure|acide urique|[áa]cido [úu]rico|acido urico',
  lithium: 'lithium|litio|lítio',
  digoxin: 'digoxin[ea]?',
  oxygen:
    '(?:o2 |oxygen )?sats|spo2|(?:blood )?oxygen(?: saturation)?|o2 saturation|(?:sauerstoff)?s(?:ä|ae)ttigung|(?<!colou?r |transferrin |iron )saturation(?: en oxyg[èe]ne)?|saturaci[óo]n(?: de ox[íi]geno)?|satura[çz][ãi]on?e?',
  platelets: 'platelets?(?: count)?|plt',
  whiteCells: 'white (?:blood )?cells?(?: count)?|wbc|wcc',
  ketones: 'ketones?|ketone?|ketonk(?:ö|oe)rper|c[ée]tones?|cetonas|cuerpos cet[óo]nicos|chetoni',
} as const;

/** What low and high values of glucose point to. */
const ofSugar = ['hypoglycaemia', 'type-2-diabetes'] as const;

/** Usual adult ranges; laboratories differ a little. For a name, the row of the written unit counts, otherwise the first that fits the value. */
const ranges: readonly Range[] = [
  row('potassium', names.potassium, 'mmol/l', [3.5, 5.3], [1, 12], ['hypokalaemia', 'hyperkalaemia'], [3, 6]),
  row('sodium', names.sodium, 'mmol/l', [133, 146], [90, 200], ['hyponatraemia', null], [130.1, null]),
  row('calcium', names.calcium, 'mmol/l', [2.2, 2.6], [1, 5], [null, 'hypercalcaemia'], [null, 3]),
  row('calcium', names.calcium, 'mg/dl', [8.5, 10.5], [5.1, 20], [null, 'hypercalcaemia'], [null, 12]),
  row('ferritin', 'ferritin[ae]?', 'µg/l', [30, 300], [1, 20_000], ['iron-deficiency-anaemia', 'haemochromatosis']),
  row('haemoglobin', names.haemoglobin, 'g/dl', [12, 17], [2, 25], ['iron-deficiency-anaemia', null], [7, null]),
  row('haemoglobin', names.haemoglobin, 'g/l', [120, 170], [26, 250], ['iron-deficiency-anaemia', null], [70, null]),
  row('TSH', 'tsh', 'mU/l', [0.4, 4], [0, 500], ['hyperthyroidism', 'hypothyroidism']),
  row('HbA1c', 'hba1c|a1c', 'percent', [null, 6], [3, 19], [null, 'type-2-diabetes']),
  row('HbA1c', 'hba1c|a1c', 'mmol/mol', [null, 42], [20, 200], [null, 'type-2-diabetes']),
  row('fasting glucose', names.fastingGlucose, 'mmol/l', [4, 5.5], [0, 40], ofSugar, [4, null]),
  row('fasting glucose', names.fastingGlucose, 'mg/dl', [70, 99], [40, 2_000], ofSugar, [70, null]),
  row('blood glucose', names.glucose, 'mmol/l', [4, 7.8], [0, 40], ofSugar, [4, null]),
  row('blood glucose', names.glucose, 'mg/dl', [70, 140], [40, 2_000], ofSugar, [70, null]),
  row('blood glucose', names.glucose, 'g/l', [0.7, 1.4], never, ofSugar, [0.7, null]),
  row('level of ketones', names.ketones, 'mmol/l', [null, 0.6], [0, 20], [null, 'diabetic-ketoacidosis'], [null, 3]),
  row('PSA', 'psa', 'µg/l', [null, 4], [0, 5_000], [null, 'prostate-cancer']),
  row('ALT', 'alt|alat|sgpt|gpt', 'U/l', [null, 40], [5, 20_000], [null, 'fatty-liver']),
  row('AST', 'ast|asat|sgot', 'U/l', [null, 40], [5, 20_000], [null, 'liver-blood-tests']),
  row('GGT', 'ggt|gamma[- ]gt', 'U/l', [null, 60], [5, 20_000], [null, 'liver-blood-tests']),
  row('NT-proBNP', 'nt[- ]?pro[- ]?bnp', 'ng/l', [null, 125], [5, 100_000], [null, 'heart-failure']),
  row('BNP', '(?<!pro[- ]?)bnp', 'ng/l', [null, 100], [5, 20_000], [null, 'heart-failure']),
  row('D-dimer', 'd[- ]?dimers?', 'µg/l', [null, 500], [20, 100_000], [null, 'deep-vein-thrombosis']),
  row('bilirubin', names.bilirubin, 'mg/dl', [null, 1.2], [0, 9], [null, 'liver-blood-tests']),
  row('bilirubin', names.bilirubin, 'µmol/l', [null, 21], [9.1, 1_000], [null, 'liver-blood-tests']),
  row('creatinine', names.creatinine, 'µmol/l', [50, 110], [20, 3_000], [null, 'chronic-kidney-disease']),
  row('creatinine', names.creatinine, 'mg/dl', [0.5, 1.3], [0.1, 19.9], [null, 'chronic-kidney-disease']),
  row('eGFR', 'e?gfr', 'ml/min', [60, null], [1, 150], ['chronic-kidney-disease', null]),
  row('lithium level', names.lithium, 'mmol/l', [0.4, 1], [0.3, 9], [null, 'lithium-toxicity'], [null, 1.5]),
  row('digoxin level', names.digoxin, 'µg/l', [0.5, 2], [0.5, 20], [null, 'digoxin-toxicity'], [null, 2.1]),
  row('platelet count', names.platelets, '× 10⁹/l', [150, 400], [1, 2_000], ['low-platelets', null], [20, null]),
  row('white cell count', names.whiteCells, '× 10⁹/l', [4, 11], [0, 500], ['blood-tests', 'blood-tests']),
  row('CRP', 'crp', 'mg/l', [null, 5], [0, 700], [null, null]),
  row('lactate', '(?:serum |blood )?lactate', 'mmol/l', [null, 2], [0, 30], [null, 'blood-tests']),
  row('urate', names.urate, 'µmol/l', [null, 420], [50, 1_500], [null, 'gout']),
  row('urate', names.urate, 'mg/dl', [null, 7], [1, 30], [null, 'gout']),
  row('LDL cholesterol', 'ldl(?:[- ]cholesterol)?', 'mmol/l', [null, 3], [0, 20], [null, 'high-cholesterol']),
  row('LDL cholesterol', 'ldl(?:[- ]cholesterol)?', 'mg/dl', [null, 116], [20.1, 800], [null, 'high-cholesterol']),
  row('cholesterol', names.cholesterol, 'mmol/l', [null, 5], [0, 20], [null, 'high-cholesterol']),
  row('cholesterol', names.cholesterol, 'mg/dl', [null, 200], [50, 1_500], [null, 'high-cholesterol']),
  row('triglyceride', names.triglycerides, 'mmol/l', [null, 1.7], [0, 20], [null, 'high-cholesterol']),
  row('triglyceride', names.triglycerides, 'mg/dl', [null, 150], [40, 10_000], [null, 'high-cholesterol']),
  row('vitamin D', 'vit(?:amin)? d', 'nmol/l', [50, 250], [5, 500], ['vitamin-d-deficiency', null]),
  row('vitamin B12', '(?:vit(?:amin)? )?b12', 'ng/l', [200, 900], [20, 5_000], ['vitamin-b12-deficiency', null]),
  row('BMI', 'bmi', 'kg/m²', [18.5, 25], [8, 100], ['unexplained-weight-loss', 'obesity']),
  row(
    'resting pulse',
    'pulse|heart rate|hr',
    'a minute',
    [60, 100],
    [20, 300],
    ['slow-heartbeat', 'supraventricular-tachycardia'],
    [40, 150],
  ),
  row(
    'oxygen saturation',
    names.oxygen,
    'percent',
    [95, null],
    [40, 100],
    ['severe-breathlessness', null],
    [92.1, null],
  ),
];

function row(
  name: string,
  words: string,
  unit: string,
  [low, high]: readonly [number | null, number | null],
  within: readonly [number, number],
  [lowSlug, highSlug]: readonly [string | null, string | null],
  alarm?: readonly [number | null, number | null],
): Range {
  const slugs = { ...(lowSlug && { lowSlug }), ...(highSlug && { highSlug }) };
  return { name, words, unit, low, high, within, ...slugs, ...(alarm && { alarm }) };
}

/** Names at the beginning of words, without the conditions of the patterns below, which take V8 3 ms each to compile. */
const beginningOf = remembering(ranges.length, (words: string) => new RegExp(`(?<![a-z\\d_])(?:${words})`, 'i'));
const mayName = ({ words }: Range, text: string): boolean => beginningOf(words).test(text);
/** A value after a name. A value in milligrams is a dose. */
const askedOf = remembering(
  ranges.length,
  (words: string) =>
    new RegExp(
      `(?:^|[^\\p{L}\\d_])(?:${words})${filling}(\\d+(?:[.,]\\d+)?)(?![\\d.,]*\\s*(?:mg|mcg|micrograms?|units?|iu|g|grams?|times|minutes?|hours?|weeks?|months?|years?|days?|tablets?|tage?n?|wochen?|jours?|semaines?|d[ií]as?|semanas?)(?![\\p{L}])(?!\\s*/?\\s*d?l(?![\\p{L}])))(?:[\\d.,]*\\s*(${writtenUnits}))?`,
      'iu',
    ),
);
/** A name alone. */
const calledOf = remembering(
  ranges.length,
  (words: string) => new RegExp(`(?:^|[^\\p{L}\\d_])(?:${words})(?:[^\\p{L}\\d_]|$)`, 'iu'),
);

const pressure =
  /(?:^|\W)(?:bp|blood pressure|blutdruck|tensi[oó]n|presi[oó]n|pression|pressione|press[aã]o|bloeddruk)\D{0,30}?(\d{2,3})\s*(?:\/|over|zu|auf|sur|por|su|sobre|op)\s*(\d{2,3})\b/i;
/** «Is 140 over 85 ok?», «144/92 on three mornings», without a name: two figures that are hardly anything else. */
const pressureAlone =
  /(?<![\d/.,])(?:(1\d\d|2[0-4]\d|9\d)\s*over\s*(\d{2,3})|(1[1-9]\d|2[0-4]\d)\/((?:5[5-9]|[6-9]\d|1[0-2]\d)))(?![\d/.,]|\s*(?:mg|mcg|micro\w*|µg|ug|tablets?|inhaler|puffs?)\b)/i;
const ofNumbers = /\b(?:fractions?|ratio|divi\w+|simplif\w+|decimals?|percent\w*|scores?|match)\b/i;
const asksForRange =
  /\b(?:normal\w*|range|healthy|ideal|good (?=(?:bmi|pulse|heart rate|ldl|hba1c|a1c|cholesterol|resting)\b)|referenzbereich|valeurs? normales?|valor(?:es)? normal(?:es)?)\b/i;
/** Words for people whose values differ from those of healthy adults: the ill, young, old or pregnant. */
const ofOthers =
  /\b(?:targets?|goals?|aim|diabet\w*|pregnan\w*|child\w*|bab(?:y|ies)|newborns?|toddlers?|teenagers?|frail|elderly|older|(?:patients?|people|someone|somebody|man|woman|adults?) (?:with|on))\b/i;
const named = (range: Range, text: string): boolean =>
  (mayName(range, text) && calledOf(range.words).test(text)) || nameOf(range.name).test(text);
const nameOf = remembering(
  ranges.length,
  (name: string) => new RegExp(`(?:^|\\W)${name.replace(/^(?:resting|blood) /, '')}(?:\\W|$)`, 'i'),
);

/** The values of a question: «potassium 5.8», «bp 150/95»; if it asks what is normal, only the range. Typos are corrected if nothing is found. */
export const valuesIn = rememberingTexts(
  { texts: 1_000, characters: 200_000, longest: 2_000 },
  (text): readonly ValueRead[] => {
    const found = valuesAsWritten(text);
    if (found.length > 0 || text.length > longestWithTypos || !/[a-z]{5}.*\d/i.test(text)) return found;
    const fixed = text.replace(/[a-z]{5,}/gi, (word) => corrected(word.toLowerCase()));
    return fixed === text.toLowerCase() ? found : valuesAsWritten(fixed);
  },
);
const longestWithTypos = 200;
/** «2,300», which is no value with three decimals if it fits as a whole number. */
const thousands = /(?<![\d.,])[1-9]\d{0,2}[.,]\d{3}(?![\d.,]*\d)/;

function valuesAsWritten(text: string): readonly ValueRead[] {
  const asksRange = asksForRange.test(text);
  if (!asksRange && !/\d/.test(text)) return [];
  const found = new Map<string, ValueRead>();
  const alone = ofNumbers.test(text) ? null : pressureAlone.exec(text);
  const [, systolic, diastolic] = (pressure.exec(text) ?? alone ?? []).filter((figure) => figure !== undefined);
  if (systolic !== undefined) found.set('bp', pressureRead(Number(systolic), Number(diastolic)));
  const degrees = /3[5-9]|4[0-2]/.test(text) ? feverAsked.exec(text)?.[1] : undefined;
  if (degrees !== undefined) found.set('temperature', temperatureRead(Number(degrees.replace(',', '.'))));
  const inr = /\binr\b/i.test(text) ? askedOf('inr').exec(text)?.[1] : undefined;
  if (inr !== undefined) found.set('INR', inrRead(Number(inr.replace(',', '.'))));
  const mayBe = ranges.filter((one) => mayName(one, text));
  for (const isWhole of thousands.test(text) ? [true, false] : [false])
    for (const range of mayBe) {
      const [, digits = '', unit] = askedOf(range.words).exec(text) ?? [];
      if (isWhole && !thousands.test(digits)) continue;
      const figure = Number(digits.replace(/[.,]/, isWhole ? '' : '.') || Number.NaN);
      const isWithin = figure >= range.within[0] && figure <= range.within[1];
      const fits = unit === undefined ? isWithin : unitOf(unit) === range.unit && (isWithin || !isWhole);
      if (!found.has(range.name) && fits) found.set(range.name, valueRead(range, figure));
    }
  if (found.size > 0 || !asksRange || ofOthers.test(text)) return [...found.values()];
  const asked = ranges.filter((range) => named(range, text));
  const [range] = asked;
  const slug = /\blow\b/i.test(text) ? (range?.lowSlug ?? range?.highSlug) : (range?.highSlug ?? range?.lowSlug);
  return asked.length === 0 || slug === undefined
    ? []
    : [{ slug, remark: `The usual ${asked[0]?.name} of an adult is ${asked.map(usual).join(', or ')}.` }];
}

/** The measured quantity that a text names, as it is written there. */
export const quantityIn = (text: string): string | undefined =>
  ranges
    .filter((range) => mayName(range, text))
    .flatMap(({ words }) => calledOf(words).exec(text)?.[0] ?? [])
    .at(0)
    ?.replace(/[^\p{L}\d]+$/u, '');

/** The emergencies shown by the values of a text: «potassium 6.8», «Blutzucker 45 mg/dl». */
export const alarmsIn = (text: string): readonly string[] =>
  asksForRange.test(text) ? [] : valuesIn(text).flatMap(({ slug, isAlarm }) => (isAlarm && slug) || []);

const usual = ({ low, high, unit }: Range): string =>
  `${low === null ? `below ${high}` : high === null ? `${low} or more` : `${low} to ${high}`} ${unit}`;

function valueRead(range: Range, figure: number): ValueRead {
  const { name, low, high, lowSlug, highSlug, alarm = [null, null] } = range;
  const isLow = low !== null && figure < low;
  const isHigh = high !== null && (low === null ? figure >= high : figure > high);
  const slug = isLow ? lowSlug : isHigh ? highSlug : undefined;
  const verdict = isLow ? 'low' : isHigh ? 'high' : 'in the usual range';
  const opposite = isHigh ? lowSlug : isLow ? highSlug : undefined;
  const remark = remarkOn(name, `${figure}`, verdict, usual(range));
  const isAlarm = (isLow && figure < (alarm[0] ?? Number.NaN)) || (isHigh && figure >= (alarm[1] ?? Number.NaN));
  return {
    remark,
    ...(slug !== undefined && { slug }),
    ...(opposite !== undefined && { opposite }),
    ...(isAlarm && { isAlarm }),
  };
}

/** From here on, a blood pressure must be checked the same day. */
const crisis = { systolic: 180, diastolic: 120 } as const;
/** Systolic pressures below these are low, or need help. */
const low = { usual: 90, urgent: 80 } as const;

function pressureRead(systolic: number, diastolic: number): ValueRead {
  const isHigh = systolic >= 140 || diastolic >= 90;
  const verdict = isHigh ? 'high' : systolic < low.usual ? 'low' : 'not high';
  const remark = remarkOn('blood pressure', `${systolic}/${diastolic}`, verdict, 'below 140/90 mmHg in the clinic');
  const isLow = systolic < low.usual && !isHigh;
  const isUrgent = systolic >= crisis.systolic || diastolic >= crisis.diastolic || systolic < low.urgent;
  const slug = isHigh ? 'hypertension' : isLow ? 'low-blood-pressure' : undefined;
  return {
    remark,
    ...(slug !== undefined && { slug }),
    ...(isLow && { opposite: 'hypertension' }),
    ...(isUrgent && { isUrgent }),
  };
}

/** An INR says something only beside the target of who takes warfarin. */
function inrRead(figure: number): ValueRead {
  const verdict =
    figure > 3.5
      ? 'high'
      : figure > 3
        ? 'above the usual range on warfarin, but not with a mechanical mitral valve'
        : figure < 2
          ? 'low for somebody on warfarin'
          : 'in the usual range on warfarin';
  const range = '2 to 3 on warfarin, 2.5 to 3.5 with most mechanical mitral valves, and about 1 without it';
  return { remark: remarkOn('INR', `${figure}`, verdict, range), slug: 'warfarin' };
}

/** «Is 38.2 a fever?» */
const feverAsked = new RegExp(
  String.raw`(?<!\p{L})(?:is|ist|est|es|è|é)(?!\p{L})[^.?!\d]{0,30}(3[5-9](?:[.,]\d)?|4[0-2](?:[.,]\d)?)\s*°?\s*(?:c(?!\p{L})|celsius|degrees?|grad|degrés|grados|gradi|graus|graden)?` +
    String.raw`(?:\s+(?:an?|high|eine?|schon|une?|de|la|déjà|una|ya|già|uma|een))*\s+(?:fever|temperature|fieber|fièvre|fiebre|febbre|febre|koorts)(?!\p{L})`,
  'iu',
);

/** Whether a temperature in degrees Celsius is a fever; the topic is the same either way. */
function temperatureRead(degrees: number): ValueRead {
  const verdict = degrees >= 38 ? 'a fever' : degrees >= 37.5 ? 'slightly raised, but no fever' : 'no fever';
  return { remark: `A temperature of ${degrees} °C is ${verdict}: a fever begins at 38 °C.` };
}

const remarkOn = (name: string, figure: string, verdict: string, range: string): string =>
  `${/^(?:[aeo]|HbA|LDL|INR|NT-)/i.test(name) ? 'An' : 'A'} ${name} of ${figure} is ${verdict}: for adults the usual figure is ${range}.`;

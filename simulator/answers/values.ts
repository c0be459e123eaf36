/** What a figure of a blood test or a measurement means for an adult. */
export interface ValueRead {
  /** A sentence that tells whether it is low, normal or high. */
  readonly remark: string;
  /** The topic that it speaks for; absent where it is normal. */
  readonly slug?: string;
  /** The topic that a figure on the other side would speak for. */
  readonly opposite?: string;
  /** Whether it needs help at once, whatever is asked. */
  readonly isUrgent?: boolean;
}

/** A measured thing in one unit, with its usual adult range: ends that are null are open. */
interface Range {
  readonly name: string;
  readonly asked: RegExp;
  readonly unit: string;
  readonly low: number | null;
  readonly high: number | null;
  /** Figures that can be meant in this unit. */
  readonly within: readonly [number, number];
  readonly lowSlug?: string;
  readonly highSlug?: string;
}

/** Usual adult ranges; laboratories differ a little. Of one name the first row whose figures fit counts. */
const ranges: readonly Range[] = [
  row(
    'potassium',
    'potassium|k\\+|kalium|potasio|potassio|potássio',
    'mmol/l',
    3.5,
    5.3,
    [1, 12],
    'hypokalaemia',
    'hyperkalaemia',
  ),
  row('sodium', 'sodium|natrium|sodio|sódio', 'mmol/l', 133, 146, [90, 200], 'hyponatraemia'),
  row(
    'calcium',
    '(?:corrected )?(?:calcium|kalzium|calcio|cálcio)',
    'mmol/l',
    2.2,
    2.6,
    [1, 5],
    undefined,
    'hypercalcaemia',
  ),
  row(
    'calcium',
    '(?:corrected )?(?:calcium|kalzium|calcio|cálcio)',
    'mg/dl',
    8.5,
    10.5,
    [5.1, 20],
    undefined,
    'hypercalcaemia',
  ),
  row('ferritin', 'ferritin', 'µg/l', 30, 300, [1, 20_000], 'iron-deficiency-anaemia', 'haemochromatosis'),
  row('haemoglobin', 'ha?emoglobin|hb|hgb', 'g/dl', 12, 17, [2, 25], 'iron-deficiency-anaemia'),
  row('haemoglobin', 'ha?emoglobin|hb|hgb', 'g/l', 120, 170, [26, 250], 'iron-deficiency-anaemia'),
  row('TSH', 'tsh', 'mU/l', 0.4, 4, [0, 500], 'hyperthyroidism', 'hypothyroidism'),
  row('HbA1c', 'hba1c|a1c', 'percent', null, 6, [3, 19], undefined, 'type-2-diabetes'),
  row('HbA1c', 'hba1c|a1c', 'mmol/mol', null, 42, [20, 200], undefined, 'type-2-diabetes'),
  row('blood glucose', 'blood sugar|(?:blood )?glucose', 'mmol/l', 4, 7.8, [0, 40], 'hypoglycaemia', 'type-2-diabetes'),
  row('PSA', 'psa', 'µg/l', null, 4, [0, 5_000], undefined, 'prostate-cancer'),
  row('ALT', 'alt|sgpt', 'U/l', null, 40, [5, 20_000], undefined, 'fatty-liver'),
  row('creatinine', 'creatinine', 'µmol/l', 50, 110, [20, 3_000], undefined, 'chronic-kidney-disease'),
  row('eGFR', 'egfr', 'ml/min', 60, null, [1, 150], 'chronic-kidney-disease'),
  row('platelet count', 'platelets?(?: count)?|plt', '× 10⁹/l', 150, 400, [1, 2_000], 'low-platelets'),
  row('white cell count', 'white (?:blood )?cells?(?: count)?|wbc|wcc', '× 10⁹/l', 4, 11, [0, 500]),
  row('CRP', 'crp', 'mg/l', null, 5, [0, 700]),
  row('urate', 'urate|uric acid', 'µmol/l', null, 420, [50, 1_500], undefined, 'gout'),
  row('LDL cholesterol', 'ldl', 'mmol/l', null, 3, [0, 20], undefined, 'high-cholesterol'),
  row('cholesterol', '(?:total )?cholesterol', 'mmol/l', null, 5, [0, 20], undefined, 'high-cholesterol'),
  row('vitamin D', 'vit(?:amin)? d', 'nmol/l', 50, 250, [5, 500], 'vitamin-d-deficiency'),
  row('vitamin B12', '(?:vit(?:amin)? )?b12', 'ng/l', 200, 900, [20, 5_000], 'vitamin-b12-deficiency'),
  row('BMI', 'bmi', 'kg/m²', 18.5, 25, [8, 100], undefined, 'obesity'),
  row('resting pulse', 'pulse|heart rate|hr', 'a minute', 60, 100, [20, 300], 'slow-heartbeat'),
  row('oxygen saturation', 'sats|spo2|oxygen saturation', 'percent', 95, null, [40, 100]),
];

function row(
  name: string,
  words: string,
  unit: string,
  low: number | null,
  high: number | null,
  within: readonly [number, number],
  lowSlug?: string,
  highSlug?: string,
): Range {
  // A figure of milligrams is what somebody takes.
  const asked = new RegExp(
    `(?:^|[^\\w])(?:${words})(?:[\\s:=]|levels?|is|was|of|at|are|came|back|result|now|only|just|my|reading)*[\\s:=]+(\\d+(?:[.,]\\d+)?)(?![\\d.,]*\\s*(?:mg|mcg|micrograms?|units?|iu|weeks?|months?|years?|days?|tablets?)\\b(?!/))`,
    'i',
  );
  return { name, asked, unit, low, high, within, ...(lowSlug && { lowSlug }), ...(highSlug && { highSlug }) };
}

const pressure =
  /(?:^|\W)(?:bp|blood pressure|blutdruck|tensi[oó]n|presi[oó]n|pression|pressione|press[aã]o)\D{0,30}?(\d{2,3})\s*(?:\/|over)\s*(\d{2,3})\b/i;
const asksForRange = /\b(?:normal|range|healthy|ideal)\b/i;
/** What is aimed at in somebody who is ill, young, old or pregnant is not what is usual in healthy adults. */
const ofOthers =
  /\b(?:targets?|goals?|aim|diabet\w*|pregnan\w*|child\w*|bab(?:y|ies)|newborns?|toddlers?|teenagers?|frail|elderly|older|(?:patients?|people|someone|somebody|man|woman|adults?) (?:with|on))\b/i;
const named = (name: string, text: string): boolean =>
  new RegExp(`(?:^|\\W)${name.replace(/^(?:resting|blood) /, '')}(?:\\W|$)`, 'i').test(text);

/** The figures of a question: «potassium 5.8», «bp 150/95»; where it asks what is normal, the range alone. */
export function valuesIn(text: string): readonly ValueRead[] {
  const asksRange = asksForRange.test(text);
  if (!asksRange && !/\d/.test(text)) return [];
  const found = new Map<string, ValueRead>();
  const [, systolic, diastolic] = pressure.exec(text) ?? [];
  if (systolic !== undefined) found.set('bp', pressureRead(Number(systolic), Number(diastolic)));
  for (const range of /\d/.test(text) ? ranges : []) {
    const figure = Number(range.asked.exec(text)?.[1]?.replace(',', '.') ?? Number.NaN);
    if (found.has(range.name) || !(figure >= range.within[0] && figure <= range.within[1])) continue;
    found.set(range.name, valueRead(range, figure));
  }
  if (found.size > 0 || !asksRange || ofOthers.test(text)) return [...found.values()];
  const asked = ranges.filter(({ name }) => named(name, text));
  const [range] = asked;
  const slug = /\blow\b/i.test(text) ? (range?.lowSlug ?? range?.highSlug) : (range?.highSlug ?? range?.lowSlug);
  return asked.length === 0 || slug === undefined
    ? []
    : [{ slug, remark: `The usual ${asked[0]?.name} of an adult is ${asked.map(usual).join(', or ')}.` }];
}

const usual = ({ low, high, unit }: Range): string =>
  `${low === null ? `below ${high}` : high === null ? `${low} or more` : `${low} to ${high}`} ${unit}`;

function valueRead(range: Range, figure: number): ValueRead {
  const { name, low, high, lowSlug, highSlug } = range;
  const isLow = low !== null && figure < low;
  const isHigh = high !== null && (low === null ? figure >= high : figure > high);
  const slug = isLow ? lowSlug : isHigh ? highSlug : undefined;
  const verdict = isLow ? 'low' : isHigh ? 'high' : 'in the usual range';
  const opposite = isHigh ? lowSlug : isLow ? highSlug : undefined;
  const remark = remarkOn(name, `${figure}`, verdict, usual(range));
  return { remark, ...(slug !== undefined && { slug }), ...(opposite !== undefined && { opposite }) };
}

/** From here on a pressure is looked at the same day. */
const crisis = { systolic: 180, diastolic: 120 } as const;

function pressureRead(systolic: number, diastolic: number): ValueRead {
  const isHigh = systolic >= 140 || diastolic >= 90;
  const verdict = isHigh ? 'high' : systolic < 90 ? 'low' : 'not high';
  const remark = remarkOn('blood pressure', `${systolic}/${diastolic}`, verdict, 'below 140/90 mmHg in the clinic');
  const isUrgent = systolic >= crisis.systolic || diastolic >= crisis.diastolic;
  return { remark, ...(isHigh && { slug: 'hypertension' }), ...(isUrgent && { isUrgent }) };
}

const remarkOn = (name: string, figure: string, verdict: string, range: string): string =>
  `${/^(?:[aeo]|HbA|LDL)/i.test(name) ? 'An' : 'A'} ${name} of ${figure} is ${verdict}: for adults the usual figure is ${range}.`;

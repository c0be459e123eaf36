import { type ValueRead, valuesIn } from '../reading/values.ts';

/** «Potassium 5.9 mmol/L 3.5 - 5.0 HIGH», «HbA1c 43 mmol/mol (below 42)»: name, value, unit and range. */
const row = /^(\S.{0,40}?)[\s:]+(\d+(?:[.,]\d+)?)(?=\s)(.*)$/;
const figure = String.raw`(\d+(?:[.,]\d+)?)`;
const between = new RegExp(String.raw`^(.*?)(?<![\d.,])${figure}\s*(?:-|–|to|bis|à|a)\s*${figure}(?![\d.,])`);
const below = new RegExp(
  String.raw`^(.*?)(?:<|≤|\b(?:below|under|less than|up to|unter|bis|moins de|menos de|inferior a|meno di|abaixo de|minder dan))\s*${figure}`,
  'i',
);
const above = new RegExp(
  String.raw`^(.*?)(?:>|≥|\b(?:above|over|more than|at least|über|mehr als|plus de|más de|superior a|più di|oltre|acima de|meer dan))\s*${figure}`,
  'i',
);
const longestRow = 120;
const sentenceEnd = /[.!?]$/;

const numberIn = (digits: string | undefined): number => Number((digits ?? '').replace(',', '.'));

/** What a row of a table of results says of its value by the range beside it, and the topic that this points to; null for any other text. */
export function rowRead(text: string): (ValueRead & { readonly isOutside: boolean }) | null {
  const [, name = '', digits = '', rest = ''] =
    (text.length <= longestRow && !sentenceEnd.test(text) && row.exec(text)) || [];
  const [range, low, high] = rangeIn(rest);
  if (name === '' || range === null) return null;
  const value = numberIn(digits);
  const side = low !== null && value < low ? 'below' : high !== null && value > high ? 'above' : 'within';
  const isOutside = side !== 'within';
  const remark = `${name}: ${digits} is ${side} the range on the page (${range}).`;
  // The topic of the value, if the usual range agrees.
  const [usual] = valuesIn(`${name} ${digits}${rest.split(/[(<>≤≥]/)[0]?.replace(between, '$1') ?? ''}`.trim());
  if (!isOutside || usual === undefined || !usual.remark.includes(side === 'below' ? ' is low' : ' is high'))
    return { remark, isOutside };
  return { ...usual, remark, isOutside };
}

function rangeIn(rest: string): readonly [string | null, number | null, number | null] {
  const [, , from, to] = between.exec(rest) ?? [];
  if (from !== undefined) return [`${from} to ${to}`, numberIn(from), numberIn(to)];
  const [, , most] = below.exec(rest) ?? [];
  if (most !== undefined) return [`below ${most}`, null, numberIn(most)];
  const [, , least] = above.exec(rest) ?? [];
  return least === undefined ? [null, null, null] : [`above ${least}`, numberIn(least), null];
}

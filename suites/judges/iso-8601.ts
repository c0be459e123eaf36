/** The ISO 8601 form of a text: a common form of a timestamp, a form that few parsers know, or none. */
export type IsoForm = 'common' | 'rare' | 'none';

const YEAR = String.raw`(?<year>\d{4}|[+-]\d{5,6})`;
/** Calendar, ordinal and week dates, extended and basic, down to the month; a basic month would be ambiguous. */
const DATES = [
  String.raw`${YEAR}(?:-(?<month>\d{2})(?:-(?<day>\d{2}))?)?`,
  String.raw`${YEAR}(?<month>\d{2})(?<day>\d{2})`,
  String.raw`${YEAR}-?(?<ordinal>\d{3})`,
  String.raw`${YEAR}-?W(?<week>\d{2})(?:-?[1-7])?`,
];
const TIME = String.raw`[Tt ](?<hour>\d{2})(?::?(?<minute>\d{2})(?::?(?<second>\d{2}))?)?(?:[.,]\d+)?`;
const ZONE = String.raw`(?:[Zz]|[+\u2212-]\d{2}(?::?\d{2})?)?`;
const FORMS = DATES.map((date) => new RegExp(`^${date}(?:${TIME}${ZONE})?$`));

/** An extended date and time with seconds; also with a fraction, any zone, a space for `T`, small letters. */
const COMMON = /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}:\d{2}(?:[.,]\d+)?(?:[Zz]|[+-]\d{2}(?::?\d{2})?)?$/;

/** The form of a timestamp. Source: Resources, domains catalog, response; readings S32. */
export function isoFormOf(text: string): IsoForm {
  const fits = FORMS.some((form) => {
    const parts = form.exec(text)?.groups;
    if (parts === undefined || !isDay(parts)) return false;
    return Object.entries(ranges).every(([part, [low, high]]) => within(parts[part], low, high));
  });
  if (!fits) return 'none';
  return COMMON.test(text) ? 'common' : 'rare';
}

/** True for any form of ISO 8601. */
export const isIsoTimestamp = (text: string): boolean => isoFormOf(text) !== 'none';

/** The range of each part; 24:00 ends a day, and a minute may have a leap second. */
const ranges: Readonly<Record<string, readonly [number, number]>> = {
  month: [1, 12],
  day: [1, 31],
  ordinal: [1, 366],
  week: [1, 53],
  hour: [0, 24],
  minute: [0, 59],
  second: [0, 60],
};

/** Whether the month of a calendar date has its day. */
const isDay = ({ year = '', month = '', day = '' }: Readonly<Record<string, string>>): boolean =>
  day === '' || new Date(Date.UTC(Number(year), Number(month) - 1, Number(day))).getUTCDate() === Number(day);

const within = (text: string | undefined, low: number, high: number): boolean =>
  text === undefined || (Number(text) >= low && Number(text) <= high);

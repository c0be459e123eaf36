import { edgesIn, signIn, signOfRow } from './signs.ts';

/** The levels of a request, by factor of `spec/circumstances.ts`. A missing factor has its default level. */
export type Circumstances = Readonly<Record<string, string>>;

/** The beginning of a text, by script, with letters and signs that careless servers mishandle. */
const OPENINGS: Readonly<Record<string, string>> = {
  ascii: 'What should be watched for',
  // A composed and a decomposed letter, plus and percent signs, a non-breaking and a zero-width space, printed quotes and
  // dashes, and a line separator, which ends no line of a stream: a response that repeats the text must keep them exactly.
  accents: 'Überdosis,\u2028naïve cafe\u0301,\u00a01+1 at 50%20 – “Maß” \u200bMénière’s: what should be watched for',
  'other script': '喘息 و الربو и астма, άσθμα, दमा, หอบหืด: what should be watched for',
  emoji: '🫁 👩‍⚕️ what should be watched for',
  'line ends': '1. First line.\r\n2.  Second line.\f\n\n# Third line.\n\tWhat should be watched for',
};

/** One word of each script, with characters of one, two and more UTF-16 units. */
const WORDS: Readonly<Record<string, string>> = {
  ascii: 'asthma',
  accents: 'Ménie\u0300re’s',
  'other script': '喘',
  emoji: '🫁',
};

/** Characters with a meaning in JSON, HTML, templates, search queries, URLs and tokenizers; unpaired quotes and slashes. */
const SPECIAL_CHARACTERS = String.raw` "it's" 5'4" <|endoftext|> (a [b ~5 ^ * ! %s and/or <b>50%</b> &amp; {x} $1 C:\new https://www.who.int/asthma?a=1&b=2#c HbA1c <7.5% [12] 2026-02-28, **5**, me@clinic.example, ${'`'}5, US$ 20`;

/** What makes a text long. */
export const FILLER = ' The history was taken at length, and nothing else was found.';

/** The same in letters of several bytes, so that some lie on the borders of a server's buffers, and without a blank; not in longer texts, which cost much. */
export const WIDE_FILLER = '病歴は詳しく聴取され、ほかに所見はなかった。';

/**
 * A text in circumstances (`length`, `script`, `edges`, `wording`). Equal circumstances and equal tags give equal texts.
 * Lengths count UTF-16 units, so that no other way of counting gives a longer text (readings R14).
 */
export function textIn(row: Circumstances, tag = ''): string {
  const { length = 'short', script = 'ascii', wording = 'plain' } = row;
  const [before, after] = edgesIn(row);
  const sign = signOfRow(row);
  // A sign that is tried alone stands behind a word: an empty text may be refused (readings R2).
  if (wording === 'one word') return `${before}${WORDS[script] ?? `${WORDS.ascii}${sign ?? ''}`}${after}`;
  const opening = sign === undefined ? (OPENINGS[script] ?? '') : `What should ${sign} be watched for`;
  const cased = (text: string): string => (wording === 'capitals' ? text.toUpperCase() : text);
  const start = `${before}${cased(`${opening}${tag}`)}${wording === 'marks and links' ? SPECIAL_CHARACTERS : ''}`;
  // A backslash changes what comes next, and nothing does.
  const last = signIn(wording) ?? (wording === 'marks and links' ? '\\' : '?');
  const end = `${last}${after}`;
  if (length === 'short') return `${start}${end}`;
  // A start with many signs may be longer than a length that is tried.
  const fillerLength = Math.max(0, Number(length) - start.length - end.length);
  const filler = cased(script === 'other script' && length === '2000' ? WIDE_FILLER : FILLER);
  return `${start}${filler.repeat(Math.ceil(fillerLength / filler.length)).slice(0, fillerLength)}${end}`;
}

/** The level of `wording` of a text. */
export function wordingOf(text: string): string {
  const bare = text.trim();
  if (bare !== '' && bare.length < 500 && !/\s/.test(bare)) return 'one word';
  if (bare.includes('"')) return 'marks and links';
  return /[a-z]/.test(bare) ? 'plain' : 'capitals';
}

const scriptCache = new Map<string, string>();
const MAX_CACHED_SCRIPTS = 1_000;
const MIN_CACHED_LENGTH = 200;

/** The script of a text. Long texts are cached: a run has few of them and needs their script thousands of times. */
export function scriptOf(text: string): string {
  if (text.length < MIN_CACHED_LENGTH) return detectScript(text);
  const cached = scriptCache.get(text);
  if (cached !== undefined) return cached;
  if (scriptCache.size >= MAX_CACHED_SCRIPTS) scriptCache.clear();
  const script = detectScript(text);
  scriptCache.set(text, script);
  return script;
}

function detectScript(text: string): string {
  const plain = !/\P{ASCII}/u.test(text);
  if (!plain && /\p{Extended_Pictographic}/u.test(text)) return 'emoji';
  if (!plain && /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u.test(text)) return 'other script';
  if (/[\r\n]./s.test(text.trim())) return 'line ends';
  return plain ? 'ascii' : 'accents';
}

/** The longest level of `length` that a text reaches, else `short`. */
export function lengthOf(text: string, levels: readonly string[]): string {
  return levels.findLast((level) => level !== 'short' && text.length >= Number(level)) ?? 'short';
}

/** Whether a text is long or unusual, and so the one that the circumstances describe. */
export const isSpecial = (text: string): boolean =>
  text.length >= 500 || scriptOf(text) !== 'ascii' || wordingOf(text) !== 'plain';

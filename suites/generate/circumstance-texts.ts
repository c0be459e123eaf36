/**
 * A level for each factor of `spec/circumstances.ts` in which a request varies; a missing one has its default level.
 */
export type Circumstances = Readonly<Record<string, string>>;

/** The beginning of a text, by script, with letters and marks that careless servers mishandle. */
const OPENINGS: Readonly<Record<string, string>> = {
  ascii: 'What should be watched for',
  // A composed and a decomposed letter, plus and percent signs, a hard space and one without width: an echo must keep
  // them exactly.
  accents: 'Überdosis, naïve cafe\u0301,\u00a01+1 at 50%20 \u200bMénière: what should be watched for',
  'other script': '喘息 و الربو и астма: what should be watched for',
  emoji: '🫁 👩‍⚕️ what should be watched for',
  'line ends': 'First line.\r\nSecond line.\n\tWhat should be watched for',
};

/** One word of each script, with characters of one, two and more UTF-16 units. */
const WORDS: Readonly<Record<string, string>> = {
  ascii: 'asthma',
  accents: 'Ménière',
  'other script': '喘',
  emoji: '🫁',
};

/** Characters with a meaning in JSON, HTML, templates, searches, addresses and for tokenizers; unpaired quotes and slashes. */
const MARKS = String.raw` "it's" 5'4" <|endoftext|> (a [b ~5 ^ * ! %s and/or <b>50%</b> &amp; {x} $1 C:\new https://www.who.int/asthma?a=1&b=2#c`;

const FILLER = ' The history was taken at length, and nothing else was found.';

/**
 * A text in circumstances (`length`, `script`, `edges`, `wording`); equal circumstances give equal texts, which `mark`
 * tells apart. Lengths count UTF-16 units, so that no other way of counting finds a longer text (readings R14).
 */
export function textIn(own: Circumstances, mark = ''): string {
  const { length = 'short', script = 'ascii', edges = 'bare', wording = 'plain' } = own;
  const [before, after] = edges === 'bare' ? ['', ''] : ['  ', ' \n'];
  if (wording === 'one word') return `${before}${WORDS[script] ?? ''}${after}`;
  const cased = (text: string): string => (wording === 'capitals' ? text.toUpperCase() : text);
  const start = `${before}${cased(`${OPENINGS[script] ?? ''}${mark}`)}${wording === 'marks and links' ? MARKS : ''}`;
  const end = `?${after}`;
  if (length === 'short') return `${start}${end}`;
  const room = Number(length) - start.length - end.length;
  return `${start}${cased(FILLER)
    .repeat(Math.ceil(room / FILLER.length))
    .slice(0, room)}${end}`;
}

/** How a text is worded. */
export function wordingOf(text: string): string {
  const bare = text.trim();
  if (bare !== '' && bare.length < 500 && !/\s/.test(bare)) return 'one word';
  if (bare.includes('"')) return 'marks and links';
  return /[a-z]/.test(bare) ? 'plain' : 'capitals';
}

const scripts = new Map<string, string>();
const MAX_SCRIPTS = 1_000;
const LONG = 200;

/** The script of a text, cached: a run looks at its few long texts thousands of times. */
export function scriptOf(text: string): string {
  if (text.length < LONG) return readScript(text);
  const known = scripts.get(text);
  if (known !== undefined) return known;
  if (scripts.size >= MAX_SCRIPTS) scripts.clear();
  const script = readScript(text);
  scripts.set(text, script);
  return script;
}

function readScript(text: string): string {
  const plain = !/\P{ASCII}/u.test(text);
  if (!plain && /\p{Extended_Pictographic}/u.test(text)) return 'emoji';
  if (!plain && /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u.test(text)) return 'other script';
  if (/[\r\n]./s.test(text.trim())) return 'line ends';
  return plain ? 'ascii' : 'accents';
}

/** The longest level of length that a text reaches; `short` below all. */
export function lengthOf(text: string, levels: readonly string[]): string {
  return levels.findLast((level) => level !== 'short' && text.length >= Number(level)) ?? 'short';
}

/** Whether a text is long or unusual: the special one among others. */
export const isSpecial = (text: string): boolean =>
  text.length >= 500 || scriptOf(text) !== 'ascii' || wordingOf(text) !== 'plain';

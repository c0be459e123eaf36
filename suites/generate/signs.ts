import { inList } from '../../reports/index.ts';
import { notationParts } from '../http/exchange/exchange.ts';

/** Levels by factor, as in `circumstance-texts.ts`. */
type Row = Readonly<Record<string, string>>;

/**
 * What the unusual levels of a text hold besides plain words, what a body is written with, and the headers of a client, each apart: when a
 * failure needs such a level, the report can name the very sign. By level; levels of different factors have different names.
 */
const SIGNS: Readonly<Record<string, readonly string[]>> = {
  accents: ['Ü', '\u2028', 'ï', 'e\u0301', '\u00a0', '+', '%20', '\u200b', 'é', 'è', 'ß', '–', '“', '’'],
  'other script': ['喘息', 'الربو', 'астма', 'άσθμα', 'दमा', 'หอบหืด'],
  emoji: ['🫁', '👩‍⚕️'],
  'line ends': ['\r\n', '\n', '\n\n', '\t', '  ', '\f', '\n#'],
  'marks and links':
    String.raw`" ' <|endoftext|> ( [ ~ ^ * ! %s / <b> &amp; {x} $1 \ https://www.who.int/asthma?a=1&b=2#c < 7.5 [12] 2026-02-28 ** @ ${'`'}`.split(
      ' ',
    ),
  'white space around': ['before \t', 'before  ', 'behind  ', 'behind \n'],
  indented: notationParts,
  browser: ['user-agent', 'accept-language', 'cache-control', 'if-none-match'].map((header) => `browser ${header}`),
  traced: ['user-agent', 'accept-language', 'sec-fetch-mode', 'x-request-id', 'traceparent', 'content-type'].map(
    (header) => `traced ${header}`,
  ),
};

/** The factors whose levels hold signs. Source: `spec/circumstances.ts`. */
export const factorsOfSigns = ['script', 'wording', 'query', 'edges'] as const;

/** Those of how a request is sent. */
export const factorsOfParts = ['notation', 'client'] as const;

export const signsOf = (level: string): readonly string[] => SIGNS[level] ?? [];

const SIGN = 'sign ';

/** The level of a factor of texts that holds one sign alone, in the middle of plain words. */
export const levelOfSign = (sign: string): string => `${SIGN}${sign}`;

/** The sign of such a level; undefined for any other. */
export const signIn = (level: string | undefined): string | undefined =>
  level?.startsWith(SIGN) ? level.slice(SIGN.length) : undefined;

/** The sign that a row has alone, if it has one. */
export const signOfRow = ({ script, wording }: Row): string | undefined => signIn(script) ?? signIn(wording);

/** The white space before and behind a text, by the level of `edges`. */
export function edgesIn({ edges = 'bare' }: Row): readonly [before: string, behind: string] {
  if (edges === 'bare') return ['', ''];
  const sign = signIn(edges);
  if (sign === undefined) return ['\t ', ' \n'];
  return sign.startsWith('before ') ? [sign.slice('before '.length), ''] : ['', sign.slice('behind '.length)];
}

/** Those that cannot be seen, or not be told from others, where they are printed. No brackets: they would be read as what passed. */
const NAMES: Readonly<Record<string, string>> = {
  '\u2028': 'a line separator `U+2028`',
  'e\u0301': 'a letter with a combining accent `U+0301`',
  '\u00a0': 'a no-break space `U+00A0`',
  '\u200b': 'a zero-width space `U+200B`',
  الربو: 'Arabic letters',
  喘息: 'Chinese letters',
  астма: 'Cyrillic letters',
  άσθμα: 'Greek letters',
  दमा: 'Devanagari letters',
  หอบหืด: 'Thai letters',
  '👩‍⚕️': 'an emoji of several code points',
  '\r\n': 'a line end `\\r\\n`',
  '\n': 'a line end `\\n`',
  '\n\n': 'an empty line',
  '\t': 'a tab',
  '  ': 'two blanks in a row',
  '\f': 'a form feed `\\f`',
  '\n#': 'a line that begins with `#`',
  'https://www.who.int/asthma?a=1&b=2#c': 'a link',
  '`': 'a backtick',
};

const EDGES: Readonly<Record<string, string>> = {
  'before \t': 'a tab before the text',
  'before  ': 'a blank before the text',
  'behind  ': 'a blank behind the text',
  'behind \n': 'a line end behind the text',
};

const MAX_NAMED = 4;

/** Signs of a factor in words: «`"` in the text», «a tab or a line end `\n` in the query», «a blank behind the text»; of many, the first few. */
export function describeSigns(factor: string, signs: readonly string[]): string {
  if (factor === 'client') {
    const headers = signs.map((sign) => `\`${sign.slice(sign.indexOf(' ') + 1)}\``);
    return `the header ${inList(headers, 'or')}`;
  }
  if (factor === 'notation')
    return `JSON ${inList(
      signs.map((part) => (part === 'in reverse order' ? 'with its fields in reverse order' : part)),
      'or',
    )}`;
  const names = signs.map((sign) => EDGES[sign] ?? NAMES[sign] ?? `\`${sign}\``);
  const more = names.length - MAX_NAMED;
  const all = more > 0 ? [...names.slice(0, MAX_NAMED), `${more} other ${more === 1 ? 'sign' : 'signs'}`] : names;
  const list = inList(all, 'or');
  return factor === 'edges' ? list : `${list} in the ${factor === 'query' ? 'query' : 'text'}`;
}

/** The client and its one header that a row has alone, if it has one. */
export function headerIn(client: string | undefined): readonly [client: string, header: string] | undefined {
  const [owner, header] = signIn(client)?.split(' ') ?? [];
  return owner === undefined || header === undefined ? undefined : [owner, header];
}

import { plural } from '../../reports/index.ts';

/** The characters of Windows-1252 for the bytes 80 to 9F. */
const WINDOWS = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';
const asLatin1 = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');

/** What servers do to texts on the way, in words that follow «that is,». */
const CHANGES: Readonly<Record<string, (text: string) => string>> = {
  'without the white space at its end': (text) => text.trimEnd(),
  'without the white space at its start': (text) => text.trimStart(),
  'without the white space around it': (text) => text.trim(),
  'with each run of white space as one space': (text) => text.replace(/\s+/gu, ' ').trim(),
  'with tabs as spaces': (text) => text.replaceAll('\t', ' '),
  'with other line breaks': (text) => text.replace(/\r\n?/g, '\n'),
  'in lower case': (text) => text.toLowerCase(),
  'in upper case': (text) => text.toUpperCase(),
  // Most such texts have no compatible characters, by which the two differ.
  'in composed letters (NFC or NFKC)': (text) =>
    text.normalize('NFC') === text.normalize('NFKC') ? text.normalize('NFC') : text,
  'in composed letters (NFC)': (text) => text.normalize('NFC'),
  'in decomposed letters (NFD)': (text) => text.normalize('NFD'),
  'with compatible characters for others (NFKC)': (text) => text.normalize('NFKC'),
  'without invisible characters': (text) => text.replace(/[\p{Cf}\p{Cc}\p{Variation_Selector}]/gu, ''),
  'without accents': (text) => text.normalize('NFD').replace(/\p{M}/gu, '').normalize('NFC'),
  // A text whose only characters beyond ASCII are emoji fits both: the narrower words come first.
  'with characters beyond the first 65,536 lost': (text) => text.replace(/[\u{10000}-\u{10ffff}]/gu, ''),
  'with `?` for characters beyond the first 65,536': (text) => text.replace(/[\u{10000}-\u{10ffff}]/gu, '?'),
  'with � for characters beyond the first 65,536': (text) => text.replace(/[\u{10000}-\u{10ffff}]/gu, '\ufffd'),
  'without characters beyond ASCII': (text) => text.replace(/[^\0-\x7f]/gu, ''),
  'with `?` for characters beyond ASCII': (text) => text.replace(/[^\0-\x7f]/gu, '?'),
  'with `?` for each half of a character beyond ASCII': (text) => text.replace(/[^\0-\x7f]/g, '?'),
  'with its UTF-8 read as Latin-1': asLatin1,
  'with its UTF-8 read as Windows-1252': (text) =>
    asLatin1(text).replace(/[\x80-\x9f]/g, (one) => WINDOWS[one.charCodeAt(0) - 0x80] ?? one),
  'decoded as a part of a URL': (text) => decodeURIComponent(text),
  'decoded as a field of a form': (text) => decodeURIComponent(text.replaceAll('+', ' ')),
  'encoded as a part of a URL': (text) => encodeURIComponent(text),
  'escaped as a JSON string once more': (text) => JSON.stringify(text).slice(1, -1),
  'without HTML tags': (text) => text.replace(/<[^>]*>/g, ''),
  'without backslashes': (text) => text.replaceAll('\\', ''),
};

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' };

/** Entities of HTML as the characters that they stand for. */
const unescaped = (text: string): string =>
  text.replace(/&(?:#(x?)([0-9a-f]+)|(\w+));/gi, (all, hex: string, digits: string, name: string) =>
    digits === undefined ? (ENTITIES[name] ?? all) : String.fromCodePoint(Number.parseInt(digits, hex ? 16 : 10)),
  );

/** How one text became another, where a usual mistake explains all of it: `in lower case`; undefined otherwise. */
export function changeOf(text: string, changed: string): string | undefined {
  const kept = changed.replace(/(?:…|\.\.\.)$/, '');
  if (kept === '') return undefined;
  if (/^https?:\/\//.test(text) && changed === text.replace(/\?[^#]*/, '')) return 'without the query of the URL';
  const isCut = kept.length < text.length && text.startsWith(kept) && changed !== text.trimEnd();
  if (isCut) return `cut after ${plural([...kept].length, 'character')}`;
  if (attempt(unescaped, changed) === text) return 'with characters escaped for HTML';
  return Object.entries(CHANGES).find(([, change]) => attempt(change, text) === changed)?.[0];
}

/** Some changes cannot be made to every text: `%` is no part of a URL. */
function attempt(change: (text: string) => string, text: string): string | undefined {
  try {
    return change(text);
  } catch {
    return undefined;
  }
}

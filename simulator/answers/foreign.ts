import { foreign } from '../../fixtures/index.ts';

const joining: ReadonlySet<string> = new Set(foreign.joining.split(' '));
type Table = ReadonlyMap<string, readonly string[]>;
const tableOf = (words: Readonly<Record<string, string>>): Table =>
  new Map(Object.entries(words).map(([word, english]) => [word, english.split(' ').filter((one) => one !== '')]));
const surely = tableOf(foreign.words);
const perhaps = tableOf({ ...foreign.doubtful, ...foreign.words });
const firsts: ReadonlySet<string> = new Set([...perhaps.keys()].map((words) => words.split(' ')[0] as string));
/** What is as short as this, denies nothing and is no unit, only holds a sentence together too. */
const short = /^(?!no$|not$|mg$|ml$|kg$|cm$|mm$)[a-zà-ÿ]{1,3}$/;
const longest = 4;
/** So many words that only hold a sentence together tell a language too. */
const enough = 2;

/** The words of a text with everyday German, French and Spanish ones in English: «durante el embarazo» is read as «pregnancy». */
export function inEnglish(written: readonly string[]): readonly string[] {
  const lower = written.map((word) => word.toLowerCase());
  const joined = lower.filter((word) => joining.has(word)).length;
  if (joined < enough && !lower.some((_, at) => found(surely, lower, at) !== undefined)) return written;
  const isIdle = (word: string): boolean => joined > 0 && short.test(word);
  const english: string[] = [];
  for (let at = 0; at < lower.length; at += 1) {
    const [words, length] = found(perhaps, lower, at) ?? [];
    if (words !== undefined && length !== undefined) {
      english.push(...words);
      at += length - 1;
    } else if (!joining.has(lower[at] as string) && !isIdle(written[at] as string)) english.push(written[at] as string);
  }
  return english;
}

/** What the words at a place mean, and how many of them, the longest phrase first. */
function found(
  table: Table,
  words: readonly string[],
  at: number,
): readonly [english: readonly string[], length: number] | undefined {
  if (!firsts.has(words[at] as string)) return undefined;
  for (let length = Math.min(longest, words.length - at); length > 0; length -= 1) {
    const english = table.get(words.slice(at, at + length).join(' '));
    if (english !== undefined) return [english, length];
  }
  return undefined;
}

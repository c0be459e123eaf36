import { type CorpusDocument, wholeCorpus } from '../../../fixtures/index.ts';
import { readPrinted } from '../reading/reading.ts';
import { once } from '../reading/remembering.ts';
import { preparedSentences, type WrittenSentences } from './prepared-sentences.ts';
import { kindsShown, type SoughtKind } from './sought-kinds.ts';

/** What a sentence says. */
export interface SentenceContent {
  /** Stems of its telling words. */
  readonly words: readonly string[];
  /** Terms of the things it names. */
  readonly terms: readonly string[];
  readonly kinds: readonly SoughtKind[];
}

/** Reads the sentences of a document, or takes what the build read. A page that was moved to another publisher says other names. */
export const readSentences = (document: CorpusDocument): readonly SentenceContent[] =>
  prepared()(document) ?? document.sentences.map(readSentence);

function readSentence(text: string): SentenceContent {
  const { mentions, words } = readPrinted(text);
  const terms = mentions.map(({ meaning }) => meaning.term);
  return { words: [...new Set(words)], terms: [...new Set(terms)], kinds: [...kindsShown(text)] };
}

const prepared = once(() => {
  const written = preparedSentences();
  return written === undefined ? () => undefined : sentencesIn(written);
});
const keyOf = ({ id, domain }: CorpusDocument): string => `${id} ${domain}`;

/** After the characters that JSON escapes, and after tab and line end. */
const firstPlace = 0x80;

/** Serialises what all sentences of some documents say, for `prepared-sentences.ts`. */
export function writeSentences(documents: readonly CorpusDocument[] = wholeCorpus()): WrittenSentences {
  const corpus = documents.map((document) => [keyOf(document), document.sentences.map(readSentence)] as const);
  const counts = new Map<string, number>();
  const all = corpus.flatMap(([, sentences]) => sentences.flatMap((one) => [...one.words, ...one.terms, ...one.kinds]));
  for (const text of all) counts.set(text, (counts.get(text) ?? 0) + 1);
  const texts = [...counts.keys()].sort((left, right) => (counts.get(right) as number) - (counts.get(left) as number));
  const places = new Map(texts.map((text, at) => [text, String.fromCharCode(firstPlace + at)]));
  const written = (list: readonly string[]): string => list.map((text) => places.get(text)).join('');
  const line = ({ words, terms, kinds }: SentenceContent): string => [words, terms, kinds].map(written).join('\t');
  return {
    texts: texts.join('\t'),
    documents: Object.fromEntries(corpus.map(([key, sentences]) => [key, sentences.map(line).join('\n')])),
  };
}

/** Deserialises it: documents are read when they are first found. */
export function sentencesIn({ texts, documents }: WrittenSentences) {
  const list = texts.split('\t');
  const read = (written = ''): string[] => Array.from(written, (one) => list[one.charCodeAt(0) - firstPlace] as string);
  return (document: CorpusDocument): readonly SentenceContent[] | undefined =>
    documents[keyOf(document)]?.split('\n').map((line) => {
      const [words, terms, kinds] = line.split('\t').map(read);
      return { words, terms, kinds } as SentenceContent;
    });
}

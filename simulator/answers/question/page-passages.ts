import { readPrinted } from '../reading/reading.ts';
import { rememberingTexts } from '../reading/remembering.ts';
import { termsOf } from './terms.ts';

/** Something of an attached page that may be quoted: a sentence, a row of a table, or a short note with a label. */
export interface Passage {
  readonly text: string;
  readonly terms: ReadonlySet<string>;
  /** Words and aspects of the heading above it. */
  readonly under: ReadonlySet<string>;
  readonly isHeading: boolean;
}

/** Longer passages (tables, text without full stops) are not quoted, since they are no sentences. */
const longestSentence = 400;
/** Up to this length a note with a label stays whole: «Red: below 150. Call for help.» */
const longestNote = 240;
const longestHeading = 90;
/** Characters of a page that are read. No printed page has more, but a text layer may. */
const longestPage = 32_768;
const citationToken = /\[[A-Z]{2,}\d+\]/;
const label = /^\p{Lu}[\p{L}\d ]{0,30}:\s/u;
const sentenceEnd = /[.!?]$/;
/** Not after an initial or a title: «Mr. T. Sample». */
const betweenSentences = /(?<=[.!?])(?<!(?:^|[\s(])(?:\p{Lu}|Mrs?|Ms|Dr|Prof|St|geb|ca|bzw|z\.B)\.)\s+(?=[^\p{Ll}\s])/u;

/** The passages of a page of markdown, in order. */
export const passagesOf = rememberingTexts(
  { texts: 400, characters: 400_000, longest: longestPage },
  (markdown): readonly Passage[] => {
    let under: ReadonlySet<string> = new Set();
    return textsOf(markdown).map((text) => {
      const terms = new Set(termsOf(readPrinted(text)));
      const isHeading = text.length <= longestHeading && !/[.!?:;,\d]/.test(text);
      // «Lipid and glucose report» is about all that follows.
      if (isHeading) under = new Set([...terms].filter((term) => !/^[#+~]/.test(term)));
      return { text, terms, under, isHeading };
    });
  },
);

/**
 * The sentences of a page of markdown, with single blanks and without list or heading marks, and its rows and notes; its lines if none ends like a
 * sentence. One that contains something like a citation token is left out: quoted, it would cite a source that is not there.
 */
export const sentencesOf = (markdown: string): string[] => {
  const passages = passagesOf(markdown).map(({ text }) => text);
  const told = passages.filter((text) => sentenceEnd.test(text) || label.test(text) || /\d/.test(text));
  return told.some((text) => sentenceEnd.test(text)) ? told : passages;
};

function textsOf(markdown: string): string[] {
  return markdown
    .slice(0, longestPage)
    .split(/\n\s*\n|\n(?=\s*(?:[#>*-]|\d+\.)\s)/)
    .map((block) =>
      block
        .replace(/^\s*(?:#+|>|[*-]|\d+\.)\s+/, '')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .flatMap((block) =>
      label.test(block) && block.length <= longestNote && !citationToken.test(block)
        ? [block]
        : block.split(betweenSentences),
    )
    .map((passage) => passage.trim())
    .filter((passage) => passage.length > 0 && passage.length <= longestSentence && !citationToken.test(passage));
}

import type { Source } from '../../spec/index.ts';
import type { PdfDocument } from '../attachments/index.ts';
import type { Hit } from './search.ts';
import { sentencesOf } from './sentences.ts';

/** Where a source comes from. Source: Chat response, citation rule 2. */
export type CitationPrefix = 'SW' | 'PM' | 'PF';

/** A source with the sentences a citation may quote from it. */
export interface CitableSource {
  readonly prefix: CitationPrefix;
  readonly source: Source;
  readonly sentences: readonly string[];
}

/** The id of the source at `position` (from 0) among those of its prefix: `SW1`, `SW2`, … Source: citation rules 3 and 4. */
function citationId(prefix: CitationPrefix, position: number): string {
  return `${prefix}${position + 1}`;
}

/** Title of page `page` (from 1) of a PDF. Source: citation rule 4. */
function pageTitle(filename: string, page: number): string {
  return `${filename} (p.${page})`;
}

/** The order of `sources`: attached pages ahead of retrieval. Source: citation rule 5. */
export function orderSources(
  pages: readonly CitableSource[],
  web: readonly CitableSource[],
  literature: readonly CitableSource[],
): CitableSource[] {
  return [...pages, ...web, ...literature];
}

/** One source for each page of each PDF, numbered across the whole request. Source: citation rule 4; readings A6. */
export function pageSources(pdfs: readonly PdfDocument[]): CitableSource[] {
  return pdfs
    .flatMap(({ url, filename, pages }) => pages.map((page) => ({ url, filename, ...page })))
    .map(({ url, filename, page, markdown }, position) => ({
      prefix: 'PF',
      source: { id: citationId('PF', position), title: pageTitle(filename, page), url, relevance_score: 1.0 },
      sentences: sentencesOf(markdown),
    }));
}

/** One source for each hit of a channel, in the order of the hits. */
export function retrievedSources(prefix: 'SW' | 'PM', hits: readonly Hit[]): CitableSource[] {
  return hits.map(({ document, score }, position) => ({
    prefix,
    source: { id: citationId(prefix, position), title: document.title, url: document.url, relevance_score: score },
    sentences: document.sentences,
  }));
}

import type { Source } from '../../../spec/index.ts';
import type { PdfDocument } from '../../attachments/index.ts';
import type { Hit } from './search.ts';

/** The origin of a source. Source: Chat response, citation rule 2. */
export type CitationPrefix = 'SW' | 'PM' | 'PF';

/** A source with the document that a citation may quote. */
export interface CitableSource {
  readonly prefix: CitationPrefix;
  readonly source: Source;
  /** Absent for a page. */
  readonly hit?: Hit;
}

/** One source for each page of each PDF, numbered across the whole request. Source: citation rule 4; readings A6. */
export function pageSources(pdfs: readonly PdfDocument[]): CitableSource[] {
  return pdfs
    .flatMap(({ url, filename, pages }) => pages.map((page) => ({ url, filename, ...page })))
    .map(({ url, filename, page }, position) => ({
      prefix: 'PF',
      source: { id: `PF${position + 1}`, title: `${filename} (p.${page})`, url, relevance_score: 1.0 },
    }));
}

/** One source for each hit of a channel, in the order of the hits, numbered from 1 within its prefix. Source: citation rule 3. */
export function retrievedSources(prefix: 'SW' | 'PM', hits: readonly Hit[]): CitableSource[] {
  return hits.map((hit, position) => ({
    prefix,
    source: {
      id: `${prefix}${position + 1}`,
      title: hit.document.title,
      url: hit.document.url,
      relevance_score: hit.score,
    },
    hit,
  }));
}

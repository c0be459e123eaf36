const UNNAMED = 'document.pdf';

/**
 * The file name of a PDF, for the title `<filename> (p.<N>)` of its pages (chat response, citation rule 4; readings A5):
 * the last path segment, percent-decoded, without the query; `document.pdf` if that is empty.
 */
export function filenameOf(url: string): string {
  return lastSegment(url) || UNNAMED;
}

/** The last path segment of a URL, percent-decoded; empty if there is none, or it is no URL. */
export function lastSegment(url: string): string {
  if (!URL.canParse(url)) return '';
  return percentDecoded(new URL(url).pathname.split('/').at(-1) ?? '');
}

/** A segment decoded, or as written if it contains a stray `%`, which is legal in a URL. */
export function percentDecoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** Why a PDF is refused. Every reason ends in the same answer (422 `invalid_request`, `param` `pdf_urls`); the names are for messages and tests. */
export type RefusalReason =
  // Before any connection: no URL, a user or password in it, a private address, too many files that wait.
  | 'url'
  | 'scheme'
  | 'credentials'
  | 'port'
  | 'address'
  | 'busy'
  // While fetching.
  | 'unreachable'
  | 'tls'
  | 'redirects'
  | 'status'
  | 'timeout'
  | 'too-large'
  | 'request-too-large'
  | 'broken-off'
  | 'encoding'
  // While reading.
  | 'not-a-pdf'
  | 'encrypted'
  | 'no-pages'
  | 'parse-timeout'
  | 'out-of-memory'
  | 'ocr';

/** Not the fault of the file: another attempt may succeed. */
export const TRANSIENT: ReadonlySet<RefusalReason> = new Set(['busy', 'timeout', 'parse-timeout', 'out-of-memory']);

/**
 * A PDF that the specification refuses: 422 `invalid_request`, `param` `pdf_urls` (chat request, rules 4 to 8).
 * One refused PDF refuses its request (rule 8). `message` is for people: which URL, why, what to do.
 */
export class AttachmentRefused extends Error {
  override readonly name = 'AttachmentRefused';
  readonly reason: RefusalReason;

  /** `url` is the `pdf_urls` entry as given, even if a redirect of it was the cause. */
  constructor(url: string, reason: RefusalReason, because: string, nextStep: string) {
    super(`Cannot read PDF ${quoteUrl(url)}: ${because}. ${nextStep}`);
    this.reason = reason;
  }
}

/** The pages of a request pass the model's cap: 422 `content_too_long`, `param` `pdf_urls` (chat request, rule 3). */
export class PageCapExceeded extends Error {
  override readonly name = 'PageCapExceeded';

  constructor(url: string, cap: number) {
    super(`The pages of ${quoteUrl(url)} go over the ${cap} left under the model's attachment cap.`);
  }
}

const LONGEST_QUOTE = 200;

/** A URL inside a message: a `data:` URL may be megabytes long, and control characters have no place on a terminal. */
export function quoteUrl(url: string): string {
  return JSON.stringify(url.length > LONGEST_QUOTE ? `${url.slice(0, LONGEST_QUOTE)}…` : url);
}

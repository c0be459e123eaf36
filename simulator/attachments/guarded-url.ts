import { isLiteral, refusedRange } from './address.ts';
import { AttachmentRefused, type RefusalReason } from './refusal.ts';

/** One hop that is allowed by its text; a name must still be resolved and checked. */
export interface GuardedHop {
  readonly url: URL;
  /** Without brackets and final dot, lower case, as the URL parser normalised it. */
  readonly host: string;
  readonly literal: boolean;
}

const HTTPS_PORT = 443;
/** Below are the ports of system services (ssh, mail, databases' helpers): no file is served there over https. */
const FIRST_FREE_PORT = 1024;
const LOCAL_NAME = /(^|\.)(localhost|localdomain)$/;
const PUBLIC_HTTPS = 'Use an https URL that the public internet can fetch.';

/**
 * Checks the text of one hop: scheme, credentials, port, and the host if it is an IP literal (chat request, rules 4 and 6).
 * The URL parser brings every spelling of an address (`0x7f.1`, `2130706433`, full-width digits) to one form first.
 *
 * @param given the `pdf_urls` entry, named in the refusal; @param hop the text of this hop; @param base what it is relative to.
 * @throws AttachmentRefused with `url`, `scheme`, `credentials`, `port` or `address`
 */
export function guardUrl(given: string, hop: string, admit: (address: string) => boolean, base?: URL): GuardedHop {
  const where = base === undefined ? 'it' : 'a redirect of it';
  const refuse = (reason: RefusalReason, because: string, next = PUBLIC_HTTPS): AttachmentRefused =>
    new AttachmentRefused(given, reason, `${where} ${because}`, next);
  const url = URL.canParse(hop, base) ? new URL(hop, base) : null;
  if (url === null) throw refuse('url', 'is not a URL');
  if (url.protocol !== 'https:') throw refuse('scheme', `uses the scheme ${url.protocol}`);
  if (url.username !== '' || url.password !== '')
    throw refuse('credentials', 'carries a user or password', 'Leave them out.');
  const port = url.port === '' ? HTTPS_PORT : Number(url.port);
  if (port !== HTTPS_PORT && port < FIRST_FREE_PORT)
    throw refuse('port', `names the system port ${port}`, 'Use port 443.');
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  const literal = isLiteral(host);
  if (LOCAL_NAME.test(host)) throw refuse('address', `names ${host}, which is a loopback name`);
  const range = literal && !admit(host) ? refusedRange(host) : null;
  if (range !== null) throw refuse('address', `leads to ${host}, which is not public (${range})`);
  return { url, host, literal };
}

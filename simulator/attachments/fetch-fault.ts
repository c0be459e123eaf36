import { AttachmentRefused, type RefusalReason } from './refusal.ts';

type Cause = readonly [pattern: RegExp, reason: RefusalReason, because: string, next: string];

/** The reason for a refusal by the error codes of Node, OpenSSL and undici. */
const CAUSES: readonly Cause[] = [
  [
    // OpenSSL's verdicts on certificates have no common prefix; these are the ones Node reports as `code`.
    /^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|HOSTNAME_MISMATCH|INVALID_(CA|PURPOSE)|EPROTO)/,
    'tls',
    "its server's certificate or TLS failed",
    'Repair the certificate.',
  ],
  [
    /^(Z_|ERR_BROTLI|ERR__ERROR|ERR_PADDING|ERR_ZLIB)/,
    'encoding',
    'its content coding is broken',
    'Serve it without one.',
  ],
  [
    // The connection ended before the body did.
    /^(UND_ERR_SOCKET|UND_ERR_RES_|UND_ERR_BODY|ECONNRESET|EPIPE|ERR_STREAM|HPE_)/,
    'broken-off',
    'its server broke off',
    'Check the server and try again.',
  ],
];
const UNREACHABLE: Cause = [/^/, 'unreachable', 'its server cannot be reached', 'Check the host name.'];

/**
 * The refusal for a failed fetch (chat, causes of 422: "fails to fetch within 30 s / 50 MB").
 * @param fault the error of a resolver, connection, response or decoder; or `timeout`
 */
export function fetchFault(url: string, fault: unknown, fetchMs: number): AttachmentRefused {
  if (fault === 'timeout') {
    return new AttachmentRefused(url, 'timeout', `it did not arrive within ${fetchMs} ms`, 'Use a faster server.');
  }
  const code = codeOf(fault);
  const [, reason, because, next] = CAUSES.find(([pattern]) => pattern.test(code)) ?? UNREACHABLE;
  return new AttachmentRefused(url, reason, `${because} (${code})`, next);
}

/** If several addresses failed, undici gives one error with one for each; the first is enough to name the cause. */
function codeOf(fault: unknown): string {
  if (fault instanceof AggregateError && fault.errors.length > 0) return codeOf(fault.errors[0]);
  if (!(fault instanceof Error)) return 'unknown';
  if ('code' in fault && typeof fault.code === 'string') return fault.code;
  return fault.cause === undefined ? fault.name : codeOf(fault.cause);
}

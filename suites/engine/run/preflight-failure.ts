import { maskKey } from '../../../reports/index.ts';
import { type EndpointName, endpoints } from '../../../spec/index.ts';
import { isPermissionDenied, noPermissionReason } from '../../http/client/key-tracker.ts';
import {
  type Exchange,
  excerpt,
  headerOf,
  isOverlong,
  isWebPage,
  jsonOf,
  mediaTypeOf,
} from '../../http/exchange/exchange.ts';

/** Three lines about a target that cannot be judged: what was observed, what it means, what to do. */
export type PreflightFailure = readonly [observed: string, meaning: string, advice: string];

export interface Address {
  readonly baseUrl: string;
  readonly activeKey: string;
  /** Environment variable of the key, such as `$ACME_KEY`; undefined if the key was given literally. */
  readonly keyFrom?: string | undefined;
}

/** What it means if all responses match, and what to do. */
interface FailureKind {
  /** True to look only at endpoints that need a key. */
  readonly onlyKeyed?: boolean;
  matches(response: Exchange): boolean;
  meaning(address: Address, responses: readonly Exchange[]): string;
  advice(responses: readonly Exchange[], address: Address): string;
}

const refusedWith =
  (status: number) =>
  (response: Exchange): boolean =>
    !isLost(response) && response.status === status;

/** The first kind that matches is used. */
const FAILURE_KINDS: readonly FailureKind[] = [
  {
    onlyKeyed: true,
    matches: refusedWith(401),
    meaning: (address) => `The server does not accept the active key ${keyName(address)}.`,
    advice: () => 'Give a key of this server, with --key, ASSAY_KEY or keys.active of the profile.',
  },
  {
    onlyKeyed: true,
    matches: refusedWith(402),
    meaning: (address) => `The active key ${keyName(address)} has no credit for any valid request.`,
    advice: () => 'Add credit to the key, or give another.',
  },
  {
    onlyKeyed: true,
    matches: isPermissionDenied,
    meaning: (address, responses) =>
      `The active key ${keyName(address)} may use none of ${responses.map(({ call }) => call.endpoint).join(', ')}.`,
    advice: () => 'Give the key the permissions, or give another key.',
  },
  {
    matches: ({ status }) => status === 404,
    meaning: ({ baseUrl }) => `No endpoint of the API lives under ${baseUrl}: every path is unknown there.`,
    advice: (responses, { baseUrl }) =>
      `${/\/v1\/?$/.test(baseUrl) ? 'Leave /v1 out of' : 'Give the address that comes before /v1 as'} BASE_URL. The paths asked for were ${responses.map(({ call }) => endpoints[call.endpoint].path).join(', ')}.`,
  },
  {
    // A page with a 5xx is a server that is down.
    matches: (response) => isWebPage(response) && !isServerFault(response),
    meaning: () => 'That is a web page, not the API: a website, a sign-in page or a proxy in front of it answers.',
    advice: () =>
      'Give the address of the API itself, or let this machine through the proxy (with the headers that it asks for, in ASSAY_HEADERS).',
  },
  {
    matches: isForeignRefusal,
    meaning: () =>
      'Nothing of the API speaks so: a proxy or a gateway in front of it, or another server, refuses every request.',
    advice: () =>
      'Give the address of the API itself, or let this machine through the proxy. A server must speak HTTP/1.1: assay does.',
  },
  {
    matches: redirects,
    meaning: (_, [first]) =>
      `The address redirects to ${first && headerOf(first, 'location')}. Redirects are not followed.`,
    advice: ([first], { baseUrl }) => {
      const to = first && redirectedBaseUrl(first);
      if (to === baseUrl)
        return 'It leads back to itself: look into the settings of the server, or of the proxy in front of it.';
      return `Give ${to ?? 'the address behind the redirect'} as BASE_URL.`;
    },
  },
  {
    matches: (response) => isLost(response) || isServerFault(response),
    meaning: () => 'The server, or a proxy before it, is up but serves nothing at the moment.',
    advice: () => 'Look into its log, wait until it serves requests, and check again.',
  },
];

/**
 * Why the responses to one valid request for each endpoint leave nothing to judge; undefined if there is something. A JSON
 * server that is just wrong (200 `{}`, 422 to everything) is judged by the rules.
 */
export function preflightFailureOf(responses: readonly Exchange[], address: Address): PreflightFailure | undefined {
  if (responses.length === 0) return undefined;
  if (responses.every(isLost)) return connectionFailure(responses, address);
  for (const { onlyKeyed, matches, meaning, advice } of FAILURE_KINDS) {
    const relevant = onlyKeyed ? responses.filter(({ call }) => endpoints[call.endpoint].keyed) : responses;
    if (relevant.length > 0 && relevant.every(matches))
      return [describeResponses(relevant, address), meaning(address, relevant), advice(relevant, address)];
  }
  return undefined;
}

/** The three lines where every endpoint that needs a key fails, and the catalogue answers. */
export function keyedFailure(responses: readonly Exchange[], address: Address): PreflightFailure {
  return [
    describeResponses(responses, address),
    'Every endpoint that needs a key fails at the moment; the catalogue alone may answer.',
    'Look into the log of the server, wait until it serves requests, and check again.',
  ];
}

/** The endpoints that the active key may not use, if it may use another, with the reason to skip their rules. */
export function deniedEndpoints(responses: readonly Exchange[]): ReadonlyMap<EndpointName, string> {
  const accepted = responses.filter(
    ({ call, status }) => endpoints[call.endpoint].keyed && status >= 200 && status < 300,
  );
  if (accepted.length === 0) return new Map();
  return new Map(
    responses.filter(isPermissionDenied).map(({ call }) => [call.endpoint, noPermissionReason(call.endpoint)]),
  );
}

export function isLost(response: Exchange): boolean {
  return response.failure !== undefined && !isOverlong(response);
}

/** Whether a status is about the server and not about the request. */
export const isServerFault = ({ status }: Exchange): boolean => status === 429 || status >= 500;

/** Whether a refusal is not JSON: the API does not refuse every valid request in this way, not even the public catalogue. */
function isForeignRefusal(response: Exchange): boolean {
  return !isLost(response) && response.status >= 400 && response.status < 500 && !jsonOf(response).ok;
}

function redirects(response: Exchange): boolean {
  return response.status >= 300 && response.status <= 399 && headerOf(response, 'location') !== undefined;
}

/** The base URL that a redirect leads to; undefined if it leads to another page. */
function redirectedBaseUrl(response: Exchange): string | undefined {
  const location = headerOf(response, 'location') ?? '';
  const [{ url }, { path }] = [response.request, endpoints[response.call.endpoint]];
  const [to] = URL.canParse(location, url) ? new URL(location, url).href.split('?') : [];
  return to?.endsWith(path) ? to.slice(0, -path.length) : undefined;
}

function describeResponses(responses: readonly Exchange[], { baseUrl }: Address): string {
  const [first] = responses as readonly [Exchange, ...Exchange[]];
  const statuses = [...new Set(responses.map((response) => (isLost(response) ? 'no whole answer' : response.status)))];
  const type = mediaTypeOf(first);
  const body = excerpt(first.body, 80).replaceAll(/\s+/g, ' ').trim();
  const shown = body === '' ? 'an empty body' : `${type === '' ? '' : `${type}, `}«${body}»`;
  const number = responses.length === 1 ? 'one valid request' : `all ${responses.length} valid requests`;
  return `${baseUrl} answered ${number} with ${statuses.join(' or ')}: ${shown}`;
}

const keyName = ({ activeKey, keyFrom }: Address): string =>
  `${maskKey(activeKey)}${keyFrom === undefined ? '' : ` (from ${keyFrom})`}`;

/** Plain HTTP was sent to a TLS port. */
export const PLAIN_HTTP_TO_TLS: readonly [meaning: (host: string) => string, advice: string] = [
  (host) => `Plain HTTP was spoken to ${host}, and TLS is served there.`,
  'Begin BASE_URL with https:// instead of http://.',
];

/** The key is seen only in a header whose name is written with a capital letter. */
export const ONLY_CAPITAL: readonly [meaning: string, advice: string] = [
  'The server accepts the key in the header `Authorization` and does not see it in `authorization`. The case of a name means nothing (RFC 9110, section 5.1), and most clients write small letters.',
  'Compare names of headers without regard to case, or have the gateway in front of it write them in one way.',
];

/** What a failure to connect means, by the code in its message. */
const CAUSES: readonly (readonly [RegExp, meaning: (host: string) => string, advice: string])[] = [
  [
    /EPROXY/,
    (host) => `The proxy that this machine's environment names does not lead to ${host}.`,
    'Correct HTTPS_PROXY or HTTP_PROXY, or list the host in NO_PROXY.',
  ],
  [
    /ENOTFOUND|EAI_AGAIN/,
    (host) => `The name ${host} does not resolve to any address.`,
    'Look for a typing mistake in BASE_URL, or check that this machine can reach the name server.',
  ],
  [
    /WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|EPROTO|UNKNOWN_PROTOCOL/,
    (host) => `TLS was spoken to ${host}, and plain HTTP seems to be served there.`,
    'Begin BASE_URL with http:// instead of https://.',
  ],
  [/speaks TLS/, ...PLAIN_HTTP_TO_TLS],
  [
    /client certificate/,
    (host) => `${host} asks every client for a certificate (mutual TLS).`,
    'Name files in PEM form in the environment variables ASSAY_CLIENT_CERT and ASSAY_CLIENT_KEY.',
  ],
  [
    /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER/,
    (host) => `The certificate of ${host} is not trusted on this machine.`,
    'Serve a trusted certificate, or name its issuer with the environment variable NODE_EXTRA_CA_CERTS.',
  ],
  [
    /ECONNREFUSED/,
    (host) => `Nobody listens on ${host}.`,
    'Start the server, or look for a typing mistake in the address or port.',
  ],
  [
    /EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|connection timed out/,
    (host) => `${host} cannot be reached from this machine.`,
    'Check the network, a firewall between, and the address.',
  ],
  [
    /^timeout /,
    (host) => `${host} takes requests and does not finish an answer in time.`,
    'Give slow servers more time with --timeout MS, or look into the log of the server.',
  ],
  [
    /^too-large /,
    (host) => `What ${host} answers is longer than anything of the API.`,
    'Give the address of the API itself, or look into the log of the server.',
  ],
  [
    /cannot be decoded/,
    (host) => `What ${host} answers is not encoded as its Content-Encoding says.`,
    'Let what compresses the answers, the server or a proxy before it, label only what it compressed.',
  ],
  [
    /HPE_/,
    (host) => `What listens on ${host} does not speak HTTP.`,
    'Check the port; a TLS port needs https:// in BASE_URL.',
  ],
];

function connectionFailure(responses: readonly Exchange[], { baseUrl }: Address): PreflightFailure {
  const { kind = '', code = '', message = 'no answer came' } = responses[0]?.failure ?? {};
  const { host } = new URL(baseUrl);
  // The message continues with a next step, which the other two lines explain better.
  const summary = message.split('. ', 1)[0] ?? message;
  const [, meaning, advice] = CAUSES.find(([pattern]) => pattern.test(`${kind} ${code} ${message}`)) ?? [];
  return [
    `No request got a whole answer: ${summary}${code === '' || summary.includes(code) ? '' : ` (${code})`}`,
    meaning?.(host) ?? `${host} ends connections before it has answered.`,
    advice ?? 'Check the port (a TLS port needs https:// in BASE_URL), and look into the log of the server.',
  ];
}

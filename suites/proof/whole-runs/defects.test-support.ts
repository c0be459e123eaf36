import { detail, envelope, troubles } from './answers.test-support.ts';
import { changing, type FrontAnswer, type FrontRequest, instead, type Middleware } from './front.test-support.ts';

/** Answers some valid requests with an error, each time; by default with a crash. */
const failingOn = (
  wrong: (request: FrontRequest) => boolean,
  status = 500,
  type = 'server_error',
  code = 'internal_error',
): Middleware =>
  // If a request has another error, the server refuses it before.
  changing((answer, request) =>
    wrong(request) && ![401, 402, 403, 422].includes(answer.status) ? envelope(status, type, code) : undefined,
  );

function bodyOf({ body }: FrontRequest): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(body.toString()));
  } catch {
    return {};
  }
}
const size = (list: unknown): number => (Array.isArray(list) ? list.length : 0);

/**
 * Answers wrongly to the request after a refused one (any, or of this kind) on the same connection, as if the rest of its body were still there.
 */
export const wrongAfterRefused =
  (
    isKept: (request: FrontRequest) => boolean = () => true,
    answerAfter: () => FrontAnswer = () => envelope(500, 'server_error', 'internal_error'),
  ): Middleware =>
  ({ struck }) => {
    const refused = new WeakSet<object>();
    return async (request, next) => {
      const { connection, endpoint } = request;
      if (endpoint === 'control') return next(request);
      if (refused.delete(connection)) {
        struck();
        return answerAfter();
      }
      const answer = await next(request);
      if (answer.status >= 400 && isKept(request)) refused.add(connection);
      return answer;
    };
  };

export const isCutOff = ({ body }: FrontRequest): boolean =>
  /\S/.test(body.toString()) && !body.toString().trim().endsWith('}');

export const hasNoKey = ({ headers }: FrontRequest): boolean => headers.authorization === undefined;

/** A finder that answers 500 to every query outside ASCII. */
export const noAccents = failingOn(
  (request) => request.endpoint === 'finder' && /[^\p{ASCII}]/u.test(String(bodyOf(request).query)),
);

/** A finder that throttles every search at the advanced depth. */
export const advancedThrottled = failingOn(
  (request) => request.endpoint === 'finder' && bodyOf(request).search_depth === 'advanced',
  429,
  'rate_limit_error',
  'rate_limit_exceeded',
);

/** A rerank that answers 500 to this many documents. */
export const rerankCrashes = (from: number, to: number): Middleware =>
  failingOn((request) => {
    if (request.endpoint !== 'rerank') return false;
    const count = size(bodyOf(request).documents);
    return count >= from && count <= to;
  });

/** A rerank that refuses a `top_n` above the number of documents. */
export const topNRefused = failingOn(
  (request) => request.endpoint === 'rerank' && Number(bodyOf(request).top_n) > size(bodyOf(request).documents),
  ...([400, 'invalid_request_error', 'invalid_request'] as const),
);

/** Refuses every rerank request, before it looks at the key. */
export const rerankRefused = instead(({ endpoint }) =>
  endpoint === 'rerank' ? envelope(400, 'invalid_request_error', 'invalid_request') : undefined,
);

/** Refuses queries that look so. */
export const rerankQueryRefused = (pattern: RegExp): Middleware =>
  instead((request) =>
    request.endpoint === 'rerank' && pattern.test(String(bodyOf(request).query ?? '')) ? detail : undefined,
  );

/** Refuses a chat or a search with two empty filter lists, as if they excluded each other, before it checks the key. */
export const emptyFiltersRefused = instead((request) => {
  const { include_domains: include, exclude_domains: exclude } = bodyOf(request);
  return [include, exclude].every((list) => Array.isArray(list) && list.length === 0) ? detail : undefined;
});

/** Charges an answered chat without a stream twice if it has a `traceparent`. */
export const tracedTwice: Middleware =
  ({ struck }) =>
  async (request, next) => {
    const answer = await next(request);
    const { stream } = bodyOf(request);
    const charged = request.endpoint === 'chat' && stream !== true && answer.status === 200;
    if (!charged || request.headers.traceparent === undefined) return answer;
    struck();
    await next(request);
    return answer;
  };

/** Charges another key once so many requests with a key were answered. */
export const freeAfter =
  (most: number): Middleware =>
  ({ server, struck }) => {
    const { active } = server.ledger.profileKeys;
    const answered = new Map<string, number>();
    return async (request, next) => {
      const { key = '', endpoint, headers } = request;
      const isFree = endpoint !== 'control' && (answered.get(key) ?? 0) >= most;
      if (isFree) struck();
      const answer = await next(
        isFree ? { ...request, headers: { ...headers, authorization: `Bearer ${active}` } } : request,
      );
      if (endpoint !== 'control' && answer.status === 200) answered.set(key, (answered.get(key) ?? 0) + 1);
      return answer;
    };
  };

/** Crashes on every body that is not JSON. */
export const crashesWithoutJson = changing((answer, request) =>
  request.endpoint === 'domains' || ![400, 422].includes(answer.status) || isJson(request)
    ? undefined
    : envelope(500, 'server_error', 'internal_error'),
);

/** A finder behind a firewall that takes the clients of Python for robots. */
export const pythonRefused = instead(({ endpoint, headers }) =>
  endpoint === 'finder' && /^python/.test(String(headers['user-agent'])) ? troubles['a page with 403']() : undefined,
);

/** Requests that some servers crash on, and what the report says of them, by endpoint: the sign itself if there was time to try each alone. */
const crashing: readonly [endpoint: FrontRequest['endpoint'], of: (request: FrontRequest) => boolean, said: RegExp][] =
  [
    ['domains', ({ headers }) => 'if-none-match' in headers, /the header `if-none-match`|the headers of a browser/],
    [
      'domains',
      ({ headers }) => 'content-type' in headers,
      /the header `content-type`|a client that traces its requests/,
    ],
    ['embeddings', ({ body }) => body.includes('@'), /Only with (?:`@`|quotes, .* a link) in the text/],
    ['embeddings', ({ body }) => body.includes('**'), /Only with (?:`\*\*`|quotes, .* a link) in the text/],
    [
      'embeddings',
      ({ body }) => body.includes('\\n# '),
      /Only with (?:a line that begins with `#`|line ends, .*) in the text/,
    ],
    ['embeddings', ({ body }) => body.includes('\\f'), /Only with (?:a form feed `\\f`|line ends, .*) in the text/],
    ['embeddings', ({ body }) => /[\u3000-\u9fff]{513}/.test(body.toString()), /other scripts in the text/],
    ['chat', ({ body }) => body.includes('≥'), /`instructions` of two lines/],
  ];

/** Servers that crash so, one for each of these; the name of a row is what its report says. */
export const crashingRows = Object.fromEntries(
  crashing.map(([endpoint, of, said]) => [
    `crashes on ${endpoint} requests: ${said.source}`,
    {
      middleware: [failingOn((request) => request.endpoint === endpoint && of(request))],
      areas: [endpoint],
      chosen: (rule: string) => /\.(accepts-valid|json-content-type)$/.test(rule),
      depth: 'standard' as const,
      failed: [`${endpoint}.accepts-valid`],
      said,
    },
  ]),
);

/** A finder that fails to refuse beside a printed quote in the query. */
export const quoteCrashes = changing(({ status }, request) =>
  request.endpoint === 'finder' && status === 422 && /[“”’]/.test(String(bodyOf(request).query))
    ? envelope(500, 'server_error', 'internal_error')
    : undefined,
);

/** A finder that answers 500 to a request that it must refuse for what it says, each other time that the same is sent. */
export const crashesNowAndThen: Middleware = (scene) => {
  const times = new Map<string, number>();
  return changing(({ status }, { endpoint, body }) => {
    const sent = Buffer.from(body).toString();
    const isRefused = endpoint === 'finder' && [400, 422].includes(status);
    if (isRefused) times.set(sent, (times.get(sent) ?? 0) + 1);
    return isRefused && (times.get(sent) ?? 0) % 2 === 1 ? envelope(500, 'server_error', 'internal_error') : undefined;
  })(scene);
};

function isJson({ body }: FrontRequest): boolean {
  try {
    JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
    return true;
  } catch {
    return false;
  }
}

/** Names another model in each search but the first on its connection. */
export const otherModelOnUsed: Middleware = (scene) => {
  const used = new WeakSet<object>();
  return changing((answer, { connection, endpoint }) => {
    const isNew = !used.has(connection);
    used.add(connection);
    const body = Buffer.from(String(answer.body).replace('svc-finder-v1', 'svc-finder-v0'));
    return isNew || endpoint !== 'finder' ? undefined : { ...answer, body };
  })(scene);
};

/** A firewall that refuses embeddings requests of more than this many bytes with a page, whatever their key. */
export const firewall = (most: number): Middleware =>
  instead(({ endpoint, body }) =>
    endpoint === 'embeddings' && body.length > most ? troubles['a page with 403']() : undefined,
  );

/** Describes a schema failure in a sentence instead of a list. */
export const detailInWords = changing((answer) =>
  answer.status === 422 && String(answer.body).includes('"detail"')
    ? { ...answer, body: Buffer.from('{"detail":"the request is not valid"}') }
    : undefined,
);

/** Answers from memory, before it looks at keys, what it answered to the same of another request. */
export const remembers =
  (endpoint: FrontRequest['endpoint'], sameOf: (request: FrontRequest) => string): Middleware =>
  ({ struck }) => {
    const known = new Map<string, FrontAnswer>();
    return async (request, next) => {
      if (request.endpoint !== endpoint) return next(request);
      const before = known.get(sameOf(request));
      if (before) struck();
      const answer = before ?? (await next(request));
      if (answer.status === 200 && answer.body instanceof Uint8Array) known.set(sameOf(request), answer);
      return answer;
    };
  };

/** A rerank that serves malformed keys if no documents are to be returned. */
export const rerankLetsIn = changing(({ status }, request) => {
  const isOpen = request.endpoint === 'rerank' && bodyOf(request).return_documents === false;
  if (!isOpen || status !== 401 || isKey(request)) return undefined;
  return { status: 200, headers: { 'content-type': 'application/json' }, body: Buffer.from('{}') };
});

const isKey = ({ headers }: FrontRequest): boolean =>
  /^bearer svc_(test|live)_[0-9a-f]{32}$/i.test(String(headers.authorization ?? ''));

/** A chat that crashes on conversations of more than this many messages. */
export const chatCrashes = (most: number): Middleware =>
  failingOn((request) => request.endpoint === 'chat' && size(bodyOf(request).messages) > most);

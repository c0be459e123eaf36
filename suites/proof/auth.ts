import type { ApiRequest, ApiResponse, Handler, Middleware } from '../../simulator/index.ts';
import { type EndpointName, type ErrorCode, errorTable } from '../../spec/index.ts';
import { type Deviation, mutant, tolerated } from './deviation.ts';
import { editAt } from './edit.ts';
import { type Asked, at, editReply, errorResponse, isObject, type Json, objectIn, withJson } from './wire.ts';

/** Which requests a difference is about: by their Authorization header, empty where there is none, and by what they ask. */
type Concerns = (header: string, asked: Asked, next: Handler) => boolean | Promise<boolean>;

const anyHeader: Concerns = () => true;
const isMissing = (header: string): boolean => header === '';
const isOtherScheme = (header: string): boolean => !isMissing(header) && !/^bearer( |$)/i.test(header);
const isEmptyToken = (header: string): boolean => /^bearer *$/i.test(header);
const tokenOf = (header: string): string => /^bearer +(\S+)$/i.exec(header)?.[1] ?? '';
const hasForm = (header: string): boolean => /^svc_(test|live)_[0-9a-fA-F]{32}$/.test(tokenOf(header));
const isMalformed = (header: string): boolean => tokenOf(header) !== '' && !hasForm(header);
const isLive = (header: string): boolean => header.includes('svc_live_');

const on =
  (endpoint: EndpointName, concerns: Concerns = anyHeader): Concerns =>
  (header, asked, next) =>
    asked.endpoint === endpoint && concerns(header, asked, next);
const streaming =
  (concerns: Concerns = anyHeader): Concerns =>
  (header, asked, next) =>
    asked.input?.stream === true && concerns(header, asked, next);

const headerOf = ({ request }: Asked): string => request.headers.authorization ?? '';
const withHeader = (request: ApiRequest, authorization: string): ApiRequest => ({
  ...request,
  headers: { ...request.headers, authorization },
});
const isRevoked: Concerns = async (header, asked, next) =>
  hasForm(header) && (await controlled(asked, next, `/keys/${tokenOf(header)}`)).revoked === true;

/** What the control API says. */
async function controlled({ request }: Asked, next: Handler, path: string): Promise<Json> {
  const { host } = request.headers;
  const headers = host === undefined ? {} : { host };
  const whole = request.path.replace(/\/v1\/.*$/s, `/_control${path}`);
  const { body } = await next({ method: 'GET', path: whole, headers, body: new Uint8Array() });
  return (body instanceof Uint8Array && objectIn(body)) || {};
}

async function activeKey(asked: Asked, next: Handler): Promise<string> {
  const { keys } = await controlled(asked, next, '/profile');
  return String(isObject(keys) ? keys.active : '');
}

/** True for a header that opens the service. */
export const isGood: Concerns = async (header, asked, next) => {
  const found = hasForm(header) ? await controlled(asked, next, `/keys/${tokenOf(header)}`) : {};
  return found.revoked === false;
};

/** Gives something else to requests that are answered with `status`. */
const where = (
  status: number,
  concerns: Concerns,
  instead: (response: ApiResponse, asked: Asked, next: Handler) => ApiResponse | Promise<ApiResponse>,
): Middleware =>
  at('all', async (asked, next) => {
    const response = await next(asked.request);
    const concerned = response.status === status && (await concerns(headerOf(asked), asked, next));
    return concerned ? instead(response, asked, next) : response;
  });

const answering = (status: number, concerns: Concerns, code: ErrorCode): Middleware =>
  where(status, concerns, () => errorResponse({ status: errorTable[code].status, format: 'envelope', code }));

/** Serves requests that are refused otherwise: in the name of the active key. */
const letIn = (concerns: Concerns, refused: 401 | 403 = 401): Middleware =>
  where(refused, concerns, async (_refusal, asked, next) =>
    next(withHeader(asked.request, `Bearer ${await activeKey(asked, next)}`)),
  );

const readAs = (pattern: RegExp, text: string): Middleware =>
  at('all', (asked, next) => {
    const header = headerOf(asked);
    return next(isMissing(header) ? asked.request : withHeader(asked.request, header.replace(pattern, text)));
  });

const edit401 = (edit: (error: Json) => Json, concerns: Concerns = anyHeader): Middleware =>
  edit(401, ({ error }) => ({ error: edit(error as Json) }), concerns);

/** Ends keys at calls of the control API: `ended` chooses among those made before. */
const ending =
  (method: 'POST' | 'DELETE', ended: (made: readonly string[]) => readonly string[]): Middleware =>
  (next) => {
    const made: string[] = [];
    return async (request) => {
      const response = await next(request);
      const keys = /^(.*\/_control\/keys)(?:\/[^/]+)?$/.exec(request.path)?.[1];
      if (keys === undefined) return response;
      if (request.method === method)
        for (const key of ended(made))
          await next({ ...request, method: 'DELETE', path: `${keys}/${key}`, body: new Uint8Array() });
      if (request.method === 'POST') made.push(String(objectIn(response.body as Uint8Array)?.key));
      return response;
    };
  };

/** Issues keys of another form, which work like any; `inner` gives the usual form back. */
const keysReading =
  (outer: (text: string) => string, inner: (text: string) => string): Middleware =>
  (next) =>
  async (request) => {
    const rewritten = (body: ApiResponse['body'], edit: (text: string) => string): Uint8Array =>
      Buffer.from(edit(Buffer.from(body as Uint8Array).toString()));
    const toControl = request.path.includes('/_control/');
    const { authorization } = request.headers;
    const asked = authorization === undefined ? request : withHeader(request, inner(authorization));
    const body = toControl ? rewritten(request.body, inner) : request.body;
    const response = await next({ ...asked, path: inner(request.path), body });
    const shown = /\/_control\/keys/.test(request.path);
    return shown ? { ...response, body: rewritten(response.body, outer) } : response;
  };

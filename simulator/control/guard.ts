import { createHash, timingSafeEqual } from 'node:crypto';
import { ApiError, errorAnswer } from '../core/errors.ts';
import { type ApiRequest, type ApiResponse, jsonResponse, type Middleware } from '../core/wire.ts';
import { bearerToken } from '../request/authenticate.ts';
import { splitPath } from '../request/route.ts';
import { controlPrefix, isControlPath } from './control.ts';

/** Who may use the control API of a server. */
export interface ControlAccess {
  /** The address on which the server listens. */
  readonly host: string;
  /** Every call must carry it: as a Bearer token, or in the path as `/_control/TOKEN/…`. */
  readonly token?: string | undefined;
}

/**
 * Protects the control API from pages of other origins in a browser of this machine, from foreign names that resolve to this machine (DNS rebinding),
 * and, beyond loopback, from everybody without the token. `/_control/health` is open to everybody. Browsers are refused with a page, programs with JSON.
 */
export function guardControl({ host, token }: ControlAccess): Middleware {
  const isOpen = isLoopback(host);
  return (next) => async (request) => {
    if (!isControlPath(request.path) || splitPath(request.path).path === `${controlPrefix}/health`)
      return next(request);
    const refuse = (status: 401 | 403, reason: string): ApiResponse => refusal(request, status, reason);
    if (isForeignPage(request))
      return refuse(403, 'the request comes from a page of another origin. Send it from a program');
    if (token !== undefined) {
      const own = `${controlPrefix}/${token}`;
      if (`${request.path}/`.startsWith(`${own}/`)) {
        return next({ ...request, path: `${controlPrefix}${request.path.slice(own.length)}` });
      }
      if (isEqual(bearerToken(request.headers.authorization ?? '') ?? '', token)) return next(request);
      return refuse(
        401,
        'the token is missing or wrong. Send the one of --control-token as `Authorization: Bearer TOKEN`, or in the path as `/_control/TOKEN/`',
      );
    }
    if (!isOpen) return refuse(403, 'the server listens beyond this machine. Start it with --control-token');
    if (request.headers.host !== undefined && !isLoopback(hostnameOf(request.headers.host))) {
      return refuse(
        403,
        'the Host header names another machine. Use 127.0.0.1 or localhost, or start it with --control-token',
      );
    }
    return next(request);
  };
}

function refusal({ method, headers }: ApiRequest, status: 401 | 403, reason: string): ApiResponse {
  const message = `Cannot use the control API: ${reason}.`;
  const code = status === 401 ? 'authentication_error' : 'permission_denied';
  if (method === 'GET' && headers.accept?.includes('text/html')) return refusalPage(status, message);
  return jsonResponse(errorAnswer(new ApiError(message, { code })));
}

/** For people with a browser. The message contains nothing from the request. */
function refusalPage(status: 401 | 403, message: string): ApiResponse {
  const next =
    status === 401 ? '<p>In a browser: open <code>/_control/TOKEN/</code>, with your token in place of TOKEN.</p>' : '';
  const text = message.replace(/`([^`]+)`/g, '<code>$1</code>');
  const page = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>assay simulator</title><h1>The dashboard is closed</h1><p>${text}</p>${next}</html>
`;
  return {
    status,
    headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': "default-src 'none'" },
    body: new TextEncoder().encode(page),
  };
}

/** Browsers say which page a request comes from; programs send neither header. */
function isForeignPage({ headers }: ApiRequest): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true;
  return headers.origin !== undefined && headers.origin.replace(/^https?:\/\//, '') !== headers.host;
}

function hostnameOf(hostHeader: string): string {
  return URL.canParse(`http://${hostHeader}`) ? new URL(`http://${hostHeader}`).hostname : '';
}

/** Whether a name or address always leads to this machine. */
export function isLoopback(name: string): boolean {
  return /^(?:127(?:\.\d{1,3}){3}|\[?::1\]?|(?:.+\.)?localhost)$/i.test(name);
}

function isEqual(one: string, other: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}

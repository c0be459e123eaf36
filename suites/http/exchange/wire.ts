import { hash } from 'node:crypto';
import { endpoints, isObject, oncePerObject } from '../../../spec/index.ts';
import {
  type Authorization,
  authorizationOf,
  type Call,
  type Notation,
  type notationParts,
  type WireRequest,
} from './exchange.ts';

/** Converts a call to a request to `baseUrl`, with the profile's active key if the call uses it. */
export function toWire(call: Call, baseUrl: string, activeKey: string): WireRequest {
  const { method, path } = endpoints[call.endpoint];
  // A space is sent as %20: not every server decodes `+` as a space. A literal plus is %2B already.
  const query = call.query === undefined ? '' : new URLSearchParams(call.query).toString().replaceAll('+', '%20');
  const url = `${baseUrl}${path}${query === '' ? '' : `?${query}`}`;
  const headers: Record<string, string> = {
    accept: wantsStream(call) ? 'text/event-stream, application/json' : 'application/json',
  };
  const authorization = authorizationHeader(authorizationOf(call), activeKey);
  if (authorization !== undefined) headers.authorization = authorization;
  if (method === 'GET') return { method, url, headers: withCallHeaders(headers, call) };
  const body = call.raw ?? encodedBody(call)?.bytes ?? new Uint8Array();
  return { method, url, headers: withCallHeaders({ ...headers, 'content-type': 'application/json' }, call), body };
}

function withCallHeaders(
  headers: Readonly<Record<string, string>>,
  { headers: replacements = {} }: Call,
): Record<string, string> {
  const result: Record<string, string> = { ...headers };
  for (const [name, value] of Object.entries(replacements)) {
    const { [name.toLowerCase()]: defaultValue } = result;
    delete result[name.toLowerCase()];
    const sent = typeof value === 'object' ? value && defaultValue : value;
    if (sent) result[name] = sent;
  }
  return result;
}

function authorizationHeader(authorization: Authorization, activeKey: string): string | undefined {
  switch (authorization.kind) {
    case 'active':
      return `Bearer ${activeKey}`;
    case 'key':
      return `Bearer ${authorization.key}`;
    case 'header':
      return authorization.value;
    case 'none':
      return undefined;
  }
}

/** The Authorization header of a request, in any spelling of its name. */
export const authorizationIn = ({ headers }: Pick<WireRequest, 'headers'>): string | undefined =>
  Object.entries(headers).find(([name]) => name.toLowerCase() === 'authorization')?.[1];

export function wantsStream(call: Call): boolean {
  return call.endpoint === 'chat' && isObject(call.body) && call.body.stream === true;
}

/** Calls with the same identity are the same request of a run. Computed once for each call, which may be long. */
export const identityOf = oncePerObject((call: Call): string => {
  const { endpoint, raw, query, authorization, headers } = call;
  const bytes = raw === undefined ? undefined : Buffer.from(raw).toString('base64');
  return JSON.stringify([endpoint, encodedBody(call)?.digest, bytes, query, authorization, headers]);
});

/** The bytes of a call's body, as it is sent. */
export const bytesOf = (call: Call): number => (call.raw ?? encodedBody(call)?.bytes ?? '').length;

interface EncodedBody {
  readonly bytes: Uint8Array;
  readonly digest: string;
}

const encodedBodies = {
  compact: oncePerObject((body) => encodeBody(body, undefined)),
  indented: oncePerObject((body) => encodeBody(body, 'indented')),
  escaped: oncePerObject((body) => encodeBody(body, 'escaped')),
  'after a blank': oncePerObject((body) => encodeBody(body, 'after a blank')),
  'before a line end': oncePerObject((body) => encodeBody(body, 'before a line end')),
  'over several lines': oncePerObject((body) => encodeBody(body, 'over several lines')),
  'in reverse order': oncePerObject((body) => encodeBody(body, 'in reverse order')),
} as const;

/** A body encoded as JSON, once for each body: many calls share one, and it may be long. Undefined without a body. */
function encodedBody({ body, notation }: Pick<Call, 'body' | 'notation'>): EncodedBody | undefined {
  if (typeof body !== 'object' || body === null) return encodeBody(body, notation);
  return encodedBodies[notation ?? 'compact'](body);
}

function encodeBody(body: unknown, notation: Notation | undefined): EncodedBody | undefined {
  const ordered = isWritten(notation, 'in reverse order') ? inReverse(body) : body;
  const compact = JSON.stringify(ordered, null, isWritten(notation, 'over several lines') ? 2 : undefined);
  if (compact === undefined) return undefined;
  const bytes = Buffer.from(written(compact, notation));
  return { bytes, digest: hash('sha256', bytes, 'base64') };
}

/** The same value with the fields of each object in reverse order. */
const inReverse = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(inReverse)
    : isObject(value)
      ? Object.fromEntries(
          Object.entries(value)
            .toReversed()
            .map(([name, one]) => [name, inReverse(one)]),
        )
      : value;

/** Indented JSON has all parts: it ends with a line end, as files do, and begins with a blank, as it may. */
const isWritten = (notation: Notation | undefined, part: (typeof notationParts)[number]): boolean =>
  notation === 'indented' || notation === part;

const written = (json: string, notation: Notation | undefined): string =>
  notation === 'escaped'
    ? escapeJson(json)
    : `${isWritten(notation, 'after a blank') ? ' ' : ''}${json}${isWritten(notation, 'before a line end') ? '\n' : ''}`;

/** JSON with escaped slashes and non-ASCII characters, and one escaped «e» so that almost every body has one. */
const escapeJson = (json: string): string =>
  escapeOneE(json)
    .replaceAll('/', '\\/')
    .replace(/[^\x20-\x7e]/g, escapeLetter);

const escapes = new Map<string, string>();

/** Written once for each letter: long texts repeat few. */
function escapeLetter(letter: string): string {
  const written = escapes.get(letter) ?? `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
  escapes.set(letter, written);
  return written;
}

function escapeOneE(json: string): string {
  for (const { 0: text, index: start } of json.matchAll(JSON_STRING))
    for (const { 0: piece, index } of text.matchAll(ESCAPE_OR_E))
      if (piece === 'e') return `${json.slice(0, start + index)}\\u0065${json.slice(start + index + 1)}`;
  return json;
}

const JSON_STRING = /"(?:[^"\\]+|\\.)*"/g;
const ESCAPE_OR_E = /\\(?:u.{4}|.)|e/g;

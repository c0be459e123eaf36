import { attachmentCap, isObject, type JsonPath, models } from '../../spec/index.ts';
import type { Call } from '../http/exchange/exchange.ts';
import { wantsStream } from '../http/exchange/wire.ts';
import { objectsIn } from '../judges/read.ts';
import { violationsOf } from '../model/classify.ts';
import { type Body, bases } from './bases.ts';
import { put } from './edit.ts';

/**
 * Smaller valid calls of the same kind, largest steps first: without special headers and notation, with the plainer
 * model, without a field, with lists and texts halved.
 */
export const smallerCalls = (call: Call): readonly Call[] => [...plainerCalls(call), ...smallerRequests(call)];

/** Those that ask for a stream if the call does, and for none if it does not: streams have rules of their own. */
export const smallerCallsAlike = (call: Call): readonly Call[] =>
  smallerCalls(call).filter((smaller) => wantsStream(smaller) === wantsStream(call));

/** The smallest found that shows the same as `start`: of the smaller ones the first that does, and so on, as long as one more may be tried. */
export async function shrink<Case>(
  start: Case,
  smallerOf: (one: Case) => readonly Case[],
  showsSame: (one: Case) => Promise<boolean>,
  mayTry: () => boolean,
): Promise<Case> {
  for (const smaller of smallerOf(start)) {
    if (!mayTry()) return start;
    if (await showsSame(smaller)) return shrink(smaller, smallerOf, showsSame, mayTry);
  }
  return start;
}

/** Filters of the catalogue with nothing special in them. */
const PLAIN_FILTERS = { q: 'e', category: 'unknown' } as const;

/** The call with a plain text, or plain filters: what is left of a shortened one looks as if it mattered. */
export function withPlainText(call: Call): Call {
  const { body, endpoint, query = {} } = call;
  if (endpoint === 'domains') {
    const plain = Object.entries(PLAIN_FILTERS).filter(([name, value]) => name in query && query[name] !== value);
    return plain.length === 0 ? call : { ...call, query: { ...query, ...Object.fromEntries(plain) } };
  }
  if (!isObject(body)) return call;
  const plain = bases[endpoint][0];
  if (endpoint === 'chat' && Array.isArray(body.messages)) {
    const text = objectsIn(plain?.messages)[0]?.item.text;
    return { ...call, body: { ...body, messages: body.messages.map((message: object) => ({ ...message, text })) } };
  }
  if (endpoint === 'embeddings')
    return typeof body.input === 'string' ? { ...call, body: { ...body, input: bases.embeddings[1]?.input } } : call;
  return { ...call, body: { ...body, query: plain?.query } };
}

/** The same request in compact JSON, without each of its special headers, and without a key where none is needed. */
function plainerCalls({ notation, headers = {}, ...call }: Call): readonly Call[] {
  const { authorization, ...open } = call;
  const keyless = call.endpoint === 'domains' && authorization !== undefined ? [{ ...open, headers }] : [];
  const compact = notation === undefined ? [] : [{ ...call, headers }];
  const plainer = Object.keys(headers).map((name) => {
    const { [name]: _, ...rest } = headers;
    return { ...call, ...(notation === undefined ? {} : { notation }), headers: rest };
  });
  return [...keyless, ...compact, ...plainer];
}

function smallerRequests(call: Call): readonly Call[] {
  const { endpoint, body, query } = call;
  if (endpoint === 'domains')
    return Object.keys(query ?? {}).map((name) => {
      const { [name]: _, ...rest } = query ?? {};
      return { ...call, query: rest };
    });
  if (!isObject(body)) return [];
  return smallerBodies(body)
    .filter((smaller) => violationsOf(endpoint, smaller).length === 0)
    .map((smaller) => ({ ...call, body: smaller }));
}

function smallerBodies(body: Body): readonly Body[] {
  const without = Object.keys(body).map((name) => {
    const { [name]: _, ...rest } = body;
    return rest;
  });
  // The cheaper model is the plainer one.
  const plain = body.model === models.chatPro && fitsStandard(body) ? [{ ...body, model: models.chat }] : [];
  return [...plain, ...without, ...halvesIn(body, []).map(({ path, value }) => put(body, path, value))];
}

/** Whether the attachments of a chat are within the lower cap of the standard model. A PDF may have any number of pages. Source: Limits. */
function fitsStandard({ messages }: Body): boolean {
  const sizeOf = (value: unknown): number => (Array.isArray(value) ? value.length : 0);
  const attached = objectsIn(messages).map(({ item }) => item);
  const images = attached.reduce((sum, { image_urls }) => sum + sizeOf(image_urls), 0);
  return images <= attachmentCap[models.chat] && attached.every(({ pdf_urls }) => sizeOf(pdf_urls) === 0);
}

interface Cut {
  readonly path: JsonPath;
  readonly value: unknown;
}

/**
 * Every path with a value that can be halved, with both halves. Values that may be refused for another reason are left out:
 * half of a URL or domain, and only white space (readings R10, R16).
 */
function halvesIn(value: unknown, path: JsonPath): readonly Cut[] {
  if (typeof value === 'string')
    return value.length > 1 && !URL.canParse(value) && !String(path[0]).endsWith('_domains')
      ? halves([...value])
          .map((half) => ({ path, value: half.join('') }))
          .filter((cut) => cut.value.trim() !== '')
      : [];
  if (Array.isArray(value)) {
    const ownHalves = value.length > 1 ? halves(value).map((half) => ({ path, value: half })) : [];
    return [...ownHalves, ...value.slice(0, 3).flatMap((item, at) => halvesIn(item, [...path, at]))];
  }
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, item]) => halvesIn(item, [...path, name]));
}

/** Both halves of a list, and the list without its last item. */
function halves<Item>(items: readonly Item[]): readonly (readonly Item[])[] {
  const middle = items.length >> 1;
  return [items.slice(0, middle), items.slice(middle), items.slice(0, -1)];
}

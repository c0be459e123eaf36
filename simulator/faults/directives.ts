import type { RerankRequest } from '../../spec/index.ts';
import type { Echo } from '../answers/index.ts';
import type { Call } from '../core/call.ts';
import { ApiError } from '../core/errors.ts';
import { isFaultName, readFault } from './fault-order.ts';
import { type Fault, faultKinds } from './faults.ts';

/** The faults that a request asks for in its own text, and the request without that part of the text. */
export interface Directed {
  readonly call: Call;
  readonly faults: readonly Fault[];
  /** What the answer must repeat as it was sent, if it differs from `call`. */
  readonly echo?: Echo;
}

/** How a directive begins, valid or not. No real question contains this. */
const opening = /\{\{\s*assay\b/gi;
const directive = /\{\{\s*assay\s*:([^{}]{0,200})\}\}/gi;
const between = /\{\{\s*assay\s*:[^{}]{0,200}\}\}/i;
const mostDirectives = 5;

/**
 * Reads directives such as `{{assay: stall after_messages=2}}`, upper or lower case, in the text of a request: the last message and the instructions of
 * a chat, the query, the inputs, the documents. For clients that can set nothing else. The returned call contains no directives, not even in earlier
 * messages, so that they do not change the answer. Throws 400 for an invalid one.
 */
export function readDirectives(call: Call): Directed {
  const texts = textsOf(call).filter(mayHold);
  const earlier = call.endpoint === 'chat' && call.request.messages.some(({ text }) => mayHold(text));
  if (texts.length === 0 && !earlier) return { call, faults: [] };
  const begun = texts.flatMap((text) => text.match(opening) ?? []).length;
  const found = texts.flatMap((text) => [...text.matchAll(directive)].map(([, words = '']) => words));
  if (found.length < begun) throw unreadable(whatIsWrong(texts));
  if (found.length > mostDirectives) throw unreadable(`there are more than ${mostDirectives}`);
  if (found.length === 0 && !earlier) return { call, faults: [] };
  const faults = found.map((words) => readWords(words, call));
  return { call: withoutDirectives(call), faults, ...echoOf(call) };
}

/** A fast first check: most texts have no braces. */
const mayHold = (text: string): boolean => text.includes('{{');

function textsOf(call: Call): readonly string[] {
  switch (call.endpoint) {
    case 'chat':
      return [call.request.messages.at(-1)?.text ?? '', call.request.instructions ?? ''];
    case 'embeddings':
      return [call.request.input].flat();
    case 'domains':
      return [call.request.q ?? ''];
    case 'rerank':
      return [call.request.query, ...call.request.documents.map(textOf)];
    default:
      return [call.request.query];
  }
}

const textOf = (document: RerankRequest['documents'][number]): string =>
  typeof document === 'string' ? document : document.text;

function whatIsWrong(texts: readonly string[]): string {
  const noColon = texts.some((text) => /\{\{\s*assay\b(?!\s*:)/i.test(text));
  return noColon ? 'a colon must follow assay' : 'it does not end with }}, or is too long';
}

function readWords(text: string, { endpoint }: Call): Fault {
  const [fault = '', ...pairs] = text.trim().toLowerCase().split(/\s+/);
  const fields = pairs.map((pair) => {
    const [name = '', value = ''] = pair.split('=', 2);
    return [name, /^-?\d+(?:\.\d+)?$/.test(value) ? Number(value) : value] as const;
  });
  // Not key, endpoint and times, which the control API has: a directive strikes its own request.
  const own: readonly string[] = isFaultName(fault) ? faultKinds[fault].fields : [];
  const stray = fields.find(([name]) => !own.includes(name));
  if (stray !== undefined && isFaultName(fault)) {
    const use = own.length === 0 ? 'It has none.' : `Use ${own.join(', ')}.`;
    throw unreadable(`${stray[0] || 'what stands there'} is no field of ${fault}. ${use}`);
  }
  const read = faultOf({ ...Object.fromEntries(fields), fault });
  const touches: readonly string[] = faultKinds[read.fault].touches;
  if (!touches.includes(endpoint)) throw unreadable(`${fault} does not touch ${endpoint}`);
  return read;
}

/** Like `readFault`, but throws 400 for every kind of error. */
function faultOf(value: object): Fault {
  try {
    return readFault(value);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const reasons = error.detail.map(({ loc, msg }) => `${loc.slice(1).join('.')}: ${msg}`).join(' ');
    throw unreadable(reasons || error.message);
  }
}

function withoutDirectives(call: Call): Call {
  switch (call.endpoint) {
    case 'chat': {
      const { instructions } = call.request;
      const messages = call.request.messages.map((message) => ({ ...message, text: cleaned(message.text) }));
      const own = typeof instructions === 'string' ? { instructions: cleaned(instructions) } : {};
      return { ...call, request: { ...call.request, ...own, messages } };
    }
    case 'embeddings': {
      const { input } = call.request;
      const clean = typeof input === 'string' ? cleaned(input) : input.map(cleaned);
      return { ...call, request: { ...call.request, input: clean } };
    }
    case 'domains':
      return { ...call, request: { ...call.request, q: cleaned(call.request.q ?? '') } };
    case 'rerank': {
      const documents = call.request.documents.map((document) => cleaned(textOf(document)));
      return { ...call, request: { ...call.request, query: cleaned(call.request.query), documents } };
    }
    default:
      return { ...call, request: { ...call.request, query: cleaned(call.request.query) } };
  }
}

/** A text without directives; one that has none stays as it is, spaces included. */
function cleaned(text: string): string {
  if (!mayHold(text)) return text;
  const parts = text.split(between);
  if (parts.length === 1) return text;
  return parts
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join(' ');
}

/** Finder repeats the query, rerank the documents. */
function echoOf(call: Call): { echo?: Echo } {
  if (call.endpoint === 'finder') return { echo: { query: call.request.query } };
  if (call.endpoint === 'rerank') return { echo: { documents: call.request.documents.map(textOf) } };
  return {};
}

function unreadable(reason: string): ApiError {
  const end = /[.?!]$/.test(reason) ? '' : '.';
  return new ApiError(
    `Cannot read the directive {{assay: FAULT field=value}}: ${reason}${end} This stand-in takes such words as a fault to show; leave them out otherwise.`,
    { code: 'invalid_request' },
  );
}

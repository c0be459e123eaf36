import type { Call } from './call.ts';
import { ApiError } from './errors.ts';
import { readFault } from './fault-order.ts';
import { type Fault, faultKinds } from './faults.ts';

/** Faults that a request asks for by itself, and the request without the words that ask for them. */
export interface Directed {
  readonly call: Call;
  readonly faults: readonly Fault[];
}

const opening = '{{assay:';
/** No question that anybody would ask holds this. */
const directive = /\{\{assay:([^{}]{0,200})\}\}/g;
const mostDirectives = 5;

/**
 * Reads directives such as `{{assay: stall after_messages=2}}` in the text of a request: the last message of a chat, the query, the inputs.
 * For clients that can set nothing else. Throws 400 for one that cannot be read.
 */
export function readDirectives(call: Call): Directed {
  const texts = textsOf(call).filter((text) => text.includes(opening));
  if (texts.length === 0) return { call, faults: [] };
  const found = texts.flatMap((text) => [...text.matchAll(directive)].map(([, words = '']) => words));
  if (found.length < texts.length) throw unreadable('it does not end with }}, or is too long');
  if (found.length > mostDirectives) throw unreadable(`there are more than ${mostDirectives}`);
  return { call: withoutDirectives(call), faults: found.map((words) => readWords(words, call)) };
}

function textsOf(call: Call): readonly string[] {
  switch (call.endpoint) {
    case 'chat':
      return [call.request.messages.at(-1)?.text ?? ''];
    case 'embeddings':
      return [call.request.input].flat();
    case 'domains':
      return [call.request.q ?? ''];
    default:
      return [call.request.query];
  }
}

function readWords(text: string, { endpoint }: Call): Fault {
  const [fault = '', ...pairs] = text.trim().split(/\s+/);
  const fields = pairs.map((pair) => {
    const [name = '', value = ''] = pair.split('=', 2);
    return [name, /^\d+$/.test(value) ? Number(value) : value] as const;
  });
  const stray = fields.find(([name]) => ['fault', 'key', 'endpoint', 'times', ''].includes(name));
  if (stray !== undefined) throw unreadable(`${stray[0] || 'what stands there'} is no field of it`);
  const read = faultOf({ ...Object.fromEntries(fields), fault });
  const touches: readonly string[] = faultKinds[read.fault].touches;
  if (!touches.includes(endpoint)) throw unreadable(`${fault} does not touch ${endpoint}`);
  return read;
}

/** Whatever is wrong with a directive, the request that holds it is refused with 400. */
function faultOf(value: object): Fault {
  try {
    return readFault(value);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const reasons = error.detail.map(({ loc, msg }) => `${loc.slice(1).join('.')}: ${msg}`).join(' ');
    throw unreadable(reasons || error.message);
  }
}

/** A chat without its directives, so that they do not stand in the way of its answer. Other requests are echoed, and stay. */
function withoutDirectives(call: Call): Call {
  if (call.endpoint !== 'chat') return call;
  const { messages } = call.request;
  const last = messages.length - 1;
  const clean = messages.map((message, at) => {
    const text = message.text.replaceAll(directive, ' ').trim();
    return at === last && text !== '' ? { ...message, text } : message;
  });
  return { ...call, request: { ...call.request, messages: clean } };
}

function unreadable(reason: string): ApiError {
  const end = /[.?!]$/.test(reason) ? '' : '.';
  return new ApiError(
    `Cannot read the directive {{assay: FAULT field=value}}: ${reason}${end} This stand-in takes such words as a fault to show; leave them out otherwise.`,
    { code: 'invalid_request' },
  );
}

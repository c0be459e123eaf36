import { isUtf8 } from 'node:buffer';
import { isObject } from '../../spec/index.ts';
import { type Call, excerpt, jsonOf, mediaTypeOf, type TransportFailure, type WireAnswer } from './exchange.ts';
import { isWholeStream } from './stream.ts';
import { wantsStream } from './wire.ts';

/** What a whole answer is, by its status: each kind has a form of its own. */
type Kind = 'answer' | 'stream' | 'refusal';

/** So often must answers of a class have come each time before others are taken as they come. */
const LASTING = 3;

/**
 * Tells answers that are in no form of the API: a page of a gateway or a firewall, an empty body, a body or a stream that was cut short where no
 * length was given. That is a bad day of a target which gave well-formed answers before. One that never did is judged by what it gives.
 */
export class Forms {
  readonly #seen = new Set<string>();
  readonly #lasting = new Map<string, number>();

  /** The answer, with a failure where it is in no form of the API although others were. */
  read<Answer extends WireAnswer>(call: Call, answer: Answer): Answer {
    const kind = kindOf(call, answer);
    if (kind === undefined) return answer;
    if (isWellFormed(kind, answer)) {
      for (const seen of [kind, 'refusal']) this.#seen.add(`${call.endpoint} ${seen}`);
      return answer;
    }
    const isKnown = (this.#lasting.get(classOf(call, answer)) ?? 0) >= LASTING;
    if (isKnown || !this.#seen.has(`${call.endpoint} ${kind}`)) return answer;
    return { ...answer, failure: garbled(answer) };
  }

  /** Takes note of an answer that came to a request each time, and gives it as it came. */
  lasts<Answer extends WireAnswer & { readonly call: Call }>(answer: Answer): Answer {
    if (answer.failure?.kind !== 'garbled') return answer;
    const name = classOf(answer.call, answer);
    this.#lasting.set(name, (this.#lasting.get(name) ?? 0) + 1);
    return asItCame(answer);
  }
}

/** Answers that one cause may have. */
const classOf = ({ endpoint }: Call, answer: WireAnswer): string =>
  `${endpoint} ${answer.status} ${mediaTypeOf(answer)}`;

/** The answer without the failure that it is in no form. */
export function asItCame<Answer extends WireAnswer>(answer: Answer): Answer {
  if (answer.failure?.kind !== 'garbled') return answer;
  const { failure: _, ...whole } = answer;
  return whole as Answer;
}

function kindOf(call: Call, { failure, status }: WireAnswer): Kind | undefined {
  if (failure !== undefined || status === 429 || status >= 500) return undefined;
  if (status >= 300) return 'refusal';
  return wantsStream(call) ? 'stream' : 'answer';
}

function isWellFormed(kind: Kind, answer: WireAnswer): boolean {
  if (kind === 'stream' && mediaTypeOf(answer) === 'text/event-stream') return isWholeStream(answer);
  const reading = jsonOf(answer);
  // Written to its end and labelled so, it is what the target has to say, however badly: no gateway makes it of an answer.
  if (!reading.ok) return mediaTypeOf(answer) === 'application/json' && isWritten(answer.body);
  return kind !== 'refusal' || (isObject(reading.value) && hasError(reading.value, answer.status));
}

/** Whether a body that is no JSON is an object from its first brace to its last, as in another encoding, with `NaN` or with a comma too many. */
function isWritten(body: Uint8Array): boolean {
  const text = Buffer.from(body).toString('latin1').trim();
  return text.startsWith('{') && text.endsWith('}') && text.split('{').length === text.split('}').length;
}

/** Whether a body says what is wrong as the API does. A framework says `{"detail": "Not Found"}` of paths that it does not know. */
const hasError = (body: object, status: number): boolean =>
  'error' in body || ('detail' in body && (status !== 404 || Array.isArray(body.detail)));

/** What is wrong with an answer that is in no form of the API. */
export function garbled(answer: WireAnswer): TransportFailure {
  const type = mediaTypeOf(answer);
  const code = `${answer.status}${type === '' ? '' : ` ${type}`}`;
  const body = answer.body.length === 0 ? 'an empty body' : excerpt(answer.body);
  const why = isUtf8(answer.body) ? 'in no form of the API' : 'not UTF-8';
  const message = `the answer (${code}) is ${why}, although others were: ${body}`;
  return { kind: 'garbled', code, message };
}

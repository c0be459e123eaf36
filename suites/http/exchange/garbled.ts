import { isUtf8 } from 'node:buffer';
import { type EndpointName, endpoints, isObject } from '../../../spec/index.ts';
import { type Call, excerpt, jsonOf, mediaTypeOf, type TransportFailure, type WireResponse } from './exchange.ts';
import { isCompleteStream, lacksOnlyDone, streamOf } from './stream.ts';
import { wantsStream } from './wire.ts';

/** What a complete response should be, by its status. Each kind has its own format. */
type ResponseKind = 'answer' | 'stream' | 'refusal';

/** After this many persistent responses of a class, further ones are accepted as they are. */
const PERSISTENT_AFTER = 3;

/**
 * Finds responses that do not look like the API: a page of a gateway or a firewall, in HTML or JSON, an empty body, a body or stream that
 * was cut off without a declared length. For a target that sent well-formed responses before, that is a temporary
 * failure. A target that never did is judged by what it sends.
 */
export class GarbledResponses {
  readonly #wellFormed = new Set<string>();
  readonly #persistent = new Map<string, number>();
  /** What kind of response each of these bodies should have been; they came before any well-formed one. */
  readonly #early = new WeakMap<Uint8Array, string>();

  /** The response; with a failure if it does not look like the API although others did. */
  markIfGarbled<Response extends WireResponse>(call: Call, response: Response): Response {
    const kind = kindOf(call, response);
    if (kind === undefined) return response;
    if (isWellFormed(kind, call, response)) {
      for (const seen of [kind, 'refusal']) this.#wellFormed.add(`${call.endpoint} ${seen}`);
      return response;
    }
    const isPersistent = (this.#persistent.get(classOf(call, response)) ?? 0) >= PERSISTENT_AFTER;
    if (isPersistent) return response;
    if (!this.#wellFormed.has(`${call.endpoint} ${kind}`)) {
      this.#early.set(response.body, `${call.endpoint} ${kind}`);
      return response;
    }
    return { ...response, failure: garbledFailure(response) };
  }

  /** Whether a response does not look like the API, and came before any that does. */
  isUnfamiliar({ body }: WireResponse): boolean {
    return this.#early.has(body);
  }

  /** Whether a response was accepted only because no well-formed one was known yet, as there is now. */
  isOutdated({ body }: WireResponse): boolean {
    return this.#wellFormed.has(this.#early.get(body) ?? '');
  }

  /** Notes a response that came to a request each time, and returns it without the failure. */
  acceptPersistent<Response extends WireResponse & { readonly call: Call }>(response: Response): Response {
    if (response.failure?.kind !== 'garbled') return response;
    const name = classOf(response.call, response);
    this.#persistent.set(name, (this.#persistent.get(name) ?? 0) + 1);
    return withoutGarbledFailure(response);
  }
}

/** Responses that may have the same cause. */
const classOf = ({ endpoint }: Call, response: WireResponse): string =>
  `${endpoint} ${response.status} ${mediaTypeOf(response)}`;

/** The response without a `garbled` failure. */
export function withoutGarbledFailure<Response extends WireResponse>(response: Response): Response {
  if (response.failure?.kind !== 'garbled') return response;
  const { failure: _, ...whole } = response;
  return whole as Response;
}

function kindOf(call: Call, { failure, status }: WireResponse): ResponseKind | undefined {
  if (failure !== undefined || status === 429 || status >= 500) return undefined;
  if (status >= 300) return 'refusal';
  return wantsStream(call) ? 'stream' : 'answer';
}

function isWellFormed(kind: ResponseKind, { endpoint, body }: Call, response: WireResponse): boolean {
  const parsed = jsonOf(response);
  // The whole stream of the API comes from the target itself, whatever its label and whether it was asked for: no gateway sends that.
  // What is JSON is no stream: a long answer is not read as one, too.
  if (kind !== 'refusal' && !parsed.ok && isCompleteStream(response)) return true;
  // Sent again it would be another instance's, perhaps, and nobody would hear of the end marker that is missing.
  if (kind === 'stream' && mediaTypeOf(response) === 'text/event-stream')
    return lacksOnlyDone(response, isObject(body) && body.include_follow_ups === true);
  // A complete body with the right content type comes from the target itself, however broken: no gateway sends that.
  if (!parsed.ok) return mediaTypeOf(response) === 'application/json' && looksComplete(response.body);
  if (!isObject(parsed.value)) return false;
  return hasError(parsed.value, response.status) || (kind !== 'refusal' && hasAnswer(parsed.value, endpoint));
}

/** Whether a body has half of the fields of an answer. What stands before an API says in JSON, too, that it is being maintained. */
function hasAnswer(body: object, endpoint: EndpointName): boolean {
  const { required } = endpoints[endpoint].response;
  return 2 * required.filter((field) => field in body).length >= required.length;
}

/** Whether a body that is not valid JSON is still a complete object: another encoding, `NaN`, an extra comma. */
function looksComplete(body: Uint8Array): boolean {
  const text = Buffer.from(body).toString('latin1').trim();
  return text.startsWith('{') && text.endsWith('}') && text.split('{').length === text.split('}').length;
}

/** Whether a body reports an error as the API does. A framework says `{"detail": "Not Found"}` for unknown paths. */
const hasError = (body: object, status: number): boolean =>
  'error' in body || ('detail' in body && (status !== 404 || Array.isArray(body.detail)));

/** The failure for a response that does not look like the API. */
export function garbledFailure(response: WireResponse): TransportFailure {
  const type = mediaTypeOf(response);
  const code = `${response.status}${type === '' ? '' : ` ${type}`}`;
  const body = response.body.length === 0 ? 'an empty body' : excerpt(response.body);
  if (breaksOff(response))
    return { kind: 'garbled', code: 'broken', message: `the answer (${code}) breaks off: ${body}` };
  const why = isUtf8(response.body) ? 'in no form of the API' : 'not UTF-8';
  const message = `the answer (${code}) is ${why}, although others were: ${body}`;
  return { kind: 'garbled', code, message };
}

/** Whether a body that declared no length was cut off: a stream without its end, or the beginning of an object. */
function breaksOff(response: WireResponse): boolean {
  if (mediaTypeOf(response) === 'text/event-stream') return streamOf(response).doneAt === -1;
  return response.body[0] === 0x7b && !jsonOf(response).ok && !looksComplete(response.body);
}

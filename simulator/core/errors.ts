import { errorTable } from '../../spec/index.ts';
import type { JsonAnswer } from './wire.ts';

/** Statuses and types by code: the specification's table, two codes for routing (readings R13), and one for rate limits, which it leaves open. */
const simulatorErrors = {
  ...errorTable,
  not_found: { status: 404, type: 'invalid_request_error' },
  method_not_allowed: { status: 405, type: 'invalid_request_error' },
  rate_limit_exceeded: { status: 429, type: 'rate_limit_error' },
} as const;

/** Code of any error the simulator answers with. */
type SimulatorErrorCode = keyof typeof simulatorErrors;

/** One entry of a 422 `{detail}` list. Source: Errors, 422 schema validation format. */
export interface DetailItem {
  readonly type: string;
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  readonly input?: unknown;
}

interface Envelope {
  readonly code: SimulatorErrorCode;
  /** Set if the specification gives this code another status than the table (attachments: 422). */
  readonly status?: number;
  readonly param?: string | null;
  readonly headers?: Record<string, string>;
}

/** The only error that a step of the pipeline throws on purpose: an envelope, or a list of schema failures. */
export class ApiError extends Error {
  readonly envelope: Envelope | null;
  readonly detail: readonly DetailItem[];

  constructor(message: string, content: Envelope | readonly DetailItem[]) {
    super(message);
    this.name = 'ApiError';
    this.envelope = isDetail(content) ? null : content;
    this.detail = isDetail(content) ? content : [];
  }
}

/** The 422 that lists schema failures. */
export function schemaError(detail: readonly DetailItem[]): ApiError {
  return new ApiError('The request does not match its schema.', detail);
}

/** Throws the 422 for the names of `given` that are not `known`; `msg` says what to use. */
export function refuseUnknown(from: 'body' | 'query', given: object, known: readonly string[], msg: string): void {
  const unknown = Object.keys(given).filter((name) => !known.includes(name));
  if (unknown.length > 0)
    throw schemaError(unknown.map((name) => ({ type: 'extra_forbidden', loc: [from, name], msg })));
}

/** An error as people read it, in one line. */
export function reasonOf({ message, envelope, detail }: ApiError): string {
  if (envelope !== null) return message;
  return detail.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`).join(' ');
}

/** Turns an error into its answer; the only place that knows the shape of error bodies. */
export function errorAnswer(error: ApiError): JsonAnswer {
  if (error.envelope === null) return { status: 422, value: { detail: error.detail } };
  const { code, status = simulatorErrors[code].status, param = null, headers = {} } = error.envelope;
  return {
    status,
    value: { error: { message: error.message, type: simulatorErrors[code].type, code, param } },
    headers,
  };
}

function isDetail(content: Envelope | readonly DetailItem[]): content is readonly DetailItem[] {
  return Array.isArray(content);
}

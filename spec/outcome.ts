import type { ErrorCode } from './errors.ts';

/**
 * What the specification says an invalid request gives: status, body format (the envelope `{error: {…}}` or the schema validation list
 * `{detail: […]}`) and, for an envelope, its code and parameter.
 */
export type ErrorOutcome =
  | { readonly status: number; readonly format: 'envelope'; readonly code: ErrorCode; readonly param?: string }
  | { readonly status: 422; readonly format: 'detail' };

/** Outcome of schema and type failures (Errors, 422 schema validation format). */
export const schemaFailure = { status: 422, format: 'detail' } as const satisfies ErrorOutcome;

/** Outcome of a semantic check of an endpoint: 400 with the envelope (Errors, 422 schema validation format, last sentence). */
export function semanticFailure(code: ErrorCode): ErrorOutcome {
  return { status: 400, format: 'envelope', code };
}

/** Outcome of an attachment check: 422, yet with the envelope and a named parameter (Errors, per-endpoint causes, chat). */
export function attachmentFailure(code: ErrorCode, param: 'pdf_urls' | 'image_urls'): ErrorOutcome {
  return { status: 422, format: 'envelope', code, param };
}

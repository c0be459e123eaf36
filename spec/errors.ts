/** The table «Codes by status»: each code with the status it usually has and its type. Source: Errors, codes by status. */
export const errorTable = {
  model_not_found: { status: 400, type: 'invalid_request_error' },
  missing_required_field: { status: 400, type: 'invalid_request_error' },
  invalid_request: { status: 400, type: 'invalid_request_error' },
  content_too_long: { status: 400, type: 'invalid_request_error' },
  too_many_messages: { status: 400, type: 'invalid_request_error' },
  batch_size_exceeded: { status: 400, type: 'invalid_request_error' },
  documents_limit_exceeded: { status: 400, type: 'invalid_request_error' },
  authentication_error: { status: 401, type: 'authentication_error' },
  insufficient_credits: { status: 402, type: 'insufficient_credits' },
  permission_denied: { status: 403, type: 'permission_error' },
  internal_error: { status: 500, type: 'server_error' },
  service_unavailable: { status: 503, type: 'server_error' },
} as const satisfies Record<string, { status: number; type: string }>;

/** Machine-readable code of an error envelope. */
export type ErrorCode = keyof typeof errorTable;

/** Category of an error envelope. Source: Errors, envelope. */
export type ErrorType = (typeof errorTable)[ErrorCode]['type'];

/** The five categories that `error.type` may hold. */
export const errorTypes = [...new Set(Object.values(errorTable).map((row) => row.type))] as readonly ErrorType[];

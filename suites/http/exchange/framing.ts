import type { WireRequest, WireResponse } from './exchange.ts';

/** Whether the body of a request goes out in chunks instead of with its length. */
export const isInChunks = ({ headers }: Pick<WireRequest, 'headers'>): boolean => 'transfer-encoding' in headers;

/**
 * Whether the target wants a length, or knows no chunks or no `Expect`. HTTP allows that, and a client sends such a request again with its length
 * (readings S48; RFC 9110, sections 10.1.1 and 15.5.12; RFC 9112, section 6.1). One that takes a body in chunks for none, or for a part of it, says nothing of the kind.
 */
export const refusesChunks = (request: WireRequest, { status }: WireResponse): boolean =>
  isInChunks(request) && [411, 417, 501].includes(status);

/** The request with its length instead of chunks. */
export function withLength(request: WireRequest): WireRequest {
  const { 'transfer-encoding': _, expect: __, ...headers } = request.headers;
  return { ...request, headers };
}

import { isObject } from '../../../spec/index.ts';
import type { TransportFailure, WireRequest } from '../exchange/exchange.ts';
import { ProxyFailure } from './network.ts';

/** The phase of an exchange in which it failed. */
export type Phase = 'waiting for a connection' | 'connecting' | 'waiting for an answer' | 'reading the answer';

/** The circumstances of an exchange that failed. */
export interface FailureContext {
  readonly request: WireRequest;
  readonly timeoutMs: number;
  /** Why we ended it; undefined if we did not. */
  readonly endedBy: 'timeout' | 'cancelled' | 'left' | undefined;
  readonly phase: Phase;
  /** The status that came; 0 without one. */
  readonly status: number;
  readonly received: number;
  /** Whether the whole declared body had been received. */
  readonly isComplete: boolean;
}

/** Longest headers of a response that are read, in bytes. */
export const MAX_HEADERS = 128 * 1_024;

const CONNECT_REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there. Start the target, or correct the address',
  ENOTFOUND: 'there is no host of that name. Correct the address',
  EAI_AGAIN: 'its name cannot be looked up now. Check the network',
  EHOSTUNREACH: 'there is no way to that host. Check the network',
  ENETUNREACH: 'there is no way to that network. Check the network',
  ETIMEDOUT: 'it does not answer. Check the address and the firewall',
};

/** We closed the connection in the middle of a stream. */
export const LEFT: TransportFailure = { kind: 'left', message: 'the client left before the end of the stream' };

/** Says why no complete response came: the address, the reason and the next step. */
export function transportFailure(
  error: unknown,
  { request, timeoutMs, endedBy, phase, status, received, isComplete }: FailureContext,
): TransportFailure {
  const { origin, protocol } = new URL(request.url);
  if (endedBy === 'cancelled') return { kind: 'cancelled', message: 'the run was stopped' };
  if (endedBy === 'left') return LEFT;
  if (endedBy === 'timeout') return timedOut(origin, timeoutMs, phase, { status, received });
  if (error instanceof ProxyFailure)
    return {
      kind: 'connect',
      message: `cannot connect to ${origin}: ${error.message}. Correct the variable, or list the host in NO_PROXY`,
      code: 'EPROXY',
    };
  const code = codeOf(error);
  const named = code === '' ? {} : { code };
  if (code in CONNECT_REASONS && phase !== 'reading the answer')
    return { kind: 'connect', message: `cannot connect to ${origin}: ${CONNECT_REASONS[code]} (${code})`, ...named };
  const tls = tlsTrouble(error, code, protocol);
  if (tls !== undefined) return { kind: 'tls', message: `cannot speak with ${origin}: ${tls}`, ...named };
  if (code === 'HPE_HEADER_OVERFLOW')
    return {
      kind: 'too-large',
      message: `the headers of the answer from ${origin} are longer than ${MAX_HEADERS / 1_024} KB. Send fewer cookies or other headers`,
      ...named,
    };
  if (isComplete && code.startsWith('HPE_'))
    return {
      kind: 'overlong',
      message: `${origin} answered ${status} with more than the ${received} bytes that it declares. Content-Length counts bytes, not characters`,
      ...named,
    };
  return { kind: 'broken', message: brokenMessage(error, code, origin, phase, received), ...named };
}

function timedOut(
  origin: string,
  timeoutMs: number,
  phase: Phase,
  { status, received }: Pick<FailureContext, 'status' | 'received'>,
): TransportFailure {
  const within = `within ${timeoutMs} ms`;
  if (phase === 'connecting')
    return {
      kind: 'connect',
      message: `cannot connect to ${origin} ${within}. Check the address and the firewall`,
      code: 'ETIMEDOUT',
    };
  const came =
    phase === 'reading the answer'
      ? `it answered ${status}, but only ${received} bytes of its body were received`
      : 'nothing of it came';
  return {
    kind: 'timeout',
    message: `no whole answer from ${origin} ${within}: ${came}. If it needs longer, raise --timeout`,
  };
}

/** The message for a TLS failure: only one side speaks TLS, or the certificate is not trusted. */
function tlsTrouble(error: unknown, code: string, protocol: string): string | undefined {
  const message = errorMessage(error);
  if (protocol === 'http:') {
    const packet = isObject(error) ? error.rawPacket : undefined;
    // A TLS record begins with its type, 0x15 for an alert, and 0x03.
    const isAlert = packet instanceof Uint8Array && packet[0] === 0x15 && packet[1] === 0x03;
    return isAlert ? 'that port speaks TLS. Write https:// instead of http://' : undefined;
  }
  if (code === 'EPROTO' && /wrong version number|packet length too long|unknown protocol/i.test(message))
    return 'that port does not speak TLS. Write http:// instead of https://';
  if (code.endsWith('ALERT_CERTIFICATE_REQUIRED') || code.endsWith('ALERT_UNKNOWN_CA'))
    return `it wants a client certificate that it trusts (${code}). Name one in ASSAY_CLIENT_CERT and ASSAY_CLIENT_KEY`;
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID' || /CERT|SELF_SIGNED|UNABLE_TO_VERIFY/.test(code))
    return `its certificate is not trusted (${code}). Use a valid one, or name its authority in NODE_EXTRA_CA_CERTS`;
  return code === 'EPROTO' || code.startsWith('ERR_SSL') || code.startsWith('ERR_TLS')
    ? `TLS could not be set up (${code}). Check the address and its certificate`
    : undefined;
}

function brokenMessage(error: unknown, code: string, origin: string, phase: Phase, received: number): string {
  if (code.startsWith('HPE_'))
    return `what came from ${origin} is no HTTP: ${errorMessage(error).replace(/^Parse Error: /, '')} (${code}). Look at what answers there`;
  const reason = code === '' ? errorMessage(error) : code;
  return phase === 'reading the answer'
    ? `${origin} broke its answer off after ${received} bytes of the body (${reason}). Look at the log of the target`
    : `${origin} closed the connection without an answer (${reason}). Look at the log of the target`;
}

/** The error code of the system, such as ECONNRESET; empty without one. */
export function codeOf(error: unknown): string {
  return isObject(error) && 'code' in error ? String(error.code) : '';
}

const errorMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error));

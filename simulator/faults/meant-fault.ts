import { type ErrorCode, errorTable } from '../../spec/index.ts';
import { type FaultName, faultKinds } from './faults.ts';

/** Names that are often guessed, by the fault that does it. */
const guesses: readonly (readonly [guess: RegExp, meant: string])[] = [
  [/429|rate|throttl|too_?many/, 'rate_limit'],
  [/^50?0$|server|crash/, 'internal_error'],
  [/502|gateway/, 'bad_gateway'],
  [/402|credit|payment|balance/, 'custom_response with status 402, or a key with too little balance'],
  [/401|auth/, 'custom_response with status 401, or a revoked key'],
  [/timeout|hang|freeze|never/, 'stall (half an answer, then nothing), or latency with latency_ms'],
  [/slow|delay|late|wait|sleep/, 'latency with latency_ms, or pace (ttft_ms, event_ms) in a stream'],
  [/disconnect|close|drop|abort|conn|network/, 'reset, truncate, or reset_stream in a stream'],
  [/json|malformed|corrupt|garbage/, 'truncate, malformed_event in a stream, or custom_response with your own body'],
  [/empty/, 'no_sources, no_results or no_answer'],
  [/stream|sse|event/, 'stream_error, cut_event, malformed_event or stream_style'],
];

const statusOf = (name: string): number | undefined =>
  /^[2-5]\d\d$/.test(name)
    ? Number(name)
    : Object.hasOwn(errorTable, name)
      ? errorTable[name as ErrorCode].status
      : undefined;

/** What somebody may have meant by the name of a fault that does not exist; undefined if nothing comes near. */
export function meantFault(name: string): string | undefined {
  const plain = name.toLowerCase().replace(/[\s-]+/g, '_');
  const same = (Object.keys(faultKinds) as FaultName[]).find(
    (one) => one.replaceAll('_', '') === plain.replaceAll('_', ''),
  );
  const guess = same ?? guesses.find(([pattern]) => pattern.test(plain))?.[1];
  const status = statusOf(plain);
  return guess ?? (status === undefined ? undefined : `custom_response with status ${status}`);
}

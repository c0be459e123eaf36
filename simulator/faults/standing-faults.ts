import { testKeys } from '../../fixtures/index.ts';
import type { Fault } from './faults.ts';

/** Faults that strike every request of a documented key, like test card numbers. They are never used up or disarmed. */
export const standingFaults: ReadonlyMap<string, readonly Fault[]> = new Map<string, readonly Fault[]>([
  [testKeys.limited, [{ fault: 'rate_limit', retry_after_s: 1 }]],
  [testKeys.failing, [{ fault: 'internal_error' }]],
  [testKeys.breaking, [{ fault: 'stream_error', after_messages: 1 }]],
  [testKeys.unreachable, [{ fault: 'reset' }]],
  [
    testKeys.slow,
    [
      { fault: 'latency', latency_ms: 2_000 },
      { fault: 'pace', ttft_ms: 500, event_ms: 100 },
    ],
  ],
]);

import type { Call } from '../core/call.ts';
import type { FaultStep } from '../faults/faults.ts';
import { streamFaults } from '../stream/stream-faults.ts';

const first: readonly FaultStep[] = [
  ['pass'],
  ['latency'],
  ['internal_error', 'rate_limit', 'bad_gateway', 'custom_response', 'reset'],
];
const broken: FaultStep = ['truncate', 'stall'];
const plain = [...first, broken];
const ofFinder = [...first, ['no_results'], broken] satisfies FaultStep[];
const ofFinderWithAnswer = [...first, ['no_results'], ['no_answer'], broken] satisfies FaultStep[];
const ofDomains = [...first, ['service_unavailable'], ['stale_catalog'], broken] satisfies FaultStep[];
const ofChat = [...first, ['no_sources'], ['pace']] satisfies FaultStep[];
const followUps = [['no_follow_ups'], ['follow_ups_not_invoked']] satisfies FaultStep[];
const ofStream = [streamFaults, ['stream_style']] satisfies FaultStep[];

/** The faults that can strike a call, by step; at most one of each step strikes. A fault in no step does not apply to the call. */
export function faultSteps({ endpoint, request }: Call): readonly FaultStep[] {
  switch (endpoint) {
    case 'chat':
      return [
        ...ofChat,
        ...(request.include_follow_ups ? followUps : []),
        ...(request.stream === true ? ofStream : [broken]),
      ];
    case 'finder':
      return request.include_answer ? ofFinderWithAnswer : ofFinder;
    case 'domains':
      return ofDomains;
    default:
      return plain;
  }
}

import { expect, it } from 'vitest';
import { valid } from '../ask.test-support.ts';
import type { Call } from '../core/call.ts';
import { faultKinds } from '../faults/faults.ts';
import { faultSteps } from './fault-steps.ts';

const calls = [
  { endpoint: 'chat', request: { ...valid.chat, include_follow_ups: true } },
  { endpoint: 'chat', request: { ...valid.chat, stream: true } },
  { endpoint: 'finder', request: { ...valid.finder, include_answer: true } },
  { endpoint: 'embeddings', request: valid.embeddings },
  { endpoint: 'rerank', request: valid.rerank },
  { endpoint: 'domains', request: {} },
] as unknown as readonly Call[];

it('every fault has a step in calls of the operations that it applies to, and in no others', () => {
  for (const [fault, { touches }] of Object.entries(faultKinds)) {
    const struck = calls.filter((call) => (faultSteps(call).flat() as string[]).includes(fault));
    expect(new Set(struck.map(({ endpoint }) => endpoint)), fault).toEqual(new Set(touches));
  }
});

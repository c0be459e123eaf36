import { describe } from 'vitest';
import { noAccents, rerankCrashes } from './defects.test-support.ts';
import { emptyThrottled } from './keys.test-support.ts';
import { noise } from './noise.test-support.ts';
import { proveRows } from './prove-rows.test-support.ts';

/** Rules that shared the request with the one that is blamed could not be judged on it. */
const sharing = (_: string, reason: string): boolean =>
  /valid (finder|rerank) request was answered with 500/.test(reason);

describe.concurrent('what belongs to the request is blamed on', () => {
  proveRows([
    {
      name: 'answers 500 to every query with an accent',
      conditions: [noAccents],
      areas: ['finder'],
      failed: ['finder.accepts-valid'],
      open: sharing,
    },
    {
      name: 'crashes on 102 to 999 documents',
      conditions: [rerankCrashes(102, 999)],
      areas: ['rerank', 'billing'],
      chosen: (rule) => /rerank/.test(rule),
      failed: ['rerank.accepts-valid'],
      open: sharing,
    },
    {
      name: 'crashes on 102 to 999 documents, behind a gateway that fails now and then',
      conditions: [noise(0.03, ['502', '503']), rerankCrashes(102, 999)],
      areas: ['rerank', 'billing'],
      chosen: (rule) => /rerank/.test(rule),
      failed: ['rerank.accepts-valid'],
      open: sharing,
    },
    {
      name: 'throttles a key without credit each time instead of asking for credit',
      conditions: [emptyThrottled],
      areas: ['finder', 'billing'],
      failed: ['billing.zero-balance'],
      // The sequences of the model begin with such a key.
      open: (rule) => rule === 'billing.model',
    },
  ]);
});

import { describe } from 'vitest';
import { noAccents, rerankCrashes } from './defects.test-support.ts';
import { proveRows } from './judge-bent.test-support.ts';
import { emptyThrottled } from './keys.test-support.ts';
import { noise } from './noise.test-support.ts';

describe('what belongs to the request is blamed on', () => {
  proveRows([
    {
      name: 'answers 500 to every query with an accent',
      bends: [noAccents],
      areas: ['finder', 'errors', 'billing'],
      failed: ['finder.accepts-valid'],
    },
    {
      name: 'crashes on 102 to 999 documents',
      bends: [rerankCrashes(102, 999)],
      areas: ['rerank', 'errors', 'billing'],
      failed: ['rerank.accepts-valid'],
    },
    {
      name: 'crashes on 102 to 999 documents, behind a gateway that fails now and then',
      bends: [noise(0.03, ['502', '503']), rerankCrashes(102, 999)],
      areas: ['rerank'],
      failed: ['rerank.accepts-valid'],
    },
    {
      name: 'throttles a key without credit each time instead of asking for credit',
      bends: [emptyThrottled],
      areas: ['finder', 'billing'],
      failed: ['billing.zero-balance'],
    },
  ]);
});

import { expect, it } from 'vitest';
import { maskKeys } from '../../../reports/index.ts';
import type { Context } from '../../engine/context/context.ts';
import { redact } from '../../http/exchange/redact.ts';
import { badCalls, keyFaults } from './bad-keys.ts';

const active = 'svc_test_0123456789abcdef0123456789abcdef';
const revoked = 'svc_test_00112233445566778899aabbccddeeff';
const context: Context = {
  seed: 1,
  settings: {},
  client: { cache: {} },
  profile: { keys: { active } },
  revokedKey: async () => revoked,
  otherRevokedKeys: async () => [],
  hasControlApi: false,
  requestsAreFree: true,
  withLog: () => context,
} as unknown as Context;

const headersOf = async (fault: (typeof keyFaults)[number]): Promise<readonly (string | undefined)[]> =>
  (await badCalls(context, fault)).map(({ authorization }) =>
    authorization.kind === 'header' ? authorization.value : undefined,
  );

it('bad keys are never the valid key itself, sent properly', async () => {
  for (const fault of keyFaults) expect(await headersOf(fault)).not.toContain(`Bearer ${active}`);
});

it('bad keys never show enough of the valid key to guess it', async () => {
  for (const fault of keyFaults)
    for (const header of await headersOf(fault)) {
      expect(maskKeys(header ?? '', [])).not.toContain(active.slice(9, -4));
      expect(redact(header ?? '', [])).not.toContain(active.slice(9, -4));
    }
});

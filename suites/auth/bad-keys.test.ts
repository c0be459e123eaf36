import { describe, expect, it } from 'vitest';
import { maskKeys } from '../../reports/index.ts';
import type { Context } from '../engine/context.ts';
import { hasKeyForm, redact } from '../target/redact.ts';
import { badCalls, keyFaults } from './bad-keys.ts';

const active = 'svc_test_0123456789abcdef0123456789abcdef';
const revoked = 'svc_test_00112233445566778899aabbccddeeff';
const context = {
  seed: 1,
  profile: { keys: { active } },
  revokedKey: async () => revoked,
} as unknown as Context;

const headersOf = async (fault: (typeof keyFaults)[number]): Promise<readonly (string | undefined)[]> =>
  (await badCalls(context, fault)).map(({ authorization }) =>
    authorization.kind === 'header' ? authorization.value : undefined,
  );

describe('bad keys', () => {
  it('are tried on all four keyed endpoints', async () => {
    for (const fault of keyFaults) {
      const calls = await badCalls(context, fault);
      expect(new Set(calls.map(({ call }) => call.endpoint))).toEqual(
        new Set(['chat', 'finder', 'embeddings', 'rerank']),
      );
    }
  });

  it('are never the valid key itself, sent properly', async () => {
    for (const fault of keyFaults) expect(await headersOf(fault)).not.toContain(`Bearer ${active}`);
  });

  it('have the form of a key when they are unknown, and lack it when they are malformed', async () => {
    const token = (header: string | undefined): string => header?.replace('Bearer ', '') ?? '';
    for (const header of await headersOf('unknown')) expect(hasKeyForm(token(header))).toBe(true);
    for (const header of await headersOf('malformed')) expect(hasKeyForm(token(header))).toBe(false);
  });

  it('never show enough of the valid key to guess it', async () => {
    for (const fault of keyFaults)
      for (const header of await headersOf(fault)) {
        expect(maskKeys(header ?? '', [])).not.toContain(active.slice(9, -4));
        expect(redact(header ?? '', [])).not.toContain(active.slice(9, -4));
      }
  });
});

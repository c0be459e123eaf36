import { describe, expect, it } from 'vitest';
import { paidEndpoints } from '../../spec/index.ts';
import type { Context } from '../engine/context.ts';
import { validCall } from '../generate/bases.ts';
import { exchangeOf } from '../judges/exchange.test-support.ts';
import { Unjudgeable } from '../judges/judgement.ts';
import { badBodies } from './bodies.ts';
import { judgeFailed } from './scenarios.ts';

const due = { status: 500, code: 'internal_error', type: 'server_error' };
const failed = (status: number, error: unknown) => exchangeOf(validCall('rerank'), { error }, { status });

describe('an armed server fault', () => {
  it('is fine with its status, code and type', () => {
    expect(judgeFailed(failed(500, { code: 'internal_error', type: 'server_error' }), due)).toBe('fine');
  });

  it('breaks the rule with another status, code or type', () => {
    for (const exchange of [
      failed(502, { code: 'internal_error', type: 'server_error' }),
      failed(500, { code: 'oops', type: 'server_error' }),
      failed(500, { code: 'internal_error', type: 'internal' }),
      failed(200, { code: 'internal_error', type: 'server_error' }),
    ])
      expect(judgeFailed(exchange, due)).toMatchObject({ kind: 'broken' });
  });

  it('tells nothing when the request succeeds: the fault did not strike', () => {
    expect(() => judgeFailed(exchangeOf(validCall('rerank'), { results: [] }), due)).toThrow(Unjudgeable);
  });
});

describe('bad bodies', () => {
  const bytes = (controlled: boolean, kind: Parameters<typeof badBodies>[1]): readonly (Uint8Array | undefined)[] =>
    badBodies({ controlled } as Context, kind).map(({ call }) => call.raw);
  const decode = (raw: Uint8Array | undefined): string => new TextDecoder('utf-8', { fatal: true }).decode(raw);

  it('are no JSON when malformed, though they are UTF-8', () => {
    for (const raw of bytes(true, 'malformed')) expect(() => JSON.parse(decode(raw))).toThrow(SyntaxError);
  });

  it('are JSON but for the bytes when they are not UTF-8', () => {
    for (const raw of bytes(true, 'invalid-utf8')) {
      expect(() => decode(raw)).toThrow(TypeError);
      expect(JSON.parse(new TextDecoder().decode(raw))).toBeTypeOf('object');
    }
  });

  it('come to every paid endpoint, and once to chat where it costs money', () => {
    const calls = badBodies({ controlled: false } as Context, 'malformed');
    expect(new Set(calls.map(({ call }) => call.endpoint))).toEqual(new Set(paidEndpoints));
    expect(calls.filter(({ call }) => call.endpoint === 'chat')).toHaveLength(1);
  });
});

import { expect, it } from 'vitest';
import { paidEndpoints } from '../../../spec/index.ts';
import type { Context } from '../../engine/context/context.ts';
import { badBodies } from './bodies.ts';

const bytes = (controlled: boolean, kind: Parameters<typeof badBodies>[1]): readonly (Uint8Array | undefined)[] =>
  badBodies({ hasControlApi: controlled, requestsAreFree: controlled } as Context, kind).map(({ call }) => call.raw);
const decode = (raw: Uint8Array | undefined): string => new TextDecoder('utf-8', { fatal: true }).decode(raw);

it('bad bodies are no JSON when malformed, though they are UTF-8', () => {
  for (const raw of bytes(true, 'malformed')) expect(() => JSON.parse(decode(raw))).toThrow(SyntaxError);
});

it('bad bodies are JSON but for bytes that are not UTF-8, or an escape that cannot be written in it, or kept', () => {
  for (const raw of bytes(true, 'invalid-utf8')) {
    const text = new TextDecoder().decode(raw);
    expect(JSON.parse(text)).toBeTypeOf('object');
    if (text.includes(String.raw`\ud83e`)) expect(JSON.stringify(JSON.parse(text))).toContain(String.raw`\ud83e`);
    else if (!text.includes(String.raw`\u0000`)) expect(() => decode(raw)).toThrow(TypeError);
  }
});

it('bad bodies come to every paid endpoint, and once to chat where it costs money', () => {
  const calls = badBodies({ hasControlApi: false } as Context, 'malformed');
  expect(new Set(calls.map(({ call }) => call.endpoint))).toEqual(new Set(paidEndpoints));
  expect(calls.filter(({ call }) => call.endpoint === 'chat')).toHaveLength(1);
});

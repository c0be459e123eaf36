import { describe, expect, it } from 'vitest';
import { resolveConstraint } from '../../spec/index.ts';
import { get } from './edit.ts';
import { pairsOf } from './pairs.ts';

const mutated = (constraint: string, place: (string | number)[]): unknown[] =>
  pairsOf(resolveConstraint(constraint)).examples.map((pair) => get(pair.mutated.body, place));

describe('minimal pairs', () => {
  it('break a text in the first, the middle and the last message', () => {
    const long = [0, 1, 2].map((at) =>
      mutated('chat /messages/*/text maxLength', ['messages', at, 'text']).some((text) => String(text).length > 32_000),
    );
    expect(long).toEqual([true, true, true]);
  });

  it('fill a conversation up with turns of both roles, the last one the caller’s', () => {
    const [messages] = mutated('chat /messages maxItems', ['messages']) as { role: string }[][];
    expect(messages).toHaveLength(201);
    expect(messages?.at(-1)?.role).toBe('user');
    expect(new Set(messages?.map(({ role }) => role))).toEqual(new Set(['user', 'assistant']));
  });

  it('break a domain filter behind a good entry too', () => {
    expect(mutated('chat /exclude_domains/* type', ['exclude_domains', 0])).toContain('asthma.example');
  });

  it('try names that differ from the known ones by their case, their end or a space', () => {
    expect(mutated('chat /model enum', ['model'])).toEqual(
      expect.arrayContaining(['svc-chat-v1-preview', 'SVC-CHAT-V1', ' svc-chat-v1']),
    );
    expect(mutated('finder /search_depth enum', ['search_depth'])).toEqual(expect.arrayContaining(['Advanced', '']));
    expect(mutated('chat /messages/*/role enum', ['messages', 2, 'role'])).toContain('User');
  });
});

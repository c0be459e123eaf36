import { describe, expect, it } from 'vitest';
import { Context } from '../engine/context.ts';
import { ReadingLog } from '../engine/reading-log.ts';
import { Unjudgeable } from '../engine/signals.ts';
import { TargetClient } from '../target/client.ts';
import type { Call } from '../target/exchange.ts';
import { namesOf } from './entries.ts';
import { inOneSnapshot, wholeCall } from './snapshot.ts';

const small: Call = { endpoint: 'domains', query: { limit: '1' } };

/** A context whose target answers each request with the next of these snapshots: its stamp and its names. */
function contextWith(...snapshots: readonly (readonly [stamp: string, ...names: string[]])[]): Context {
  const left = [...snapshots];
  const profile = { name: 'target', base_url: 'http://127.0.0.1:1', keys: { active: 'key' }, deterministic: false };
  const client = new TargetClient({
    baseUrl: profile.base_url,
    activeKey: profile.keys.active,
    concurrency: 1,
    timeoutMs: 1_000,
    transport: {
      send: async () => {
        const [generated_at, ...names] = left.shift() ?? ['none left'];
        const body = { generated_at, domains: names.map((domain) => ({ domain, category: 'unknown' })) };
        return { status: 200, headers: [], body: new TextEncoder().encode(JSON.stringify(body)), chunks: [] };
      },
      close: async () => undefined,
    },
  });
  const settings = { profile, seed: 1, concurrency: 1, timeoutMs: 1_000, rules: [] };
  return new Context(settings as unknown as Context['settings'], client, undefined, new ReadingLog());
}

describe('two answers of one snapshot', () => {
  it('carry the same stamp', async () => {
    const pair = await inOneSnapshot(contextWith(['1', 'a', 'b'], ['1', 'a']), wholeCall, small);
    expect([namesOf(pair.reference), namesOf(pair.exchange)]).toEqual([['a', 'b'], ['a']]);
  });

  it('are asked for again when the snapshot was replaced in between', async () => {
    const context = contextWith(['1', 'a'], ['2', 'b'], ['2', 'b', 'c'], ['2', 'b']);
    const pair = await inOneSnapshot(context, wholeCall, small);
    expect([namesOf(pair.reference), namesOf(pair.exchange)]).toEqual([['b', 'c'], ['b']]);
  });

  it('may be stamped anew each time when the list is the same before and after', async () => {
    const context = contextWith(['1', 'a'], ['2', 'a'], ['3', 'a', 'b'], ['4', 'a'], ['5', 'a', 'b']);
    const pair = await inOneSnapshot(context, wholeCall, small);
    expect([namesOf(pair.reference), namesOf(pair.exchange)]).toEqual([['a', 'b'], ['a']]);
  });

  it('cannot be had from a list that keeps changing', async () => {
    const context = contextWith(['1', 'a'], ['2', 'b'], ['3', 'c'], ['4', 'd'], ['5', 'e']);
    await expect(inOneSnapshot(context, wholeCall, small)).rejects.toThrow(Unjudgeable);
  });
});

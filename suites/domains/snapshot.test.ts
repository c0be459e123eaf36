import { describe, expect, it } from 'vitest';
import { Context } from '../engine/context.ts';
import { ReadingLog } from '../engine/reading-log.ts';
import { Unjudgeable } from '../judges/judgement.ts';
import { TargetClient } from '../target/client.ts';
import type { Call } from '../target/exchange.ts';
import { namesOf } from './entries.ts';
import { inOneSnapshot, wholeCall } from './snapshot.ts';

const small: Call = { endpoint: 'domains', query: { limit: '1' } };

/** What a target answers with: its version and moment as `1@2`, or the moment alone, and names. */
type Snapshot = readonly [stamp: string, ...names: string[]];

/** A context whose target answers each request with the next of these snapshots. */
function contextWith(...snapshots: readonly Snapshot[]): Context {
  const left = [...snapshots];
  return answering(() => left.shift() ?? ['none left']);
}

/** A context whose target answers each request with a snapshot; `next` hears the number of the request, from 1. */
function answering(next: (limited: boolean, count: number) => Snapshot): Context {
  let count = 0;
  const profile = { name: 'target', base_url: 'http://127.0.0.1:1', keys: { active: 'key' }, deterministic: false };
  const client = new TargetClient({
    baseUrl: profile.base_url,
    neighbour: (endpoint) => ({ endpoint }),
    activeKey: profile.keys.active,
    concurrency: 1,
    timeoutMs: 1_000,
    transport: {
      send: async ({ url }) => {
        count += 1;
        const [stamp, ...names] = next(url.endsWith('limit=1'), count);
        const [generated_at, version] = stamp.split('@').toReversed();
        const body = { version, generated_at, domains: names.map((domain) => ({ domain, category: 'unknown' })) };
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

  it('carry the same version too', async () => {
    const context = answering((limited) => [limited ? 'v2@1' : 'v1@1', 'a']);
    await expect(inOneSnapshot(context, wholeCall, small)).rejects.toThrow(Unjudgeable);
  });

  it('are found among two replicas that answer in turn', async () => {
    const replicas: readonly Snapshot[] = [
      ['1', 'a', 'b'],
      ['2', 'c', 'd'],
    ];
    const context = answering((limited, count) => {
      const [stamp, ...names] = replicas[count % 2] ?? ['none'];
      return [stamp, ...(limited ? names.slice(0, 1) : names)];
    });
    const { reference, exchange } = await inOneSnapshot(context, wholeCall, small);
    expect(namesOf(exchange)).toEqual(namesOf(reference).slice(0, 1));
  });

  it('may be stamped anew each time when the lists stand still', async () => {
    const context = answering((limited, count) => [String(count), 'a', ...(limited ? [] : ['b'])]);
    const pair = await inOneSnapshot(context, wholeCall, small);
    expect([namesOf(pair.reference), namesOf(pair.exchange)]).toEqual([['a', 'b'], ['a']]);
  });

  it('cannot be told from replicas that answer in turn and stamp every answer anew', async () => {
    const context = answering((_, count) => [String(count), count % 2 === 0 ? 'a' : 'b']);
    await expect(inOneSnapshot(context, wholeCall, small)).rejects.toThrow(Unjudgeable);
  });

  it('cannot be had from a list that keeps changing', async () => {
    const context = answering((_, count) => [String(count), `name-${count}`]);
    await expect(inOneSnapshot(context, wholeCall, small)).rejects.toThrow(
      'no two answers of 22 to compare have the same `version` and `generated_at`',
    );
  });
});

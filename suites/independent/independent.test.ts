import { describe, expect, it } from 'vitest';
import { checks } from '../catalogue.ts';
import { openSession } from '../engine/session.ts';
import { parseProfile } from '../profile/parse-profile.ts';
import { profile } from '../proof/second-server/control.ts';
import type { House } from '../proof/second-server/house.ts';
import { startIndependent } from '../proof/second-server/server.ts';
import { bugTables } from './bugs-index.test-support.ts';
import { choices } from './choices.test-support.ts';
import type { Choice } from './choices-kindly.test-support.ts';

/** What came out of order when a server was judged by the chosen rules: `verdict rule: reason`. */
async function findings({ plant, told = {} }: Choice, rule?: string): Promise<string[]> {
  const server = await startIndependent(plant);
  const whole = { ...profile(server.ledger, server.url), ...told };
  if ('keys' in told) whole.keys = { active: server.ledger.profileKeys.active } as typeof whole.keys;
  const plain: unknown = JSON.parse(JSON.stringify(whole));
  const settings = { seed: 1, concurrency: 4, timeoutMs: 10_000, rules: [], quick: true };
  const session = openSession({ ...settings, profile: parseProfile(plain, 'the profile of this test', {}) });
  const found: string[] = [];
  try {
    for (const check of rule === undefined ? checks : checks.filter((one) => one.rule === rule)) {
      const { verdict, reason } = await session.judge(check);
      if (verdict !== 'pass' && verdict !== 'skip') found.push(`${verdict} ${check.rule}: ${reason}`);
    }
    return found;
  } finally {
    await session.close();
    await server.stop();
  }
}

const ruleIn = (finding: string): string => finding.split(/[ :]/)[1] ?? '';
const sound = (): void => undefined;
const fewer = { control_url: undefined, fixtures_url: undefined, deterministic: undefined };

const profiles: Record<string, object> = {
  'everything that a profile can say': {},
  'a key and nothing else': { ...fewer, keys: undefined },
  'an empty and a revoked key': fewer,
  'a control API, not deterministic and without fixtures': { fixtures_url: undefined, deterministic: undefined },
};

/** Choices that go together: one run judges them all, for a run takes seconds. */
const shops: Record<string, readonly string[]> = {
  'a talkative shop': [
    'broken JSON and bodies that are no objects as 400',
    'no inputs as a semantic error',
    'locations with more in front',
    'fields and events of a later version',
    'brackets that are no citations',
    'refused requests charged',
    'embeddings with a price',
    'images fetched before they are counted',
  ],
  'a strict shop': [
    'unknown fields refused',
    'blank queries, texts and inputs refused',
    'images fetched, and none of ours to be had',
    'a catalogue of one domain',
    'no words on steps but one',
  ],
  'a poor shop': ['a service with little to say', 'a control API without faults'],
  'a restless shop': [
    'answers never the same',
    'a catalogue without document counts',
    'a control API that revokes nothing',
  ],
  'a kind shop': [
    'names in any case',
    'fractions cut',
    'filters must look like domains',
    'comments as heartbeats',
    'end marker not ended',
    'no titles',
  ],
  'a shop on the move': [
    'two machines with a catalogue each',
    'snapshots stamped by week',
    'ties sorted by number',
    'categories in two cases',
  ],
  'a shop off the beaten track': [
    'lengths of the schema as 400',
    'no messages as invalid_request',
    'nulls for defaults',
    'catalogue closed to bad keys',
    'a control API of keys alone',
  ],
};

describe('a correct server of another make', () => {
  it.each(Object.entries(profiles))('breaks no rule, judged with %s', async (_, told) => {
    expect(await findings({ plant: sound, told })).toEqual([]);
  });

  it.each(Object.entries(shops))('may make all choices of %s at once', async (_, names) => {
    const made = names.map((name) => choices[name] ?? { plant: () => expect.fail(`no choice ${name}`) });
    const warned = made.flatMap(({ warns = [] }) => warns);
    const plant = (house: House): void => {
      for (const choice of made) choice.plant(house);
    };
    const found = await findings({ plant, told: Object.assign({}, ...made.map(({ told }) => told)) });
    expect(found.filter((one) => !(one.startsWith('warn ') && warned.includes(ruleIn(one))))).toEqual([]);
  });

  it('makes every choice in some shop', () => {
    expect(Object.values(shops).flat().toSorted()).toEqual(Object.keys(choices).toSorted());
  });
});

describe('a bug of an implementer turns its rule red', () => {
  it.each(Object.entries(bugTables))('in %s', async (_, bugs) => {
    const missed: string[] = [];
    for (const [name, [rule, plant]] of Object.entries(bugs)) {
      const found = await findings({ plant }, rule);
      if (!found.some((one) => /^(fail|warn) /.test(one)))
        missed.push(`${name} (${rule}): ${found.join() || 'nothing'}`);
    }
    expect(missed).toEqual([]);
  });
});

import { createHash } from 'node:crypto';
import { deviations } from '../deviations.ts';
import { findDeviation } from '../find-deviation.ts';
import { ownServers, type ServerName, serverNames } from './servers.ts';
import { tryDeviation } from './try-deviation.ts';
import { type Condition, conditionsFor, when } from './when.ts';

/** A mutant, its condition, and the server behind both. */
export interface Drawn {
  readonly id: string;
  readonly condition: Condition;
  readonly server: ServerName;
}

/** The result at standard depth. `never met`: no request of the suites was one that it changes; perhaps none can be. */
export interface ConditionResult {
  readonly id: string;
  readonly server: string;
  readonly seen: 'by its rule' | 'by another rule' | 'not seen' | 'never met';
  /** The findings of the rules, the mutant's own rule first. */
  readonly words: string;
}

const mutants = deviations.filter(({ expected }) => expected !== 'pass');

/**
 * Mutants behind conditions, drawn by a seed: each once at most, and equal seeds give equal ones. Each has a place of its own, so that a new row or a new
 * level changes hardly any of the others.
 */
export function drawConditions(count: number, seed: number): readonly Drawn[] {
  const placeOf = (name: string): string => createHash('sha256').update(`${seed} ${name}`).digest('hex');
  const placed = <Item>(items: readonly Item[], nameOf: (item: Item) => string): readonly Item[] =>
    items
      .map((item) => ({ item, place: placeOf(nameOf(item)) }))
      .toSorted((one, other) => (one.place < other.place ? -1 : 1))
      .map(({ item }) => item);
  return placed(mutants, ({ id }) => id)
    .slice(0, count)
    .map((mutant) => {
      const { id } = mutant;
      const [condition] = placed(
        conditionsFor(mutant),
        ({ endpoint, factor, level }) => `${id} ${endpoint} ${factor} ${level}`,
      );
      const [server] = placed(serverNames, (name) => `${id} ${name}`);
      return { id, condition: condition as Condition, server: server as ServerName };
    });
}

/** Every mutant behind every condition, on both servers. */
export const allConditions = (): readonly Drawn[] =>
  mutants.flatMap((mutant) =>
    conditionsFor(mutant).flatMap((condition) => serverNames.map((server) => ({ id: mutant.id, condition, server }))),
  );

/** Judges a mutant behind a condition, first by its own rule alone, then by related rules. */
export async function tryCondition({ id, condition, server: name }: Drawn): Promise<ConditionResult> {
  const server = ownServers[name];
  const mutant = findDeviation(id);
  const alone = await tryDeviation(when(mutant, condition), server, { alone: true, depth: 'standard' });
  if (alone.faults.length === 0)
    return { id: alone.id, server: server.name, seen: 'by its rule', words: wordsOf(alone.red) };
  const behind = when(mutant, condition);
  const wide = await tryDeviation(behind, server, { depth: 'standard' });
  const blamed = wide.red.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn');
  const unseen = behind.struck() > 0 ? 'not seen' : 'never met';
  const seen = wide.faults.length === 0 ? 'by its rule' : blamed.length > 0 ? 'by another rule' : unseen;
  return { id: alone.id, server: server.name, seen, words: wordsOf(wide.red) };
}

const wordsOf = (red: readonly { readonly rule: string; readonly reason: string }[]): string =>
  red.map(({ rule, reason }) => `${rule}: ${reason}`)[0] ?? '';

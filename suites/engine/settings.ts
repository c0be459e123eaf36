import type { Profile } from '../profile/profile.ts';

/** How many circumstances the valid requests of a run combine: all pairs, all triples, all combinations of four. */
export const depths = ['quick', 'standard', 'thorough'] as const;

export type Depth = (typeof depths)[number];

/** All settings of a run; plain data, so that it can be passed to the engine's worker. */
export interface RunSettings {
  readonly profile: Profile;
  readonly seed: number;
  /** Generated cases for each property; by price if undefined. */
  readonly runs?: number;
  /** Without a depth, only ready-made cases are tried. */
  readonly depth?: Depth;
  /** Tries only ready-made cases, for proving mutants in hundreds of runs. */
  readonly quick?: boolean;
  /** Upper bound of the bill in micros. */
  readonly budgetMicros?: number;
  /** Refused requests count as free: the user says so, for the specification leaves it open (readings R20). */
  readonly freeRefusals?: boolean;
  readonly concurrency: number;
  /** Bound of one request in milliseconds. */
  readonly timeoutMs: number;
  /** True if the fixtures host serves every path of the manifest; else only those are used that every host has. */
  readonly wholeFixtures?: boolean;
  /** Rules to judge, by id. */
  readonly rules: readonly string[];
  /** Failed cases to repeat, by rule id. */
  readonly replay?: Readonly<Record<string, { readonly seed: number; readonly path: string }>>;
  /** File to which every exchange is written. */
  readonly recordTo?: string;
  /** Recording to judge in place of a target: nothing is sent. */
  readonly recording?: string;
  /** Which recording of that file, from 0: a file may hold one for each shard. */
  readonly recordingPart?: number;
}

/** Defaults of `assay check`. The embedded simulator may spend seconds on an attachment, and serves nobody else. */
export const defaults = { seed: 1, concurrency: 12, embeddedConcurrency: 16, timeoutMs: 30_000 } as const;

export const secretsOf = (settings: RunSettings): readonly string[] =>
  Object.values(settings.profile.keys).filter((key) => key !== undefined);

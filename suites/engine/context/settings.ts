import type { Profile } from '../../profile/profile.ts';

/** Which combinations of circumstances the valid requests of a run cover: all pairs, all triples, all fours. */
export const depths = ['quick', 'standard', 'thorough'] as const;

export type Depth = (typeof depths)[number];

/** All settings of a run; plain data, so that they can be sent to a worker thread. */
export interface RunSettings {
  readonly profile: Profile;
  readonly seed: number;
  /** Number of generated cases for each property; undefined to choose by the price of requests. */
  readonly runs?: number;
  /** Without a depth, only predefined cases are tried. */
  readonly depth?: Depth;
  /** True to try only predefined cases and to wait less: mutants are proved in hundreds of runs. */
  readonly quick?: boolean;
  /** Upper bound of the cost in micros. */
  readonly budgetMicros?: number;
  /** True if refused requests are free. The user says so, because the specification leaves it open (readings R20). */
  readonly freeRefusals?: boolean;
  readonly concurrency: number;
  /** Timeout of one request in milliseconds. */
  readonly timeoutMs: number;
  /** True if the fixtures host serves every path of the manifest; otherwise only paths are used that every host has. */
  readonly wholeFixtures?: boolean;
  /** Rules to judge, by id. */
  readonly rules: readonly string[];
  /** Failed cases to repeat, by rule id. */
  readonly replay?: Readonly<Record<string, { readonly seed: number; readonly path: string }>>;
  /** File to which every exchange is written. */
  readonly recordTo?: string;
  /** File of a recording to judge instead of a target: nothing is sent. */
  readonly recording?: string;
  /** Which recording of that file, from 0: a file may hold one for each shard. */
  readonly recordingPart?: number;
}

/** Defaults of `assay check`. The embedded simulator has a higher concurrency because it serves nobody else. */
export const defaults = { seed: 1, concurrency: 12, embeddedConcurrency: 16, timeoutMs: 30_000 } as const;

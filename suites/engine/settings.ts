import type { Profile } from '../profile/profile.ts';

/** How many circumstances the valid requests of a run combine: all pairs, all triples, all fours. */
export const depths = ['quick', 'standard', 'thorough'] as const;

/** One of them. */
export type Depth = (typeof depths)[number];

/** Everything a run needs to know; plain data, so that it can be handed to the engine's worker. */
export interface RunSettings {
  readonly profile: Profile;
  readonly seed: number;
  /** Generated cases per property; undefined for the defaults by price. */
  readonly runs?: number;
  /** How thoroughly circumstances are combined; ready-made cases alone without it. */
  readonly depth?: Depth;
  /** Ready-made cases only, none generated: for proving mutants, hundreds of runs in a row. */
  readonly quick?: boolean;
  /** Upper bound of the bill in micros. */
  readonly budgetMicros?: number;
  /** Requests under way at once. */
  readonly concurrency: number;
  /** Bound of one request in milliseconds. */
  readonly timeoutMs: number;
  /** True where the host of the fixtures is known to serve every path of their manifest; without it, those that every host has are used. */
  readonly wholeFixtures?: boolean;
  /** Rules to judge, by id. */
  readonly rules: readonly string[];
  /** Failed cases to repeat, by rule id. */
  readonly replay?: Readonly<Record<string, { readonly seed: number; readonly path: string }>>;
  /** File to write every exchange to. */
  readonly recordTo?: string;
  /** Recording to judge instead of a target: nothing is sent. */
  readonly recording?: string;
  /** Which of the recordings in that file, from 0: those of shards were joined. */
  readonly recordingPart?: number;
}

/** Defaults of `assay check`. The embedded simulator reads some attachments for seconds, and nobody else waits for it meanwhile. */
export const defaults = { seed: 1, concurrency: 10, embeddedConcurrency: 16, timeoutMs: 30_000 } as const;

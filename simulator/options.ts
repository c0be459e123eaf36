import type { Behaviour } from './behaviour.ts';
import type { Mutant } from './mutant.ts';
import type { Middleware } from './wire.ts';
import type { ClockName } from './world.ts';

/** How a simulator differs from the usual one; everything may be left out. */
export interface SimulatorOptions {
  /** Decides every answer together with the request. 1 unless told. */
  readonly seed?: number;
  /** `fixed` (2026-01-01) unless told. */
  readonly clock?: ClockName;
  /** Where PDFs are fetched from: our own fixtures (`simulated`, unless told) or the internet (`real`). */
  readonly network?: 'simulated' | 'real';
  /** A defect to show. */
  readonly mutant?: Mutant;
  /** Behaviour to start from, before the mutant: other prices, another ledger. */
  readonly behaviour?: Behaviour;
  /** A difference to show: a part of the behaviour swapped, or something on the wire in front of everything, the control API too. */
  readonly deviation?: {
    readonly id: string;
    readonly swap?: (behaviour: Behaviour) => Behaviour;
    readonly wire?: Middleware;
  };
  /** Whether `/_control` is served. True unless told. */
  readonly control?: boolean;
  /** Address for the profile; without it, the one in the Host header. */
  readonly baseUrl?: string;
  /** Told of each error that became a 500 unasked: a defect of ours. */
  readonly onUnexpected?: (error: unknown) => void;
}

import type { EndpointName } from './endpoints.ts';

/** Requirement levels, in the specification's own words. */
export const ruleLevels = ['MUST', 'SHOULD', 'MAY'] as const;

/** Requirement level of a rule. */
export type RuleLevel = (typeof ruleLevels)[number];

/** What a target must offer, beyond its public API, before a rule can be judged (contract, section 2). */
export const needs = ['keys.revoked', 'keys.empty', 'fixtures_url', 'control_url', 'deterministic'] as const;

/** One of them. */
export type Need = (typeof needs)[number];

/** One promise of the API. */
export interface Rule {
  /** Stable, readable, by area: `rerank.response.search-count`. The only join between row, check, mutant and report line. */
  readonly id: string;
  readonly level: RuleLevel;
  readonly endpoint: EndpointName | 'all';
  /** Revision of the specification that brought it. */
  readonly since: number;
  /** Section and rule number in the specification. */
  readonly clause: string;
  /** The promise in our own words. */
  readonly statement: string;
  readonly needs: readonly Need[];
  /** Ids of readings that widen, warn or exempt. */
  readonly readings: readonly string[];
  /** The request constraint this rule is about: `chat /messages/0/text maxLength` with `*` for 0. */
  readonly constraint?: string;
  /** The response field this rule is about: `chat /sources/0/url` with `*` for 0. */
  readonly field?: string;
  /** Why nothing outside the server can judge it; absent on rules that are judged. */
  readonly unjudged?: string;
}

/** An answer that a reading accepts or warns of. `2xx` stands for any success. */
export interface ReadingOutcome {
  readonly status: number | '2xx';
  readonly format?: 'envelope' | 'detail';
  /** Without it any code will do. */
  readonly code?: string;
}

/** How one open question of the specification is read. */
export interface Reading {
  readonly id: string;
  readonly question: string;
  /** What the simulator does. */
  readonly simulator: string;
  /** What the suites accept, in words. */
  readonly suites: string;
  /** False: no verdict hangs on it. */
  readonly judged: boolean;
  /** Answers to an invalid request that pass beside the constraint's own. */
  readonly accepted: readonly ReadingOutcome[];
  /** Answers that warn. */
  readonly warned: readonly ReadingOutcome[];
}

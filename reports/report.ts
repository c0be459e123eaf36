/**
 * The shape of `report.json` (contract, section 4) and the words every renderer shares.
 *
 * Additive fields beyond the contract are marked "extra"; programs may rely on the others.
 */

/** What came of one rule. `known` fails and is listed in the profile's `known_failures`. */
export type Verdict = 'pass' | 'fail' | 'warn' | 'skip' | 'inconclusive' | 'known';

/** What came of a whole run. */
export type RunVerdict = 'conforming' | 'nonconforming' | 'inconclusive';

/** Requirement level of a rule, as in the specification's own words. */
export type Level = 'MUST' | 'SHOULD' | 'MAY';

/** Evidence for a verdict that blames the target. */
export interface Failure {
  /** What the specification promises, in one sentence. */
  expected: string;
  /** What the target did, in one sentence, with the offending value. */
  actual: string;
  /** The shrunk request (method, path, body …) or scenario that shows it. Plain JSON. */
  counterexample: unknown;
  /** A shell line that reproduces the request; the key stands as `$ASSAY_KEY`. */
  curl: string;
  /** Seed of the generated case. */
  seed: number;
  /** fast-check path of the shrunk case; empty for cases that are not generated. */
  path: string;
}

/** One row of the report: a rule and its verdict. */
export interface RuleReport {
  id: string;
  /** Section and rule number in the specification, such as `Events, rule 3`. */
  clause: string;
  level: Level;
  endpoint: 'chat' | 'finder' | 'embeddings' | 'rerank' | 'domains' | 'all';
  statement: string;
  verdict: Verdict;
  /** Why, for every verdict but pass. */
  reason?: string;
  failure?: Failure;
  /** Extra: further things seen that do not change the verdict, such as "listed in known_failures but passes". */
  notes?: string[];
  /** Extra: capabilities the rule needs, by the names of the ladder, such as `control_url`. */
  needs?: string[];
  /** Extra: requests this rule caused to be sent (shared ones count for the first rule that asked). */
  requests?: number;
}

/** Extra: which way the target went on a question the specification leaves open. */
export interface ReadingBranch {
  /** Id in readings, such as `R1`. */
  id: string;
  question: string;
  /** Branch label to number of times seen, for instance `{ "400 missing_required_field": 3 }`. */
  branches: Record<string, number>;
  /** True when the target always took the same branch. */
  consistent: boolean;
}

/** Extra: how many rules were judged at one rung of the capability ladder, and what unlocks the rest. */
export interface CapabilityRung {
  /** Capability name, such as `control_url`; `public` for the public API alone. */
  need: string;
  available: boolean;
  rules: number;
  judged: number;
  /** The one profile line that would unlock it; absent when available. */
  unlock?: string;
}

/** The whole report, as written to `report.json`. */
export interface Report {
  tool: { name: 'assay'; version: string };
  target: { name: string; base_url: string };
  run: {
    seed: number;
    /** ISO 8601, UTC. */
    started_at: string;
    duration_ms: number;
    /** Requests sent to the target's public API. */
    requests: number;
    /** Upper bound of the bill by the price list, in micros (1 US dollar = 1,000,000). */
    estimated_cost_micros: number;
    /** Extra: requests that sharing of exchanges saved. */
    requests_saved?: number;
    /** Extra: valid requests the target accepted; with 0 no verdict is trusted. */
    controls_accepted?: number;
    /** Extra: why the target could not be reached, when it could not. */
    unreachable?: string;
    /** Extra: set when a signal or a fault of our own ended the run early. */
    interrupted?: string;
  };
  verdict: RunVerdict;
  /** Extra: one sentence that says why the run verdict is what it is. */
  verdict_reason?: string;
  summary: {
    rules: number;
    pass: number;
    fail: number;
    warn: number;
    skip: number;
    inconclusive: number;
    known: number;
  };
  rules: RuleReport[];
  readings?: ReadingBranch[];
  capabilities?: CapabilityRung[];
}

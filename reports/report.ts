/**
 * The shape of `report.json` (contract, section 4) and the words every renderer shares.
 *
 * Additive fields beyond the contract are marked "extra"; programs may rely on the others.
 */

/** What came of one rule. `known` fails and is listed in the profile's `known_failures`. */
export type Verdict = 'pass' | 'fail' | 'warn' | 'skip' | 'inconclusive' | 'known';

/** What came of a whole run. `partial`: nothing judged is broken, but only some rules were chosen. */
export type RunVerdict = 'conforming' | 'nonconforming' | 'inconclusive' | 'partial';

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
  /** Extra: how often it was tried and seen, such as `2 of 2 times`; left out where one sight is enough. */
  seen?: string;
  /** Extra: what was sent and what came, in order; the last one shows the failure best. Bounded. */
  steps?: Step[];
}

/** Extra: one request of a counterexample with its answer, keys masked, long bodies cut in the middle. */
export interface Step {
  /** Of the API under test, or of its control API. */
  to: 'api' | 'control';
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: string;
  answer: {
    status: number;
    headers: [string, string][];
    body: string;
    /** Why no whole answer came. */
    failure?: string;
  };
  /** Milliseconds from the first request of the counterexample to this one, and from this one to its whole answer. */
  at_ms: number;
  took_ms: number;
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
  /** Extra: true where the rule only warned and `--strict` made it fail. */
  was_warning?: boolean;
  /** Extra: how long judging took, in milliseconds, waiting for shared traffic included. */
  duration_ms?: number;
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

/** Whether a merge may go on, and why not: what the exit code says, in every report. */
export interface Gate {
  passed: boolean;
  exit_code: number;
  /** Sentences; empty when it passed without a remark. */
  reasons: string[];
  /** Rules that fail and are excused by nothing. */
  new: string[];
  /** Rules that fail and are listed in `known_failures`, or failed in the baseline too. */
  known: string[];
  /** Rules that failed in the baseline, or are listed in `known_failures`, and hold now. */
  fixed: string[];
}

/** Extra: a while in which the target throttled (429, 503) or was away (no answer, 5xx everywhere). */
export interface Disturbance {
  kind: 'throttled' | 'away';
  /** Endpoint concerned, or `control`. */
  endpoint: string;
  /** Milliseconds since the run began, first and last sign of it. */
  from_ms: number;
  to_ms: number;
  /** Answers that were lost, failed or refused in this while. */
  answers: number;
  /** What came, such as `503` or `ECONNREFUSED`. */
  what: string;
}

/** The whole report, as written to `report.json`. */
export interface Report {
  tool: { name: 'assay'; version: string };
  target: {
    name: string;
    base_url: string;
    /** Extra: the profile as a replay needs it; keys as `$NAME` or masked. */
    profile?: Record<string, unknown>;
    /** Extra: the file or URL that the profile came from. */
    profile_source?: string;
    /** Extra: true when the target was the simulator that the command started. */
    embedded?: boolean;
  };
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
    /** Extra: set when a signal ended the run. */
    signal?: 'SIGINT' | 'SIGTERM';
    /** Extra: set when our own code failed; the exit code is 70 then. */
    fault?: string;
    /** Extra: the capabilities that the profile gave: `public`, `public + control_url …`, or `full`. */
    rung?: string;
    /** Extra: what chose only some of the rules. */
    chosen_by?: '--rules' | '--replay' | '--shard';
    /** Extra: set when the budget cut the run short: how much more would finish it, in micros, at most. */
    budget_short_micros?: number;
    /** Extra: true when warnings count as failures. */
    strict?: boolean;
    /** Extra: when the target throttled or was away. */
    disturbances?: Disturbance[];
    /** Extra: remarks on the run as a whole, such as that a recording was judged and nothing was confirmed by repetition. */
    notes?: string[];
    /** Extra: why the target was not judged at all: what came, what it means, what to try. */
    preflight?: [string, string, string];
  };
  /** The rules that were judged by: revision of the specification, and SHA-256 over ids, levels and statements. */
  rule_set?: { revision: string; digest: string };
  /** Absent in reports of earlier versions only. */
  gate?: Gate;
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

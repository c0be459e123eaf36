import { endpointNames, record, ruleLevels, type Shape } from '../../spec/index.ts';

const text = { type: 'string' } as const;
const texts = { type: 'array', items: text } as const;
/** Schema of a count. */
export const count = { type: 'integer', minimum: 0 } as const;
const flag = { type: 'boolean' } as const;
const milliseconds = { type: 'number' } as const;

/** `known` fails and is listed in the profile's `known_failures`. */
const verdict = { enum: ['pass', 'fail', 'warn', 'skip', 'inconclusive', 'known'] } as const;

const step = {
  description: 'One request of a counterexample with its answer, keys masked, long bodies cut in the middle.',
  type: 'object',
  required: ['to', 'method', 'url', 'headers', 'answer', 'at_ms', 'took_ms'],
  properties: {
    to: { description: 'The API under test, or its control API.', enum: ['api', 'control'] },
    method: text,
    url: text,
    headers: { type: 'object', additionalProperties: text },
    body: text,
    answer: record(
      {
        status: { type: 'integer' },
        headers: {
          description: 'Pairs of name and value, in order.',
          type: 'array',
          items: { type: 'array', items: text, minItems: 2, maxItems: 2 },
        },
        body: text,
      },
      {
        failure: { description: 'Why no complete answer was received.', ...text },
        pieces: {
          description:
            'Extra: of an event stream, when each piece came, in milliseconds since its request, and its bytes; neighbours together where there are many.',
          type: 'array',
          items: { type: 'array', items: { type: 'number' }, minItems: 2, maxItems: 2 },
        },
      },
    ),
    at_ms: { description: 'Since the first request of the counterexample.', ...milliseconds },
    took_ms: { description: 'Until its whole answer.', ...milliseconds },
    at_fault: { description: 'Extra: true for the request whose answer shows the failure.', ...flag },
  },
} as const;

const failure = {
  description: 'Evidence of a failure or a warning.',
  ...record(
    {
      expected: { description: 'What the specification promises, in one sentence.', ...text },
      actual: { description: 'What the target did, in one sentence, with the offending value.', ...text },
      counterexample: { description: 'The shrunk request (method, path, body …) or scenario that shows it.' },
      curl: {
        description:
          'A shell line that reproduces the request; the key stands as `$ASSAY_KEY`, or under the name that the profile gives it. Keys that the run created are created again.',
        ...text,
      },
      seed: { description: 'Of the generated case.', type: 'integer' },
      path: { description: 'fast-check path of the shrunk case; empty for cases that are not generated.', ...text },
    },
    {
      seen: { description: 'Extra: `2 of 2 times`; left out where one sight is enough.', ...text },
      circumstances: {
        description: 'Extra: in what circumstances it was seen. `actual` ends with this `text`.',
        ...record(
          { text },
          {
            only: { description: 'True where it was not seen without them.', ...flag },
            with: { description: 'Their names; each list is enough for it to be seen.', type: 'array', items: texts },
          },
        ),
      },
      reference: {
        description:
          'Extra: how the reference simulator answers the request of `steps` that shows the failure: one right answer, where others may be right as well.',
        ...record({ status: { type: 'integer' }, content_type: text, body: text }),
      },
      steps: {
        description:
          'Extra: what was sent and received, in order; if none is `at_fault`, the last one shows the failure best. Bounded.',
        type: 'array',
        items: step,
      },
    },
  ),
} as const;

const rule = record(
  {
    id: text,
    clause: { description: 'Section and rule number in the specification, such as `Events, rule 3`.', ...text },
    level: { enum: ruleLevels },
    endpoint: { enum: [...endpointNames, 'all'] },
    statement: text,
    verdict,
  },
  {
    reason: { description: 'Why, for every verdict but pass.', ...text },
    failure,
    duration_ms: { description: 'Extra: what judging took, waiting for shared traffic included.', ...milliseconds },
    judged: { description: 'Extra: cases that were judged.', ...count },
    exchanges: {
      description: 'Extra: requests whose answers the rule saw, those that it shares with other rules included.',
      ...count,
    },
    method: { description: 'Extra: how the rule is judged, in words.', ...text },
    needs: { description: 'Extra: capabilities that the rule needs, such as `control_url`.', ...texts },
    notes: { description: 'Extra: what does not change the verdict: «listed in known_failures but passes».', ...texts },
    saw_nothing: {
      description:
        'Extra: true where no answer held what the rule speaks of, although the profile offers all that it needs.',
      ...flag,
    },
    stale_entry: { description: 'Extra: why its entry in `known_failures` is no longer needed, in words.', ...text },
    elsewhere: {
      description:
        'Extra: of a rule that is inconclusive only because valid requests were refused, the verdict of its other cases. It becomes that of the rule where of each of the lists in `answering` one rule is broken.',
      ...record({ answering: { type: 'array', items: texts }, verdict, judged: count }, { reason: text, notes: texts }),
    },
    was_warning: { description: 'Extra: true where the rule only warned and `--strict` made it fail.', ...flag },
  },
);

const gate = {
  description:
    'Whether a merge may go on, and why not: what the exit code says. Absent in reports of earlier versions.',
  ...record({
    passed: flag,
    exit_code: count,
    reasons: { description: 'Sentences; empty when it passed without a remark.', ...texts },
    new: { description: 'Rules that fail, and that neither known_failures nor the baseline excuses.', ...texts },
    known: {
      description: 'Rules that fail and are listed in `known_failures`, or failed in the baseline too.',
      ...texts,
    },
    fixed: { description: 'Rules that failed in the baseline, or are listed as known, and hold now.', ...texts },
  }),
} as const;

const disturbance = {
  description: 'A period in which the target throttled (429, 503) or was away (no answer, 5xx everywhere).',
  ...record({
    kind: { enum: ['throttled', 'away'] },
    endpoint: { description: 'Endpoint concerned, or `control`.', ...text },
    what: { description: 'What it answered or how the connection failed, such as `503` or `ECONNREFUSED`.', ...text },
    answers: { description: 'Answers that were lost, failed or refused in this period.', ...count },
    from_ms: { description: 'First sign of it, since the run began.', ...milliseconds },
    to_ms: { description: 'Last sign of it.', ...milliseconds },
  }),
} as const;

const run = record(
  {
    seed: { type: 'integer' },
    started_at: { description: 'ISO 8601, UTC.', ...text },
    duration_ms: milliseconds,
    requests: { description: "Requests sent to the target's public API.", ...count },
    estimated_cost_micros: {
      description: 'Upper bound of the bill by the price list, in micros (1 US dollar = 1,000,000).',
      ...count,
    },
  },
  {
    budget_short_micros: {
      description: 'Extra: set when the budget cut the run short: how much more would finish it, at most.',
      ...count,
    },
    chosen_by: {
      description:
        'Extra: what chose only some rules; `traffic`: that of others was judged, by the rules that it can show.',
      enum: ['--rules', '--replay', '--shard', '--scenarios', 'traffic'],
    },
    baseline: {
      description:
        'Extra: what is to be known of the earlier report that `--baseline` named; `notes` says it in words.',
      ...record(
        {
          tool_version: text,
          same_rules: { description: 'Whether it was made by the same set of rules.', ...flag },
          rules_not_in_it: { description: 'Rules of this run that it lacks.', ...count },
          seed: { type: 'integer' },
          inconclusive: { description: 'Whether it was left open itself.', ...flag },
          fixed: { description: 'Ids of the rules that failed in it, and do not now.', ...texts },
        },
        { depth: text },
      ),
    },
    shard: {
      description: 'Extra: which part of how many was judged, as `--shard` was told: `2/4`.',
      ...text,
    },
    control_broken: {
      description: 'Extra: set where a control API is declared and no call of it worked: what the first one met.',
      ...text,
    },
    controls_accepted: {
      description: 'Extra: valid requests that the target accepted; with 0 no verdict is trusted.',
      ...count,
    },
    coverage: {
      description:
        'Of the pairs of circumstances that there are, how many occurred in requests that were accepted, by endpoint.',
      type: 'object',
      additionalProperties: record(
        {
          pairs: { description: 'Pairs of levels of two factors.', ...count },
          met: count,
        },
        {
          triples: { description: 'Extra: the same of three factors.', ...count },
          triples_met: { description: 'Extra: the same of three factors.', ...count },
          factors: { description: 'Extra: what requests to the endpoint vary in.', ...texts },
          shares: {
            description:
              'Extra: for each factor, and each of those behind it in `factors`, the share of pairs of their levels that was met, 0 to 1, rounded down to hundredths.',
            type: 'array',
            items: { type: 'array', items: { type: 'number' } },
          },
        },
      ),
    },
    depth: {
      description: 'How many circumstances the valid requests of the run combined: all pairs, all triples, all fours.',
      enum: ['quick', 'standard', 'thorough'],
    },
    disturbances: { description: 'Extra: when the target throttled or was away.', type: 'array', items: disturbance },
    fault: { description: 'Extra: set when our own code failed; the exit code is 70 then.', ...text },
    interrupted: { description: 'Extra: set when a signal or a fault of our own ended the run early.', ...text },
    latencies: {
      description: 'Extra: how long whole answers to accepted requests took, by endpoint, in milliseconds.',
      type: 'object',
      additionalProperties: record({
        count: { description: 'Answers.', ...count },
        ...{ min: milliseconds, p50: milliseconds, p90: milliseconds, p99: milliseconds, max: milliseconds },
      }),
    },
    notes: { description: 'Extra: remarks on the run as a whole, such as that a recording was judged.', ...texts },
    preflight: {
      description: 'Extra: why the target was not judged at all: what it answered, what that means, what to try.',
      ...texts,
      minItems: 3,
      maxItems: 3,
    },
    recording: {
      description: 'Extra: where every exchange of the run was written.',
      ...record({
        file: { description: 'Its path, from the folder of the report.', ...text },
        sha256: { description: 'Of the file, in hex.', ...text },
      }),
    },
    requests_saved: { description: 'Extra: requests that sharing of exchanges saved.', ...count },
    rung: {
      description: 'Extra: the capabilities that the profile gave: `public`, `public + control_url …`, or `full`.',
      ...text,
    },
    signal: { description: 'Extra: set when a signal ended the run.', enum: ['SIGINT', 'SIGTERM'] },
    strict: { description: 'Extra: true when warnings count as failures.', ...flag },
    unreachable: { description: 'Extra: why the target could not be reached, when it could not.', ...text },
  },
);

const target = record(
  {
    name: text,
    base_url: text,
  },
  {
    embedded: { description: 'Extra: true when the target was the simulator that the command started.', ...flag },
    profile: { description: 'Extra: the profile as a replay needs it; keys as `$NAME` or masked.', type: 'object' },
    profile_source: { description: 'Extra: the file or URL that the profile came from.', ...text },
  },
);

const reading = {
  description: 'How the target behaves on a question that the specification leaves open.',
  ...record({
    id: { description: 'In readings, such as `R1`.', ...text },
    question: text,
    branches: {
      description: 'How often it took each branch, for instance `{ "400 missing_required_field": 3 }`.',
      type: 'object',
      additionalProperties: count,
    },
    consistent: { description: 'True when it always took the same branch.', ...flag },
  }),
} as const;

const capability = {
  description: 'How many rules need a capability, and how many of them were judged.',
  ...record(
    {
      need: { description: 'Such as `control_url`; `public` for the public API alone.', ...text },
      available: flag,
      judged: count,
      rules: count,
    },
    {
      unlock: { description: 'The profile line that adds it; absent when available.', ...text },
    },
  ),
} as const;

/**
 * JSON Schema (2020-12) of `report.json` (contract, section 4), from which its types are derived. Fields called extra
 * go beyond the contract; programs may rely on the others. `report.json` has the field order of this schema. Unknown
 * fields are allowed everywhere: the report of a later version must stay readable as a baseline.
 */
export const reportSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  required: ['tool', 'target', 'run', 'verdict', 'summary', 'rules'],
  properties: {
    tool: record({ name: { const: 'assay' }, version: text }),
    target,
    run,
    rule_set: {
      description: 'What was judged by: revision of the specification, SHA-256 over ids, levels and statements.',
      ...record({ revision: text, digest: text }),
    },
    verdict: {
      description: '`partial`: nothing judged is broken, but only some rules were chosen.',
      enum: ['conforming', 'nonconforming', 'inconclusive', 'partial'],
    },
    verdict_reason: { description: 'Extra: one sentence that says why the run verdict is what it is.', ...text },
    gate,
    summary: record({
      ...{ rules: count, pass: count, fail: count, warn: count, skip: count, inconclusive: count, known: count },
    }),
    rules: { type: 'array', items: rule },
    readings: { type: 'array', items: reading },
    capabilities: { type: 'array', items: capability },
  },
} as const;

export type Report = Shape<typeof reportSchema>;
export type RunVerdict = Report['verdict'];
/** Whether a merge is allowed, and why not. */
export type Gate = NonNullable<Report['gate']>;
/** One row of the report: a rule and its verdict. */
export type RuleReport = Report['rules'][number];
export type Verdict = RuleReport['verdict'];
/** Evidence of a failure or a warning. */
export type Failure = NonNullable<RuleReport['failure']>;
/** One request of a counterexample with its answer. */
export type Step = NonNullable<Failure['steps']>[number];
/** The step that shows a failure best. */
export const shownStep = (steps: readonly Step[] = []): Step | undefined =>
  steps.findLast(({ at_fault }) => at_fault) ?? steps.at(-1);

/** `actual` of a failure without the circumstances at its end. */
export const withoutCircumstances = ({ actual, circumstances }: Pick<Failure, 'actual' | 'circumstances'>): string =>
  circumstances && actual.endsWith(` ${circumstances.text}`) ? actual.slice(0, -circumstances.text.length - 1) : actual;

/** How long responses of one endpoint took. */
export type Latencies = NonNullable<Report['run']['latencies']>[string];
/** A period in which the target throttled or was away. */
export type Disturbance = NonNullable<Report['run']['disturbances']>[number];
/** How the target behaves on an open question. */
export type ReadingBranch = NonNullable<Report['readings']>[number];
/** A capability that the profile gives or lacks, and its rules. */
export type Capability = NonNullable<Report['capabilities']>[number];

const text = { type: 'string' } as const;
const texts = { type: 'array', items: text } as const;
const count = { type: 'integer', minimum: 0 } as const;
const verdicts = ['pass', 'fail', 'warn', 'skip', 'inconclusive', 'known'] as const;

/**
 * JSON Schema (2020-12) of `report.json` (contract, section 4).
 *
 * Unknown fields are allowed everywhere: a report of a later version must stay readable as a baseline.
 */
export const reportSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'assay report',
  type: 'object',
  required: ['tool', 'target', 'run', 'verdict', 'summary', 'rules'],
  properties: {
    tool: {
      type: 'object',
      required: ['name', 'version'],
      properties: { name: { const: 'assay' }, version: text },
    },
    target: {
      type: 'object',
      required: ['name', 'base_url'],
      properties: {
        name: text,
        base_url: text,
        profile: { type: 'object' },
        profile_source: text,
        embedded: { type: 'boolean' },
      },
    },
    run: {
      type: 'object',
      required: ['seed', 'started_at', 'duration_ms', 'requests', 'estimated_cost_micros'],
      properties: {
        seed: { type: 'integer' },
        started_at: text,
        duration_ms: { type: 'number', minimum: 0 },
        requests: count,
        estimated_cost_micros: count,
        requests_saved: count,
        controls_accepted: count,
        unreachable: text,
        interrupted: text,
        signal: { enum: ['SIGINT', 'SIGTERM'] },
        fault: text,
        rung: text,
        chosen_by: { enum: ['--rules', '--replay', '--shard'] },
        budget_short_micros: count,
        strict: { type: 'boolean' },
        disturbances: { type: 'array', items: { $ref: '#/$defs/disturbance' } },
        notes: texts,
        preflight: { type: 'array', items: text, minItems: 3, maxItems: 3 },
      },
    },
    rule_set: { type: 'object', required: ['revision', 'digest'], properties: { revision: text, digest: text } },
    gate: {
      type: 'object',
      required: ['passed', 'exit_code', 'reasons', 'new', 'known', 'fixed'],
      properties: {
        passed: { type: 'boolean' },
        exit_code: count,
        reasons: texts,
        new: texts,
        known: texts,
        fixed: texts,
      },
    },
    verdict: { enum: ['conforming', 'nonconforming', 'inconclusive', 'partial'] },
    verdict_reason: text,
    summary: {
      type: 'object',
      required: ['rules', ...verdicts],
      properties: Object.fromEntries(['rules', ...verdicts].map((name) => [name, count])),
    },
    rules: { type: 'array', items: { $ref: '#/$defs/rule' } },
    readings: { type: 'array', items: { $ref: '#/$defs/reading' } },
    capabilities: { type: 'array', items: { $ref: '#/$defs/capability' } },
  },
  $defs: {
    rule: {
      type: 'object',
      required: ['id', 'clause', 'level', 'endpoint', 'statement', 'verdict'],
      properties: {
        id: text,
        clause: text,
        level: { enum: ['MUST', 'SHOULD', 'MAY'] },
        endpoint: { enum: ['chat', 'finder', 'embeddings', 'rerank', 'domains', 'all'] },
        statement: text,
        verdict: { enum: verdicts },
        reason: text,
        failure: { $ref: '#/$defs/failure' },
        notes: texts,
        needs: texts,
        was_warning: { type: 'boolean' },
        duration_ms: { type: 'number', minimum: 0 },
      },
    },
    failure: {
      type: 'object',
      required: ['expected', 'actual', 'counterexample', 'curl', 'seed', 'path'],
      properties: {
        expected: text,
        actual: text,
        counterexample: true,
        curl: text,
        seed: { type: 'integer' },
        path: text,
        seen: text,
        steps: { type: 'array', items: { $ref: '#/$defs/step' } },
      },
    },
    step: {
      type: 'object',
      required: ['to', 'method', 'url', 'headers', 'answer', 'at_ms', 'took_ms'],
      properties: {
        to: { enum: ['api', 'control'] },
        method: text,
        url: text,
        headers: { type: 'object', additionalProperties: text },
        body: text,
        answer: {
          type: 'object',
          required: ['status', 'headers', 'body'],
          properties: {
            status: { type: 'integer' },
            headers: { type: 'array', items: { type: 'array', items: text, minItems: 2, maxItems: 2 } },
            body: text,
            failure: text,
          },
        },
        at_ms: { type: 'number' },
        took_ms: { type: 'number' },
      },
    },
    disturbance: {
      type: 'object',
      required: ['kind', 'endpoint', 'from_ms', 'to_ms', 'answers', 'what'],
      properties: {
        kind: { enum: ['throttled', 'away'] },
        endpoint: text,
        from_ms: { type: 'number' },
        to_ms: { type: 'number' },
        answers: count,
        what: text,
      },
    },
    reading: {
      type: 'object',
      required: ['id', 'question', 'branches', 'consistent'],
      properties: {
        id: text,
        question: text,
        branches: { type: 'object', additionalProperties: count },
        consistent: { type: 'boolean' },
      },
    },
    capability: {
      type: 'object',
      required: ['need', 'available', 'rules', 'judged'],
      properties: { need: text, available: { type: 'boolean' }, rules: count, judged: count, unlock: text },
    },
  },
} as const;

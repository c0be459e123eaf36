const text = { type: 'string' } as const;
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
    target: { type: 'object', required: ['name', 'base_url'], properties: { name: text, base_url: text } },
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
      },
    },
    verdict: { enum: ['conforming', 'nonconforming', 'inconclusive'] },
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
        notes: { type: 'array', items: text },
        needs: { type: 'array', items: text },
        requests: count,
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

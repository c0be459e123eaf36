import { endpointNames } from './endpoints.ts';
import { record } from './record.ts';
import type { Shape } from './shape.ts';

/** Requirement levels, in the specification's own words. */
export const ruleLevels = ['MUST', 'SHOULD', 'MAY'] as const;

/** What a target must offer, beyond its public API, before a rule can be judged (contract, section 2). */
export const needs = ['keys.revoked', 'keys.empty', 'fixtures_url', 'control_url', 'deterministic'] as const;

/** One of them. */
export type Need = (typeof needs)[number];

const text = { type: 'string', minLength: 1 } as const;

/** JSON Schema of a row in `rules/*.json`; a test holds every row against it and follows its references. */
export const ruleRow = {
  type: 'object',
  additionalProperties: false,
  required: ['id', 'level', 'endpoint', 'clause', 'statement'],
  properties: {
    id: {
      description:
        'Stable, readable, by area: `rerank.response.search-count`. The only join between row, check, mutant and report line.',
      type: 'string',
      pattern: '^[a-z0-9-]+(\\.[a-z0-9-]+)+$',
    },
    level: { enum: ruleLevels },
    endpoint: { enum: [...endpointNames, 'all'] },
    since: { description: 'Revision of the specification that brought it.', type: 'integer', minimum: 1 },
    clause: { description: 'Section and rule number in the specification.', ...text },
    statement: { description: 'The promise in our own words.', type: 'string', minLength: 1, pattern: '\\.$' },
    needs: { type: 'array', minItems: 1, uniqueItems: true, items: { enum: needs } },
    readings: {
      description: 'Ids of readings that widen, warn or exempt.',
      type: 'array',
      minItems: 1,
      uniqueItems: true,
      items: text,
    },
    constraint: {
      description: 'The request constraint it is about: `chat /messages/0/text maxLength` with `*` for 0.',
      ...text,
    },
    field: { description: 'The response field it is about: `chat /sources/0/url` with `*` for 0.', ...text },
    unjudged: {
      description: 'Why nothing outside the server can judge it; absent on rules that are judged.',
      ...text,
    },
  },
} as const;

const outcome = {
  description:
    'An answer that a reading accepts or warns of. `2xx` stands for any success; without a code any will do.',
  additionalProperties: false,
  ...record(
    { status: { anyOf: [{ type: 'integer' }, { const: '2xx' }] } },
    { format: { enum: ['envelope', 'detail'] }, code: text },
  ),
} as const;

/** JSON Schema of a row in `readings.json`. */
export const readingRow = {
  type: 'object',
  additionalProperties: false,
  required: ['id', 'question', 'simulator', 'suites', 'judged'],
  properties: {
    id: { type: 'string', pattern: '^[RAS][0-9]+[a-z]?$' },
    question: text,
    simulator: { description: 'What the simulator does.', ...text },
    suites: { description: 'What the suites accept, in words.', ...text },
    judged: { description: 'False: no verdict hangs on it.', type: 'boolean' },
    accepted: {
      description: "Answers to an invalid request that pass beside the constraint's own.",
      type: 'array',
      items: outcome,
    },
    warned: { description: 'Answers that warn.', type: 'array', items: outcome },
  },
} as const;

/** A row with what it leaves out. */
type Filled<Row, Left extends keyof Row> = Row & Required<Pick<Row, Left>>;

/** One promise of the API. */
export type Rule = Filled<Shape<typeof ruleRow>, 'since' | 'needs' | 'readings'>;

/** How one open question of the specification is read. */
export type Reading = Filled<Shape<typeof readingRow>, 'accepted' | 'warned'>;

/** An answer that a reading accepts or warns of. */
export type ReadingOutcome = Reading['accepted'][number];

import { resolveConstraint, resolveField } from './constraint.ts';
import { endpointNames } from './endpoints.ts';
import { isObject } from './is-object.ts';
import { needs, type Reading, type Rule, ruleLevels } from './rule.ts';
import { readShape, type Shape } from './shape.ts';

const text = { type: 'string', minLength: 1 } as const;

const ruleRow = {
  type: 'object',
  additionalProperties: false,
  required: ['id', 'level', 'endpoint', 'clause', 'statement'],
  properties: {
    id: { type: 'string', pattern: '^[a-z0-9-]+(\\.[a-z0-9-]+)+$' },
    level: { enum: ruleLevels },
    endpoint: { enum: [...endpointNames, 'all'] },
    since: { type: 'integer', minimum: 1 },
    clause: text,
    statement: { type: 'string', minLength: 1, pattern: '\\.$' },
    needs: { type: 'array', minItems: 1, uniqueItems: true, items: { enum: needs } },
    readings: { type: 'array', minItems: 1, uniqueItems: true, items: text },
    constraint: text,
    field: text,
    unjudged: text,
  },
} as const;

const outcome = {
  type: 'object',
  additionalProperties: false,
  required: ['status'],
  properties: {
    status: { anyOf: [{ type: 'integer' }, { const: '2xx' }] },
    format: { enum: ['envelope', 'detail'] },
    code: text,
  },
} as const;

const readingRow = {
  type: 'object',
  additionalProperties: false,
  required: ['id', 'question', 'simulator', 'suites', 'judged'],
  properties: {
    id: { type: 'string', pattern: '^[RAS][0-9]+[a-z]?$' },
    question: text,
    simulator: text,
    suites: text,
    judged: { type: 'boolean' },
    accepted: { type: 'array', items: outcome },
    warned: { type: 'array', items: outcome },
  },
} as const;

/** Thrown when the specification's own data is broken; the message names the file, the row and the mend. */
export class SpecificationBroken extends Error {
  override readonly name = 'SpecificationBroken';
}

function rowsOf(file: string, data: unknown): readonly unknown[] {
  if (Array.isArray(data)) return data;
  throw new SpecificationBroken(`Cannot load ${file}: it is no array. Write it as an array of rows.`);
}

function broken(file: string, row: unknown, why: string): SpecificationBroken {
  const id = isObject(row) && 'id' in row ? String(row.id) : JSON.stringify(row)?.slice(0, 60);
  return new SpecificationBroken(`Cannot load ${file}: row ${id}: ${why}. Mend that row.`);
}

function shaped<S extends object>(schema: S, file: string, row: unknown): Shape<S> {
  const reading = readShape(schema, row);
  if (reading.ok) return reading.value;
  throw broken(file, row, reading.fault);
}

function unique(file: string, seen: Set<string>, row: { id: string }): void {
  if (seen.has(row.id)) throw broken(file, row, 'its id stands twice');
  seen.add(row.id);
}

/** Reads rows of readings. Throws {@link SpecificationBroken} on an unknown key, a wrong type or an id given twice. */
export function loadReadings(file: string, data: unknown): readonly Reading[] {
  const seen = new Set<string>();
  return rowsOf(file, data).map((given) => {
    const row = shaped(readingRow, file, given);
    unique(file, seen, row);
    return { accepted: [], warned: [], ...row };
  });
}

/**
 * Reads rows of rules, area by area: `{ auth: […] }` is `spec/rules/auth.json`. Throws {@link SpecificationBroken} on an unknown key, a wrong type, an id given
 * twice, or a reference (reading, constraint, field) that leads nowhere.
 */
export function loadRules(files: Readonly<Record<string, unknown>>, readings: readonly Reading[]): readonly Rule[] {
  const seen = new Set<string>();
  const known = new Set(readings.map((reading) => reading.id));
  return Object.entries(files).flatMap(([area, data]) => {
    const file = `spec/rules/${area}.json`;
    return rowsOf(file, data).map((given) => {
      const row = shaped(ruleRow, file, given);
      unique(file, seen, row);
      const dangling = row.readings?.find((id) => !known.has(id));
      if (dangling !== undefined) throw broken(file, row, `it points to reading "${dangling}", which is not there`);
      try {
        if (row.constraint !== undefined) resolveConstraint(row.constraint);
        if (row.field !== undefined) resolveField(row.field);
      } catch (error) {
        throw broken(file, row, error instanceof Error ? error.message : String(error));
      }
      return { since: 1, needs: [], readings: [], ...row };
    });
  });
}

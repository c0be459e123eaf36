import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { resolveConstraint, resolveField, responseDocuments, type SchemaNode } from './constraint.ts';
import { endpointNames, endpoints } from './endpoints.ts';
import readingRows from './readings.json' with { type: 'json' };
import { readingRow, ruleRow } from './rule.ts';
import { clientRules, findRule, readings, revision, rules } from './rules.ts';
import { readShape } from './shape.ts';

/** Constraints that no rule owns, each with the reason. */
const unownedConstraints: Record<string, string> = {
  'chat / type': 'errors.non-object-body judges it on all four',
  'finder / type': 'errors.non-object-body judges it on all four',
  'embeddings / type': 'errors.non-object-body judges it on all four',
  'rerank / type': 'errors.non-object-body judges it on all four',
  'domains / type': 'a query is never anything else',
  'domains /category type': 'a query value is always a string',
  'domains /q type': 'a query value is always a string',
  'chat /messages/*/text minLength': 'chat.text-empty: whether an empty text is valid is open (R2)',
};

/** Response fields that no rule owns, each with the reason. */
const unownedFields: Record<string, string> = {
  'stream.steps /type': 'the event is known by it: events.type-field',
  'stream.message /type': 'the event is known by it: events.type-field',
  'stream.sources /type': 'the event is known by it: events.type-field',
  'stream.follow_up_questions /type': 'the event is known by it: events.type-field',
  'stream.error /type': 'the event is known by it: events.type-field',
  'stream.steps /steps/*/sources/*/id': 'events.step-sources judges the whole object',
  'stream.steps /steps/*/sources/*/title': 'events.step-sources judges the whole object',
  'stream.steps /steps/*/sources/*/url': 'events.step-sources judges the whole object',
  'stream.steps /steps/*/sources/*/relevance_score': 'events.step-sources judges the whole object',
  'stream.error /error': 'its three fields are owned one by one',
};

const isConstraining = (keyword: string): boolean =>
  /^(type|enum|const|pattern|not|minimum|maximum|minLength|maxLength|minItems|maxItems)$/.test(keyword);

function pointer(path: readonly string[]): string {
  return `/${path.join('/')}`;
}

/** Each node of a schema with its path; what stands under `not` is one constraint and is not entered. */
function nodesOf(schema: SchemaNode, path: readonly string[] = []): { path: readonly string[]; node: SchemaNode }[] {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, SchemaNode>);
  const items = schema.items as SchemaNode | undefined;
  return [
    { path, node: schema },
    ...properties.flatMap(([name, node]) => nodesOf(node, [...path, name])),
    ...(items === undefined ? [] : nodesOf(items, [...path, '*'])),
  ];
}

function constraintsOf(node: SchemaNode): string[] {
  const required = ((node.required ?? []) as readonly string[]).map((name) => `required:${name}`);
  return [...Object.keys(node).filter(isConstraining), ...required];
}

const everyConstraint = endpointNames.flatMap((name) =>
  nodesOf(endpoints[name].request).flatMap(({ path, node }) =>
    constraintsOf(node).map((keyword) => `${name} ${pointer(path)} ${keyword}`),
  ),
);

const everyField = Object.entries(responseDocuments).flatMap(([name, schema]) =>
  nodesOf(schema)
    .filter(({ path }) => path.length > 0 && path.at(-1) !== '*')
    .map(({ path }) => `${name} ${pointer(path)}`),
);

const faultOf = (schema: object, row: unknown): string => {
  const reading = readShape(schema, row);
  return reading.ok ? '' : reading.fault;
};

/** The rows as their files hold them, nothing filled in. */
const folder = join(import.meta.dirname, 'rules');
const ruleRows = readdirSync(folder).flatMap((file): unknown[] => JSON.parse(readFileSync(join(folder, file), 'utf8')));

describe('the rows', () => {
  it('have their shape, and each an id of its own', () => {
    expect(rules.length).toBeGreaterThan(390);
    expect(ruleRows).toHaveLength(rules.length);
    for (const row of ruleRows) expect(faultOf(ruleRow, row), JSON.stringify(row)).toBe('');
    for (const row of readingRows) expect(faultOf(readingRow, row), JSON.stringify(row)).toBe('');
    for (const rows of [rules, readings]) expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
  });

  it('point to readings, constraints and fields that are there', () => {
    const known = new Set(readings.map(({ id }) => id));
    for (const { id, readings: own, constraint, field } of rules) {
      expect(
        own.filter((reading) => !known.has(reading)),
        id,
      ).toEqual([]);
      if (constraint !== undefined) expect(() => resolveConstraint(constraint), id).not.toThrow();
      if (field !== undefined) expect(() => resolveField(field), id).not.toThrow();
    }
  });

  it.each([
    ['chat /msgs type', 'the request schema of chat has nothing at "/msgs"'],
    ['chat /model maxLength', 'the schema at chat /model has no keyword "maxLength"'],
    ['chat / required:stream', 'the schema at chat / does not require "stream"'],
    ['chats / type', 'it names the endpoint "chats", which is not one'],
  ])('cannot name the constraint %s', (constraint, why) => {
    expect(() => resolveConstraint(constraint)).toThrow(why);
  });

  it.each([
    ['chat /source', 'the schema of chat has nothing at "/source"'],
    ['stream.step /steps', 'it names the document "stream.step", which is not one'],
  ])('cannot name the field %s', (field, why) => {
    expect(() => resolveField(field)).toThrow(why);
  });
});

describe('the rules', () => {
  it('own every request constraint exactly once, but for those listed with a reason', () => {
    const owned = rules.flatMap((rule) => rule.constraint ?? []);
    expect([...owned, ...Object.keys(unownedConstraints)].sort()).toEqual([...everyConstraint].sort());
  });

  it('own every response field exactly once, but for those listed with a reason', () => {
    const owned = rules.flatMap((rule) => rule.field ?? []);
    expect([...owned, ...Object.keys(unownedFields)].sort()).toEqual([...everyField].sort());
  });

  it('are about the endpoint of their constraint or field', () => {
    for (const rule of rules) {
      const owner = (rule.constraint ?? rule.field)?.split(/[ .]/)[0];
      const endpoint = owner === 'stream' ? 'chat' : owner === 'errors' ? 'all' : owner;
      if (endpoint !== undefined) expect(rule.endpoint, rule.id).toBe(endpoint);
    }
  });

  it('need nothing of a target when nothing judges them', () => {
    for (const rule of rules.filter((each) => each.unjudged !== undefined)) expect(rule.needs, rule.id).toEqual([]);
  });

  it('that compare two generated answers need a deterministic target', () => {
    const comparing = rules.filter((rule) => rule.readings.includes('S23') && rule.unjudged === undefined);
    expect(comparing.length).toBeGreaterThan(0);
    for (const rule of comparing) expect(rule.needs, rule.id).toContain('deterministic');
  });

  it('say each thing once within an endpoint', () => {
    const clauses = rules.map((rule) => `${rule.endpoint} ${rule.statement} ${rule.field ?? rule.constraint ?? ''}`);
    expect(clauses.filter((clause, at) => clauses.indexOf(clause) !== at)).toEqual([]);
  });

  it('are found by id', () => {
    expect(findRule('rerank.response.search-count')?.endpoint).toBe('rerank');
    expect(findRule('no.such-rule')).toBeUndefined();
  });

  it('keep their ids, levels and statements, on which people rely', async () => {
    for (let since = 1; since <= revision; since += 1) {
      const own = rules.filter((rule) => rule.since === since);
      const rows = own.map(({ id, level, statement }) => `  ${JSON.stringify({ id, level, statement })}`);
      await expect(`[\n${rows.join(',\n')}\n]\n`).toMatchFileSnapshot(`rules.frozen-${since}.json`);
    }
  });
});

describe('the rows of clients', () => {
  it('have the shape of the others, ids of their own, and keep ids, levels and statements', async () => {
    for (const { since: _, needs: __, readings: ___, ...row } of clientRules) expect(faultOf(ruleRow, row)).toBe('');
    expect(clientRules.filter(({ id }) => !id.startsWith('client.'))).toEqual([]);
    expect(rules.filter(({ id }) => id.startsWith('client.'))).toEqual([]);
    expect(new Set(clientRules.map(({ id }) => id)).size).toBe(clientRules.length);
    const rows = clientRules.map(({ id, level, statement }) => `  ${JSON.stringify({ id, level, statement })}`);
    await expect(`[\n${rows.join(',\n')}\n]\n`).toMatchFileSnapshot('client-rules.frozen-1.json');
  });
});

describe('the readings', () => {
  it('say that no verdict hangs on one exactly where it is not judged', () => {
    for (const { id, suites, judged } of readings) expect(suites.startsWith('No verdict hangs on'), id).toBe(!judged);
  });

  it('that change which answer passes are pointed to by a rule', () => {
    const used = new Set(rules.flatMap((rule) => rule.readings));
    const machineRead = readings.filter(({ accepted, warned }) => accepted.length + warned.length > 0);
    expect(machineRead.map(({ id }) => id).filter((id) => !used.has(id))).toEqual([]);
  });
});

import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { ownKeywords, responseDocuments, type SchemaNode } from './constraint.ts';
import { endpointNames, endpoints } from './endpoints.ts';
import { errorTable } from './errors.ts';
import { limits } from './limits.ts';
import { attachmentCap, chatModels, citationPrefixes, models } from './models.ts';
import type { ErrorOutcome } from './outcome.ts';

const ajv = new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: true });
for (const keyword of ownKeywords) ajv.addKeyword({ keyword, schemaType: 'object' });
ajv.addFormat('iso-8601', (text: string) => !Number.isNaN(Date.parse(text)));

const requests = endpointNames.map((name) => [name, endpoints[name].request as SchemaNode] as const);

function nodesWithin(value: unknown): SchemaNode[] {
  if (typeof value !== 'object' || value === null) return [];
  return [value as SchemaNode, ...Object.values(value).flatMap(nodesWithin)];
}

const outcomes = requests.flatMap(([name, schema]) =>
  nodesWithin(schema).flatMap((node) =>
    Object.entries((node.violations ?? {}) as Record<string, ErrorOutcome>).map(
      ([keyword, outcome]) => ({ name, node, keyword, outcome }) as const,
    ),
  ),
);

describe('the schemas', () => {
  it.each([...requests, ...Object.entries(responseDocuments)])('compile under strict rules: %s', (_, schema) => {
    expect(() => ajv.compile(schema)).not.toThrow();
  });

  it.each(Object.entries(responseDocuments))('require every field of %s or name it as optional', (name, schema) => {
    const optional = nodesWithin(schema).flatMap((node) => {
      const required = (node.required ?? []) as string[];
      const properties = (node.properties ?? {}) as object;
      return node.type === undefined ? [] : Object.keys(properties).filter((field) => !required.includes(field));
    });
    const expected: Record<string, string[]> = { rerank: ['document'], 'stream.steps': ['sources'] };
    expect(optional).toEqual(expected[name] ?? []);
  });

  it('name only errors of the error table, with the status that it gives', () => {
    expect(outcomes.length).toBeGreaterThan(15);
    for (const { name, node, keyword, outcome } of outcomes) {
      expect(Object.keys(node), `${name} ${keyword}`).toContain(keyword);
      if (outcome.format === 'detail') continue;
      expect(Object.keys(errorTable)).toContain(outcome.code);
      // The one exception to the table: attachment checks answer 422 and always name their parameter.
      const status = outcome.param === undefined ? errorTable[outcome.code].status : 422;
      expect(outcome.status, `${name} ${keyword}`).toBe(status);
    }
  });

  it('name only errors that their endpoint lists', () => {
    for (const { name, outcome } of outcomes)
      if (outcome.format === 'envelope') expect(endpoints[name].codes, name).toContain(outcome.code);
  });
});

describe('the samples', () => {
  const samples = requests.flatMap(([name, schema]) =>
    nodesWithin(schema).flatMap((node) =>
      Object.entries((node.samples ?? {}) as Record<string, unknown[]>).map(([keyword, values]) => {
        const { [keyword]: value, samples: _, violations: __, ...rest } = node;
        return { words: `${name} ${keyword} ${values[0]}`, broken: { [keyword]: value }, rest, keyword, values };
      }),
    ),
  );

  it.each(samples)('break their keyword and nothing else: $words', ({ broken, rest, keyword, values }) => {
    expect(new Set(values).size).toBe(values.length);
    for (const value of values) {
      expect(ajv.validate({ type: rest.type ?? broken.type, ...broken }, value), String(value)).toBe(false);
      if (keyword !== 'type') expect(ajv.validate(rest, value), String(value)).toBe(true);
    }
  });
});

describe('the figures', () => {
  it('of attachments are those of the specification', () => {
    expect([limits.pdfBytes, limits.attachmentBytes, limits.pdfMilliseconds]).toEqual([52_428_800, 41_943_040, 30_000]);
    expect(attachmentCap).toEqual({ 'svc-chat-v1': 30, 'svc-chat-pro-v1': 60 });
  });

  it('stand beside names of models of one form', () => {
    expect(chatModels).toEqual(['svc-chat-v1', 'svc-chat-pro-v1']);
    for (const model of Object.values(models)) expect(model).toMatch(/^svc-[a-z-]+-v1$/);
    expect(citationPrefixes['svc-chat-v1']).not.toContain('PM');
  });
});

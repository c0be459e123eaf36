import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, it } from 'vitest';
import { endpointNames, endpoints } from './endpoints.ts';
import { openApiDocument } from './openapi.ts';
import { rules } from './rules.ts';
import { schemaCompiler } from './schema-compiler.ts';

const document = openApiDocument('http://127.0.0.1:4010/');

type Operation = {
  responses: Record<string, { description: string; content: Record<string, { schema: Record<string, unknown> }> }>;
  security: unknown[];
  requestBody?: { content: Record<string, { examples: Record<string, { value: unknown }> }> };
  parameters?: { name: string; schema: Record<string, unknown> }[];
  'x-prices'?: unknown;
  'x-rules': string[];
};

const paths = document.paths as Record<string, Record<string, Operation>>;

function operationOf(name: keyof typeof endpoints): Operation {
  const operation = paths[endpoints[name].path]?.[endpoints[name].method.toLowerCase()];
  if (operation === undefined) throw new Error(`no operation ${name}`);
  return operation;
}

function referencesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === '$ref' && typeof inner === 'string' ? [inner] : referencesIn(inner),
  );
}

it('is a valid OpenAPI 3.1 document, with and without a server', async () => {
  for (const each of [document, openApiDocument()]) {
    const validator = new Validator();
    const result = await validator.validate(structuredClone(each));
    expect(result.errors).toBeUndefined();
    expect(validator.version).toBe('3.1');
  }
  expect(document.servers).toEqual([{ url: 'http://127.0.0.1:4010' }]);
  expect(openApiDocument()).not.toHaveProperty('servers');
});

it('has every operation, open only where no key is needed', () => {
  for (const name of endpointNames)
    expect(operationOf(name).security, name).toEqual(endpoints[name].keyed ? [{ bearerKey: [] }] : []);
  expect(Object.keys(paths)).toHaveLength(endpointNames.length);
});

it('refers only to schemas that are there, and to each of them', () => {
  const schemas = Object.keys((document.components as { schemas: object }).schemas);
  const referred = new Set(referencesIn(document).map((reference) => reference.replace('#/components/schemas/', '')));
  expect([...referred].sort()).toEqual(schemas.sort());
  expect(schemas).toContain('Source');
});

it('shows what breaking a keyword gives as an extension only', () => {
  const text = JSON.stringify(document);
  expect(text).toContain('"x-violations"');
  expect(text).not.toContain('"violations"');
});

it.each([
  ['chat', ['200', '400', '401', '402', '403', '422', '500']],
  ['finder', ['200', '400', '401', '402', '403', '422', '500']],
  ['embeddings', ['200', '400', '401', '402', '403', '422', '500']],
  ['rerank', ['200', '400', '401', '402', '403', '422', '500']],
  ['domains', ['200', '422', '500', '503']],
] as const)('gives %s its statuses', (name, statuses) => {
  expect(Object.keys(operationOf(name).responses)).toEqual(statuses);
});

it('offers both formats of a 422 where attachments are checked, and one elsewhere', () => {
  const schemaOf422 = (name: keyof typeof endpoints) =>
    operationOf(name).responses['422']?.content['application/json']?.schema;
  expect(schemaOf422('chat')?.oneOf).toHaveLength(2);
  expect(schemaOf422('finder')).toEqual({ $ref: '#/components/schemas/ValidationDetail' });
});

it('describes the stream by its five events', () => {
  expect(operationOf('chat').responses['200']?.content['text/event-stream']?.schema.oneOf).toHaveLength(5);
});

it('describes the query parameters of the catalogue', () => {
  expect(operationOf('domains').parameters?.map(({ name }) => name)).toEqual(['category', 'q', 'limit']);
  expect(operationOf('domains').parameters?.[2]?.schema).toEqual({
    type: 'integer',
    minimum: 1,
    maximum: 1000,
    default: 200,
  });
});

it('brings examples of requests that fit their schemas', () => {
  for (const name of endpointNames.filter((one) => endpoints[one].method === 'POST')) {
    const examples = Object.values(operationOf(name).requestBody?.content['application/json']?.examples ?? {});
    expect(examples.length).toBeGreaterThan(0);
    const isValid = schemaCompiler({ strict: false }).compile(endpoints[name].request);
    for (const { value } of examples) expect(isValid(value), `${name}: ${JSON.stringify(isValid.errors)}`).toBe(true);
  }
});

it('names every rule once, and prices where there are any', () => {
  const named = [
    ...endpointNames.flatMap((name) => operationOf(name)['x-rules']),
    ...(document['x-rules'] as string[]),
  ];
  expect(named.sort()).toEqual(rules.map((rule) => rule.id).sort());
  const priced = endpointNames.filter((name) => operationOf(name)['x-prices'] !== undefined);
  expect(priced).toEqual(['chat', 'finder', 'rerank']);
});

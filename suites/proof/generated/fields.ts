import type { Middleware } from '../../../simulator/index.ts';
import {
  type EndpointName,
  endpointNames,
  type ResponseField,
  type Rule,
  resolveField,
  responseDocuments,
  rules,
  type SchemaNode,
  schemaAt,
} from '../../../spec/index.ts';
import { type Deviation, mutantsOf } from '../deviation.ts';
import { type Edit, editAt, gone } from '../wire/edit.ts';
import { editEventField } from '../wire/stream.ts';
import { editError, editReply } from '../wire/wire.ts';

type Operator = readonly [
  slug: string,
  summary: (name: string) => string,
  make: (node: SchemaNode, required: boolean) => Edit | undefined,
  /** Pointer of the edit, given the pointer to the field; by default the same. Undefined if there is no such place. */
  place?: (pointer: string) => string | undefined,
];

/** Kinds of defect that any field of a response can have. */
const operators: readonly Operator[] = [
  ['missing', (name) => `${name} is missing.`, (_, required) => (required ? gone : undefined)],
  [
    'last-missing',
    (name) => `${name} is missing on the last item.`,
    (_, required) => (required ? gone : undefined),
    last,
  ],
  ['null', (name) => `${name} is null.`, (node) => (typesOf(node).includes('null') ? undefined : () => null)],
  ['wrong-type', (name) => `${name} is of another type.`, wrongType],
  ['fraction', (name) => `${name} has a fraction.`, fraction],
  ['wrong-value', (name) => `${name} holds a value that it must not have.`, wrongValue],
];

/** The deviations of every row with a field of a response: each operator for each row. */
export function fieldDeviations(): readonly Deviation[] {
  return rules.flatMap((rule) =>
    rule.field === undefined || rule.unjudged !== undefined ? [] : deviationsOf(rule, resolveField(rule.field)),
  );
}

function deviationsOf(rule: Rule, { document, path }: ResponseField): readonly Deviation[] {
  const schema = responseDocuments[document] ?? {};
  const node = schemaAt(schema, path);
  const name = path.at(-1) ?? '';
  const holder = schemaAt(schema, path.slice(0, -1));
  const required = ((holder?.required ?? []) as readonly string[]).includes(name);
  if (node === undefined) return [];
  const pointer = `/${path.join('/')}`;
  const rows = operators.flatMap(([slug, summary, make, place = (same) => same]) => {
    const [at, edit] = [place(pointer), make(node, required)];
    if (at === undefined || edit === undefined) return [];
    return [[slug, [summary(`\`${document} ${pointer}\``), inDocument(document, at, edit)]] as const];
  });
  return mutantsOf({ [rule.id]: Object.fromEntries(rows) });
}

/** Edits a field in every document that has it. */
function inDocument(document: string, pointer: string, edit: Edit): Middleware {
  const [kind, name = ''] = document.split('.');
  if (kind === 'stream') return editEventField(name, pointer, edit);
  if (kind === 'errors') {
    const member = name === 'envelope' ? 'error' : 'detail';
    return editError('all', (body) => (member in body ? { body: editAt(body, pointer, edit) } : undefined));
  }
  return editReply(endpointNames.find((one): one is EndpointName => one === kind) ?? 'all', (body) =>
    editAt(body, pointer, edit),
  );
}

const typesOf = (node: SchemaNode): readonly unknown[] =>
  [node.type ?? (node.const === undefined ? 'object' : typeof node.const)].flat();

/** The field of the last item of the innermost list. */
function last(pointer: string): string | undefined {
  return pointer.includes('*/') ? pointer.replace(/\*(?=\/[^*]*$)/, '-') : undefined;
}

function fraction(node: SchemaNode): Edit | undefined {
  return typesOf(node).includes('integer') ? (value) => Number(value) + 0.25 : undefined;
}

function wrongType(node: SchemaNode): Edit {
  const types = typesOf(node);
  const wrong: readonly [string, unknown][] = [
    ['array', { items: [] }],
    ['object', ['none']],
    ['string', 7],
    ['boolean', 'true'],
    ['integer', '7'],
    ['number', '0.7'],
  ];
  const allowed = types.find((type) => type !== 'null');
  const [, value] = wrong.find(([type]) => type === allowed) ?? ['', 7];
  // An allowed null stays: the rule is about all other values.
  return (before) => (before === null && types.includes('null') ? before : value);
}

/** A wrong value of the right type; undefined if any value is right. */
function wrongValue(node: SchemaNode): Edit | undefined {
  if (typeof node.const === 'number') return () => Number(node.const) + 1;
  if (node.const !== undefined || node.enum !== undefined) return () => 'other';
  if (node.pattern !== undefined) return (value) => `x_${value}`;
  if (node.format !== undefined) return () => 'yesterday';
  if (node.minLength === 1) return () => '';
  if (node.minItems === 1) return () => [];
  if (typeof node.minimum === 'number') return () => Number(node.minimum) - 1;
  return undefined;
}

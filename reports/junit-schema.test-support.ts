import { XMLParser, XMLValidator } from 'fast-xml-parser';

/** What the schema says of one element. */
interface ElementRule {
  /** Attributes, and the form of their values; those in `required` must be there. */
  attributes: Record<string, RegExp>;
  required: readonly string[];
  /** Elements inside, in their order; `?` once at most, `1` exactly once, `*` any number, `|*` any number in any order. */
  children: readonly (readonly [name: string, times: '?' | '1' | '*' | '|*'])[];
  /** True where text may stand inside. */
  text: boolean;
}

const ANY = /(?:)/;
const COUNT = /^\d+$/;
const TIME = /^(?:\d{1,3}(?:,\d{3})*|\d*)(?:\.\d*)?$/;
const counts = { tests: COUNT, failures: COUNT, errors: COUNT };
const remark: ElementRule = { attributes: { type: ANY, message: ANY }, required: [], children: [], text: true };
const plain: ElementRule = { attributes: {}, required: [], children: [], text: true };

/**
 * The rules of Jenkins' junit-10.xsd for the elements that reports use, with the stricter order, attributes and forms of the schema of
 * Apache Ant, which other readers take.
 */
const SCHEMA: Readonly<Record<string, ElementRule>> = {
  testsuites: {
    attributes: { name: ANY, time: TIME, ...counts },
    ...{ required: [], children: [['testsuite', '*']], text: false },
  },
  testsuite: {
    attributes: {
      ...{ name: /./, ...counts, skipped: COUNT, time: TIME, group: ANY, hostname: /./, id: COUNT, package: ANY },
      ...{ timestamp: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/, file: ANY, log: ANY, url: ANY },
    },
    required: ['name', 'tests', 'failures', 'errors', 'time', 'timestamp', 'hostname', 'id', 'package'],
    children: [
      ['properties', '1'],
      ['testcase', '*'],
      ['system-out', '1'],
      ['system-err', '1'],
    ],
    text: false,
  },
  properties: { attributes: {}, required: [], children: [['property', '*']], text: false },
  property: { attributes: { name: /./, value: ANY }, required: ['name', 'value'], children: [], text: false },
  testcase: {
    attributes: { name: /./, classname: /./, time: TIME, group: ANY },
    required: ['name', 'classname', 'time'],
    children: ['skipped', 'error', 'failure', 'system-out', 'system-err'].map((name) => [name, '|*'] as const),
    text: false,
  },
  ...{ failure: remark, error: remark, skipped: remark, 'system-out': plain, 'system-err': plain },
};

type Nodes = Record<string, unknown>[];

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  trimValues: true,
});

/** What is wrong with a JUnit file by the schema, a sentence each; empty for a valid one. */
export function junitFaults(xml: string): string[] {
  if (XMLValidator.validate(xml) !== true) return ['it is no XML'];
  const nodes: Nodes = parser.parse(xml);
  const roots = nodes.filter((node) => !('?xml' in node));
  return roots.length === 1 && roots[0] !== undefined && 'testsuites' in roots[0]
    ? roots.flatMap((root) => faultsOf('testsuites', root))
    : ['the root is not one testsuites'];
}

function faultsOf(name: string, node: Record<string, unknown>): string[] {
  const rule = SCHEMA[name];
  if (rule === undefined) return [`<${name}> is no element of the schema`];
  const attributes = Object.entries((node[':@'] ?? {}) as Record<string, string>);
  const children = node[name] as Nodes;
  const names = children.map((child) => Object.keys(child).find((key) => key !== ':@') ?? '');
  const elements = names.filter((child) => child !== '#text');
  return [
    ...attributes.filter(([key]) => !(key in rule.attributes)).map(([key]) => `<${name}> has no attribute ${key}`),
    ...attributes
      .filter(([key, value]) => rule.attributes[key]?.test(value) === false)
      .map(([key, value]) => `${key} of <${name}> is "${value}"`),
    ...rule.required
      .filter((key) => !attributes.some(([given]) => given === key))
      .map((key) => `<${name}> lacks ${key}`),
    ...(!rule.text && names.includes('#text') ? [`<${name}> holds text`] : []),
    ...(inOrder(elements, rule.children) ? [] : [`<${name}> holds ${elements.join(', ')}`]),
    ...children.flatMap((child, i) => (names[i] === '#text' ? [] : faultsOf(names[i] ?? '', child))),
  ];
}

function inOrder(elements: readonly string[], allowed: ElementRule['children']): boolean {
  const anyOrder = allowed.filter(([, times]) => times === '|*').map(([name]) => name);
  if (anyOrder.length > 0) return elements.every((name) => anyOrder.includes(name));
  const forms = { '?': '?', '1': '', '*': '*', '|*': '*' };
  const pattern = allowed.map(([name, times]) => `(?:${name};)${forms[times]}`).join('');
  return new RegExp(`^${pattern}$`).test(elements.map((name) => `${name};`).join(''));
}

import { XMLParser, XMLValidator } from 'fast-xml-parser';

/** What a schema says of one element. */
interface ElementRule {
  /** Attributes, and the form of their values; those in `required` must be there. */
  attributes: Record<string, RegExp>;
  required: readonly string[];
  /** Elements inside, in their order; `?` once at most, `*` any number, `|*` any number in any order. */
  children: readonly (readonly [name: string, times: '?' | '*' | '|*'])[];
  /** True if the element may contain text. */
  text: boolean;
}

type Schema = Readonly<Record<string, ElementRule>>;

const ANY = /(?:)/;
/** SUREFIRE_TIME: Jenkins takes any number of decimals, Maven three. */
const TIME = /^(?:(?:\d{0,3},)*\d{3}|\d{0,3})*(?:\.\d*)?$/;
const MAVEN_TIME = /^(?:(?:\d{0,3},)*\d{3}|\d{0,3})*(?:\.\d{0,3})?$/;

const plain: ElementRule = { attributes: {}, required: [], children: [], text: true };
const properties: ElementRule = { attributes: {}, required: [], children: [['property', '*']], text: false };
const property: ElementRule = {
  ...{ attributes: { name: ANY, value: ANY }, required: ['name', 'value'], children: [], text: false },
};
const counts = { tests: ANY, failures: ANY, errors: ANY, skipped: ANY };

const remark: ElementRule = { attributes: { type: ANY, message: ANY }, required: [], children: [], text: true };

/** junit-10.xsd of Jenkins' xUnit plugin, for the elements that reports use. */
const JENKINS: Schema = {
  testsuite: {
    attributes: {
      ...{ name: ANY, ...counts, group: ANY, time: TIME, timestamp: ANY, hostname: ANY, id: ANY, package: ANY },
      ...{ file: ANY, log: ANY, url: ANY },
    },
    required: ['name', 'tests', 'failures', 'errors'],
    children: ['testsuite', 'properties', 'testcase', 'system-out', 'system-err'].map((name) => [name, '|*'] as const),
    text: false,
  },
  testcase: {
    attributes: { name: ANY, classname: ANY, time: ANY, group: ANY },
    required: ['name'],
    children: ['skipped', 'error', 'failure', 'system-out', 'system-err'].map((name) => [name, '|*'] as const),
    text: false,
  },
  ...{
    properties,
    property,
    failure: remark,
    error: remark,
    skipped: remark,
    'system-out': plain,
    'system-err': plain,
  },
};

/** surefire-test-report.xsd of Maven, for the same. */
const MAVEN: Schema = {
  testsuite: {
    attributes: { name: ANY, ...counts, group: ANY, time: MAVEN_TIME },
    required: ['name', 'tests', 'errors', 'skipped', 'failures'],
    children: [
      ['properties', '*'],
      ['testcase', '*'],
    ],
    text: false,
  },
  testcase: {
    attributes: { name: ANY, classname: ANY, time: MAVEN_TIME, group: ANY },
    required: ['name', 'time'],
    children: [
      ['failure', '*'],
      ['skipped', '?'],
      ['error', '?'],
      ['system-out', '?'],
      ['system-err', '?'],
    ],
    text: false,
  },
  ...{ properties, property, 'system-out': plain, 'system-err': plain },
  failure: { ...remark, required: ['type'] },
  error: { ...remark, required: ['type'] },
  skipped: { ...remark, attributes: { message: ANY } },
};

type Nodes = Record<string, unknown>[];

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  trimValues: true,
});

/** What is wrong with a JUnit file by the schemas of Jenkins and of Maven, a sentence each; empty for a file that is valid by both. */
export function junitFaults(xml: string): string[] {
  if (XMLValidator.validate(xml) !== true) return ['it is no XML'];
  const nodes: Nodes = parser.parse(xml);
  const roots = nodes.filter((node) => !('?xml' in node));
  const [root] = roots;
  if (roots.length !== 1 || root === undefined || !('testsuite' in root)) return ['the root is not one testsuite'];
  return Object.entries({ Jenkins: JENKINS, Maven: MAVEN }).flatMap(([name, schema]) =>
    faultsOf(schema, 'testsuite', root).map((fault) => `${name}: ${fault}`),
  );
}

function faultsOf(schema: Schema, name: string, node: Record<string, unknown>): string[] {
  const rule = schema[name];
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
    ...children.flatMap((child, i) => (names[i] === '#text' ? [] : faultsOf(schema, names[i] ?? '', child))),
  ];
}

function inOrder(elements: readonly string[], allowed: ElementRule['children']): boolean {
  const anyOrder = allowed.filter(([, times]) => times === '|*').map(([name]) => name);
  if (anyOrder.length > 0) return elements.every((name) => anyOrder.includes(name));
  const pattern = allowed.map(([name, times]) => `(?:${name};)${times}`).join('');
  return new RegExp(`^${pattern}$`).test(elements.map((name) => `${name};`).join(''));
}

import { XMLParser, XMLValidator } from 'fast-xml-parser';

/** What a schema says of one element. */
interface ElementRule {
  /** Attributes, and the form of their values; those in `required` must be there. */
  attributes: Readonly<Record<string, RegExp>>;
  required: readonly string[];
  /** Elements inside, in their order; `?` once at most, `*` any number, `|*` any number in any order. */
  children: readonly (readonly [name: string, times: string])[];
  /** True if the element may contain text. */
  text: boolean;
}

type Schema = Readonly<Record<string, ElementRule>>;

/** SUREFIRE_TIME: Jenkins takes any number of decimals, Maven three. */
const TIME = /^(?:(?:\d{0,3},)*\d{3}|\d{0,3})*(?:\.\d*)?$/;
const MAVEN_TIME = /^(?:(?:\d{0,3},)*\d{3}|\d{0,3})*(?:\.\d{0,3})?$/;

/** An element with attributes, `!` behind those that must be there, and the elements inside, each with its times; without any it holds text. */
function element(attributes: string, children = '', time = /(?:)/): ElementRule {
  const names = words(attributes);
  return {
    attributes: Object.fromEntries(names.map((name) => [name.replace('!', ''), /^time\b/.test(name) ? time : /(?:)/])),
    required: names.filter((name) => name.endsWith('!')).map((name) => name.slice(0, -1)),
    children: words(children).map((child) => /^([\w-]*\w)(\W+)$/.exec(child)?.slice(1) as [string, string]),
    text: children === '',
  };
}

const words = (text: string): string[] => text.split(' ').filter((word) => word !== '');

const both: Schema = {
  properties: element('', 'property*'),
  property: { ...element('name! value!'), text: false },
  'system-out': element(''),
  'system-err': element(''),
};

/** junit-10.xsd of Jenkins' xUnit plugin, for the elements that reports use. */
const JENKINS: Schema = {
  ...both,
  testsuite: element(
    'name! tests! failures! errors! skipped group time timestamp hostname id package file log url',
    'testsuite|* properties|* testcase|* system-out|* system-err|*',
    TIME,
  ),
  testcase: element('name! classname time group', 'skipped|* error|* failure|* system-out|* system-err|*'),
  failure: element('type message'),
  error: element('type message'),
  skipped: element('type message'),
};

/** surefire-test-report.xsd of Maven, for the same. */
const MAVEN: Schema = {
  ...both,
  testsuite: element('name! tests! errors! skipped! failures! group time', 'properties* testcase*', MAVEN_TIME),
  testcase: element('name! classname time! group', 'failure* skipped? error? system-out? system-err?', MAVEN_TIME),
  failure: element('type! message'),
  error: element('type! message'),
  skipped: element('message'),
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

import type { Middleware } from '../../../simulator/index.ts';
import {
  endpointNames,
  endpoints,
  fixedValues,
  type JsonObject,
  type SchemaNode,
  schemaFailure,
  semanticFailure,
} from '../../../spec/index.ts';
import { type Area, type Deviation, mutantsOf, variantsOf } from '../deviation.ts';
import { withControl } from '../wire/accounts.ts';
import { editAt } from '../wire/edit.ts';
import {
  authorizationOf,
  crash,
  editInput,
  errorOf,
  errorResponse,
  intercept,
  isObject,
  listIn,
  refuse,
  together,
} from '../wire/wire.ts';
import { hasValidKey } from './auth.ts';
import { unreadable } from './errors.ts';

/** Replaces a value of a request, given its schema. */
type Reading = (value: unknown, node: SchemaNode) => unknown;

const paid: readonly Area[] = ['chat', 'finder', 'embeddings', 'rerank'];
const fractions = ['domains.limit-type', 'finder.max-results-type', 'rerank.top-n-type'];
const badRequest = semanticFailure('invalid_request');
const unauthorized = errorOf('authentication_error');

const reads = (reading: Reading): Middleware =>
  together(
    ...endpointNames.map((name) => editInput(name, (input) => reading(input, endpoints[name].request) as JsonObject)),
  );

const typesOf = (node: SchemaNode | undefined): readonly unknown[] => [node?.type].flat();
const propertiesOf = (node: SchemaNode): Readonly<Record<string, SchemaNode>> =>
  (node.properties ?? {}) as Record<string, SchemaNode>;
const itemOf = (node: SchemaNode): SchemaNode => (node.items ?? {}) as SchemaNode;

/** A value with its members and items edited by their schemas; those that become undefined are removed. */
function within(value: unknown, node: SchemaNode, reading: Reading): unknown {
  if (Array.isArray(value)) return value.map((item) => reading(item, itemOf(node)));
  if (!isObject(value)) return value;
  const properties = propertiesOf(node);
  const entries = Object.entries(value).map(([name, item]) => [name, reading(item, properties[name] ?? {})] as const);
  return Object.fromEntries(entries.filter(([, item]) => item !== undefined));
}

const truth: Readonly<Record<string, boolean>> = {
  ...{ true: true, yes: true, on: true, 1: true },
  ...{ false: false, no: false, off: false, 0: false },
};

/** Converts what can be read as the expected type (readings R5). */
function converted(value: unknown, node: SchemaNode): unknown {
  const types = typesOf(node);
  if (typeof value === 'string' && types.includes('array') && !types.includes('string')) return [value];
  if (!['string', 'number', 'boolean'].includes(typeof value)) return within(value, node, converted);
  if (types.includes('boolean')) return truth[String(value).toLowerCase()] ?? value;
  if (types.includes('integer'))
    return typeof value === 'boolean' || /^\s*[+-]?\d+(\.0*)?\s*$/.test(String(value)) ? Number(value) : value;
  return types.includes('string') ? String(value) : value;
}

/** Accepts fixed names in any case and with blanks around them (readings S30). */
function nearName(value: unknown, node: SchemaNode): unknown {
  if (typeof value !== 'string') return within(value, node, nearName);
  return fixedValues(node).find((name) => String(name).toLowerCase() === value.trim().toLowerCase()) ?? value;
}

/** Rounds fractions to integers (readings S31). */
const whole = (to: (value: number) => number): Reading =>
  function wholeNumber(value, node) {
    if (!typesOf(node).includes('integer')) return within(value, node, wholeNumber);
    const isFraction = typeof value === 'number' || (typeof value === 'string' && /^\d+\.\d+$/.test(value));
    return isFraction ? to(Number(value)) : value;
  };

/** Removes null if a field is optional and not nullable (readings R12). */
function withoutNull(value: unknown, node: SchemaNode): unknown {
  if (!isObject(value)) return within(value, node, withoutNull);
  const required = (node.required ?? []) as readonly string[];
  const kept = Object.entries(value).filter(
    ([name, item]) => item !== null || required.includes(name) || typesOf(propertiesOf(node)[name]).includes('null'),
  );
  return within(Object.fromEntries(kept), node, withoutNull);
}

const knowsAll = (value: unknown, node: SchemaNode): boolean => {
  if (Array.isArray(value)) return value.every((item) => knowsAll(item, itemOf(node)));
  if (!isObject(value) || node.properties === undefined) return true;
  const properties = propertiesOf(node);
  return Object.entries(value).every(([name, item]) => name in properties && knowsAll(item, properties[name] ?? {}));
};

const isBlank = (value: unknown): boolean => typeof value === 'string' && value.trim() === '';
const textsOf = ({ messages }: JsonObject): readonly unknown[] =>
  Array.isArray(messages) ? messages.map((message) => Object(message).text) : [];
const hasOddFilter = ({ include_domains, exclude_domains }: JsonObject): boolean =>
  [include_domains, exclude_domains]
    .flat()
    .some((name) => typeof name === 'string' && !/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(name));

/** Leaves out what many languages take for nothing in a condition: a check such as `if (value && …)` never looks at it. */
function unlookedAt(value: unknown, node: SchemaNode): unknown {
  const isNothing = value === false || (Array.isArray(value) && value.length === 0);
  const isOfType = typesOf(node).includes(Array.isArray(value) ? 'array' : typeof value);
  return isNothing && node.type !== undefined && !isOfType ? undefined : within(value, node, unlookedAt);
}

const nothingUnchecked = {
  'nothing-unchecked': ['`false` and `[]` count as left out, whatever type is due.', reads(unlookedAt)],
} as const;

/** Takes an `odd` value for a fixed name: `true`, as a loose comparison with each of them does, or what a table has besides its entries. */
const takenForName = (odd: unknown): Reading =>
  function taken(value, node) {
    const [name] = fixedValues(node);
    return value === odd && name !== undefined ? name : within(value, node, taken);
  };

/** Joins the texts of a list to the one text that is due. */
function joined(value: unknown, node: SchemaNode): unknown {
  const isDue = typesOf(node).includes('string') && !typesOf(node).includes('array');
  const isParts = isDue && Array.isArray(value) && value.length > 0 && value.every((part) => typeof part === 'string');
  return isParts ? value.join(' ') : within(value, node, joined);
}

const inParts = { 'parts-accepted': ['A text may be a list of texts.', reads(joined)] } as const;

const trueAsText: Reading = (value, node) =>
  value === true && fixedValues(node).length > 0 ? 'true' : within(value, node, trueAsText);

const loosely = { 'true-accepted': ['`true` is taken for a fixed name.', reads(takenForName(true))] } as const;
const inPrototype = {
  'in-prototype': [
    '`constructor`, which every object of JavaScript has, counts as a known name.',
    reads(takenForName('constructor')),
  ],
} as const;
const closedNames = ['chat.model', 'chat.role', 'embeddings.model', 'finder.depth', 'rerank.model'];

/** A table of values by what is sent, in an object of JavaScript, has a function there. */
const holdsObjectName = (input: JsonObject): boolean => Object.values(input).flat().includes('constructor');

const mutants = mutantsOf({
  ...Object.fromEntries(closedNames.map((name) => [`${name}-unknown`, inPrototype])),
  ...Object.fromEntries(
    endpointNames.map((name) => [
      `${name}.accepts-valid/looked-up-crash`,
      ['A text of `constructor` gives 500.', refuse(name, holdsObjectName, crash)],
    ]),
  ),
  'chat.accepts-valid': {
    'message-looked-up-crash': [
      'A message of `constructor` gives 500.',
      refuse('chat', ({ messages }) => listIn(messages).some((one) => Object(one).text === 'constructor'), crash),
    ],
  },
  'embeddings.format-unsupported': inPrototype,
  'chat.text-type': inParts,
  'finder.query-type': inParts,
  'rerank.document-type': inParts,
  'chat.model-type': loosely,
  'chat.role-type': loosely,
  'embeddings.model-type': loosely,
  'finder.depth-type': loosely,
  'rerank.model-type': loosely,
  'chat.image-urls-type': nothingUnchecked,
  'chat.include-domains-type': nothingUnchecked,
  'chat.language-type': nothingUnchecked,
  'chat.stream-type': nothingUnchecked,
  'embeddings.format-type': { ...nothingUnchecked, ...loosely },
  'finder.max-results-type': nothingUnchecked,
  'rerank.top-n-type': nothingUnchecked,
});

/** Which requests a server accepts, and how it refuses the others, if the specification leaves that open. */
const variants = variantsOf('all', {
  'errors/unreadable-bodies-as-422': [
    'Bodies that are no JSON give 422 with `detail`.',
    unreadable(['empty', 'utf-8', 'syntax'], errorResponse(schemaFailure)),
    { areas: ['errors', 'events'], reading: 'R7' },
  ],
  'errors/bad-bodies-as-400': [
    'Bodies that are no JSON objects give 400 `invalid_request`.',
    unreadable(['empty', 'utf-8', 'syntax', 'not an object'], errorResponse(badRequest)),
    { areas: ['errors', 'events'], reading: 'R8' },
  ],
  'chat/open-codes': [
    'No messages, and instructions and languages that are too long, give 400 `invalid_request`.',
    together(
      refuse('chat', ({ messages }) => Array.isArray(messages) && messages.length === 0, badRequest),
      refuse('chat', ({ instructions: text }) => typeof text === 'string' && text.length > 4_000, badRequest),
      refuse('chat', ({ language: text }) => typeof text === 'string' && text.length > 64, badRequest),
    ),
    {
      areas: ['chat', 'errors', 'events'],
      reading: 'R3',
      warned: ['chat.messages-empty', 'chat.instructions-max', 'chat.language-max'],
    },
  ],
  'all/lenient': [
    'What can be read as the type that is due is taken, and a message without words.',
    together(
      reads(converted),
      editInput(
        'chat',
        (input) => editAt(input, '/messages/*/text', (text) => (text === '' ? 'Hello' : text)) as JsonObject,
      ),
    ),
    { areas: ['errors', ...paid, 'domains', 'events'], reading: 'R5' },
  ],
  'all/lenient-with-warnings': [
    'Null is taken for what may be left out, names in any case and with blanks around them, fractions cut to integers.',
    together(reads(withoutNull), reads(nearName), reads(whole(Math.trunc))),
    {
      areas: ['errors', ...paid, 'domains', 'events'],
      reading: 'S30',
      warned: [
        ...['chat.null-refused', 'embeddings.null-refused', 'finder.null-refused', 'rerank.null-refused'],
        ...['chat.model-unknown', 'chat.role-unknown', 'embeddings.format-unsupported', 'embeddings.model-unknown'],
        ...['finder.depth-unknown', 'rerank.model-unknown', ...fractions],
      ],
    },
  ],
  'all/true-as-text': [
    '`true` is read as a text, and so as a fixed name that is not known.',
    reads(trueAsText),
    { areas: ['errors', ...paid, 'events'], reading: 'S46' },
  ],
  'all/fractions-rounded': [
    'Fractions are rounded to integers.',
    reads(whole(Math.round)),
    { areas: ['errors', 'rerank', 'finder', 'domains'], reading: 'S31', warned: fractions },
  ],
  'all/strict': [
    'Unknown fields, blank texts, odd domain filters, `bearer` in another case, and bad keys on the catalogue are refused.',
    together(
      ...endpointNames.map((name) =>
        refuse(name, (input) => !knowsAll(input, endpoints[name].request), schemaFailure, 'documents'),
      ),
      refuse('finder', ({ query }) => isBlank(query), semanticFailure('missing_required_field')),
      refuse('rerank', ({ query }) => isBlank(query), badRequest),
      refuse('embeddings', ({ input }) => [input].flat().some(isBlank), badRequest),
      refuse('chat', (input) => textsOf(input).some(isBlank), badRequest),
      refuse('chat', hasOddFilter, schemaFailure, 'include_domains'),
      refuse('finder', hasOddFilter, badRequest),
      intercept('all', async (asked, next) => {
        const header = authorizationOf(asked);
        return /^bearer/i.test(header) && !header.startsWith('Bearer ') ? unauthorized : next(asked.request);
      }),
      withControl(async (passing) => {
        const { request, endpoint, next } = passing;
        const header = authorizationOf(passing);
        const isRefused = endpoint === 'domains' && header !== '' && !(await hasValidKey(header, passing));
        return isRefused ? unauthorized : next(request);
      }),
    ),
    { reading: 'R11', noted: ['chat.filter-lenient', 'finder.filter-lenient', 'auth.domains-ignores-key'] },
  ],
});

/** Differences in what a server takes for a valid request that no row of the specification makes by itself. */
export const requestsDeviations: readonly Deviation[] = [...mutants, ...variants];

import { ApiError, schemaError } from '../../simulator/errors.ts';
import { type Change, together } from '../../simulator/mutants/change.ts';
import { changeInput, type Input, refuseInput, refuseWhen } from '../../simulator/mutants/change-input.ts';
import { refuseKey } from '../../simulator/mutants/change-key-check.ts';
import { answerBreach, forget } from '../../simulator/mutants/change-schema.ts';
import {
  type EndpointName,
  endpointNames,
  endpoints,
  type SchemaNode,
  schemaFailure,
  semanticFailure,
} from '../../spec/index.ts';
import { unreadable } from './edits.test-support.ts';
import type { Area, Variant } from './variant.test-support.ts';

const areas: readonly Area[] = ['errors', 'embeddings', 'rerank', 'finder', 'chat'];

const inputs = (change: (input: unknown, node: SchemaNode) => unknown): Change =>
  together(
    ...endpointNames.map((name) => changeInput(name, (input) => change(input, endpoints[name].request) as Input)),
  );

/** A value with its members and items changed by their schemas. */
function eachMember(value: unknown, node: SchemaNode, change: (value: unknown, node: SchemaNode) => unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => change(item, (node.items ?? {}) as SchemaNode));
  if (typeof value !== 'object' || value === null) return value;
  const properties = (node.properties ?? {}) as Record<string, SchemaNode>;
  const entries = Object.entries(value).map(([name, item]) => [name, change(item, properties[name] ?? {})] as const);
  return Object.fromEntries(entries.filter(([, item]) => item !== undefined));
}

const truth: Readonly<Record<string, boolean>> = {
  true: true,
  yes: true,
  on: true,
  1: true,
  false: false,
  no: false,
  off: false,
  0: false,
};

/** Takes what can be read as the wanted type (readings R5). */
function lax(value: unknown, node: SchemaNode): unknown {
  const types: readonly unknown[] = [node.type].flat();
  const simple = ['string', 'number', 'boolean'].includes(typeof value);
  if (simple && types.includes('boolean')) return truth[String(value).toLowerCase()] ?? value;
  if (simple && types.includes('integer'))
    return /^\s*[+-]?\d+(\.0*)?\s*$/.test(String(value))
      ? Number(value)
      : typeof value === 'boolean'
        ? Number(value)
        : value;
  if (typeof value !== 'string' && simple && types.includes('string')) return String(value);
  if (typeof value === 'string' && types.includes('array') && !types.includes('string')) return [value];
  return eachMember(value, node, lax);
}

/** Reads fixed names in any case and with blanks around them (readings S30). */
function nearNames(value: unknown, node: SchemaNode): unknown {
  const names = [node.enum ?? node.const ?? []].flat();
  if (typeof value !== 'string') return eachMember(value, node, nearNames);
  return names.find((name) => String(name).toLowerCase() === value.trim().toLowerCase()) ?? value;
}

/** Makes fractions integers where those are due (readings S31). */
const whole = (to: (value: number) => number) =>
  function wholeNumbers(value: unknown, node: SchemaNode): unknown {
    if (![node.type].flat().includes('integer')) return eachMember(value, node, wholeNumbers);
    if (typeof value === 'string' && /^\d+\.\d+$/.test(value)) return String(to(Number(value)));
    return typeof value === 'number' ? to(value) : value;
  };

/** Refuses filter values that are no well-formed names (readings R16). */
const strictFilters = (name: 'chat' | 'finder', refusal: () => ApiError): Change =>
  refuseWhen(
    name,
    ({ include_domains: included, exclude_domains: excluded }) =>
      [...(included ?? []), ...(excluded ?? [])].some((value) => !/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(value)),
    refusal,
  );

/** Leaves null out where the field is optional and not nullable (readings R12). */
function withoutNulls(value: unknown, node: SchemaNode): unknown {
  const required = (node.required ?? []) as readonly string[];
  const properties = (node.properties ?? {}) as Record<string, SchemaNode>;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return eachMember(value, node, withoutNulls);
  const strict = (name: string): boolean =>
    !required.includes(name) && ![properties[name]?.type].flat().includes('null');
  const kept = Object.entries(value).filter(([name, item]) => item !== null || !strict(name));
  return eachMember(Object.fromEntries(kept), node, withoutNulls);
}

const knowsAll = (value: unknown, node: SchemaNode): boolean => {
  if (Array.isArray(value)) return value.every((item) => knowsAll(item, (node.items ?? {}) as SchemaNode));
  if (typeof value !== 'object' || value === null || node.properties === undefined) return true;
  const properties = node.properties as Record<string, SchemaNode>;
  return Object.entries(value).every(([name, item]) => name in properties && knowsAll(item, properties[name] ?? {}));
};

const detail = (type: string, ...loc: readonly string[]): ApiError =>
  schemaError([{ type, loc: ['body', ...loc], msg: 'No.' }]);
const badRequest = (): ApiError => new ApiError('No.', { code: 'invalid_request' });
const strangers = (name: EndpointName): Change =>
  refuseInput(
    name,
    (input) => !knowsAll(input, endpoints[name].request),
    () => detail('extra_forbidden', 'documents', 'title'),
  );

const isSyntax = ({ envelope }: ApiError): boolean => envelope !== null;

/** Which requests a server takes and how it refuses the others, where that is open. */
export const requestVariants: readonly Variant[] = [
  {
    name: 'answers 422 with detail to bodies that are no JSON',
    areas: ['errors', 'events'],
    change: unreadable((error) => (isSyntax(error) ? detail('json_invalid') : error)),
  },
  {
    name: 'answers 400 invalid_request to JSON that is no object',
    areas: ['errors'],
    change: unreadable((error) => (isSyntax(error) ? error : badRequest())),
  },
  {
    name: 'answers 422 with detail to an empty list of inputs',
    areas: ['embeddings', 'errors'],
    change: answerBreach('embeddings', '/input', 'minItems', schemaFailure),
  },
  {
    name: 'answers 400 missing_required_field to an empty list of inputs',
    areas: ['embeddings', 'errors'],
    change: answerBreach('embeddings', '/input', 'minItems', semanticFailure('missing_required_field')),
  },
  {
    name: 'answers 400 invalid_request to an empty list of messages',
    areas: ['chat', 'errors', 'events'],
    change: answerBreach('chat', '/messages', 'minItems', semanticFailure('invalid_request')),
    warned: ['chat.messages-empty'],
  },
  {
    name: 'answers 400 invalid_request to instructions and languages that are too long',
    areas: ['chat', 'errors', 'events'],
    change: together(
      answerBreach('chat', '/instructions', 'maxLength', semanticFailure('invalid_request')),
      answerBreach('chat', '/language', 'maxLength', semanticFailure('invalid_request')),
    ),
    warned: ['chat.instructions-max', 'chat.language-max'],
  },
  { name: 'takes what can be read as the type it wants', areas: [...areas, 'events'], change: inputs(lax) },
  {
    name: 'takes null for fields that may be left out',
    areas: [...areas, 'events'],
    change: inputs(withoutNulls),
    warned: ['chat.null-refused', 'embeddings.null-refused', 'finder.null-refused', 'rerank.null-refused'],
  },
  {
    name: 'takes names in any case and with blanks around them',
    areas: [...areas, 'events'],
    change: inputs(nearNames),
    warned: [
      ...['chat.model-unknown', 'chat.role-unknown', 'embeddings.format-unsupported', 'embeddings.model-unknown'],
      ...['finder.depth-unknown', 'rerank.model-unknown'],
    ],
  },
  ...([Math.trunc, Math.round] as const).map(
    (to): Variant => ({
      name: `makes integers of fractions by ${to.name}`,
      areas: ['errors', 'rerank', 'finder', 'domains'],
      change: inputs(whole(to)),
      warned: ['domains.limit-type', 'finder.max-results-type', 'rerank.top-n-type'],
    }),
  ),
  {
    name: 'refuses odd values in its domain filters, with 422 or 400',
    areas: ['chat', 'finder', 'events', 'errors'],
    change: together(
      strictFilters('chat', () => detail('value_error', 'include_domains')),
      strictFilters('finder', badRequest),
    ),
    noted: ['chat.filter-lenient', 'finder.filter-lenient'],
  },
  { name: 'refuses fields and parameters that it does not know', change: together(...endpointNames.map(strangers)) },
  {
    name: 'takes a message without words, and refuses a query of white space',
    areas: ['chat', 'finder', 'rerank'],
    change: together(
      forget('chat', '/messages/*/text', 'minLength'),
      refuseWhen('finder', ({ query }) => query.trim() === '', badRequest),
      refuseWhen('rerank', ({ query }) => query.trim() === '', badRequest),
    ),
  },
  {
    name: 'refuses empty catalogue filters',
    areas: ['domains', 'auth'],
    change: refuseInput(
      'domains',
      ({ q, category }) => q === '' || category === '',
      () => detail('too_short', 'q'),
    ),
  },
  {
    name: 'reads the scheme Bearer in that very case only',
    areas: ['auth'],
    change: refuseKey(
      (header) => header !== undefined && /^bearer/i.test(header) && !header.startsWith('Bearer '),
      () => new ApiError('No.', { code: 'authentication_error' }),
    ),
  },
  {
    name: 'refuses bad keys on the public catalogue too',
    areas: ['auth', 'errors', 'domains'],
    change: (behaviour) => ({
      ...behaviour,
      keyed: { ...behaviour.keyed, domains: true },
      authenticate: async (header, ledger, endpoint) => {
        const nobody = { key: '', environment: 'test', balance_micros: 0, spent_micros: 0, requests: 0 } as const;
        if (endpoint === 'domains' && header === undefined) return { ...nobody, revoked: false, permissions: [] };
        return behaviour.authenticate(header, ledger, endpoint);
      },
      checkPermission: (endpoint, key) => {
        if (endpoint !== 'domains') behaviour.checkPermission(endpoint, key);
      },
    }),
    noted: ['auth.domains-ignores-key'],
  },
];

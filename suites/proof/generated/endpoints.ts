import type { Middleware } from '../../../simulator/index.ts';
import {
  type EndpointName,
  type ErrorOutcome,
  endpointNames,
  endpoints,
  findRule,
  type SchemaNode,
  semanticFailure,
} from '../../../spec/index.ts';
import { type Deviation, type Mutants, mutantsOf, type Rows } from '../deviation.ts';
import { crash, editResponse, isJsonAnswer, labelled, readInChunks, refuse, valuesOf } from '../wire/wire.ts';

/** The field that stands for the whole answer of chat and of domains; the others have an `id`. */
const WHOLES = ['message', 'version'];

/** Kinds of defect that any endpoint can have, by the name of the rule there. */
function mutantsAt(endpoint: EndpointName): Mutants {
  const { field } = valuesOf(endpoint);
  const noObject: Rows = {
    'in-list': ['The answer is a list that holds the object.', wholeAs(endpoint, (json) => `[${json}]`)],
    'encoded-twice': ['The answer is a JSON string that holds the object.', wholeAs(endpoint, JSON.stringify)],
  };
  return {
    'accepts-valid': {
      'created-status': [
        'A valid request is answered with 201.',
        editResponse(endpoint, (response) => (isJsonAnswer(response) ? { ...response, status: 201 } : response)),
      ],
      ...(endpoint === 'domains' ? {} : unreadChunks(endpoint)),
    },
    'json-content-type': {
      'plain-text': ['The answer is labelled text/plain.', labelled(endpoint, 'text/plain', isJsonAnswer)],
      unlabelled: ['The answer has no content type.', labelled(endpoint, undefined, isJsonAnswer)],
    },
    'null-refused': {
      crash: ['Null for a field that is not nullable gives 500.', nullRefused(endpoint, crash)],
      envelope: [
        'Null for a field that is not nullable gives 400 `invalid_request`.',
        nullRefused(endpoint, semanticFailure('invalid_request')),
      ],
      ...(['domains', 'finder'].includes(endpoint) ? {} : nullInLaterItem(endpoint)),
    },
    ...Object.fromEntries(WHOLES.map((name) => [`response.${name}`, noObject])),
    'response.id': {
      ...noObject,
      'not-hex': ['`id` has letters beyond f.', field('id', (id) => `${id}jz8xkq`)],
      uuid: [
        '`id` is a UUID with hyphens behind the prefix.',
        field('id', (id) => `${String(id).slice(0, 4)}0b6f2c4e-8d1a-4f7b-9c3e-2a5d6e7f8091`),
      ],
    },
    'response.created': {
      milliseconds: ['`created` is in milliseconds.', field('created', (seconds) => Number(seconds) * 1_000)],
    },
  };
}

/** What servers do that read as many bytes as `Content-Length` says, or one piece of a body. */
const unreadChunks = (endpoint: EndpointName): Mutants[string] => ({
  'chunks-unread': ['A body in chunks counts as empty.', readInChunks(endpoint, (body) => body.subarray(0, 0))],
  'first-chunk-alone': [
    'Of a body in chunks the first one is read alone.',
    readInChunks(endpoint, (body) => body.subarray(0, body.length >> 1)),
  ],
});

/** Answers with the JSON of an answer inside another value. */
const wholeAs = (endpoint: EndpointName, wrap: (json: string) => string): Middleware =>
  editResponse(endpoint, (response) =>
    isJsonAnswer(response) && response.body instanceof Uint8Array
      ? { ...response, body: new TextEncoder().encode(wrap(new TextDecoder().decode(response.body))) }
      : response,
  );

function nullRefused(endpoint: EndpointName, outcome: ErrorOutcome): Middleware {
  const properties = (endpoints[endpoint].request.properties ?? {}) as Readonly<Record<string, SchemaNode>>;
  const isNullable = (name: string): boolean => [properties[name]?.type].flat().includes('null');
  return refuse(
    endpoint,
    (input) => Object.entries(input).some(([name, value]) => value === null && !isNullable(name)),
    outcome,
  );
}

/** What servers do that look at the first item of a list alone. */
const nullInLaterItem = (endpoint: EndpointName): Rows => ({
  'later-item-crash': [
    'Null in a list gives 500 where it is not the first item.',
    refuse(
      endpoint,
      (input) => Object.values(input).some((value) => Array.isArray(value) && value.lastIndexOf(null) > 0),
      crash,
    ),
  ],
});

/** The deviations of the rules that every endpoint has. */
export const endpointDeviations = (): readonly Deviation[] =>
  endpointNames.flatMap((endpoint) => {
    const tables = Object.entries(mutantsAt(endpoint)).map(([name, rows]) => [`${endpoint}.${name}`, rows] as const);
    return mutantsOf(Object.fromEntries(tables.filter(([rule]) => findRule(rule) !== undefined)));
  });

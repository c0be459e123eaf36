import { type PaidEndpoint, paidEndpoints } from '../../../spec/index.ts';
import { affordable, type Context } from '../../engine/context/context.ts';
import { validCall } from '../../generate/bases.ts';
import type { Call } from '../../http/exchange/exchange.ts';

/** The ways in which a body can fail before its fields are looked at, with the rule of each. Source: readings R7, R8, R8a. */
export const rulesOfBodies = {
  malformed: 'errors.malformed-json',
  empty: 'errors.empty-body',
  'invalid-utf8': 'errors.invalid-utf8',
  'non-object': 'errors.non-object-body',
} as const;

/** One of them. */
export type BodyFault = keyof typeof rulesOfBodies;

export const bodyFaults = Object.keys(rulesOfBodies) as readonly BodyFault[];

/** A call whose body is at fault as a whole. */
export interface BadBody {
  readonly call: Call;
  /** The fault in words, to follow «a request whose». */
  readonly fault: string;
  /** True where readers of JSON as they come with languages and frameworks let it pass: to accept it warns. */
  readonly oftenRead?: boolean;
  /** True where it may be accepted, or refused in any way: only a crash counts. */
  readonly open?: boolean;
}

/** Bad bodies of one kind for all paid endpoints; one each for chat where a call costs money. */
export function badBodies(context: Context, kind: BodyFault): readonly BadBody[] {
  return paidEndpoints.flatMap((endpoint) => {
    const all = [
      ...makers[kind](endpoint),
      ...(kind === 'invalid-utf8' && context.requestsAreFree ? [withNul(endpoint)] : []),
    ];
    return endpoint === 'chat' ? affordable(context, all, 1) : all;
  });
}

const textOf = (endpoint: PaidEndpoint): string => JSON.stringify(validCall(endpoint).body);

const rawCall = (endpoint: PaidEndpoint, body: string | Uint8Array, fault: string): BadBody => ({
  call: { endpoint, raw: typeof body === 'string' ? new TextEncoder().encode(body) : body },
  fault,
});

/** Frameworks send a page of their own to who does not ask for JSON by name. */
const takingAnything = (body: BadBody): BadBody => ({ ...body, call: { ...body.call, headers: { accept: '*/*' } } });

/** UTF-8, but no text that every database can hold (readings S29). */
const withNul = (endpoint: PaidEndpoint): BadBody => ({
  ...rawCall(
    endpoint,
    withBytes(textOf(endpoint), [...Buffer.from('\\u0000')]),
    'body holds the escape \\u0000 inside a string',
  ),
  open: true,
});

// Of single quotes, comments and NaN, nothing: a target may read more than JSON on purpose.
const makers: Readonly<Record<BodyFault, (endpoint: PaidEndpoint) => readonly BadBody[]>> = {
  malformed: (endpoint) => {
    const text = textOf(endpoint);
    return [
      rawCall(endpoint, text.slice(0, -1), 'JSON body lacks its last brace'),
      takingAnything(rawCall(endpoint, 'this is no JSON', 'body is plain text and whose Accept header is `*/*`')),
      rawCall(endpoint, cutOffInText(text), 'JSON body breaks off in a long text with letters of other scripts'),
      {
        ...rawCall(endpoint, `${text.slice(0, -1)},}`, 'JSON body has a comma before its last brace'),
        oftenRead: true,
      },
      { ...rawCall(endpoint, `${text} and more`, 'JSON body is followed by other text'), oftenRead: true },
    ];
  },
  empty: (endpoint) => [rawCall(endpoint, '', 'body is empty')],
  'invalid-utf8': (endpoint) => [
    rawCall(endpoint, withBytes(textOf(endpoint), [0xff, 0xfe]), 'body holds the bytes FF FE inside a string'),
    rawCall(endpoint, withBytes(textOf(endpoint), [0xc3, 0x28]), 'body holds a cut-off UTF-8 sequence inside a string'),
    // Languages read it, and cannot write it again as UTF-8.
    rawCall(
      endpoint,
      withBytes(textOf(endpoint), [...Buffer.from('\\ud83e')]),
      'body holds the escape \\ud83e of half a character',
    ),
  ],
  'non-object': (endpoint) =>
    [[], [validCall(endpoint).body], 'text', 42, null].map((body) => ({
      call: { endpoint, body },
      fault: `body is ${Array.isArray(body) ? (body.length === 0 ? 'an empty array' : 'an array') : `the JSON value ${JSON.stringify(body)}`}`,
    })),
};

/** Long, and outside ASCII: what a server that quotes the body in its answer, or in a log, may not expect. */
const cutOffInText = (text: string): string =>
  `${text.slice(0, text.lastIndexOf(' '))}${' Überdosis, 喘息 🫁'.repeat(250)}`;

/** The text with bytes put into its user's own words: the last place where two letters are parted by a space. */
function withBytes(text: string, bytes: readonly number[]): Uint8Array {
  const at = text.lastIndexOf(' ');
  const encoder = new TextEncoder();
  return Uint8Array.from([...encoder.encode(text.slice(0, at)), ...bytes, ...encoder.encode(text.slice(at))]);
}

import type { EndpointName } from './endpoints.ts';

/** A way in which requests vary while they stay valid. */
export interface Factor {
  readonly name: string;
  /** What it can be; the plainest first. */
  readonly levels: readonly string[];
  /**
   * Levels that meet those of any one other factor, and no more, so that they cost few requests: all of them (true), or those
   * that make a request many times as large as others.
   */
  readonly minor?: true | readonly string[];
}

/** A capability of the profile that a level needs, by `factor level`. */
export const levelNeeds: Readonly<Record<string, 'control_url' | 'fixtures_url'>> = {
  'key live': 'control_url',
  'attachments images': 'fixtures_url',
  'attachments pdf': 'fixtures_url',
  'attachments both': 'fixtures_url',
};

const optional = ['left out', 'false', 'true'] as const;
const filters: Factor = { name: 'filters', levels: ['none', 'include', 'exclude', 'empty', 'null'] };
/** What stands in the filter that lists no domains. The levels `empty` and `null` of `filters` are of both filters, unless this one says `empty` beside null. */
const otherFilter: Factor = { name: 'other filter', levels: ['left out', 'null', 'empty'], minor: true };
const script: Factor = { name: 'script', levels: ['ascii', 'accents', 'other script', 'emoji', 'line ends'] };

const edges: Factor = { name: 'edges', levels: ['bare', 'white space around'] };

const wording: Factor = {
  name: 'wording',
  levels: ['plain', 'capitals', 'marks and links', 'one word'],
  minor: true,
};

/** Headers that clients and what stands before them add, and that change nothing. */
const client: Factor = { name: 'client', levels: ['plain', 'browser', 'traced'], minor: true };

/** What the client takes: the very type, anything, a list as client libraries send it, or no word of it, nor of encodings. */
const accept: Factor = { name: 'accept', levels: ['exact', 'any', 'list', 'none'] };

/** What every request with a key can vary in. Source: Authentication, rules 1 and 3. */
const sent: readonly Factor[] = [
  { name: 'key', levels: ['test', 'live'] },
  { name: 'header', levels: ['authorization', 'Authorization', 'AUTHORIZATION'] },
  { name: 'content type', levels: ['plain', 'with charset'] },
  accept,
  { name: 'notation', levels: ['compact', 'indented', 'escaped', 'in chunks'], minor: true },
  client,
];

/** The factors of each endpoint, in which every rule about it must hold. Source: the request tables and their defaults. */
export const circumstances: Readonly<Record<EndpointName, readonly Factor[]>> = {
  chat: [
    { name: 'model', levels: ['standard', 'pro'] },
    { name: 'stream', levels: optional },
    { name: 'follow-ups', levels: optional },
    filters,
    { name: 'attachments', levels: ['none', 'empty', 'images', 'pdf', 'both'] },
    { name: 'attached to', levels: ['last', 'first', 'assistant'] },
    { name: 'url', levels: ['plain', 'with query'] },
    { name: 'messages', levels: ['1', '2', '3', '12', '200'], minor: ['2', '200'] },
    { name: 'last role', levels: ['user', 'assistant'] },
    { name: 'place', levels: ['last', 'first', 'middle'] },
    { name: 'length', levels: ['short', '500', '2000', '16000', '32000'], minor: ['32000'] },
    script,
    edges,
    { name: 'instructions', levels: ['left out', 'null', 'given', '4000', 'empty'], minor: ['empty'] },
    { name: 'language', levels: ['left out', 'null', 'given', '64', 'auto'], minor: ['auto'] },
    { name: 'listed', levels: ['1', '12'], minor: true },
    otherFilter,
    wording,
    ...sent,
  ],
  finder: [
    { name: 'depth', levels: ['left out', 'basic', 'advanced'] },
    { name: 'answer', levels: optional },
    filters,
    { name: 'max results', levels: ['left out', '1', '5', '20'] },
    { name: 'length', levels: ['short', '500', '2000'] },
    script,
    edges,
    { name: 'listed', levels: ['1', '12'], minor: true },
    otherFilter,
    wording,
    ...sent,
  ],
  embeddings: [
    { name: 'input', levels: ['string', '1', '2', '17', '32', '100'], minor: ['100'] },
    { name: 'items', levels: ['unlike', 'equal'] },
    { name: 'place', levels: ['last', 'first', 'middle'] },
    { name: 'length', levels: ['short', '500', '2000'] },
    script,
    edges,
    { name: 'format', levels: ['left out', 'float'] },
    wording,
    ...sent,
  ],
  rerank: [
    { name: 'documents', levels: ['2', '1', '10', '17', '100', '101', '257', '1000'], minor: ['257', '1000'] },
    // Other fields of a document are not specified, and a strict server may refuse them (readings R11).
    { name: 'form', levels: ['strings', 'objects', 'mixed'] },
    { name: 'top n', levels: ['left out', 'null', '1', 'n-1', 'n', 'n+1', '5000'] },
    { name: 'returned', levels: optional },
    { name: 'texts', levels: ['unlike', 'equal'] },
    { name: 'best', levels: ['first', 'last', 'middle'] },
    { name: 'length', levels: ['short', '500', '2000'] },
    script,
    edges,
    {
      name: 'query',
      levels: ['plain', 'accents', 'other script', 'one word', 'marks and links', '2000'],
      minor: true,
    },
    wording,
    ...sent,
  ],
  domains: [
    { name: 'category', levels: ['none', 'known', 'other case'] },
    { name: 'q', levels: ['none', 'part', 'other case'] },
    { name: 'limit', levels: ['left out', '1', '10', '1000'] },
    { name: 'key', levels: ['none', 'test', 'live'] },
    accept,
    client,
  ],
};

/**
 * Levels that do not meet, by `factor level`: what one message has no room for, what one item cannot be, and what would only make a request of
 * megabytes.
 */
const apart: Readonly<Record<string, readonly string[]>> = {
  'messages 2': ['place middle', 'attached to assistant'],
  'messages 1': ['place first', 'place middle', 'attached to first', 'attached to assistant'],
  'attachments none': ['attached to first', 'attached to assistant', 'url with query'],
  'attachments empty': ['url with query'],
  'input string': ['place first', 'place middle', 'items equal'],
  'input 1': ['place first', 'place middle', 'items equal'],
  'input 2': ['place middle'],
  'items equal': ['place first', 'place middle', 'length 500', 'length 2000'],
  'documents 1': ['best last', 'best middle', 'texts equal', 'form mixed', 'top n n-1', 'top n n'],
  'documents 2': ['best middle', 'top n n-1'],
  'texts equal': ['best last', 'best middle', 'length 500', 'length 2000'],
  'filters none': ['listed 12', 'other filter null', 'other filter empty'],
  'filters empty': ['listed 12', 'other filter null', 'other filter empty'],
  'filters null': ['listed 12', 'other filter null'],
  'wording one word': ['script line ends', 'length 500', 'length 2000', 'length 16000', 'length 32000'],
};

/** Levels that do not meet, as two `factor level`. */
export const impossible = Object.entries(apart).flatMap(([level, others]) =>
  others.map((other) => [level, other] as const),
);

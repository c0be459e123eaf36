import { models } from '../../spec/index.ts';
import type { Circumstances } from './circumstance-texts.ts';
import { describeSigns, signIn } from './signs.ts';

/** Descriptions of the levels of a factor: a function, or one text for each level. */
type Words = Readonly<Record<string, string>> | ((level: string) => string);

const field =
  (name: string): Words =>
  (level) =>
    level === 'left out' ? `no \`${name}\`` : `\`${name}: ${level}\``;

const optionalText = (name: string): Words => ({
  'left out': `no \`${name}\``,
  null: `\`${name}: null\``,
  given: `\`${name}\` set`,
  empty: `an empty \`${name}\``,
  auto: `\`${name}: auto\``,
  '64': `\`${name}\` of 64 characters`,
  '4000': `\`${name}\` of 4,000 characters`,
});

const count = (level: string): string => Number(level).toLocaleString('en-US');

const script: Words = {
  ascii: 'ASCII alone in the text',
  accents: 'accents, odd blanks and signs in the text',
  'other script': 'letters of other scripts in the text',
  emoji: 'emoji in the text',
  'line ends': 'line ends, two blanks, a tab and a form feed in the text',
};

/** The descriptions by factor, except factors whose name and level are clear. */
const words: Readonly<Record<string, Words>> = {
  model: { standard: `\`model: ${models.chat}\``, pro: `\`model: ${models.chatPro}\`` },
  stream: field('stream'),
  'follow-ups': field('include_follow_ups'),
  filters: {
    none: 'no domain filter',
    include: 'domains in `include_domains`',
    exclude: 'domains in `exclude_domains`',
    empty: 'empty domain filters',
    null: 'domain filters that are null',
  },
  listed: (level) => (level === '1' ? 'at most one domain in the filter' : `${level} domains in the filter`),
  'other filter': {
    'left out': 'at most one domain filter',
    null: 'null as the other domain filter',
    empty: '[] as the other domain filter',
  },
  attachments: {
    none: 'nothing attached',
    empty: 'empty lists of attachments',
    images: 'an image attached',
    pdf: 'PDFs attached',
    both: 'an image and PDFs attached',
  },
  'attached to': {
    last: 'no attachments before the last message',
    first: 'attachments of the first message',
    assistant: 'attachments of an `assistant` message',
  },
  url: { plain: 'no query in the URL of an attachment', 'with query': 'a query in the URL of an attachment' },
  messages: (level) => (level === '1' ? 'one message' : `${level} messages`),
  'last role': { user: 'a `user` message as the last', assistant: 'an `assistant` message as the last' },
  place: {
    last: 'the question in the last message or input',
    first: 'the question in the first message or input',
    middle: 'the question in a message or input between others',
  },
  length: (level) => (level === 'short' ? 'a short text' : `a text of ${count(level)} characters`),
  script,
  edges: { bare: 'no white space around the text', 'white space around': 'white space around the text' },
  wording: {
    plain: 'a plain text',
    capitals: 'a text in capitals',
    'marks and links': 'quotes, slashes, markup and a link in the text',
    'one word': 'a text of one word',
  },
  instructions: { ...optionalText('instructions'), given: '`instructions` of two lines with quotes' },
  language: { ...optionalText('language'), given: 'a `language` such as `pt-BR`' },
  depth: field('search_depth'),
  answer: field('include_answer'),
  'max results': field('max_results'),
  input: (level) =>
    level === 'string' ? '`input` as a string' : level === '1' ? 'one input in a list' : `${level} inputs`,
  items: { unlike: 'different inputs', equal: 'equal inputs' },
  format: field('encoding_format'),
  documents: (level) => (level === '1' ? 'one document' : `${count(level)} documents`),
  form: { strings: 'documents as strings', objects: 'documents as objects', mixed: 'strings and objects as documents' },
  'top n': {
    'left out': 'no `top_n`',
    null: '`top_n: null`',
    '1': '`top_n: 1`',
    'n-1': '`top_n` one below the number of documents',
    n: '`top_n` equal to the number of documents',
    'n+1': '`top_n` one above the number of documents',
    '5000': '`top_n: 5000`',
  },
  returned: field('return_documents'),
  texts: { unlike: 'different documents', equal: 'equal documents' },
  best: {
    first: 'the best document as the first',
    last: 'the best document as the last',
    middle: 'the best document in the middle',
  },
  query: {
    plain: 'a plain query',
    accents: 'accents, odd blanks and signs in the query',
    'other script': 'letters of other scripts in the query',
    'one word': 'a query of one word',
    'marks and links': 'quotes, slashes, markup and a link in the query',
    '2000': 'a query of 2,000 characters',
  },
  category: { none: 'no `category`', known: '`category` given', 'other case': '`category` in other letter case' },
  q: { none: 'no `q`', part: '`q` given', 'other case': '`q` in capitals' },
  limit: (level) => (level === 'left out' ? 'no `limit`' : `\`limit=${level}\``),
  key: { none: 'no key', test: 'a test key', live: 'a live key' },
  header: (level) => `the header name written \`${level}\``,
  'content type': { plain: 'no charset in the content type', 'with charset': 'a charset in the content type' },
  accept: {
    exact: 'the exact type in `Accept`',
    any: '`Accept: */*`',
    list: 'a list in `Accept`',
    none: 'no `Accept` and no `Accept-Encoding` header',
  },
  notation: {
    compact: 'compact JSON',
    indented: 'indented JSON with its fields in reverse order, after a blank',
    escaped: 'JSON with escaped letters',
    'in chunks': 'a body in chunks instead of with its length',
  },
  client: {
    plain: 'no extra headers',
    browser: 'the headers of a browser',
    traced: 'the headers of a client that traces its requests',
  },
};

/** What a request has only where it has these levels together. */
const TOGETHER: readonly (readonly [Circumstances, string])[] = [
  [{ notation: 'in chunks', client: 'traced' }, '`Expect: 100-continue`'],
  [{ accept: 'any', client: 'traced' }, 'a `User-Agent` of `python-requests`'],
  [{ accept: 'none', client: 'traced', key: 'live' }, '`Connection: close`'],
  [{ 'content type': 'with charset', client: 'browser' }, '`Content-Type` with no blank before its charset'],
];

/** Names the header that levels bring only together, in brackets; empty if there is none. */
export function describeTogether(levels: Circumstances): string {
  const found = TOGETHER.find(([together]) =>
    Object.entries(together).every(([factor, level]) => levels[factor] === level),
  );
  return found === undefined ? '' : ` (together they bring ${found[1]})`;
}

/** Describes a level for a reader who knows the API but not the names of the factors: `include_answer: true`, 200 messages, a live key. */
export function describeLevel(factor: string, level: string): string {
  const sign = signIn(level);
  if (sign !== undefined) return describeSigns(factor, [sign]);
  const of = words[factor];
  return (typeof of === 'function' ? of(level) : of?.[level]) ?? `\`${factor}\` ${level}`;
}

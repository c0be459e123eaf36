import { describe } from 'vitest';
import { advancedThrottled } from './defects.test-support.ts';
import {
  atOnce,
  byteByByte,
  chunked,
  closingEvery,
  compressed,
  earlyAnswers,
  late,
  longHeaders,
  oddNames,
  readByLength,
  untilClose,
} from './http.test-support.ts';
import { firstListedLate, keyRefused, proDenied, settledLate } from './keys.test-support.ts';
import { proveRows, type Rows } from './prove-rows.test-support.ts';
import { createdLate, revokedLate, snapshots } from './replicas.test-support.ts';
import { invokedByChance, relevanceInShares, twoCodes } from './versions.test-support.ts';

const about = (words: RegExp) => (_: string, reason: string) => words.test(reason);

const http: Rows = {
  'compresses every answer with gzip': { middleware: [compressed('gzip')], areas: ['chat', 'embeddings', 'events'] },
  'compresses every answer with deflate': { middleware: [compressed('deflate')], areas: ['errors', 'events'] },
  'compresses every answer with brotli': { middleware: [compressed('br')], areas: ['domains', 'events'] },
  'sends 102 and 103 before every answer, and 64 KB of headers in unusual case': {
    middleware: [oddNames, earlyAnswers, longHeaders(64_000)],
    areas: ['auth', 'finder', 'events'],
  },
  'speaks HTTP/1.0': { middleware: [untilClose('1.0')], areas: ['auth', 'events'] },
  'takes bodies in chunks for empty ones': {
    middleware: [readByLength],
    areas: ['auth', 'embeddings', 'finder'],
    depth: 'quick',
  },
  'closes the connection to end an answer, without a length and without chunks': {
    middleware: [untilClose('1.1')],
    areas: ['errors', 'domains', 'finder', 'events'],
  },
  'sends its streams byte by byte, and its JSON in chunks without a length': {
    middleware: [chunked, byteByByte],
    areas: ['auth', 'domains', 'embeddings', 'citations', 'events'],
  },
  'sends each stream in one piece': { middleware: [atOnce], areas: ['events'] },
  'closes its connections without notice after every third answer': {
    middleware: [closingEvery(3)],
    areas: ['errors', 'finder', 'billing'],
    chosen: (rule) => !/model|parallel/.test(rule),
  },
  'answers after 50 ms': { middleware: [late(50)], areas: ['auth', 'domains'] },
  'answers after 300 ms': { middleware: [late(300)], areas: ['finder'] },
  // A first byte after a minute, scaled down.
  'delays every fortieth request by 3 s': { middleware: [late(3_000, 40)], areas: ['errors', 'embeddings'] },
};

const states: Rows = {
  'has two replicas whose snapshots differ under one time and version': {
    alter: snapshots(2, 'alike'),
    areas: ['domains'],
  },
  'takes a new snapshot of the catalogue at every request': {
    alter: snapshots(100_000, 'apart'),
    areas: ['domains'],
    // Rules that compare two answers look for a pair of one snapshot in the same way, for long and in vain: one of the six is enough.
    chosen: (rule) => !/\.(limit-prefix|[a-z]+-complete|q-case|filters-together)$/.test(rule),
    open: about(/the catalogue changed between requests/),
  },
  'has a replica that hears of revocations 2 s late': {
    alter: revokedLate(2_000),
    areas: ['auth'],
    warned: ['auth.revocation-takes-effect'],
  },
  'has a replica that hears of new keys 1.5 s late': { alter: createdLate(1_500), areas: ['auth', 'finder'] },
  'has two versions that give the two codes of empty messages': {
    middleware: [twoCodes],
    areas: ['chat', 'events'],
    warned: ['chat.messages-empty'],
  },
  'generates follow-up questions for some requests alone': {
    middleware: [invokedByChance],
    areas: ['billing'],
    chosen: (rule) => /^billing\.follow-ups(?!-stream)/.test(rule),
  },
  'gives relevance in shares of the answer': { middleware: [relevanceInShares], areas: ['rerank'] },
  'settles charges and balances 1.5 s late': {
    middleware: [settledLate(1_500)],
    areas: ['billing'],
    chosen: (rule) => /balance|charge|finder|parallel|model/.test(rule),
  },
  'lists the first charge of each key a second after those that follow it': {
    middleware: [firstListedLate(1_000)],
    areas: ['billing'],
    chosen: (rule) => rule === 'billing.one-charge',
  },
};

const keys: Rows = {
  'is called with a key whose credit runs out': {
    middleware: [keyRefused(30, 'its money has run out')],
    areas: ['auth', 'errors', 'finder', 'chat'],
    open: about(/credit/),
  },
  'is called with a key that is revoked in the middle': {
    middleware: [keyRefused(20, 'it was revoked')],
    areas: ['auth', 'errors', 'finder', 'rerank'],
    open: about(/the active key was refused with 401 in the middle/),
  },
  'is called with a key that loses a permission in the middle': {
    middleware: [keyRefused(8, 'it lost its permission', 'finder')],
    areas: ['auth', 'errors', 'finder'],
    open: about(/the active key lost its permission/),
  },
  'is called with a key that may not use embeddings': {
    middleware: [keyRefused(1, 'it lost its permission', 'embeddings')],
    areas: ['auth', 'errors', 'embeddings', 'billing'],
  },
  'was called with a key that may not use the pro model': {
    middleware: [proDenied],
    areas: ['auth', 'errors', 'chat', 'events', 'attachments', 'citations'],
    depth: 'quick',
  },
  'throttles every advanced search': {
    middleware: [advancedThrottled],
    areas: ['auth', 'finder', 'billing'],
    open: about(/answered (with )?429/),
  },
};

describe.concurrent('no rule fails on', () => {
  proveRows({ ...http, ...states, ...keys });
});

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
import { proveRows, type Row } from './prove-rows.test-support.ts';
import { createdLate, revokedLate, snapshots } from './replicas.test-support.ts';
import { invokedByChance, relevanceInShares, twoCodes } from './versions.test-support.ts';

const about = (words: RegExp) => (_: string, reason: string) => words.test(reason);

const http: readonly Row[] = [
  {
    name: 'compresses every answer with gzip',
    middleware: [compressed('gzip')],
    areas: ['chat', 'embeddings', 'events'],
  },
  { name: 'compresses every answer with deflate', middleware: [compressed('deflate')], areas: ['errors', 'events'] },
  { name: 'compresses every answer with brotli', middleware: [compressed('br')], areas: ['domains', 'events'] },
  {
    name: 'sends 102 and 103 before every answer, and 64 KB of headers in unusual case',
    middleware: [oddNames, earlyAnswers, longHeaders(64_000)],
    areas: ['auth', 'finder', 'events'],
  },
  { name: 'speaks HTTP/1.0', middleware: [untilClose('1.0')], areas: ['auth', 'events'] },
  { name: 'takes bodies in chunks for empty ones', middleware: [readByLength] },
  {
    name: 'closes the connection to end an answer, without a length and without chunks',
    middleware: [untilClose('1.1')],
    areas: ['errors', 'domains', 'finder', 'events'],
  },
  {
    name: 'sends its streams byte by byte, and its JSON in chunks without a length',
    middleware: [chunked, byteByByte],
    areas: ['auth', 'domains', 'embeddings', 'citations', 'events'],
  },
  { name: 'sends each stream in one piece', middleware: [atOnce], areas: ['events'] },
  {
    name: 'closes its connections without notice after every third answer',
    middleware: [closingEvery(3)],
    areas: ['errors', 'finder', 'billing'],
    chosen: (rule) => !/model|parallel/.test(rule),
  },
  { name: 'answers after 50 ms', middleware: [late(50)], areas: ['auth', 'domains'] },
  { name: 'answers after 300 ms', middleware: [late(300)], areas: ['finder'] },
  // A first byte after a minute, scaled down.
  {
    name: 'delays every fortieth request by 3 s',
    middleware: [late(3_000, 40)],
    areas: ['errors', 'embeddings'],
  },
];

const states: readonly Row[] = [
  { name: 'has two replicas with two snapshots of the catalogue', alter: snapshots(2, 1), areas: ['domains'] },
  {
    name: 'has two replicas whose snapshots differ under one time and version',
    alter: snapshots(2, 1, 'alike'),
    areas: ['domains'],
  },
  {
    name: 'takes a new snapshot of the catalogue every fortieth request',
    alter: snapshots(1_000, 40),
    areas: ['domains'],
  },
  {
    name: 'takes a new snapshot of the catalogue at every request',
    alter: snapshots(100_000, 1),
    areas: ['domains'],
    // No two answers are from the same snapshot: rules that compare them cannot be judged.
    open: about(/the catalogue changed between requests/),
  },
  {
    name: 'has a replica that hears of revocations 2 s late',
    alter: revokedLate(2_000),
    areas: ['auth'],
    warned: ['auth.revocation-takes-effect'],
  },
  { name: 'has a replica that hears of new keys 1.5 s late', alter: createdLate(1_500), areas: ['auth', 'finder'] },
  {
    name: 'has two versions that give the two codes of empty messages',
    middleware: [twoCodes],
    areas: ['chat', 'events'],
    warned: ['chat.messages-empty'],
  },
  {
    name: 'generates follow-up questions for some requests alone',
    middleware: [invokedByChance],
    areas: ['billing'],
    chosen: (rule) => /^billing\.follow-ups(?!-stream)/.test(rule),
  },
  { name: 'gives relevance in shares of the answer', middleware: [relevanceInShares], areas: ['rerank'] },
  {
    name: 'settles charges and balances 1.5 s late',
    middleware: [settledLate(1_500)],
    areas: ['billing'],
    chosen: (rule) => /balance|charge|finder|parallel|model/.test(rule),
  },
  {
    name: 'lists the first charge of each key a second after those that follow it',
    middleware: [firstListedLate(1_000)],
    areas: ['billing'],
    chosen: (rule) => rule === 'billing.one-charge',
  },
];

const keys: readonly Row[] = [
  {
    name: 'is called with a key whose credit runs out',
    middleware: [keyRefused(30, 'its money has run out')],
    areas: ['auth', 'errors', 'finder', 'chat'],
    open: about(/credit/),
  },
  {
    name: 'is called with a key that is revoked in the middle',
    middleware: [keyRefused(20, 'it was revoked')],
    areas: ['auth', 'errors', 'finder', 'rerank'],
    open: about(/the active key was refused with 401 in the middle/),
  },
  {
    name: 'is called with a key that loses a permission in the middle',
    middleware: [keyRefused(8, 'it lost its permission', 'finder')],
    areas: ['auth', 'errors', 'finder'],
    open: about(/the active key lost its permission/),
  },
  {
    name: 'is called with a key that may not use embeddings',
    middleware: [keyRefused(1, 'it lost its permission', 'embeddings')],
    areas: ['auth', 'errors', 'embeddings', 'billing'],
  },
  {
    name: 'was called with a key that may not use the pro model',
    middleware: [proDenied],
    areas: ['auth', 'errors', 'chat', 'events', 'attachments', 'citations'],
    depth: 'quick',
  },
  {
    name: 'throttles every advanced search',
    middleware: [advancedThrottled],
    areas: ['auth', 'finder', 'billing'],
    open: about(/answered (with )?429/),
  },
];

describe.concurrent('no rule fails on', () => {
  proveRows([...http, ...states, ...keys]);
});

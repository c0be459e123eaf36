import { describe } from 'vitest';
import { closingEvery, compressed, earlyAnswers, http10, late, longHeaders } from './http.test-support.ts';
import { proveRows, type Row } from './judge-bent.test-support.ts';
import { keyRefused, settledLate } from './keys.test-support.ts';
import { revokedLate, snapshots } from './replicas.test-support.ts';

const http: readonly Row[] = [
  { name: 'compresses every answer with gzip', bends: [compressed('gzip')] },
  {
    name: 'compresses every answer with deflate',
    bends: [compressed('deflate')],
    areas: ['errors', 'domains', 'events'],
  },
  {
    name: 'compresses every answer with brotli',
    bends: [compressed('br')],
    areas: ['errors', 'domains', 'events', 'billing'],
  },
  {
    name: 'sends 102 and 103 before, and 64 KB of headers with, every answer',
    bends: [earlyAnswers, longHeaders(64_000)],
    areas: ['auth', 'errors', 'finder', 'events'],
  },
  { name: 'speaks HTTP/1.0', bends: [http10], areas: ['auth', 'domains', 'events', 'billing'] },
  {
    name: 'closes its connections without a word after every third answer',
    bends: [closingEvery(3)],
    areas: ['errors', 'finder', 'events', 'billing'],
  },
  { name: 'answers after 50 ms', bends: [late(50)], areas: ['domains', 'billing'] },
  { name: 'answers after 300 ms', bends: [late(300)], areas: ['finder'], concurrency: 8 },
  // A first byte after a minute, scaled down.
  {
    name: 'lets every fortieth request wait for 3 s',
    bends: [late(3_000, 40)],
    areas: ['errors', 'embeddings'],
    concurrency: 8,
    timeoutMs: 4_000,
  },
];

const states: readonly Row[] = [
  {
    name: 'has two replicas with two snapshots of the catalogue',
    plant: snapshots(2, 1),
    areas: ['domains', 'errors'],
  },
  {
    name: 'takes a new snapshot of the catalogue every seventh request',
    plant: snapshots(1_000, 7),
    areas: ['domains', 'errors'],
  },
  {
    name: 'has a replica that hears of revocations 2 s late',
    plant: revokedLate(2_000),
    areas: ['auth', 'billing'],
    warned: ['auth.revocation-takes-effect'],
  },
  { name: 'settles charges and balances 1.5 s late', bends: [settledLate(1_500)], areas: ['billing'], concurrency: 16 },
];

const about = (words: RegExp) => (_: string, reason: string) => words.test(reason);

const keys: readonly Row[] = [
  {
    name: 'was paid by a key whose money runs out',
    bends: [keyRefused(60, 'its money has run out')],
    areas: ['auth', 'errors', 'finder', 'chat', 'billing'],
    open: about(/credit|402/),
  },
  {
    name: 'was called with a key that is revoked in the middle',
    bends: [keyRefused(60, 'it was revoked')],
    areas: ['auth', 'errors', 'finder', 'rerank', 'billing'],
    open: about(/401/),
  },
  {
    name: 'was called with a key that loses a permission in the middle',
    bends: [keyRefused(8, 'it lost its permission', 'finder')],
    areas: ['auth', 'errors', 'finder', 'billing'],
    open: about(/403/),
  },
  {
    name: 'was called with a key that may not use embeddings',
    bends: [keyRefused(1, 'it lost its permission', 'embeddings')],
    areas: ['auth', 'errors', 'embeddings', 'finder', 'billing'],
  },
];

describe('no rule fails on', () => {
  proveRows([...http, ...states, ...keys]);
});

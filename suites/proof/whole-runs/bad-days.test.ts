import { describe } from 'vitest';
import {
  atMost,
  everyPaid,
  firstOnes,
  keptErrors,
  noise,
  onControl,
  onDomains,
  onPdfs,
  onStreams,
  perSecond,
} from './noise.test-support.ts';
import { forgetsOnce, outage, restarts, revokedByOthers } from './outage.test-support.ts';
import { proveRows, type Rows, rowsFor } from './prove-rows.test-support.ts';
import { twoModels } from './replicas.test-support.ts';
import { newVersion } from './versions.test-support.ts';

/** `ASSAY_LONG=1 npx vitest run --project 'whole runs'` makes the outage a whole minute long. */
const WHILE = process.env.ASSAY_LONG === '1' ? 60_000 : 3_000;

/** The work was done and its answer was lost: a retry may be charged twice, so the cost cannot be known. */
const moneyUnknown = (rule: string, reason: string): boolean =>
  rule.startsWith('billing.') && /lost|no whole answer|of \d+ times/.test(reason);

/** A race of dozens of requests in which one is lost each time: which was first and which was paid cannot be known. */
const raceUnknown = (rule: string): boolean => rule === 'billing.parallel';

const outages: Rows = {
  [`is away for ${WHILE / 1_000} s in the middle of a check: nobody listens`]: {
    middleware: [outage(300, WHILE, 'refused')],
    disturbed: ['away'],
  },
  ...rowsFor(
    [
      ['is away for 1 s at the start: 503', outage(3, 1_000, '503'), ['auth', 'errors', 'domains']],
      ['is away for 2 s in the middle: 502 of a gateway', outage(150, 2_000, '502'), ['errors', 'finder']],
      ['is away for 2 s in the middle: 504 of a gateway', outage(150, 2_000, '504'), ['auth', 'chat', 'events']],
      ['resets connections for 2 s in the middle', outage(120, 2_000, 'reset'), ['auth', 'events']],
      ['is away for 5 s while the first keys are created', outage(40, 5_000, '504'), ['auth', 'errors']],
    ],
    ([words, away, areas]) => [words, { middleware: [away], areas, disturbed: ['away'] }],
  ),
  'lets requests hang for 1 s in the middle': {
    middleware: [outage(120, 1_000, 'hang')],
    areas: ['domains', 'rerank'],
    timeoutMs: 5_000,
    disturbed: ['away'],
  },
  'is away for 2 s right after a key was revoked': {
    middleware: [outage(12, 2_000, '503')],
    areas: ['auth'],
    chosen: (rule) => rule === 'auth.revocation-takes-effect',
    disturbed: ['away'],
  },
  ...rowsFor(['nothing with 200', 'a page with 200', 'a page with 403'], (how) => [
    `answers with ${how} for the first 2 s`,
    { middleware: [outage(1, 2_000, how)], areas: ['domains', 'finder'] },
  ]),
  ...rowsFor([1, 150], (from) => [
    `answers with JSON of a gateway and 200 for 2 s from request ${from} on`,
    { middleware: [outage(from, 2_000, 'JSON of a gateway with 200')], areas: ['domains', 'rerank'] },
  ]),
  'answers with a page for 1.5 s when the first keys are made': {
    middleware: [outage(8, 1_500, 'a page with 200')],
    areas: ['auth'],
  },
  'refuses everything for 3 s, the control API too: 401 in the envelope': {
    middleware: [outage(150, 3_000, '401 in the envelope')],
    areas: ['auth'],
  },
  'is away for 1.5 s while the money is counted': { middleware: [outage(60, 1_500, 'refused')], areas: ['billing'] },
  ...rowsFor(['401 in the envelope', '403 in the envelope', '404 in the envelope'], (how) => [
    `refuses everything for 4 s in the middle: ${how}`,
    { middleware: [outage(150, 4_000, how)], areas: ['finder', 'rerank'], disturbed: ['away'] },
  ]),
  ...rowsFor(['503', '404 in another form'], (how) => [
    `has no control API for 25 s in the middle: ${how}`,
    { middleware: [onControl(outage(100, 25_000, how))], areas: ['auth', 'events', 'billing'] },
  ]),
  'restarts again and again, and forgets its keys': {
    middleware: [restarts(14, 400)],
    areas: ['auth'],
    chosen: (rule) => ['auth.several-keys', 'auth.key-required'].includes(rule),
    open: (rule) => rule === 'auth.several-keys',
    disturbed: ['away'],
  },
  'cannot reach the host of its attachments for 15 s in the middle': {
    middleware: [onPdfs(outage(20, 15_000, '422 for PDFs'))],
    fixturesUrl: 'https://fixtures.assay.test',
    areas: ['attachments', 'chat'],
  },
  'is replaced in the middle by an instance that knows none of the keys made before': {
    middleware: [forgetsOnce(500)],
    areas: ['auth', 'errors', 'finder', 'rerank'],
    depth: 'quick',
  },
  'is cleaned up by somebody who revokes the keys that a check made': {
    middleware: [revokedByOthers(3)],
    areas: ['auth'],
    chosen: (rule) => ['auth.permission-denied', 'auth.several-keys'].includes(rule),
    open: (_, reason) => /did somebody else revoke it/.test(reason),
  },
  'introduces a new model, while both answer in turn': {
    middleware: [twoModels],
    areas: ['embeddings'],
    open: (rule) => ['embeddings.response.right-input', 'embeddings.defaults'].includes(rule),
  },
  'introduces a new version of chat and rerank, while both answer in turn': {
    middleware: [newVersion],
    areas: ['events', 'rerank'],
    open: (rule, reason) =>
      ['events.same-message', 'rerank.response.top-n-best', 'rerank.response.same-ranking', 'rerank.defaults'].includes(
        rule,
      ) && /equal requests get different answers|of \d times/.test(reason),
  },
};

const noises: Rows = {
  'throttles now and then, with Retry-After in seconds and as a date': {
    middleware: [noise(0.02, ['429', '429 until a date'])],
    areas: ['auth', 'finder', 'billing'],
    disturbed: ['throttled'],
  },
  'resets connections now and then before it works': {
    middleware: [noise(0.04, ['reset'])],
    areas: ['auth', 'domains', 'chat', 'events', 'billing'],
    open: raceUnknown,
  },
  'loses answers and cuts them off now and then': {
    middleware: [noise(0.02, ['cut after the headers', 'cut in the body', 'lost after the work'])],
    areas: ['auth', 'errors', 'chat', 'events', 'billing'],
    open: moneyUnknown,
  },
  'stands behind a gateway that sends its own pages now and then': {
    middleware: [noise(0.03, ['a page with 200', 'a page with 403', '404 in another form', '408', 'nothing with 200'])],
    open: (rule, reason) => raceUnknown(rule) || /<html>|no Route|an empty body/.test(reason),
    disturbed: ['away'],
  },
  'stands behind a gateway that refuses in its own JSON now and then': {
    middleware: [noise(0.006, ['403 of a gateway', '400 of a gateway', '401 of a gateway'])],
    areas: ['auth', 'errors', 'domains'],
    depth: 'quick',
    // Where the refusal was due, only its form was not: hundreds of refusals are read, and one more may be disturbed each time.
    open: (rule, reason) => rule.startsWith('errors.envelope') && reason.startsWith('seen 1 of'),
  },
  ...rowsFor(['408', '400 page', 'nothing with 200', 'a page with 200'], (how) => [
    `answers the first request of each kind with ${how}`,
    { middleware: [firstOnes(how)], areas: ['domains', 'chat', 'finder', 'embeddings'] },
  ]),
  'stands behind a gateway that answers every other request with 503, also while the catalogue cannot be refreshed': {
    middleware: [onDomains(noise(0.5, ['503']))],
    areas: ['domains'],
    chosen: (rule) => rule === 'domains.last-good',
    noted: [],
  },
  'has no credit for a valid request now and then': {
    middleware: [everyPaid(40, '402 in the envelope')],
    areas: ['chat', 'finder', 'rerank'],
  },
  'refuses calls of the control API now and then with a page': {
    middleware: [onControl(noise(0.1, ['400 page']))],
    areas: ['auth', 'chat', 'finder'],
  },
  'gives no lengths, and cuts answers off now and then': {
    middleware: [noise(0.03, ['cut in a body without a length'])],
    open: (rule, reason) => raceUnknown(rule) || moneyUnknown(rule, reason) || /in no form/.test(reason),
    disturbed: ['away'],
  },
  'fails every fifth request': {
    middleware: [noise(0.2, ['503', '502'])],
    open: (rule) => raceUnknown(rule) || rule.startsWith('billing.'),
    disturbed: ['away'],
  },
  'fails every third stream': {
    middleware: [onStreams(noise(0.33, ['503']))],
    areas: ['chat', 'events'],
    depth: 'standard',
    open: (_, reason) => /503/.test(reason),
    disturbed: ['away'],
  },
  'stands behind a gateway that reports its own failures as streams with 200 now and then': {
    middleware: [onStreams(noise(0.1, ['a stream of a gateway']))],
    areas: ['chat', 'events'],
    disturbed: ['away'],
  },
  'loses one answer in eight when faults are armed': {
    middleware: [noise(0.12, ['lost after the work'])],
    areas: ['chat', 'finder', 'events'],
    chosen: (rule) => /-(none|empty)$/.test(rule),
    disturbed: ['away'],
  },
  'stands behind a gateway that fails four requests of ten': {
    middleware: [noise(0.4, ['502'])],
    areas: ['errors', 'events'],
    chosen: (rule) => ['errors.content-type', 'events.early-errors-plain'].includes(rule),
    depth: 'quick',
    open: (_, reason) => /502|no valid/.test(reason),
    disturbed: ['away'],
  },
  'stands behind a gateway that keeps an error for 4 s, for equal requests': {
    middleware: [keptErrors(0.04, 4_000)],
    areas: ['domains', 'finder', 'rerank'],
    disturbed: ['away'],
  },
  'cannot fetch a PDF now and then, which it does before it reads the rest': {
    middleware: [onPdfs(noise(0.25, ['422 for PDFs']))],
    fixturesUrl: 'https://fixtures.assay.test',
    areas: ['events'],
    chosen: (rule) => rule === 'events.early-errors-plain',
    depth: 'quick',
  },
  'cannot fetch a PDF now and then, which it does before it looks for faults of the schema': {
    middleware: [onPdfs(noise(0.15, ['422 for PDFs']))],
    fixturesUrl: 'https://fixtures.assay.test',
    areas: ['chat'],
    chosen: (rule) => /-(type|required|refused)$/.test(rule),
    depth: 'quick',
    open: (_, reason) => /^seen 1 of/.test(reason),
  },
  'cannot fetch a PDF of a stream each other time, before it looks at the key': {
    middleware: [onStreams(onPdfs(noise(0.5, ['422 for PDFs'])))],
    fixturesUrl: 'https://fixtures.assay.test',
    areas: ['events'],
    chosen: (rule) => rule === 'events.early-errors-plain',
    depth: 'quick',
  },
  'serves two requests at a time and refuses the rest': {
    middleware: [atMost(2)],
    areas: ['auth', 'billing'],
    disturbed: ['throttled'],
  },
  'serves three requests at a time and resets the rest': {
    middleware: [atMost(3, 'reset')],
    areas: ['auth', 'finder', 'billing'],
    disturbed: ['away'],
  },
  'serves 20 requests a second and refuses the rest': {
    middleware: [perSecond(20)],
    areas: ['errors', 'finder'],
    disturbed: ['throttled'],
  },
};

describe.concurrent('no rule fails on', () => {
  proveRows({ ...outages, ...noises });
});

import { describe } from 'vitest';
import { proveRows, type Row } from './judge-bent.test-support.ts';
import { atMost, noise, perSecond } from './noise.test-support.ts';
import { outage } from './outage.test-support.ts';

/** `ASSAY_LONG=1 npx vitest run suites/bent` puts the outage of a whole minute in place of the short one. */
const WHILE = process.env.ASSAY_LONG === '1' ? 60_000 : 3_000;

/** The work was done and its answer was lost: who asks again may pay twice, and what it cost cannot be known. */
const moneyUnknown = (rule: string, reason: string): boolean =>
  rule.startsWith('billing.') && /lost|no whole answer|of \d+ times/.test(reason);

const outages: readonly Row[] = [
  {
    name: `is away for ${WHILE / 1_000} s in the middle of a check: nobody listens`,
    bends: [outage(300, WHILE, 'refused')],
  },
  { name: 'is away for 1 s at the start: 503', bends: [outage(3, 1_000, '503')] },
  {
    name: 'is away for 2 s in the middle: 502 of a gateway',
    bends: [outage(200, 2_000, '502')],
    areas: ['errors', 'domains', 'finder', 'billing'],
  },
  {
    name: 'is away for 2 s in the middle: 504 of a gateway',
    bends: [outage(150, 2_000, '504')],
    areas: ['auth', 'chat', 'events'],
  },
  {
    name: 'resets connections for 2 s in the middle',
    bends: [outage(120, 2_000, 'reset')],
    areas: ['auth', 'events', 'billing'],
  },
  {
    name: 'lets requests hang for 1 s in the middle',
    bends: [outage(120, 1_000, 'hang')],
    areas: ['domains', 'rerank', 'billing'],
    timeoutMs: 1_500,
    concurrency: 8,
  },
  { name: 'is away for a while before anything is paid', bends: [outage(60, 1_500, 'refused')], areas: ['billing'] },
];

const noises: readonly Row[] = [
  {
    name: 'throttles now and then, with Retry-After in seconds and as a date',
    bends: [noise(0.02, ['429', '429 until a date'])],
    areas: ['auth', 'errors', 'finder', 'billing'],
    concurrency: 8,
  },
  { name: 'stands behind a gateway that fails now and then', bends: [noise(0.04, ['502', '503', '504'])] },
  {
    name: 'resets connections now and then before it works',
    bends: [noise(0.04, ['reset'])],
    areas: ['auth', 'errors', 'domains', 'chat', 'events', 'billing'],
  },
  {
    name: 'loses answers and cuts them off now and then',
    bends: [noise(0.02, ['cut after the headers', 'cut in the body', 'lost after the work'])],
    open: moneyUnknown,
  },
  {
    name: 'serves two requests at a time and refuses the rest',
    bends: [atMost(2)],
    areas: ['auth', 'domains', 'billing'],
    concurrency: 8,
  },
  {
    name: 'serves 120 requests a second and refuses the rest',
    bends: [perSecond(120)],
    areas: ['errors', 'domains', 'finder'],
    concurrency: 8,
  },
];

describe('no rule fails on', () => {
  proveRows([...outages, ...noises]);
});

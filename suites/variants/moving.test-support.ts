import type { Catalogue } from '../../fixtures/index.ts';
import { catalogues } from './catalogue.test-support.ts';
import type { Area, Variant } from './variant.test-support.ts';
import { isPublic } from './variant.test-support.ts';

const areas: readonly Area[] = ['domains'];

/** Another snapshot of a catalogue: every fifth entry is gone, each time another, and the rest have more documents, in another order. */
const snapshot = (catalogue: Catalogue, number: number): Catalogue => ({
  ...catalogue,
  generated_at: new Date(Date.UTC(2026, 0, 1, 0, number)).toISOString(),
  domains: catalogue.domains
    .filter((_, at) => (at + number) % 5 !== 0)
    .map((entry, at) => ({ ...entry, document_count: entry.document_count + ((at * number) % 7) })),
});

/** A number below `range` that looks like chance, the same in each run. */
const chance = (count: number, range: number): number => ((count * 2_654_435_761) >>> 7) % range;

/** Catalogues that do not stand still: refreshed in a run, or served by replicas. */
export const movingVariants: readonly Variant[] = [
  {
    name: 'refreshes its catalogue in the middle of a run',
    areas,
    change: catalogues((catalogue, count) => (count < 60 ? catalogue : snapshot(catalogue, 3))),
  },
  {
    name: 'refreshes its catalogue after every tenth request',
    areas,
    change: catalogues((catalogue, count) => snapshot(catalogue, Math.floor(count / 10))),
  },
  {
    name: 'answers in turn from two replicas with different snapshots',
    areas: ['domains', 'auth', 'errors'],
    change: catalogues((catalogue, count) => (count % 2 === 0 ? catalogue : snapshot(catalogue, 50))),
  },
  {
    name: 'answers by chance from two replicas with different snapshots',
    areas,
    change: catalogues((catalogue, count) => (chance(count, 2) === 0 ? catalogue : snapshot(catalogue, 50))),
  },
  {
    name: 'answers from two replicas whose snapshots differ in their version alone',
    areas,
    change: catalogues((catalogue, count) => ({
      ...snapshot(catalogue, count % 2 === 0 ? 5 : 50),
      generated_at: '2026-01-01T00:00:00Z',
      version: String(count % 2),
    })),
  },
  {
    name: 'answers 503 while it cannot refresh its catalogue, though it has an older one',
    areas,
    front: (handle) => async (request) => {
      const answer = await handle(request);
      const stale = isPublic(request) && /"generated_at":"2025-12-30/.test(textOf(answer.body));
      return stale ? unavailable : answer;
    },
    noted: ['domains.last-good'],
  },
];

const textOf = (body: unknown): string => (body instanceof Uint8Array ? Buffer.from(body).toString() : '');

const unavailable = {
  status: 503,
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(
    JSON.stringify({
      error: { message: 'No snapshot.', type: 'server_error', code: 'service_unavailable', param: null },
    }),
  ),
};

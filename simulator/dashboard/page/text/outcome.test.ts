import { expect, it } from 'vitest';
import type { Summary } from '../state/exchange.ts';
import { endpointOf, type Filter, isShown, outcomeOf } from './outcome.ts';

const summary = (changes: Partial<Summary> = {}): Summary => ({
  ...{ method: 'POST', path: '/v1/finder', status: 200, ended: 'whole', key: 'cdef', faults: [], chargeMicros: null },
  ...changes,
});

const shows = (changes: Partial<Summary>, filter: Partial<Filter>): boolean =>
  isShown(summary(changes), { text: '', endpoint: '', outcome: '', ...filter });

it.each([
  [{}, 'ok'],
  [{ ended: null }, 'running'],
  [{ ended: null, status: null }, 'running'],
  [{ status: 422 }, 'refused'],
  [{ status: 503 }, 'failed'],
  [{ status: 0, ended: 'broken' }, 'failed'],
  [{ ended: 'broken' }, 'failed'],
  [{ status: 499, ended: 'left' }, 'left'],
] as const)('sorts %j as %s', (changes, outcome) => {
  expect(outcomeOf(summary(changes))).toBe(outcome);
});

it('finds every word in path, status, key or faults', () => {
  expect(shows({}, { text: 'FINDER 200' })).toBe(true);
  expect(shows({}, { text: 'finder 500' })).toBe(false);
  expect(shows({ faults: ['rate_limit'] }, { text: 'cdef rate' })).toBe(true);
  expect(shows({}, { text: 'svc_test_0123456789abcdef0123456789abcdef ' })).toBe(true);
  expect(shows({}, { text: 'svc_test_00000000000000000000000000000500' })).toBe(false);
});

it('filters by operation and outcome', () => {
  expect(shows({ path: '/v1/domains?q=a' }, { endpoint: 'domains' })).toBe(true);
  expect(shows({}, { endpoint: 'chat' })).toBe(false);
  expect(shows({ status: 401 }, { outcome: 'refused' })).toBe(true);
  expect(shows({}, { outcome: 'fault' })).toBe(false);
  expect(shows({ faults: ['reset'] }, { outcome: 'fault' })).toBe(true);
  expect(endpointOf('/v1/nothing')).toBe('other');
});

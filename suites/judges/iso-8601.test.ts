import { describe, expect, it } from 'vitest';
import { isoFormOf } from './iso-8601.ts';

describe('the form of a timestamp', () => {
  it.each([
    '2026-01-01T00:00:00',
    '2026-01-01T00:00:00.123456789Z',
    '2026-01-01T00:00:00,5-0330',
    '2016-12-31T23:59:60+05',
    '2024-02-29T12:00:00Z',
  ])('%s is common', (text) => expect(isoFormOf(text)).toBe('common'));

  it.each([
    '2026-01-01T09',
    '2026-01-01T09:30.5Z',
    '20260101T0000Z',
    '2026W014T100000Z',
    '2026-W01',
    '2026-366',
    '2026001T000000Z',
    '+002026-01-01T00:00:00Z',
  ])('%s is rare', (text) => expect(isoFormOf(text)).toBe('rare'));

  it.each([
    '',
    'yesterday',
    '1767225600',
    '1767225600000',
    'Thu Jan  1 00:00:00 2026',
    '01/02/2026',
    '2026/01/01 00:00:00',
    '2026-13-01T00:00:00Z',
    '2026-01-32',
    '2025-02-30T00:00:00Z',
    '20260431T000000Z',
    '2026-01-01T25:00:00Z',
    '2026-W54-1',
    '2026-01-01T00:00:00 UTC',
    '2026-01-01T00:00:00Z ',
    'P1D',
  ])('%j is none of it', (text) => expect(isoFormOf(text)).toBe('none'));
});

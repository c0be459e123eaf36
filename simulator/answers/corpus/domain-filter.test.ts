import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyText } from '../given.test-support.ts';
import { createDomainFilter, normaliseDomain } from './domain-filter.ts';

describe('a filter domain', () => {
  it.each([
    ['  Example.TEST  ', 'example.test'],
    ['https://www.example.test:8443/path?q=1#x', 'example.test'],
    ['http://example.test', 'example.test'],
    ['www.example.test.', 'example.test'],
    ['example.test/', 'example.test'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['ｅｘａｍｐｌｅ．test', 'example.test'],
    ['example', 'example'],
  ])('%j means %s', (value, domain) => {
    expect(normaliseDomain(value)).toBe(domain);
  });

  it.each([
    '',
    ' ',
    '.',
    '..',
    'a b',
    'a..b',
    '-a.test',
    'exa mple.test',
    '*.test',
    'http://',
    `${'a'.repeat(64)}.test`,
    'a.'.repeat(2_000),
  ])('%j means none', (value) => {
    expect(normaliseDomain(value)).toBeNull();
  });

  it('never throws, and normal form is stable', () => {
    fc.assert(
      fc.property(fc.oneof(anyText(), fc.domain(), fc.webUrl()), (value) => {
        const domain = normaliseDomain(value);
        if (domain !== null && !domain.startsWith('www.')) expect(normaliseDomain(domain)).toBe(domain);
      }),
    );
  });
});

describe('a domain filter', () => {
  it('includes subdomains of a domain, but no domain with only the same ending', () => {
    const admits = createDomainFilter({ include_domains: ['gov.example'] });
    expect(['gov.example', 'agency.gov.example', 'notgov.example', 'example'].map(admits)).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  it('excludes in the same way', () => {
    const admits = createDomainFilter({ exclude_domains: ['https://GOV.example/'] });
    expect(['agency.gov.example', 'clinic.example'].map(admits)).toEqual([false, true]);
  });

  it('filters nothing if it has no valid value', () => {
    for (const filters of [
      {},
      { include_domains: null },
      { include_domains: [] },
      { include_domains: ['not a domain'] },
    ]) {
      expect(createDomainFilter(filters)('clinic.example')).toBe(true);
    }
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { catalogue as shipped } from '../../fixtures/index.ts';
import { answerDomains } from './domains.ts';

const entry = fc.record({
  domain: fc.uuid().map((id) => `${id.slice(0, 3)}.example`),
  category: fc.constantFrom('cardiology', 'public health', 'unknown'),
  document_count: fc.integer({ min: 0, max: 5 }),
  in_trust_list: fc.constant(true as const),
});
const catalogue = fc
  .uniqueArray(entry, { selector: ({ domain }) => domain, maxLength: 30 })
  .map((domains) => ({ version: '1', generated_at: '2025-12-31T00:00:00Z', domains }));
const query = fc.record(
  {
    category: fc.constantFrom('', 'CARDIOLOGY', 'public', 'Public Health', 'nothing'),
    q: fc.constantFrom('', 'A', '1', 'EXAMPLE', 'zz'),
    limit: fc.integer({ min: 1, max: 20 }),
  },
  { requiredKeys: [] },
);

describe('a catalogue answer', () => {
  it('is sorted by documents, then by name', () => {
    fc.assert(
      fc.property(catalogue, query, (snapshot, asked) => {
        const { domains } = answerDomains(asked, snapshot);
        for (const [at, { document_count: documents, domain }] of domains.entries()) {
          const next = domains[at + 1];
          if (next === undefined) continue;
          expect(documents > next.document_count || (documents === next.document_count && domain < next.domain)).toBe(
            true,
          );
        }
      }),
    );
  });

  it('is under a smaller limit a prefix of itself, and counts what it returns', () => {
    fc.assert(
      fc.property(catalogue, query, (snapshot, { limit = 200, ...filters }) => {
        const all = answerDomains({ ...filters, limit: 1_000 }, snapshot).domains;
        const some = answerDomains({ ...filters, limit }, snapshot);
        expect(some.domains).toEqual(all.slice(0, limit));
        expect(some.total_domains).toBe(some.domains.length);
      }),
    );
  });

  it('holds exactly what the filters admit: the whole category, a part of the name, in any case', () => {
    fc.assert(
      fc.property(catalogue, query, (snapshot, { category = '', q = '' }) => {
        const expected = snapshot.domains
          .filter((one) => category === '' || one.category === category.toLowerCase())
          .filter(({ domain }) => domain.includes(q.toLowerCase()));
        const { domains } = answerDomains({ category, q }, snapshot);
        expect(new Set(domains.map(({ domain }) => domain))).toEqual(new Set(expected.map(({ domain }) => domain)));
      }),
    );
  });

  it('sums up exactly the domains it returns, largest category first', () => {
    fc.assert(
      fc.property(catalogue, query, (snapshot, asked) => {
        const { domains, categories } = answerDomains(asked, snapshot);
        expect(new Set(categories.map(({ category }) => category))).toEqual(
          new Set(domains.map(({ category }) => category)),
        );
        for (const summary of categories) {
          const members = domains.filter(({ category }) => category === summary.category);
          expect(summary.domain_count).toBe(members.length);
          expect(summary.document_count).toBe(members.reduce((sum, one) => sum + one.document_count, 0));
        }
        const order = categories.map(({ category, document_count: documents }) => ({ category, documents }));
        expect(order).toEqual(
          order.toSorted(
            (left, right) => right.documents - left.documents || (left.category < right.category ? -1 : 1),
          ),
        );
      }),
    );
  });

  it('has 200 domains at most when no limit is given', () => {
    const domains = Array.from({ length: 201 }, (_, at) => ({
      domain: `d${at}.example`,
      category: 'unknown',
      document_count: at,
      in_trust_list: true as const,
    }));
    expect(answerDomains({}, { ...shipped, domains }).total_domains).toBe(200);
  });

  it('comes from the shipped catalogue, which it leaves as it is', () => {
    const before = structuredClone(shipped);
    expect(answerDomains({ limit: 1_000 }).domains).toHaveLength(shipped.domains.length);
    expect(shipped).toEqual(before);
  });
});

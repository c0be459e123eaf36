import { expect, it } from 'vitest';
import { catalogue as shipped } from '../../fixtures/index.ts';
import { answerDomains } from './domains.ts';

it('a catalogue answer lists the largest category first, and does not change the shipped catalogue', () => {
  const before = structuredClone(shipped);
  const { domains, categories } = answerDomains({ limit: 1_000 }, shipped);
  expect(domains).toHaveLength(shipped.domains.length);
  const order = ({ document_count: documents, category }: (typeof categories)[number]) => ({ documents, category });
  expect(categories.map(order)).toEqual(
    categories
      .map(order)
      .toSorted((left, right) => right.documents - left.documents || (left.category < right.category ? -1 : 1)),
  );
  expect(shipped).toEqual(before);
});

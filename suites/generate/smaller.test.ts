import { expect, it } from 'vitest';
import { objectIn } from '../judges/read.ts';
import { smallerCalls } from './smaller.ts';

it('smaller requests keep domains whole, and no text is left with white space alone', () => {
  const calls = smallerCalls({ endpoint: 'finder', body: { query: ' a', include_domains: ['who.int', 'nih.gov'] } });
  const bodies = calls.map(({ body }) => objectIn(body));
  expect(bodies.map((body) => body?.query)).not.toContain(' ');
  expect(bodies.flatMap((body) => body?.include_domains ?? []).filter((one) => String(one).length < 7)).toEqual([]);
  expect(bodies).toContainEqual({ query: ' a', include_domains: ['who.int'] });
});

import { expect, it } from 'vitest';
import { paidEndpoints } from '../../spec/index.ts';
import { violationsOf } from '../model/classify.ts';
import { bases } from './bases.ts';
import { nullPairs } from './nulls.ts';

it.each(paidEndpoints)('the pairs of nulls of %s start from a valid request and break one type alone', (endpoint) => {
  const pairs = nullPairs(endpoint);
  expect(pairs.length).toBeGreaterThan(2);
  for (const { control, mutated, fault } of pairs) {
    expect(violationsOf(endpoint, control.body), fault).toEqual([]);
    const violations = violationsOf(endpoint, mutated.body);
    expect(violations, fault).toHaveLength(1);
    expect(violations[0], fault).toMatch(/ type$/);
  }
});

it.each(['include_domains', 'exclude_domains'])(
  'the pairs of nulls break one type alone in a request with %s',
  (filter) => {
    for (const endpoint of ['chat', 'finder'] as const) {
      const base = { ...bases[endpoint][0], [filter]: ['who.int', 'nice.org.uk'] };
      for (const { mutated, fault } of nullPairs(endpoint, base))
        expect(violationsOf(endpoint, mutated.body), fault).toEqual([expect.stringMatching(/ type$/)]);
    }
  },
);

it('the pairs of nulls reach nested fields and array items, and leave nullable fields alone', () => {
  const faults = nullPairs('chat').map(({ fault }) => fault);
  expect(faults).toContain('"messages[0].pdf_urls[0]" is null');
  expect(faults).toContain('"include_domains[0]" is null');
  expect(faults.filter((fault) => /"(include_domains|language)" is null/.test(fault))).toEqual([]);
});

it('the pairs of nulls reach the last item of each list', () => {
  const text = { role: 'user', text: 'asthma' };
  const chat = {
    ...bases.chat[0],
    messages: [text, { ...text, image_urls: ['https://a.test/1.png', 'https://a.test/2.png'] }],
  };
  const faults = nullPairs('chat', chat, 'last').map(({ fault }) => fault);
  expect(faults).toContain('"messages[1].image_urls[1]" is null');
  expect(faults).toContain('"messages[1].pdf_urls[0]" is null');
  for (const { mutated, fault } of nullPairs('chat', chat, 'last'))
    expect(violationsOf('chat', mutated.body), fault).toEqual([expect.stringMatching(/ type$/)]);
});

it('the pairs of nulls begin with what a request cannot do without', () => {
  expect(nullPairs('chat')[0]?.fault).toMatch(/messages\[0\]\.(role|text)/);
  expect(nullPairs('finder')[0]?.fault).toBe('"query" is null');
});

import { expect, it } from 'vitest';
import { findDeviation } from '../find-deviation.ts';
import { secondServer, simulatorServer } from '../trials/servers.ts';
import { tryDeviation } from '../trials/try-deviation.ts';
import { when } from '../trials/when.ts';

it('a mutant that only requests of other rules trigger causes a warning', async () => {
  const elsewhere = when(findDeviation('domains.response.generated-at/zero'), {
    endpoint: 'domains',
    factor: 'accept',
    level: 'any',
  });
  const { faults, red } = await tryDeviation(elsewhere, secondServer, { depth: 'standard' });
  expect(faults).toEqual([]);
  expect(red[0]).toMatchObject({ rule: 'domains.response.generated-at', verdict: 'warn' });
});

it('a mutant that only requests of other rules trigger is reported with the condition that their answers show', async () => {
  const plain = when(findDeviation('domains.response.trusted/null'), {
    endpoint: 'domains',
    factor: 'category',
    level: 'none',
  });
  const { red } = await tryDeviation(plain, simulatorServer, { depth: 'standard' });
  const own = red.find(({ rule }) => rule === 'domains.response.trusted');
  expect(own?.reason).toMatch(/ In all [\d,]+ cases with no `category`, in none of the [\d,]+ others\.$/);
});

it('a mutant that only a fault triggers is reported with the fault', async () => {
  const deviation = findDeviation('domains.response.generated-at/http-date-when-stale');
  const { red } = await tryDeviation(deviation, simulatorServer, { depth: 'standard' });
  const own = red.find(({ rule }) => rule === 'domains.response.generated-at');
  expect(own?.reason).toMatch(
    / In all \d+ cases with the fault `stale_catalog` armed, in none of the [\d,]+ others\.$/,
  );
});

it('an answer that is not charged because its request was sent before is reported as that', async () => {
  const { red } = await tryDeviation(findDeviation('billing.one-charge/equal-chat-free'), simulatorServer);
  const own = red.find(({ rule }) => rule === 'billing.one-charge');
  expect(own?.reason).toContain(
    'One chat request was sent twice with a key of its own, answered both times and charged once.',
  );
});

it.each([
  ['language', 'language'],
  ['empty-lists', 'pdf_urls'],
])('a default that counts in another way is reported with its field: %s', async (mutant, field) => {
  const { red } = await tryDeviation(findDeviation(`chat.defaults/${mutant}`), simulatorServer);
  const own = red.find(({ rule }) => rule === 'chat.defaults');
  expect(own?.reason).toMatch(new RegExp(` with ${field} left out and .+ with its default`));
});

import { expect, it } from 'vitest';
import { createJournal, type JournalEntry, journalLength, sentIn } from './journal.ts';

const entry: JournalEntry = {
  ...{ endpoint: 'finder', method: 'POST', path: '/v1/finder', key: null, status: 200, faults: [], at: 0 },
};
const add = (journal: ReturnType<typeof createJournal>, text: string, receivedMs: number) =>
  journal.add(entry, sentIn({ headers: { 'x-name': 'ä' }, body: new TextEncoder().encode(text) }, receivedMs));

it('what a journal in memory keeps of a request is its headers and its body, as JSON or else as text', async () => {
  const journal = createJournal();
  add(journal, '{"query":"ä"}', 10_000);
  add(journal, 'ä', 12_000.4);
  expect(await journal.entries()).toEqual([
    { ...entry, received_ms: 12_000, headers: { 'x-name': 'ä' }, body: 'ä' },
    { ...entry, received_ms: 10_000, headers: { 'x-name': 'ä' }, body: { query: 'ä' } },
  ]);
});

it('what a journal in memory keeps of a request takes 16 MB at most: older ones keep their entry', async () => {
  const journal = createJournal();
  for (let at = 0; at < 400; at += 1) add(journal, `${at} `.padEnd(65_000, 'x'), at * 1_000);
  const bodies = (await journal.entries()).map(({ body }) => body);
  expect(bodies).toHaveLength(400);
  const kept = bodies.filter((body) => body !== undefined);
  expect(kept.length).toBeGreaterThan(250);
  expect(kept.length).toBeLessThan(259);
  expect(kept.map((body) => Number.parseInt(String(body), 10))).toEqual(kept.map((_, at) => 399 - at));
});

it('what a journal in memory keeps of a request is nothing while more than a thousand requests a second come, and all again after that', async () => {
  const journal = createJournal();
  for (let at = 0; at < journalLength + 10; at += 1) add(journal, 'text', at / 2);
  add(journal, 'later', 60_000);
  const [last, before] = await journal.entries();
  expect(last?.body).toBe('later');
  expect(before).toEqual(entry);
});

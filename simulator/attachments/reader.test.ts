import { afterAll, expect, it } from 'vitest';
import { untilTestEnds } from '../../fixtures/temporary.test-support.ts';
import { ORIGIN, outcomeOf, simulatedReader } from './reader.test-support.ts';

const reader = simulatedReader();
afterAll(() => reader.close());

it('gives documents in request order, with the URL as given, the file name and pages from 1', async () => {
  const urls = [`${ORIGIN}/pages-3.pdf`, `HTTPS://fixtures.assay.test/two%20words.pdf?v=2`];
  const documents = await reader.read(urls, { maxPages: 30 });
  expect(documents.map(({ url }) => url)).toEqual(urls);
  expect(documents.map(({ filename }) => filename)).toEqual(['pages-3.pdf', 'two words.pdf']);
  expect(documents.map(({ pages }) => pages.map(({ page }) => page))).toEqual([[1, 2, 3], [1]]);
});

it('gives the text of a page as markdown, whole sentences on one line', async () => {
  const [document] = await reader.read([`${ORIGIN}/pages-1.pdf`], { maxPages: 30 });
  expect(document?.pages[0]?.markdown).toMatch(/^# Asthma and inhaler technique: overview\n\nAsthma is a chronic/);
  expect(document?.pages[0]?.markdown).toContain('so technique is checked before a dose is raised.');
});

it('reads the same URL twice when it is given twice', async () => {
  expect(await outcomeOf(reader, [`${ORIGIN}/pages-2.pdf`, `${ORIGIN}/pages-2.pdf`])).toBe('2,2');
});

it('says of URLs that were read before what fetching them again would say', async () => {
  // A reader with limits of its own remembers nothing.
  const fetching = untilTestEnds(simulatedReader({ limits: {} }));
  const paths = [
    ...[
      ['padded-22-mb'],
      ['over-40-mb'],
      ['padded-22-mb', 'padded-22-mb'],
      ['padded-22-mb', 'over-40-mb'],
      ['gzip-bomb', 'over-50-mb'],
    ],
    ...[
      ['padded-36-mb', 'gzip-bomb'],
      ['redirect-loop'],
      ['not-found', 'pages-1.pdf'],
      ['pages-200.pdf'],
      ['pages-31.pdf'],
      ['drip'],
    ],
  ];
  const said = (by: typeof reader, names: readonly string[], maxPages: number): Promise<unknown> =>
    by
      .read(
        names.map((name) => `${ORIGIN}/${name}`),
        { maxPages },
      )
      .catch(String);
  for (const names of paths)
    for (const maxPages of [60, 30, 60])
      expect(await said(reader, names, maxPages)).toEqual(await said(fetching, names, maxPages));
});

it('gives no documents for no URLs', async () => {
  expect(await reader.read([], { maxPages: 0 })).toEqual([]);
});

it.each([
  [['pages-30.pdf'], 30, '30'],
  [['pages-31.pdf'], 30, 'over-cap'],
  [['pages-60.pdf'], 60, '60'],
  [['pages-61.pdf'], 60, 'over-cap'],
  [['pages-200.pdf'], 60, 'over-cap'],
  [['pages-29.pdf', 'pages-1.pdf'], 30, '29,1'],
  [['pages-29.pdf', 'pages-2.pdf'], 30, 'over-cap'],
  [['pages-1.pdf'], 0, 'over-cap'],
])('reads %j under a cap of %i: %s', async (names, cap, outcome) => {
  expect(
    await outcomeOf(
      reader,
      names.map((name) => `${ORIGIN}/${name}`),
      cap,
    ),
  ).toBe(outcome);
});

it('names the cap and the PDF that went over it', async () => {
  const urls = [`${ORIGIN}/pages-29.pdf`, `${ORIGIN}/pages-3.pdf`];
  await expect(reader.read(urls, { maxPages: 30 })).rejects.toThrow(`The pages of "${urls[1]}" go over the 30 left`);
});

it('refuses the request for one bad PDF behind good ones, naming it and no stack', async () => {
  const urls = [`${ORIGIN}/pages-1.pdf`, `${ORIGIN}/encrypted.pdf`];
  await expect(reader.read(urls, { maxPages: 30 })).rejects.toMatchObject({
    reason: 'encrypted',
    message: `Cannot read PDF "${urls[1]}": it is encrypted. Send a whole PDF that opens without a password.`,
  });
});

it('refuses a file behind too many waiting ones', async () => {
  const narrow = untilTestEnds(simulatedReader({ limits: { filesAtOnce: 1, filesWaiting: 1 } }));
  const outcomes = await Promise.all([1, 2, 3].map(() => outcomeOf(narrow, [`${ORIGIN}/pages-1.pdf`])));
  expect(outcomes).toEqual(['1', '1', 'busy']);
});

it('stops when the caller has left, before and while it waits', async () => {
  const gone = AbortSignal.abort(new Error('gone'));
  await expect(reader.read([`${ORIGIN}/pages-1.pdf`], { maxPages: 30, signal: gone })).rejects.toThrow('gone');
});

it('rejects once it is closed', async () => {
  const closed = simulatedReader();
  await closed.close();
  await expect(closed.read([`${ORIGIN}/pages-1.pdf`], { maxPages: 30 })).rejects.toThrow(/closed/);
});

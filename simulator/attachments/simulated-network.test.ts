import { afterAll, expect, it, vi } from 'vitest';
import { readManifest } from '../../fixtures/index.ts';
import { untilTestEnds } from '../../fixtures/temporary.test-support.ts';
import { jumpingClock, ORIGIN, outcomeOf, simulatedReader } from './reader.test-support.ts';

/** Pictures are for `image_urls`, which are not fetched here. */
const isPdf = ({ name, path = name ?? '' }: { name?: string; path?: string }) => !/\.(png|jpe?g|webp)$/i.test(path);
const manifest = readManifest();

// A busy machine needs longer than the limits for a page without a text layer.
const reader = simulatedReader({ limits: { parseStepMs: 100_000 } });
afterAll(() => reader.close());

it.each(manifest.files.filter(isPdf))('serves $name as the manifest says ($note)', async ({ name, pages }) => {
  const outcome = await outcomeOf(reader, [`${ORIGIN}/${encodeURIComponent(name)}`], 200);
  if (pages !== null) expect(outcome).toBe(String(pages));
  else expect(['not-a-pdf', 'encrypted']).toContain(outcome);
});

it.each(manifest.behaviours.filter(isPdf))(
  'behaves at $path as the manifest says ($note)',
  async ({ path, refused }) => {
    const outcome = await outcomeOf(reader, [`${ORIGIN}${path}`]);
    if (refused) expect(outcome).toMatch(/^[a-z][a-z-]+$/);
    else expect(outcome).toMatch(/^\d+$/);
  },
);

it.each(manifest.hosts)('refuses names that begin with $prefix ($note)', async ({ prefix }) => {
  const outcome = await outcomeOf(reader, [`${ORIGIN.replace('//', `//${prefix}`)}/pages-1.pdf`]);
  expect(outcome).toBe(prefix === 'private.' ? 'address' : 'unreachable');
});

it.each([
  ['/drip', 'timeout'],
  ['/no-answer', 'timeout'],
  ['/over-50-mb', 'request-too-large'],
  ['/broken-off', 'broken-off'],
  ['/tls-failure', 'tls'],
  ['/wrong-type', 'not-a-pdf'],
  ['/encrypted.pdf', 'encrypted'],
  ['/gzip-ok', '1'],
  ['/manifest%2Ejson/', 'status'],
  ['/..%2F..%2Fpackage.json', 'status'],
  ['/%', 'status'],
])('gives at %s: %s', async (path, outcome) => {
  expect(await outcomeOf(reader, [`${ORIGIN}${path}`])).toBe(outcome);
});

it('counts 40 MB over the files of one request', async () => {
  expect(await outcomeOf(reader, [`${ORIGIN}/padded-22-mb`])).toBe('1');
  expect(await outcomeOf(reader, [`${ORIGIN}/padded-22-mb`, `${ORIGIN}/padded-22-mb`])).toBe('request-too-large');
});

it('sends a slow body on the simulated clock, which delays only its own reader', async () => {
  const clock = jumpingClock();
  const slow = untilTestEnds(simulatedReader({ clock }));
  const both = await Promise.all([outcomeOf(slow, [`${ORIGIN}/drip`]), outcomeOf(slow, [`${ORIGIN}/pages-1.pdf`])]);
  expect(both).toEqual(['timeout', '1']);
  expect(clock.now()).toBe(30_000);
});

it('refuses names with private addresses, even if only some are, and looks them up once', async () => {
  expect(await outcomeOf(reader, ['https://partly-private.assay.test/pages-1.pdf'])).toBe('address');
  expect(await outcomeOf(reader, ['https://unknown.assay.test/pages-1.pdf'])).toBe('unreachable');
  const resolve = vi.fn(async () => ['192.0.2.1']);
  const asking = untilTestEnds(simulatedReader({ resolve }));
  expect(await outcomeOf(asking, [`${ORIGIN}/pages-1.pdf`])).toBe('1');
  expect(resolve).toHaveBeenCalledTimes(1);
});

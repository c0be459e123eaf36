import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { attachmentsDirectory } from '../../../fixtures/index.ts';
import { listen, untilTestEnds } from '../../../fixtures/temporary.test-support.ts';
import { servesFullManifest } from './fixtures-host.ts';

const ours = readFileSync(join(attachmentsDirectory, 'manifest.json'), 'utf8');

const profile = (fixtures_url: string) => ({
  ...{ name: 'own', base_url: 'http://own.example', keys: { active: 'svc_test_0' }, fixtures_url },
  ...{ deterministic: false, known_failures: [], limits: {} },
});

it('counts a host of the fixtures as complete if its manifest names every path', async () => {
  const whole = async (manifest: string): Promise<boolean> => {
    const server = untilTestEnds(await listen((_, response) => void response.end(manifest)));
    return servesFullManifest(profile(server.url));
  };
  const { files, behaviours } = JSON.parse(ours);
  expect(await whole(ours)).toBe(true);
  expect(await whole(JSON.stringify({ files, behaviours: behaviours.slice(1) }))).toBe(false);
  expect(await whole('not found')).toBe(false);
  expect(await whole('{"files":[null]}')).toBe(false);
});

it('takes the manifest of the control API where only the target can reach the host', async () => {
  const asked: (string | undefined)[] = [];
  const server = await listen(({ url }, response) => {
    asked.push(url);
    response.statusCode = url === '/_control/fixtures/manifest.json' ? 200 : 404;
    response.end(ours);
  });
  const control_url = `${untilTestEnds(server).url}/_control`;
  for (const host of ['https://fixtures.assay.test', server.url])
    expect(await servesFullManifest({ ...profile(host), control_url })).toBe(true);
  expect(await servesFullManifest({ ...profile(server.url), control_url: `${server.url}/none` })).toBe(false);
  expect(asked.slice(0, 3)).toEqual([
    '/_control/fixtures/manifest.json',
    '/manifest.json',
    '/_control/fixtures/manifest.json',
  ]);
});

it('sends nothing if there is no host', async () => {
  expect(await servesFullManifest(profile('https://fixtures.assay.test'))).toBe(false);
  expect(await servesFullManifest(profile('http://127.0.0.1:1'))).toBe(false);
});

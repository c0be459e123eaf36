import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { attachmentsDirectory } from '../../../fixtures/index.ts';
import { listen } from '../../cli.test-support.ts';
import { servesFullManifest } from './fixtures-host.ts';

const ours = readFileSync(join(attachmentsDirectory, 'manifest.json'), 'utf8');

const profile = (fixtures_url: string) => ({
  ...{ name: 'own', base_url: 'http://own.example', keys: { active: 'svc_test_0' }, fixtures_url },
  ...{ deterministic: false, known_failures: [], limits: {} },
});

it('counts a host of the fixtures as complete if its manifest names every path', async () => {
  const whole = async (manifest: string): Promise<boolean> => {
    const server = await listen((_, response) => void response.end(manifest));
    const answer = await servesFullManifest(profile(server.url));
    await server.close();
    return answer;
  };
  const { files, behaviours } = JSON.parse(ours);
  expect(await whole(ours)).toBe(true);
  expect(await whole(JSON.stringify({ files, behaviours: behaviours.slice(1) }))).toBe(false);
  expect(await whole('not found')).toBe(false);
  expect(await whole('{"files":[null]}')).toBe(false);
});

it('sends nothing if there is no host', async () => {
  expect(await servesFullManifest(profile('https://fixtures.assay.test'))).toBe(false);
  expect(await servesFullManifest(profile('http://127.0.0.1:1'))).toBe(false);
});

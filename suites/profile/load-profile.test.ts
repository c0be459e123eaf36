import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadProfile } from './load-profile.ts';

it('a profile that an editor on Windows saved, with a byte order mark and CRLF, is read', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'profile-'));
  const file = join(folder, 'acme.json');
  await writeFile(file, '\ufeff{\r\n"base_url": "http://127.0.0.1:1",\r\n"keys": { "active": "$KEY" } }\r\n');
  expect(await loadProfile(file, { KEY: 'k' })).toMatchObject({ keys: { active: 'k' } });
  await rm(folder, { recursive: true });
});

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { newFolder } from '../../fixtures/temporary.test-support.ts';
import { loadProfile } from './load-profile.ts';

it('a profile that an editor on Windows saved, with a byte order mark and CRLF, is read', async () => {
  const file = join(newFolder(), 'acme.json');
  writeFileSync(file, '\ufeff{\r\n"base_url": "http://127.0.0.1:1",\r\n"keys": { "active": "$KEY" } }\r\n');
  expect(await loadProfile(file, { KEY: 'k' })).toMatchObject({ keys: { active: 'k' } });
});

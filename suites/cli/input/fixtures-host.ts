import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { request } from 'undici';
import { attachmentsDirectory } from '../../../fixtures/index.ts';
import { isObject } from '../../../spec/index.ts';
import { createDispatcher } from '../../http/transport/network.ts';
import type { Profile } from '../../profile/profile.ts';

const TIMEOUT_MS = 3_000;

const MAX_BYTES = 1_000_000;

/** Reserved names, which no real host has. */
const RESERVED_HOST = /\.(test|invalid|example|localhost)$/;

/**
 * Whether the fixtures host has at least the paths of this version's manifest. An older host may have fewer, and no target
 * must fail because it cannot fetch a file. Never rejects.
 */
export async function servesFullManifest({ fixtures_url: url }: Profile): Promise<boolean> {
  if (url === undefined || RESERVED_HOST.test(new URL(url).hostname)) return false;
  try {
    const [hosted, ours] = await Promise.all([
      download(`${url}/manifest.json`),
      readFile(join(attachmentsDirectory, 'manifest.json'), 'utf8').then(JSON.parse),
    ]);
    const served = new Set(pathsOf(hosted));
    return pathsOf(ours).every((path) => served.has(path));
  } catch {
    return false;
  }
}

async function download(url: string): Promise<unknown> {
  const dispatcher = await createDispatcher({ maxResponseSize: MAX_BYTES });
  try {
    const { body } = await request(url, { dispatcher, signal: AbortSignal.timeout(TIMEOUT_MS) });
    return await body.json();
  } finally {
    await dispatcher.destroy();
  }
}

function pathsOf(manifest: unknown): readonly string[] {
  const { files, behaviours } = isObject(manifest) ? manifest : {};
  return [files, behaviours].flatMap((rows) =>
    Array.isArray(rows) ? rows.map((row: { name?: string; path?: string }) => row.name ?? row.path ?? '') : [],
  );
}

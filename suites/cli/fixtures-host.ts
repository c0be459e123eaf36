import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Agent, request } from 'undici';
import { attachmentsDirectory } from '../../fixtures/index.ts';
import { isObject } from '../../spec/index.ts';
import type { Profile } from '../profile/profile.ts';

const TIMEOUT_MS = 3_000;

const MAX_BYTES = 1_000_000;

/** Reserved names: there is no host to ask. */
const RESERVED_HOST = /\.(test|invalid|example|localhost)$/;

/**
 * Whether the host of the fixtures has at least the manifest of this version, and so serves all its paths. An older
 * host serves fewer, and a target must not be blamed for what it cannot fetch. Never rejects.
 */
export async function servesWholeManifest({ fixtures_url: url }: Profile): Promise<boolean> {
  if (url === undefined || RESERVED_HOST.test(new URL(url).hostname)) return false;
  try {
    const [theirs, ours] = await Promise.all([
      download(`${url}/manifest.json`),
      readFile(join(attachmentsDirectory, 'manifest.json'), 'utf8').then(JSON.parse),
    ]);
    const served = new Set(pathsOf(theirs));
    return pathsOf(ours).every((path) => served.has(path));
  } catch {
    return false;
  }
}

async function download(url: string): Promise<unknown> {
  const dispatcher = new Agent({ maxResponseSize: MAX_BYTES });
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

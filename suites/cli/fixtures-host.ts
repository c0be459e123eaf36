import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Agent, request } from 'undici';
import { attachmentsDirectory } from '../../fixtures/index.ts';
import { isObject } from '../../spec/index.ts';
import type { Profile } from '../profile/profile.ts';

/** Longest wait for the manifest, in milliseconds. */
const TIMEOUT_MS = 3_000;

/** Largest manifest that is read, in bytes. */
const MAX_BYTES = 1_000_000;

/** Names that nobody can have: there is no host to ask. */
const RESERVED_HOST = /\.(test|invalid|example|localhost)$/;

/**
 * True where the host of the fixtures has the manifest of this version, or a longer one: then it serves all its paths. An older host serves what it
 * was made with, and a target must not be blamed for what it cannot fetch. Never rejects.
 */
export async function servesWholeManifest({ fixtures_url: url }: Profile): Promise<boolean> {
  if (url === undefined || RESERVED_HOST.test(new URL(url).hostname)) return false;
  try {
    const [theirs, ours] = await Promise.all([
      download(`${url}/manifest.json`),
      readFile(join(attachmentsDirectory, 'manifest.json'), 'utf8').then(JSON.parse),
    ]);
    const known = new Set(pathsOf(theirs));
    return pathsOf(ours).every((path) => known.has(path));
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

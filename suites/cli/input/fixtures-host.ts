import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { request } from 'undici';
import { attachmentsDirectory } from '../../../fixtures/index.ts';
import { isObject } from '../../../spec/index.ts';
import { createDispatcher, headersOnWay } from '../../http/transport/network.ts';
import type { Profile } from '../../profile/profile.ts';

const TIMEOUT_MS = 3_000;

const MAX_BYTES = 1_000_000;

/** Reserved names, which no real host has. */
const RESERVED_HOST = /\.(test|invalid|example|localhost)$/;

/**
 * Whether the fixtures host has at least the paths of this version's manifest. An older host may have fewer, and no target
 * must fail because it cannot fetch a file. Where only the target can reach the host, its control API may have the
 * manifest. Never rejects.
 */
export async function servesFullManifest({ fixtures_url, control_url }: Profile): Promise<boolean> {
  if (fixtures_url === undefined) return false;
  // Headers for a gateway in front of the target are no business of another host.
  const places = [
    ...(RESERVED_HOST.test(new URL(fixtures_url).hostname) ? [] : [{ at: fixtures_url, headers: {} }]),
    ...(control_url === undefined ? [] : [{ at: `${control_url}/fixtures`, headers: headersOnWay() }]),
  ];
  const ours = pathsOf(JSON.parse(await readFile(join(attachmentsDirectory, 'manifest.json'), 'utf8')));
  for (const { at, headers } of places) {
    const hosted = await download(`${at}/manifest.json`, headers).catch(() => undefined);
    if (hosted === undefined) continue;
    const served = new Set(pathsOf(hosted));
    return ours.every((path) => served.has(path));
  }
  return false;
}

/** The JSON at an address; undefined if another status than 200 comes. */
async function download(url: string, headers: Readonly<Record<string, string>>): Promise<unknown> {
  const dispatcher = await createDispatcher({ maxResponseSize: MAX_BYTES });
  try {
    const { statusCode, body } = await request(url, { dispatcher, headers, signal: AbortSignal.timeout(TIMEOUT_MS) });
    return statusCode === 200 ? await body.json() : undefined;
  } finally {
    await dispatcher.destroy();
  }
}

function pathsOf(manifest: unknown): readonly unknown[] {
  const { files, behaviours } = isObject(manifest) ? manifest : {};
  return [files, behaviours].flatMap((rows) =>
    Array.isArray(rows) ? rows.filter(isObject).map(({ name, path }) => name ?? path) : [],
  );
}

import { createHash } from 'node:crypto';
import { isObject, ruleSet, UserError } from '../../../spec/index.ts';
import { loadProfile, ProfileUnreachable, STANDARD_INPUT } from '../../profile/load-profile.ts';
import { parseProfile } from '../../profile/parse-profile.ts';
import { readNamed } from '../../read-file.ts';
import { version } from '../../version.ts';
import { bareProfile } from './target.ts';

const MAX_LIST = 10_000_000;

export interface TargetEntry {
  readonly name: string;
  /** Folder of its reports, inside the common folder. */
  readonly folder: string;
  /** File or URL of its profile, or the profile itself. */
  readonly profile: string | object;
  /** A hash of profile, options and rules: a target with the same digest is not judged again. */
  readonly digest: string;
}

/** Reads a JSON array, or one line for each target: a profile, or its file or URL. Ignores blank lines and `#` lines. */
export async function readTargets(
  file: string,
  passed: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<TargetEntry[]> {
  const items = parseList(file, readList(file));
  if (items.length === 0)
    throw new UserError(`Cannot use targets ${file}: it names none. Give a profile on each line.`);
  const entries: TargetEntry[] = [];
  const folders = new Set<string>();
  for (const [at, item] of items.entries()) {
    const origin = typeof item === 'string' ? item : `${at + 1} of ${file}`;
    const { name, base_url, keys } =
      typeof item === 'string'
        ? await loadProfile(item, env).catch((error) => {
            // One server that is down stops no other: its own check asks again, and says why there is no verdict.
            if (error instanceof ProfileUnreachable) return bareProfile(item);
            throw withPosition(error, at, file);
          })
        : parseProfile(item, origin, env);
    const folder = folderFor(name, folders);
    folders.add(folder);
    const digestInput = JSON.stringify([item, base_url, keys, passed, version, ruleSet.digest]);
    entries.push({ name, folder, profile: item, digest: createHash('sha256').update(digestInput).digest('hex') });
  }
  return entries;
}

/** Adds the position in the list to an error in a profile. */
const withPosition = (error: unknown, at: number, file: string): unknown =>
  error instanceof UserError ? new UserError(`${error.message} It is target ${at + 1} of ${file}.`) : error;

function readList(file: string): string {
  const text = readNamed('read targets', file).toString();
  if (text.length <= MAX_LIST) return text;
  throw new UserError(`Cannot read targets ${file}: it is longer than 10,000,000 characters. Split it.`);
}

function parseList(file: string, text: string): (string | object)[] {
  const isArray = text.trimStart().startsWith('[');
  const items = isArray
    ? [text.trim()]
    : text
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== '' && !line.startsWith('#'));
  const values = items.map((item, at): unknown => {
    if (!isArray && !item.startsWith('{')) return item;
    try {
      return JSON.parse(item);
    } catch (error) {
      const where = isArray ? '' : `target ${at + 1} `;
      throw new UserError(`Cannot use targets ${file}: ${where}is no JSON (${(error as Error).message}). Correct it.`);
    }
  });
  const list = isArray ? (values[0] as unknown[]) : values;
  const invalidIndex = list.findIndex(
    (value) => value === STANDARD_INPUT || (typeof value !== 'string' && !isObject(value)),
  );
  if (invalidIndex < 0) return list as (string | object)[];
  throw new UserError(
    `Cannot use targets ${file}: target ${invalidIndex + 1} is ${JSON.stringify(list[invalidIndex])}. Give a profile, or its file or URL.`,
  );
}

/** A unique folder name made from the name of the profile. */
function folderFor(name: string, taken: ReadonlySet<string>): string {
  const baseName =
    name
      .toLowerCase()
      .replace(/^https?:\/\//, '')
      .replaceAll(/[^a-z0-9.]+/g, '-')
      .replaceAll(/^[-.]+|[-.]+$/g, '')
      .slice(0, 80) || 'target';
  let folder = baseName;
  for (let number = 2; taken.has(folder); number += 1) folder = `${baseName}-${number}`;
  return folder;
}

import { readFile } from 'node:fs/promises';
import { UserError } from '../../spec/index.ts';
import { parseProfile } from './parse-profile.ts';
import type { Profile } from './profile.ts';

/** Largest profile that is read, in characters. */
const MAX_PROFILE = 1_000_000;

/** Longest wait for a profile over HTTP, in milliseconds. */
const PROFILE_TIMEOUT = 10_000;

/** Reads a profile from a file or an http(s) URL. Throws UserError when it cannot be read or used. */
export async function loadProfile(fileOrUrl: string, environment: NodeJS.ProcessEnv): Promise<Profile> {
  const text = /^https?:\/\//i.test(fileOrUrl) ? await download(fileOrUrl) : await read(fileOrUrl);
  if (text.length > MAX_PROFILE)
    throw unusable(fileOrUrl, 'it is longer than 1,000,000 characters', 'Give a profile file');
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch (error) {
    throw unusable(fileOrUrl, `it is no JSON (${error instanceof Error ? error.message : error})`, 'Correct it');
  }
  return parseProfile(data, fileOrUrl, environment);
}

async function read(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw unusable(file, code === 'ENOENT' ? 'there is no such file' : `it cannot be read (${code})`, 'Check the path');
  }
}

async function download(url: string): Promise<string> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(PROFILE_TIMEOUT) });
    if (response.ok) return await response.text();
    throw unusable(url, `it answered with status ${response.status}`, 'Check the URL');
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw unusable(url, `it cannot be fetched (${causeOf(error)})`, 'Check that the server runs');
  }
}

/** The code or message of what went wrong underneath; fetch itself only says that it failed. */
function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ('code' in error && typeof error.code === 'string') return error.code;
  return error.cause === undefined ? error.message : causeOf(error.cause);
}

function unusable(origin: string, why: string, next: string): UserError {
  return new UserError(`Cannot read profile ${origin}: ${why}. ${next}.`);
}

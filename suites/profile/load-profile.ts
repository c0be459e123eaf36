import { readFile } from 'node:fs/promises';
import { addAbortSignal } from 'node:stream';
import { UserError } from '../../spec/index.ts';
import { fetchOut } from '../http/transport/network.ts';
import { reasonOf } from '../read-file.ts';
import { parseProfile } from './parse-profile.ts';
import type { Profile } from './profile.ts';

/** Largest profile that is read, in characters. */
const MAX_PROFILE = 1_000_000;

/** Longest wait for a profile over HTTP, in milliseconds. */
const PROFILE_TIMEOUT = 10_000;

/** Longest wait for a profile on standard input: whoever writes it may have to ask a vault for the keys. */
const INPUT_TIMEOUT = 60_000;

/** Standard input in place of a file, for keys that must not be on any disk. */
export const STANDARD_INPUT = '-';

/** A profile that its server does not hand out at the moment. */
export class ProfileUnreachable extends UserError {}

/**
 * Reads a profile from a file, an http(s) URL or {@link STANDARD_INPUT}. Throws UserError if it cannot be read or used.
 */
export async function loadProfile(named: string, environment: NodeJS.ProcessEnv): Promise<Profile> {
  const fileOrUrl = named === STANDARD_INPUT ? 'on standard input' : named;
  const text = await (named === STANDARD_INPUT
    ? readInput()
    : /^https?:\/\//i.test(named)
      ? download(named)
      : read(named));
  if (text.length > MAX_PROFILE)
    throw unusable(fileOrUrl, 'it is longer than 1,000,000 characters', 'Give a profile file');
  let data: unknown;
  try {
    data = JSON.parse(text.trim()); // Without the byte order mark of editors on Windows.
  } catch (error) {
    const next = /^https?:/i.test(named) ? 'Check the URL' : 'Correct it';
    throw unusable(fileOrUrl, `it is no JSON (${error instanceof Error ? error.message : error})`, next);
  }
  return parseProfile(data, fileOrUrl, environment);
}

async function read(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    const reason = reasonOf(error);
    const why = reason === 'ENOENT' ? 'there is no such file' : `it cannot be read (${reason})`;
    throw unusable(file, why, 'Check the path');
  }
}

async function readInput(): Promise<string> {
  const { stdin } = process;
  if (stdin.isTTY) throw unusable('on standard input', 'it is a terminal', 'Pipe the profile into the command');
  let text = '';
  try {
    for await (const piece of addAbortSignal(AbortSignal.timeout(INPUT_TIMEOUT), stdin.setEncoding('utf8'))) {
      text += piece;
      if (text.length > MAX_PROFILE) break;
    }
  } catch (error) {
    const late = error instanceof Error && error.name === 'AbortError';
    const why = late ? 'it has not ended within 60 s' : `it cannot be read (${causeOf(error)})`;
    throw unusable('on standard input', why, 'Look at what writes it');
  }
  return text;
}

async function download(url: string): Promise<string> {
  try {
    const response = await fetchOut(url, { signal: AbortSignal.timeout(PROFILE_TIMEOUT) });
    if (response.ok) return await response.text();
    throw unreachable(url, `it answered with status ${response.status}`, 'Check the URL');
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw unreachable(url, `it cannot be fetched (${causeOf(error)})`, 'Check that the server runs');
  }
}

/** The underlying code or message; fetch itself only says that it failed. */
function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ('code' in error && typeof error.code === 'string') return error.code;
  return error.cause === undefined ? error.message : causeOf(error.cause);
}

const unreachable = (url: string, why: string, next: string): ProfileUnreachable =>
  new ProfileUnreachable(unusable(url, why, next).message);

function unusable(origin: string, why: string, next: string): UserError {
  return new UserError(`Cannot read profile ${origin}: ${why}. ${next}.`);
}

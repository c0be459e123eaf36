import { Ajv2020 } from 'ajv/dist/2020.js';
import { findRule } from '../../spec/index.ts';
import { type Profile, ProfileUnusable } from './profile.ts';
import { profileSchema } from './profile-schema.ts';
import { shapeMessage } from './shape-message.ts';

/** A profile as its file says it, checked for shape. */
interface ProfileFile {
  name?: string;
  base_url: string;
  keys: { active: string; revoked?: string; empty?: string };
  control_url?: string;
  fixtures_url?: string;
  deterministic?: boolean;
  known_failures?: (string | { id: string; reason?: string; expires?: string })[];
  limits?: { concurrency?: number; budget_usd?: number; timeout_ms?: number };
}

const isProfileFile = new Ajv2020({
  allErrors: false,
  strict: true,
  validateSchema: false,
  allowUnionTypes: true,
  verbose: true,
}).compile<ProfileFile>(profileSchema);

/**
 * Checks a parsed profile and puts environment variables in. `origin` is the file or URL, for messages.
 * Throws {@link ProfileUnusable}: an unknown field, a wrong type, an unset variable, an unknown rule id, a bad URL.
 */
export function parseProfile(data: unknown, origin: string, environment: NodeJS.ProcessEnv): Profile {
  if (!isProfileFile(data)) throw new ProfileUnusable(shapeMessage(isProfileFile.errors ?? [], origin));
  const file = resolveVariables(data, origin, environment, '') as ProfileFile;
  return {
    name: file.name ?? file.base_url,
    base_url: urlOf(file.base_url, 'base_url', origin, ['http:', 'https:']),
    keys: file.keys,
    ...keysFrom(data.keys),
    ...(file.control_url === undefined
      ? {}
      : { control_url: urlOf(file.control_url, 'control_url', origin, ['http:', 'https:']) }),
    ...(file.fixtures_url === undefined
      ? {}
      : { fixtures_url: urlOf(file.fixtures_url, 'fixtures_url', origin, ['https:']) }),
    deterministic: file.deterministic ?? false,
    known_failures: (file.known_failures ?? []).map((entry) => knownFailure(entry, origin)),
    limits: file.limits ?? {},
  };
}

/** The variables that keys stand for. */
function keysFrom(keys: ProfileFile['keys']): Pick<Profile, 'keys_from'> {
  const { active, revoked, empty } = keys;
  const named = Object.entries({ active, revoked, empty }).filter(([, value]) => value?.startsWith('$'));
  return named.length === 0 ? {} : { keys_from: Object.fromEntries(named) };
}

function resolveVariables(value: unknown, origin: string, environment: NodeJS.ProcessEnv, at: string): unknown {
  if (Array.isArray(value))
    return value.map((item, index) => resolveVariables(item, origin, environment, `${at}[${index}]`));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value)
        .filter(([name]) => name !== '$schema' && !name.startsWith('x_'))
        .map(([name, item]) => [name, resolveVariables(item, origin, environment, at === '' ? name : `${at}.${name}`)]),
    );
  }
  if (typeof value !== 'string' || !value.startsWith('$')) return value;
  const variable = environment[value.slice(1)];
  if (variable) return variable;
  const state = variable === undefined ? 'is not set' : 'is empty';
  throw new ProfileUnusable(
    `Cannot use profile ${origin}: field "${at}" names the environment variable ${value}, which ${state}. Set it, or put the value in the field.`,
  );
}

function urlOf(value: string, field: string, origin: string, schemes: readonly string[]): string {
  const wanted = schemes.map((scheme) => `${scheme}//`).join(' or ');
  // Credentials in a URL are no one's to read.
  const shown = value.replace(/\/\/[^/@]*@/, '//…@');
  const wrong = (why: string): ProfileUnusable =>
    new ProfileUnusable(
      `Cannot use profile ${origin}: field "${field}" is "${shown}", ${why}. Give an absolute ${wanted} URL.`,
    );
  if (!URL.canParse(value)) throw wrong('which is no URL');
  const url = new URL(value);
  if (!schemes.includes(url.protocol)) throw wrong(`whose scheme is ${url.protocol}//`);
  if (url.username !== '' || url.password !== '') throw wrong('which holds credentials');
  if (url.search !== '' || url.hash !== '') throw wrong('which holds a query or a fragment');
  return url.href.replace(/\/+$/, '');
}

function knownFailure(
  entry: string | { id: string; reason?: string; expires?: string },
  origin: string,
): { id: string; reason?: string; expires?: string } {
  const known = typeof entry === 'string' ? { id: entry } : entry;
  if (findRule(known.id) === undefined)
    throw new ProfileUnusable(
      `Cannot use profile ${origin}: known_failures names "${known.id}", which no rule has. List the ids with \`assay rules\`.`,
    );
  const { expires } = known;
  if (expires !== undefined && !isDay(expires))
    throw new ProfileUnusable(
      `Cannot use profile ${origin}: known_failures gives "${known.id}" the expiry "${expires}", which is no day. Write it as YYYY-MM-DD.`,
    );
  return known;
}

/** True for a day that the calendar has; the form is the schema's. */
function isDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

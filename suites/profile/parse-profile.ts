import type { KnownFailure } from '../../reports/index.ts';
import { defined, findRule, isObject, readShape, type Shape, UserError } from '../../spec/index.ts';
import type { Profile } from './profile.ts';
import { profileSchema } from './profile-schema.ts';

/** A profile file after its shape was checked. */
type ProfileFile = Shape<typeof profileSchema>;

/** The next step, by kind of error; by default, to correct the field. */
const NEXT: Readonly<Record<string, string>> = {
  additionalProperties: 'Remove it, or begin its name with x_ to have it ignored',
  required: 'Add it',
};

/**
 * Checks a parsed profile and inserts environment variables. `origin` is the file or URL, for messages. Throws
 * UserError for an unknown field, a wrong type, an unset variable, an unknown rule id, or a bad URL.
 */
export function parseProfile(data: unknown, origin: string, environment: NodeJS.ProcessEnv): Profile {
  const parsed = readShape(profileSchema, data);
  if (!parsed.ok)
    throw new UserError(`Cannot use profile ${origin}: ${parsed.fault}. ${NEXT[parsed.keyword] ?? 'Correct it'}.`);
  const file = resolveVariables(parsed.value, origin, environment, '') as ProfileFile;
  for (const [name, key] of Object.entries(file.keys)) requireHeaderText(key, `keys.${name}`, origin);
  requireDifferentKeys(file.keys, origin);
  return {
    name: file.name ?? file.base_url,
    base_url: urlOf(file.base_url, 'base_url', origin, ['http:', 'https:']),
    keys: file.keys,
    ...keysFrom(parsed.value.keys),
    ...defined({
      control_url: file.control_url && urlOf(file.control_url, 'control_url', origin, ['http:', 'https:']),
      fixtures_url: file.fixtures_url && urlOf(file.fixtures_url, 'fixtures_url', origin, ['https:']),
    }),
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
  if (isObject(value)) {
    return Object.fromEntries(
      Object.entries(value)
        .filter(([name]) => name !== '$schema' && !name.startsWith('x_'))
        .map(([name, item]) => [name, resolveVariables(item, origin, environment, at === '' ? name : `${at}.${name}`)]),
    );
  }
  if (typeof value !== 'string' || !value.startsWith('$')) return value;
  const variable = environment[value.replace(/^\$\{?|\}$/g, '')];
  if (variable) return variable;
  const state = variable === undefined ? 'is not set' : 'is empty';
  throw new UserError(
    `Cannot use profile ${origin}: field "${at}" names the environment variable ${value}, which ${state}. Set it, or put the value in the field.`,
  );
}

/** A key goes into a header: a line break at the end of a secret would end each request before it is sent. */
function requireHeaderText(key: string, field: string, origin: string): void {
  if (key.trim() === key && !/[^\x20-\x7e]/.test(key)) return;
  const what = key.trim() === key ? 'a character that no header can carry' : 'white space at its beginning or end';
  throw new UserError(`Cannot use profile ${origin}: field "${field}" holds ${what}. Take it out.`);
}

/** A key in two roles would fail the rules of one of them: the active key is neither revoked nor empty. */
function requireDifferentKeys(keys: ProfileFile['keys'], origin: string): void {
  const named = Object.entries(keys);
  for (const [at, [name, key]] of named.entries()) {
    const [other] = named.slice(0, at).find(([, earlier]) => earlier === key) ?? [];
    if (other !== undefined)
      throw new UserError(
        `Cannot use profile ${origin}: field "keys.${name}" holds the same key as "keys.${other}". Give another key, or leave the field out.`,
      );
  }
}

/** A URL for a message, without a user's name and password. */
export const withoutCredentials = (url: string): string => url.replace(/\/\/[^/@]*@/, '//…@');

function urlOf(value: string, field: string, origin: string, schemes: readonly string[]): string {
  const wanted = schemes.map((scheme) => `${scheme}//`).join(' or ');
  const wrong = (why: string): UserError =>
    new UserError(
      `Cannot use profile ${origin}: field "${field}" is "${withoutCredentials(value)}", ${why}. Give an absolute ${wanted} URL.`,
    );
  if (!URL.canParse(value)) throw wrong('which is no URL');
  const url = new URL(value);
  if (!schemes.includes(url.protocol)) throw wrong(`whose scheme is ${url.protocol}//`);
  if (url.username !== '' || url.password !== '') throw wrong('which holds credentials');
  if (url.search !== '' || url.hash !== '') throw wrong('which holds a query or a fragment');
  return url.href.replace(/\/+$/, '');
}

function knownFailure(entry: NonNullable<ProfileFile['known_failures']>[number], origin: string): KnownFailure {
  const known = typeof entry === 'string' ? { id: entry } : entry;
  if (findRule(known.id) === undefined)
    throw new UserError(
      `Cannot use profile ${origin}: known_failures names "${known.id}", which no rule has. List the ids with \`assay rules\`.`,
    );
  const { expires } = known;
  if (expires !== undefined && !isDay(expires))
    throw new UserError(
      `Cannot use profile ${origin}: known_failures gives "${known.id}" the expiry "${expires}", which is no day. Write it as YYYY-MM-DD.`,
    );
  return known;
}

/** Whether the calendar has a day; the schema checks its form. */
function isDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

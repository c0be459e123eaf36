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
 * UserError for unknown fields, wrong types, unset variables, unknown rule ids, or bad URLs, with all of one kind at once.
 */
export function parseProfile(data: unknown, origin: string, environment: NodeJS.ProcessEnv): Profile {
  const parsed = readShape(profileSchema, data);
  if (!parsed.ok)
    throw unusable(
      origin,
      parsed.faults.map(({ fault, keyword }) => `${fault}. ${NEXT[keyword] ?? 'Correct it'}.`),
    );
  const unset: string[] = [];
  const file = resolveVariables(parsed.value, environment, unset, '') as ProfileFile;
  if (unset.length > 0) throw unusable(origin, unset);
  const { name, base_url, control_url, fixtures_url, keys, known_failures = [] } = file;
  const known = known_failures.map((entry) => (typeof entry === 'string' ? { id: entry } : entry));
  const mistakes = [
    ...Object.entries(keys).map(([role, key]) => headerFault(key, `keys.${role}`)),
    ...sameKeys(keys),
    urlFault(base_url, 'base_url', ['http:', 'https:']),
    urlFault(control_url, 'control_url', ['http:', 'https:']),
    urlFault(fixtures_url, 'fixtures_url', ['https:']),
    ...known.map(knownFailureFault),
  ].filter((mistake) => mistake !== undefined);
  if (mistakes.length > 0) throw unusable(origin, mistakes);
  return {
    name: name ?? base_url,
    base_url: withoutSlash(base_url),
    keys,
    ...keysFrom(parsed.value.keys),
    ...defined({
      control_url: control_url && withoutSlash(control_url),
      fixtures_url: fixtures_url && withoutSlash(fixtures_url),
    }),
    deterministic: file.deterministic ?? false,
    known_failures: known,
    limits: file.limits ?? {},
  };
}

/** What is wrong, each with the next step: one in a sentence, several in a line each. */
const unusable = (origin: string, mistakes: readonly string[]): UserError =>
  new UserError(
    `Cannot use profile ${origin}:${mistakes.map((mistake) => `${mistakes.length === 1 ? ' ' : '\n  '}${mistake}`).join('')}`,
  );

/** The variables that keys stand for. */
function keysFrom(keys: ProfileFile['keys']): Pick<Profile, 'keys_from'> {
  const { active, revoked, empty } = keys;
  const named = Object.entries({ active, revoked, empty }).filter(([, value]) => value?.startsWith('$'));
  return named.length === 0 ? {} : { keys_from: Object.fromEntries(named) };
}

/** Inserts the variables; names of those that are unset go into `unset`. */
function resolveVariables(value: unknown, environment: NodeJS.ProcessEnv, unset: string[], at: string): unknown {
  if (Array.isArray(value))
    return value.map((item, index) => resolveVariables(item, environment, unset, `${at}[${index}]`));
  if (isObject(value)) {
    return Object.fromEntries(
      Object.entries(value)
        .filter(([name]) => name !== '$schema' && !name.startsWith('x_'))
        .map(([name, item]) => [name, resolveVariables(item, environment, unset, at === '' ? name : `${at}.${name}`)]),
    );
  }
  if (typeof value !== 'string' || !value.startsWith('$')) return value;
  const variable = environment[value.replace(/^\$\{?|\}$/g, '')];
  if (variable) return variable;
  const state = variable === undefined ? 'is not set' : 'is empty';
  unset.push(
    `field "${at}" names the environment variable ${value}, which ${state}. Set it, or put the value in the field.`,
  );
  return value;
}

/** A key goes into a header: a line break at the end of a secret would end each request before it is sent. */
function headerFault(key: string, field: string): string | undefined {
  if (key.trim() === key && !/[^\x20-\x7e]/.test(key)) return undefined;
  const what = key.trim() === key ? 'a character that no header can carry' : 'white space at its beginning or end';
  return `field "${field}" holds ${what}. Take it out.`;
}

/** A key in two roles would fail the rules of one of them: the active key is neither revoked nor empty. */
function sameKeys(keys: ProfileFile['keys']): readonly string[] {
  const named = Object.entries(keys);
  return named.flatMap(([name, key], at) => {
    const [other] = named.slice(0, at).find(([, earlier]) => earlier === key) ?? [];
    return other === undefined
      ? []
      : `field "keys.${name}" holds the same key as "keys.${other}". Give another key, or leave the field out.`;
  });
}

/** A URL for a message, without a user's name and password. */
export const withoutCredentials = (url: string): string => url.replace(/\/\/[^/@]*@/, '//…@');

function urlFault(value: string | undefined, field: string, schemes: readonly string[]): string | undefined {
  if (value === undefined) return undefined;
  const wanted = schemes.map((scheme) => `${scheme}//`).join(' or ');
  const wrong = (why: string): string =>
    `field "${field}" is "${withoutCredentials(value)}", ${why}. Give an absolute ${wanted} URL.`;
  if (!URL.canParse(value)) return wrong('which is no URL');
  const url = new URL(value);
  if (!schemes.includes(url.protocol)) return wrong(`whose scheme is ${url.protocol}//`);
  if (url.username !== '' || url.password !== '') return wrong('which holds credentials');
  return url.search !== '' || url.hash !== '' ? wrong('which holds a query or a fragment') : undefined;
}

const withoutSlash = (url: string): string => new URL(url).href.replace(/\/+$/, '');

function knownFailureFault({ id, expires }: KnownFailure): string | undefined {
  if (findRule(id) === undefined)
    return `known_failures names "${id}", which no rule has. List the ids with \`assay rules\`.`;
  return expires === undefined || isDay(expires)
    ? undefined
    : `known_failures gives "${id}" the expiry "${expires}", which is no day. Write it as YYYY-MM-DD.`;
}

/** Whether the calendar has a day; the schema checks its form. */
function isDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

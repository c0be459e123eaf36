import { expect, it } from 'vitest';
import { parseProfile } from './parse-profile.ts';

const good = { base_url: 'http://127.0.0.1:1', keys: { active: '$ACME_KEY', empty: 'literal' } };
const parse = (extra: object): unknown => parseProfile({ ...good, ...extra }, 'acme.json', { ACME_KEY: 'k' });

it('a profile remembers which keys came from variables, and from which', () => {
  expect(parse({ keys: { active: `$${'{ACME_KEY}'}` } })).toMatchObject({ keys: { active: 'k' } });
  expect(parse({})).toMatchObject({ keys: { active: 'k', empty: 'literal' }, keys_from: { active: '$ACME_KEY' } });
  expect(parse({ keys: { active: 'literal' } })).not.toHaveProperty('keys_from');
});

const wrong: readonly (readonly [object, string])[] = [
  [{ keys: { active: 5 } }, 'field "keys.active" is 5, but must be a string'],
  [{ keys: { active: '' } }, 'field "keys.active" is an empty string, but must be a string that is not empty'],
  [{ keys: { active: 'svc_test_1\n' } }, 'field "keys.active" holds white space at its beginning or end'],
  [{ keys: { active: 'k', empty: 'svc\u0130' } }, 'field "keys.empty" holds a character that no header can carry'],
  [{ keys: { active: 'k', revoked: 'k' } }, 'field "keys.revoked" holds the same key as "keys.active"'],
  [{ keys: 'svc' }, 'field "keys" is a string, but must be an object'],
  [{ keys: {} }, 'field "keys.active" is missing'],
  [{ colour: 1 }, 'field "colour" is unknown'],
  [{ deterministic: 'yes' }, 'field "deterministic" is "yes", but must be true or false'],
  [{ limits: { concurrency: 0 } }, 'field "limits.concurrency" is 0, but must be 1 or more'],
  [{ limits: { concurrency: 1.5 } }, 'field "limits.concurrency" is 1.5, but must be a whole number'],
  [{ limits: { timeout_ms: 9e9 } }, 'field "limits.timeout_ms" is 9000000000, but must be 600000 or less'],
  [{ known_failures: 'chat' }, 'field "known_failures" is "chat", but must be a list'],
  [{ known_failures: [5] }, 'field "known_failures[0]" is 5, but must be a rule id, or an object with an id'],
  [{ known_failures: [{ reason: 'x' }] }, 'field "known_failures[0].id" is missing'],
  [
    { known_failures: [{ id: 'chat.text-max', expires: 'soon' }] },
    'field "known_failures[0].expires" is "soon", but must be a date such as 2026-12-31',
  ],
];

it.for(wrong)('a profile that is wrong is refused with a clear message: %j', ([extra, words]) => {
  expect(() => parse(extra)).toThrow(`Cannot use profile acme.json: ${words}. `);
});

it('a profile that is not an object is refused with a clear message', () => {
  expect(() => parseProfile([], 'acme.json', {})).toThrow('it is a list, but must be an object');
});

it('all mistakes of a profile are said at once', () => {
  const refusal = (extra: object): unknown => {
    try {
      return parse(extra);
    } catch (error) {
      return String(error).split('\n  ').slice(1);
    }
  };
  expect(refusal({ deterministic: 1, colour: 2, known_failures: [3, { reason: 4 }] })).toEqual([
    'field "colour" is unknown. Remove it, or begin its name with x_ to have it ignored.',
    'field "deterministic" is 1, but must be true or false. Correct it.',
    'field "known_failures[0]" is 3, but must be a rule id, or an object with an id. Correct it.',
    'field "known_failures[1].id" is missing. Add it.',
  ]);
  expect(refusal({ keys: { active: '$A', empty: '$B' } })).toHaveLength(2);
  expect(refusal({ base_url: 'x', fixtures_url: 'http://y', known_failures: ['z'] })).toHaveLength(3);
});

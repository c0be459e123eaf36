import { expect, it } from 'vitest';
import { refusalIn } from './refusal.ts';

const envelope = (error: object): string => JSON.stringify({ error });
const nameOf = (error: object): string | undefined => refusalIn(400, envelope(error))?.name;

it('names a refusal by code and parameter, or by its message without values, numbers and ids', () => {
  expect(refusalIn(400, envelope({ code: 'invalid_request', param: 'messages[3].role', message: 'x' }))).toEqual({
    name: 'invalid_request messages[].role',
    words: '`invalid_request` of `messages[].role`',
  });
  const first = nameOf({ code: 'invalid_request', message: 'Bad "a" at 12 (request req_8f3a-b1)' });
  expect(nameOf({ code: 'invalid_request', message: 'Bad "bc" at 7 (request req_0c77-e2)' })).toBe(first);
  expect(nameOf({ code: 'invalid_request', message: 'Too long' })).not.toBe(first);
});

it('names the first detail in words, and all of them by name', () => {
  const detail = [
    { type: 'string_too_long', loc: ['body', 'language'], msg: 'too long' },
    { type: 'missing', loc: ['body', 'messages', 0, 'text'], msg: 'missing' },
  ];
  expect(refusalIn(422, JSON.stringify({ detail }))).toEqual({
    name: 'string_too_long language, missing messages.text',
    words: '`string_too_long` of `language`',
  });
});

it('knows none in what is no refusal of the API', () => {
  expect(refusalIn(200, '{}')).toBeUndefined();
  expect(refusalIn(500, envelope({ code: 'internal_error' }))).toBeUndefined();
  expect(refusalIn(400, '<html>')).toBeUndefined();
  expect(refusalIn(400, undefined)).toBeUndefined();
});

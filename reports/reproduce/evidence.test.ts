import { expect, it } from 'vitest';
import { counterexampleText } from './evidence.ts';

it('a counterexample in plain text is an exchange line by line, with the parts that the failure names before the body', () => {
  const request = { method: 'POST', url: 'http://a/v1/finder', accept: null, body: { query: 'a "b"' } };
  const parts = { 'results[0].url': '"x"' };
  const response = { status: 200, content_type: 'application/json', parts, body: '{"results": […' };
  expect(counterexampleText({ request, response }).split('\n')).toEqual([
    'POST http://a/v1/finder',
    '  no header accept',
    '  {"query":"a \\"b\\""}',
    'answered with 200, application/json',
    '  results[0].url: "x"',
    '  {"results": […',
  ]);
});

it('a counterexample in plain text says why no answer came, and is JSON for any other value', () => {
  const request = { method: 'GET', url: '/', body: { javascript: '"a".repeat(3)' } };
  expect(counterexampleText({ request, response: { failure: 'The connection was reset.' } })).toBe(
    'GET /\n  "a".repeat(3)\nThe connection was reset.',
  );
  expect(counterexampleText({ documents: ['a'] })).toBe('{"documents":["a"]}');
});

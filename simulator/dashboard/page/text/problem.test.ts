import { expect, it } from 'vitest';
import { problemText } from './problem.ts';

it('tells what the server said', () => {
  expect(problemText(400, { error: { message: 'No such fault.' } })).toBe('No such fault.');
  expect(problemText(422, { detail: [{ loc: ['body', 'times'], msg: 'Too low.' }, { msg: 'Odd.' }] })).toBe(
    'times: Too low. Odd.',
  );
  expect(problemText(502, null)).toBe('The server answered with status 502.');
});

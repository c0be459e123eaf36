import { expect, it } from 'vitest';
import { validCall } from '../../generate/bases.ts';
import { exchangeOf } from '../../judges/exchange.test-support.ts';
import { otherFaults, placesOf, withOtherFaults } from './other-faults.ts';

const holding = (...urls: string[]) => urls.map((url) => ({ fault: `"pdf_urls" holds ${url}` }));

it('names the faults that went wrong as well, and those that did not, the ones most like the failed one first', () => {
  const fine = holding(
    'https://127.0.0.1',
    'https://[::1]',
    'https://172.16.0.1',
    'https://10.0.0.1',
    'https://172.31.0.1',
  );
  const shown = 'A request whose "pdf_urls" holds https://172.31.0.1 is answered with 422.';
  expect(otherFaults([shown], holding('https://172.31.0.1', 'https://172.17.0.1'), fine)).toEqual([
    'Wrong as well: "pdf_urls" holds https://172.17.0.1. Right: "pdf_urls" holds https://172.16.0.1, https://127.0.0.1, https://10.0.0.1 and 1 more.',
  ]);
});

it('says nothing where there is one fault, or none is named', () => {
  const [one] = holding('http://a.test');
  expect(otherFaults([String(one?.fault)], [one], [one])).toEqual([]);
  expect(otherFaults([''], [{}], [{}, undefined])).toEqual([]);
  // A rule whose expectation names no request tells it in what was seen.
  expect(otherFaults(['The cap holds.', `With ${one?.fault} it did not.`], [one], [])).toEqual([]);
});

it('counts a fault in several items of a list once', () => {
  const [first, ...others] = ['[0]', '[1]', '[99]'].map((at) => ({ fault: `"documents${at}" is " "` }));
  expect(otherFaults([String(first?.fault)], [first, ...others], others)).toEqual([]);
  expect(otherFaults(['A request whose "documents[7]" is " " is refused.'], [first], [])).toEqual([]);
  expect(otherFaults([String(others[0]?.fault)], others, [first])).toEqual([
    'Wrong in items [1], [99], right in item [0].',
  ]);
  expect(otherFaults([''], [first, ...others], [])).toEqual(['Wrong as well: "documents[n]" is " ".']);
});

it('names texts that differ in one number together, and no others', () => {
  const priced = (...counts: string[]) => counts.map((count) => ({ words: `A request of ${count} documents` }));
  const odd = [{ words: 'A request of few' }, { words: 'https://10.0.0.1' }, { words: 'https://10.0.0.2' }];
  expect(
    otherFaults(['A request of 550 documents'], priced('550', '301'), priced('101', '200', '201', '1,000')),
  ).toEqual(['Wrong as well: A request of 301 documents. Right: A request of 101, 200, 201, 1,000 documents.']);
  expect(otherFaults([''], [...priced('7', '9'), ...odd], [])).toEqual([
    'Wrong as well: A request of 7, 9 documents, A request of few, https://10.0.0.1 and 1 more.',
  ]);
});

it('names the endpoints and the statuses that went wrong, and those that never did', () => {
  const on = (...names: string[]) => names.map((endpoint) => ({ endpoint }));
  const [[chat], [finder]] = [on('chat'), on('finder')];
  expect(placesOf([chat], [finder, chat], () => undefined)).toEqual(['Wrong on chat (right on finder).']);
  expect(placesOf([chat, finder], [], () => undefined)).toEqual(['Wrong on chat and finder.']);
  expect(placesOf([chat], [chat], () => undefined)).toEqual([]);
  const statusOf = (one: unknown) => (one === chat ? 402 : 422);
  expect(placesOf([chat], [finder], statusOf)).toEqual(['Wrong on chat (right on finder), with 402 (right with 422).']);
});

it('tells errors of one status apart by their codes, where only some of them are wrong', () => {
  const answers = [
    [400, 'model_not_found'],
    [400, 'invalid_request'],
    [401, 'authentication_error'],
  ] as const;
  const cases = answers.map(([status, code]) => ({
    answer: exchangeOf(validCall('chat'), { error: { code } }, { status }),
  }));
  const [failed, fine] = [cases.slice(0, 1), cases.slice(1)];
  const answerOf = (one: unknown) => (one as (typeof cases)[number]).answer;
  const named = (one: (typeof cases)[number]) => ({ ...one, endpoint: 'chat' });
  const outcome = withOtherFaults('errors.envelope', { verdict: 'fail', judged: 3 } as never, {
    ...{ failed: failed.map(named), wrong: [], fine: fine.map(named), alike: [] },
    answerOf,
  });
  expect(outcome.notes).toEqual(['Wrong with 400 `model_not_found` (right with 401 and any other 400).']);
});

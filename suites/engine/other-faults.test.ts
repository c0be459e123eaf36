import { expect, it } from 'vitest';
import { otherFaults } from './other-faults.ts';

const holding = (...urls: string[]) => urls.map((url) => ({ fault: `"pdf_urls" holds ${url}` }));

it('names the faults that were refused each time, those most like the failed one first', () => {
  const fine = holding(
    'https://127.0.0.1',
    'https://[::1]',
    'https://172.16.0.1',
    'https://10.0.0.1',
    'https://172.31.0.1',
  );
  expect(otherFaults(holding('https://172.31.0.1'), fine)).toEqual([
    'Refused as it must be where "pdf_urls" holds https://172.16.0.1, https://127.0.0.1, https://10.0.0.1 and 1 more.',
  ]);
});

it('says nothing where each fault failed, or none is named', () => {
  expect(otherFaults(holding('http://a.test'), holding('http://a.test'))).toEqual([]);
  expect(otherFaults([{}], [{}, undefined])).toEqual([]);
});

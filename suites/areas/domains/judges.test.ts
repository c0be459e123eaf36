import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../http/exchange/exchange.ts';
import { exchangeOf } from '../../judges/exchange.test-support.ts';
import * as judges from './judges.ts';

/** Domains that tie. */
const tied = (...names: readonly string[]): Exchange =>
  exchangeOf({ endpoint: 'domains' }, { domains: names.map((domain) => ({ domain, document_count: 1 })) });
const isBroken = expect.objectContaining({ kind: 'broken' });

describe('a name', () => {
  it.each(['a.example', 'xn--bcher-kva.example', 'bücher.example', 'a_b.example'])('is normalized as %s', (domain) =>
    expect(judges.normalized(tied(domain))).toBe('fine'),
  );

  it.each(['A.example', 'https://a.example', 'a.example/x', 'a.example:443', ' a.example', 'a@b.example'])(
    'is not normalized as %s',
    (domain) => expect(judges.normalized(tied('b.example', domain))).toEqual(isBroken),
  );
});

it('the order may be that of code units or of code points', () => {
  expect(judges.sortedByName(tied('\uFF41', '\u{1F600}'))).toBe('fine');
  expect(judges.sortedByName(tied('\u{1F600}', '\uFF41'))).toBe('fine');
});

describe('another alphabet than the code units', () => {
  const isTolerated = expect.objectContaining({ kind: 'tolerated' });

  it.each([
    ['punctuation apart', ['aab.example', 'a-c.example', 'ad.example']],
    ['hyphens apart', ['sciatica.health', 'sciatica-1.example', 'sciatica2.example']],
    ['digits as numbers', ['clinic-2.example', 'clinic-10.example', 'clinic-11.example']],
    ['letters with marks beside those without', ['müller.example', 'munich.example', 'zug.example']],
    ['å before ä, after z', ['zahn.example', 'ångström.example', 'ärlig.example']],
    ['ch after h', ['hodina.example', 'chata.example', 'jih.example']],
    [
      'capitals beside small letters',
      ['alpha.example', 'Beta.example', 'gamma.example', 'Delta.example'].toSorted((a, b) => a.localeCompare(b)),
    ],
  ])('warns: %s', (_, names) => expect(judges.sortedByName(tied(...names))).toEqual(isTolerated));

  it('explains all names or none', () => {
    expect(judges.sortedByName(tied('clinic-2.example', 'clinic-10.example', 'a.example'))).toEqual(isBroken);
    expect(judges.sortedByName(tied('c.example', 'b.example', 'a.example'))).toEqual(isBroken);
    expect(judges.sortedByName(tied('b.a.example', 'a.b.example'))).toEqual(isBroken);
  });
});

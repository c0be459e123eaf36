import { describe, expect, it } from 'vitest';
import { describeDifference, equalUpToRounding, quoteBoth } from './difference.ts';

it.for<readonly [unknown, unknown, boolean]>([
  [{ score: 0.912345 }, { score: 0.912346 }, true],
  [{ score: 0.91 }, { score: 0.92 }, false],
  [[0.1, [0.2]], [0.1, [0.2000001]], true],
  [{ count: 25_232 }, { count: 25_233 }, false],
  [{ count: 2 }, { count: 2.0001 }, true],
  [{ a: 1 }, { a: 1, b: null }, false],
  [{ a: undefined }, {}, true],
  [[1], [1, 2], false],
  [[], {}, false],
  ['a', 'b', false],
  [null, null, true],
])('two JSON values that say the same %j and %j: %s', ([one, other, same]) => {
  expect([equalUpToRounding(one, other), equalUpToRounding(other, one)]).toEqual([same, same]);
});

describe('two values that differ', () => {
  const words = ['here', 'there'] as const;

  it('are quoted where they first part, with the path to it', () => {
    const results = (last: string) => ({ results: [{ title: 'same' }, { title: `${'a'.repeat(200)}${last}` }] });
    expect(describeDifference(results('one'), results('two'), words)).toBe(
      `\`results[1].title\` is "${'a'.repeat(20)}one" here and "${'a'.repeat(20)}two" there, from character 180 on`,
    );
  });

  it('are quoted whole where nothing is to be cut, and called missing where there is none', () => {
    expect(describeDifference('one', 2, words)).toBe('it is "one" here and 2 there');
    expect(describeDifference({ list: [1] }, { list: [1, 2] }, words)).toBe('`list[1]` is missing here and 2 there');
  });

  it.for<readonly [string, string, string, string, string?]>([
    [
      'caf\u00e9 bar',
      'cafe\u0301 bar',
      String.raw`"caf\u00e9 bar"`,
      String.raw`"cafe\u0301 bar"`,
      'in decomposed letters (NFD)',
    ],
    ['\u200bMénière', 'Ménière', String.raw`"\u200bMénière"`, '"Ménière"', 'without invisible characters'],
    ['2 mg', '2\u00a0mg', '"2 mg"', String.raw`"2\u00a0mg"`],
    ['❤\ufe0f é', '❤ é', String.raw`"❤\ufe0f é"`, '"❤ é"', 'without invisible characters'],
    ['a\r\nb', 'a\nb', String.raw`"a\r\nb"`, String.raw`"a\nb"`, 'with other line breaks'],
    ['é', 'e', '"é"', '"e"', 'without accents'],
  ])('are told apart where they look alike: %j and %j', ([one, other, left, right, change]) => {
    expect(quoteBoth(one, other)).toEqual([left, right]);
    const said = `\`query\` is ${left} here and ${right} there`;
    const more = change === undefined ? '' : `, that is, ${change}`;
    expect(describeDifference(one, other, words, '`query`')).toBe(said + more);
  });
});

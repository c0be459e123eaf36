import { describe, expect, it } from 'vitest';
import { circumstances } from '../../spec/index.ts';
import { circumstanceRows } from '../generate/circumstance-rows.ts';
import type { Circumstances } from '../generate/circumstance-texts.ts';
import { broken } from '../judges/judgement.ts';
import { describeDivide, minimizeCircumstances, noteOrigin } from './case-origin.ts';
import { RuleBroken } from './check-errors.ts';

interface Case {
  readonly row: Circumstances;
}

const failure = (): RuleBroken => new RuleBroken(broken('It is accepted.', 'It was not.'), undefined);
type Result = RuleBroken | 'fine' | 'nothing';
const brokenIf = (breaks: boolean): Result => (breaks ? failure() : 'fine');
const defaults = Object.fromEntries(circumstances.finder.map(({ name, levels }) => [name, levels[0] ?? '']));
const unusual = (row: Circumstances): number =>
  Object.entries(row).filter(([name, level]) => level !== defaults[name]).length;
const [unusualRow = {}] = circumstanceRows('finder', 2, 1, ['control_url'])
  .filter(({ key }) => key === 'live')
  .toSorted((one, other) => unusual(other) - unusual(one));

/** Minimizes a case with many circumstances that fails with a live key; gives what is said, and how many cases it took. */
async function minimize(maxTries: number, judge = ({ row }: Case): Result => brokenIf(row.key === 'live')) {
  const makeCase = (row: Circumstances): Case => {
    const example = { row };
    noteOrigin(example, {
      endpoint: 'finder',
      row,
      make: makeCase,
      validCall: () => ({ endpoint: 'finder', body: {} }),
    });
    return example;
  };
  let tries = 0;
  const found = await minimizeCircumstances(
    { example: makeCase(unusualRow), error: failure() },
    {
      judge: async (example) => {
        tries += 1;
        return judge(example);
      },
      maxTries,
      passed: [makeCase(defaults)],
      failed: [],
    },
  );
  return { said: found?.error.finding.actual ?? '', tries };
}

describe('the circumstances of a failure', () => {
  it('are found in a few cases where one is needed', async () => {
    expect(unusual(unusualRow)).toBeGreaterThan(6);
    const { said, tries } = await minimize(60);
    expect(said).toMatch(/^It was not\. Only with a live key\.$/);
    expect(tries).toBeLessThan(unusual(unusualRow) + 4);
  });

  it('are left to chance where it fails with none of them left out', async () => {
    expect((await minimize(60, ({ row }) => brokenIf(row === unusualRow))).said).toContain('it comes by chance');
  });

  it('are not told where the rule applies in no others', async () => {
    const { said } = await minimize(60, ({ row }) => (row.key === 'live' ? failure() : 'nothing'));
    expect(said).toBe('It was not.');
  });

  it('are told by what all failed cases share, and no other, where that is the plainest level', () => {
    const rows = (stream: string, count: number) => Array.from({ length: count }, () => ({ stream, key: 'test' }));
    const failed = rows('left out', 2);
    expect(describeDivide(failed, rows('true', 6))).toBe(' In all 2 cases with no `stream`, in none of the 6 others.');
    expect(describeDivide(failed, [...rows('true', 6), ...rows('left out', 1)])).toBe('');
    expect(describeDivide(failed, rows('true', 5))).toBe('');
  });

  it('are not told where too few cases could be tried to know', async () => {
    expect((await minimize(2, () => 'fine')).said).toBe('It was not.');
  });
});

import { describe, expect, it } from 'vitest';
import { circumstances } from '../../spec/index.ts';
import { circumstanceRows } from '../generate/circumstance-rows.ts';
import type { Circumstances } from '../generate/circumstance-texts.ts';
import { broken } from '../judges/judgement.ts';
import { minimizeCircumstances, noteOrigin } from './case-origin.ts';
import { RuleBroken } from './check-errors.ts';

interface Case {
  readonly row: Circumstances;
}

const failure = (): RuleBroken => new RuleBroken(broken('It is accepted.', 'It was not.'), undefined);
const defaults = Object.fromEntries(circumstances.finder.map(({ name, levels }) => [name, levels[0] ?? '']));
const unusual = (row: Circumstances): number =>
  Object.entries(row).filter(([name, level]) => level !== defaults[name]).length;
const [unusualRow = {}] = circumstanceRows('finder', 2, 1, ['control_url'])
  .filter(({ key }) => key === 'live')
  .toSorted((one, other) => unusual(other) - unusual(one));

/** Minimizes a case with many circumstances that fails with a live key; gives what is said, and how many cases it took. */
async function minimize(maxTries: number, breaks = ({ row }: Case): boolean => row.key === 'live') {
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
      breaks: async (example) => {
        tries += 1;
        return breaks(example) ? failure() : undefined;
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
    expect(said).toMatch(/Seen with a live key, not without\.$/);
    expect(tries).toBeLessThan(unusual(unusualRow) + 4);
  });

  it('are left to chance where it fails with none of them left out', async () => {
    expect((await minimize(60, ({ row }) => row === unusualRow)).said).toContain('it comes by chance');
  });

  it('are not told where too few cases could be tried to know', async () => {
    expect((await minimize(2, () => false)).said).toBe('It was not.');
  });
});

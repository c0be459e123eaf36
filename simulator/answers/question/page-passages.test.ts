import { describe, expect, it } from 'vitest';
import { sentencesOf } from './page-passages.ts';

describe('sentences of a page', () => {
  it('are read out of markdown, on one line each', () => {
    const page =
      '# Discharge letter\n\nThe patient has\nasthma. Wheezing was heard!\n\n- Use the inhaler.\n- Come back in 3.5 weeks.';
    expect(sentencesOf(page)).toEqual([
      'The patient has asthma.',
      'Wheezing was heard!',
      'Use the inhaler.',
      'Come back in 3.5 weeks.',
    ]);
  });

  it('are its lines when none of them ends like a sentence', () => {
    expect(sentencesOf('# Action plan\n\nPeak flow 420')).toEqual(['Action plan', 'Peak flow 420']);
  });

  it('come with rows of tables and notes that have a label, which stay whole', () => {
    const page =
      'Results\n\nPotassium 5.9 mmol/L 3.5 - 5.0\n\nComment: no haemolysis. Repeat it.\n\nMr. T. Sample was seen.';
    expect(sentencesOf(page)).toEqual([
      'Potassium 5.9 mmol/L 3.5 - 5.0',
      'Comment: no haemolysis. Repeat it.',
      'Mr. T. Sample was seen.',
    ]);
  });

  it('leave out what looks like a citation, so that a page cannot cite what is not there', () => {
    expect(sentencesOf('See [SW9] for more. Rest.')).toEqual(['Rest.']);
    expect(sentencesOf('Note: see [SW9] for more. Rest.')).toEqual(['Rest.']);
  });

  it('leave out passages that are too long to quote', () => {
    expect(sentencesOf(`${'word '.repeat(200)}. Short.`)).toEqual(['Short.']);
  });
});

import { describe, expect, it } from 'vitest';
import { termsOf } from '../question/terms.ts';
import { read } from '../reading/reading.ts';
import { bestSentences, sentencesOf } from './sentences.ts';

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

  it('leave out what looks like a citation, so that a page cannot cite what is not there', () => {
    expect(sentencesOf('See [SW9] for more. Rest.')).toEqual(['Rest.']);
  });

  it('leave out passages that are too long to quote', () => {
    expect(sentencesOf(`${'word '.repeat(200)}. Short.`)).toEqual(['Short.']);
  });

  it('come back best first, each once', () => {
    const sentences = ['Rest helps.', 'Asthma makes breathing hard.', 'Rest helps.', 'Inhalers ease asthma.'];
    expect(bestSentences(sentences, termsOf(read('asthma inhaler')))).toEqual([
      'Inhalers ease asthma.',
      'Asthma makes breathing hard.',
      'Rest helps.',
    ]);
  });
});

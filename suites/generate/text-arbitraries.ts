import fc from 'fast-check';

const clinical = [
  'What are the first-line treatments for asthma?',
  'How is type 2 diabetes diagnosed?',
  'Which symptoms point to iron deficiency anaemia?',
  'When does a migraine need imaging?',
  'What raises the risk of stroke?',
  'How is hypertension followed up?',
];

/** A short word. Not made from a regular expression, because building such an arbitrary is slow. */
export const word: fc.Arbitrary<string> = fc.string({
  unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz'),
  minLength: 1,
  maxLength: 7,
});

/** Valid, never blank text: mostly clinical questions, some with characters that careless servers mishandle. */
export const text: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...clinical) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(
        fc.constantFrom(...clinical),
        fc.constantFrom(' Überdosis?', ' "quoted" \\ and / slashes', ' 喘息', ' 🫁', '\nSecond line.', ' <b>&amp;</b>'),
      )
      .map(([question, tail]) => question + tail),
  },
  { weight: 1, arbitrary: fc.array(word, { minLength: 1, maxLength: 5 }).map((words) => words.join(' ')) },
);

import { expect, it } from 'vitest';
import { changeOf } from './text-change.ts';

it.each([
  ['  Asthma\n', 'Asthma', 'without the white space around it'],
  ['Asthma? ', 'Asthma?', 'without the white space at its end'],
  ['\tAsthma ', 'Asthma ', 'without the white space at its start'],
  ['one  two\tthree', 'one two three', 'with each run of white space as one space'],
  ['\tone  two', ' one  two', 'with tabs as spaces'],
  ['one\ttwo', 'one two', 'with each run of white space as one space'],
  ['one\r\ntwo', 'one\ntwo', 'with other line breaks'],
  ['Asthma', 'asthma', 'in lower case'],
  ['cafe\u0301', 'caf\u00e9', 'in composed letters (NFC or NFKC)'],
  ['cafe\u0301\u00a0½', 'caf\u00e9\u00a0½', 'in composed letters (NFC)'],
  ['a\u200bb', 'ab', 'without invisible characters'],
  ['Überdosis', 'Uberdosis', 'without accents'],
  ['at 5 🫁 am', 'at 5  am', 'with characters beyond the first 65,536 lost'],
  ['at 5 🫁 µg', 'at 5  µg', 'with characters beyond the first 65,536 lost'],
  ['at 5 🫁 µg', 'at 5  g', 'without characters beyond ASCII'],
  ['at 5 🫁 am', 'at 5 ? am', 'with `?` for characters beyond the first 65,536'],
  ['at 5 🫁 am', 'at 5 � am', 'with � for characters beyond the first 65,536'],
  ['5 µg', '5 ?g', 'with `?` for characters beyond ASCII'],
  ['Überdosis', 'Ãœberdosis', 'with its UTF-8 read as Windows-1252'],
  ['é', 'Ã©', 'with its UTF-8 read as Latin-1'],
  ['50%20 of', '50  of', 'decoded as a part of a URL'],
  ['1+1', '1 1', 'decoded as a field of a form'],
  ['it\'s <5 & >3 "x"', 'it&#39;s &lt;5 &amp; &gt;3 &quot;x&quot;', 'with characters escaped for HTML'],
  ['a <b>bold</b> text', 'a bold text', 'without HTML tags'],
  ['say "x"', 'say \\"x\\"', 'escaped as a JSON string once more'],
  ['a'.repeat(300), 'a'.repeat(255), 'cut after 255 characters'],
  ['a long text', 'a long…', 'cut after 6 characters'],
  ['a text', 'a', 'cut after 1 character'],
  ['asthma', 'migraine', undefined],
  ['100 %', '100 % ', undefined],
  ['asthma', '', undefined],
])('how a text was changed %j, which came as %j: %s', (text, changed, words) => {
  expect(changeOf(text, changed)).toBe(words);
});

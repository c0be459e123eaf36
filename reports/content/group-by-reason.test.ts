import { expect, it } from 'vitest';
import { groupNotes } from './group-by-reason.ts';
import { ruleOf } from './report.test-support.ts';

it('tells a note once that differs only in where it was seen', () => {
  const note = (at: number, line: string) => `The stream has comment lines (first at line ${at}: "${line}").`;
  const rule = ruleOf('events.framing', 'pass', { notes: [note(1, ':'), note(3, ': ping'), 'It is slow.'] });
  expect(groupNotes([rule, ruleOf('events.other', 'pass', { notes: [note(7, ':')] })])).toEqual([
    { note: note(1, ':'), rules: [rule, expect.objectContaining({ id: 'events.other' })] },
    { note: 'It is slow.', rules: [rule] },
  ]);
});

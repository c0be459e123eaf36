import { describe, expect, it } from 'vitest';
import { ruleOf } from './report.test-support.ts';
import { settleOpen } from './settle-open.ts';

const open = {
  ...ruleOf('auth.key-required', 'inconclusive'),
  reason: 'a valid chat request was answered with 422',
  elsewhere: {
    answering: [['chat.accepts-valid', 'events.accepts-valid'], ['finder.accepts-valid']],
    verdict: 'pass',
    judged: 7,
    notes: ['2 of its cases could not be judged'],
  },
} as const;

describe('a rule that is open only because valid requests were refused', () => {
  it('has the verdict of its other cases if for each refusal a responsible rule is broken', () => {
    const rows = [open, ruleOf('events.accepts-valid', 'fail'), ruleOf('finder.accepts-valid', 'known')];
    expect(settleOpen(rows)[0]).toMatchObject({
      ...{ id: 'auth.key-required', verdict: 'pass', judged: 7, notes: ['2 of its cases could not be judged'] },
    });
    expect(settleOpen(rows)[0]).not.toHaveProperty('reason');
    expect(settleOpen(rows)[0]).not.toHaveProperty('elsewhere');
  });

  it('stays open, and keeps its data for a merge, as long as no other rule is responsible for a refusal', () => {
    const rows = [open, ruleOf('events.accepts-valid', 'fail'), ruleOf('finder.accepts-valid', 'pass')];
    expect(settleOpen(rows)).toEqual(rows);
  });
});

import { expect, it } from 'vitest';
import { broken, type Judgement, remarked, tolerated, Unjudgeable } from '../../judges/judgement.ts';
import type { Context } from '../context/context.ts';
import { KeyHistory } from '../context/key-history.ts';
import { caseRule } from './case-rule.ts';

const context = {
  seed: 1,
  caseConcurrency: 1,
  settings: { quick: true, rules: [] },
  profile: { keys: {} },
  keyHistory: new KeyHistory(),
  withLog: () => context,
} as unknown as Context;

const judgeAll = (judgements: readonly (Judgement | Error)[]) =>
  caseRule(
    'auth.key-required',
    'A test.',
    async () => judgements,
    async (_context, judgement) => {
      if (judgement instanceof Error) throw judgement;
      return [judgement, undefined];
    },
  ).run(context);

it('is inconclusive when a case could not be judged, whatever the others gave', async () => {
  expect(await judgeAll(['nothing', new Unjudgeable('gone'), 'fine'])).toMatchObject({
    verdict: 'inconclusive',
    reason: 'gone',
    judged: 1,
  });
});

it('has a verdict beside where a valid request was refused, and none where anything else kept a case from being judged', async () => {
  const refused = new Unjudgeable('refused', false, ['chat.accepts-valid']);
  const elsewhere = { verdict: 'pass', judged: 2, notes: ['1 of its cases could not be judged: refused'] };
  expect(await judgeAll(['fine', refused, 'fine'])).toMatchObject({
    verdict: 'inconclusive',
    notes: ['It is for chat.accepts-valid to judge that.'],
    elsewhere: { answering: [['chat.accepts-valid']], ...elsewhere },
  });
  for (const others of [[refused], [refused, 'nothing'], ['fine', refused, new Unjudgeable('gone')]] as const)
    expect(await judgeAll(others)).not.toHaveProperty('elsewhere');
});

it('passes with a note where something permitted is worth one', async () => {
  const outcome = await judgeAll(['fine', remarked('This.', 'That.')]);
  expect(outcome).toEqual({ verdict: 'pass', judged: 2, notes: ['This. That.'] });
});

it('fails by any case that breaks the rule, also after one that could not be judged', async () => {
  const outcome = await judgeAll(['fine', new Unjudgeable('gone'), { ...broken('This.', 'That.'), certain: true }]);
  expect(outcome).toMatchObject({ verdict: 'fail', failure: { expected: 'This.', actual: 'That.' } });
});

it('warns of what is tolerated', async () => {
  expect(await judgeAll([tolerated('This.', 'That.'), 'fine'])).toMatchObject({
    verdict: 'warn',
    failure: { expected: 'This.', actual: 'That.' },
  });
});

it('is inconclusive when no case could be judged, and skipped when none held anything', async () => {
  expect(await judgeAll(['nothing', new Unjudgeable('gone')])).toMatchObject({
    verdict: 'inconclusive',
    reason: 'gone',
  });
  expect(await judgeAll(['nothing'])).toMatchObject({ verdict: 'skip' });
});

import { describe, expect, it } from 'vitest';
import { answered, judgedAgainst, refusedWith } from '../engine/answering.test-support.ts';
import { accepted, followUpsNone, sourcesNone } from './scenarios.ts';

const control = { control_url: 'http://target.example/_control' };
const reply = (parts: object) => () => ({
  status: 200,
  body: { steps: [], message: '', sources: null, follow_up_questions: null, ...parts },
});

describe('an answer with nothing to list', () => {
  it.each([
    [sourcesNone, 'sources'],
    [followUpsNone, 'follow_up_questions'],
  ] as const)('holds null: %#', async (check, field) => {
    expect((await judgedAgainst(check, reply({}), control)).verdict).toBe('pass');
    expect((await judgedAgainst(check, reply({ [field]: [] }), control)).failure?.actual).toBe('It is [].');
    expect((await judgedAgainst(check, reply({ [field]: undefined }), control)).failure?.actual).toBe('It is absent.');
    expect((await judgedAgainst(check, reply({ [field]: [{}] }), control)).verdict).toBe('inconclusive');
  });
});

describe('requests that must be accepted', () => {
  it('pass where they are', async () => {
    for (const check of accepted) expect((await judgedAgainst(check, () => answered)).verdict, check.rule).toBe('pass');
  });

  it('turn their rule red where they are refused; odd filters tell nothing where sound ones are refused too', async () => {
    for (const check of accepted) {
      const outcome = await judgedAgainst(check, () => refusedWith(400, 'invalid_request', null));
      expect(outcome.verdict, check.rule).toBe(check.rule === 'chat.filter-lenient' ? 'inconclusive' : 'fail');
    }
  });

  it('try each nullable field by itself where that costs nobody money', async () => {
    const [check] = accepted.filter(({ rule }) => rule === 'chat.nullable-accepted');
    const strict = ({ language }: { readonly language?: unknown }) =>
      language === null ? refusedWith(422, 'invalid_request', 'language') : answered;
    expect(check && (await judgedAgainst(check, strict, control)).verdict).toBe('fail');
  });
});

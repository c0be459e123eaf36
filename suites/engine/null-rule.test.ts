import { expect, it } from 'vitest';
import { chatAnswer, judgeAgainst } from './fake-target.test-support.ts';
import { nullRule } from './null-rule.ts';

it('the rule of nulls tries few fields where requests cost money', async () => {
  const seen = new Set<string>();
  await judgeAgainst(nullRule('chat.null-refused'), (body) => {
    const sent = JSON.stringify(body);
    seen.add(sent);
    const detail = [{ type: 'type', loc: ['body'], msg: 'no' }];
    return sent.includes('null') ? { status: 422, body: { detail } } : chatAnswer;
  });
  expect(seen.size).toBe(4);
});

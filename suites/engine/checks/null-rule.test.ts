import { expect, it } from 'vitest';
import { wireResponse } from '../../http/exchange/exchange.ts';
import { chatAnswer, fakeProfile, judgeAgainst, openFakeSession } from '../run/fake-target.test-support.ts';
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

it('null that is refused wrongly in one circumstance is found', async () => {
  const rule = nullRule('finder.null-refused');
  const session = openFakeSession(
    async ({ body }) => {
      const sent = JSON.stringify(JSON.parse(new TextDecoder().decode(body)));
      const isNull = /"(query|max_results|include_answer|search_depth)":null|\[null/.test(sent);
      const [status, answer] = !isNull
        ? [200, { results: null }]
        : sent.includes('"advanced"')
          ? [400, { error: { message: 'No.', type: 'invalid_request_error', code: 'invalid_request', param: null } }]
          : [422, { detail: [{ type: 'type', loc: ['body'], msg: 'no' }] }];
      const bytes = new TextEncoder().encode(JSON.stringify(answer));
      return wireResponse({ status, headers: [['content-type', 'application/json']], body: bytes });
    },
    { profile: fakeProfile(), rules: [rule.rule], quick: true, depth: 'standard' },
  );
  expect(await session.judge(rule)).toMatchObject({ verdict: 'fail' });
  await session.close();
});

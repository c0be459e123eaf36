import { describe, expect, it } from 'vitest';
import { get } from '../generate/edit.ts';
import type { Loose } from '../judges/read.ts';
import { type Answer, answered, judgedAgainst, refusedWith } from './answering.test-support.ts';
import { nullRule } from './null-rule.ts';

const rule = nullRule('chat.null-refused');
const free = { control_url: 'http://target.example/_control' };
const refused: Answer = { status: 422, body: { detail: [{ type: 'type', loc: ['body'], msg: 'no' }] } };

/** Refuses null everywhere but at one place, where it answers otherwise. */
const but =
  (place: readonly (string | number)[], other: Answer) =>
  (body: Loose): Answer => {
    if (get(body, place) === null) return other;
    return JSON.stringify(body).includes('null') ? refused : answered;
  };

describe('the rule of nulls', () => {
  it('passes where every null is refused with the schema format', async () => {
    expect((await judgedAgainst(rule, but(['none'], answered), free)).verdict).toBe('pass');
  });

  it('warns where a null is accepted, however deep', async () => {
    const outcome = await judgedAgainst(rule, but(['messages', 0, 'image_urls', 0], answered), free);
    expect(outcome.verdict).toBe('warn');
    expect(outcome.reason).toContain('messages[0].image_urls[0]');
  });

  it('fails where a null crashes the target or is refused in the other format', async () => {
    for (const wrong of [{ status: 500, body: {} }, refusedWith(400, 'invalid_request', null)])
      expect((await judgedAgainst(rule, but(['messages', 0, 'role'], wrong), free)).verdict).toBe('fail');
  });

  it('tries few fields where requests cost money', async () => {
    const seen = new Set<string>();
    await judgedAgainst(rule, (body) => {
      seen.add(JSON.stringify(body));
      return JSON.stringify(body).includes('null') ? refused : answered;
    });
    expect(seen.size).toBe(4);
  });

  it('cannot be made for a rule without an endpoint', () => {
    expect(() => nullRule('no.such-rule')).toThrow('names no endpoint');
  });
});

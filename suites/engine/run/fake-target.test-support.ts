import type { JsonObject } from '../../../spec/index.ts';
import { wireResponse } from '../../http/exchange/exchange.ts';
import type { Transport } from '../../http/transport/transport.ts';
import type { Profile } from '../../profile/profile.ts';
import type { Check, Outcome } from '../checks/check.ts';
import type { RunSettings } from '../context/settings.ts';
import { openSession, type Session } from './session.ts';

/** The response of a fake target to a body; `timeout` for no response. */
export type Answer =
  | {
      readonly status: number;
      readonly body: unknown;
      /** The response time to report, in milliseconds. */
      readonly after?: number | undefined;
    }
  | 'timeout';

export const fakeProfile = (extra: Partial<Profile> = {}): Profile => ({
  name: 'fake',
  base_url: 'http://target.example',
  keys: { active: 'svc_test_0' },
  deterministic: false,
  known_failures: [],
  limits: {},
  ...extra,
});

/** A session with a fake target, whose responses `send` makes. */
export const openFakeSession = (send: Transport['send'], settings: Partial<RunSettings> = {}): Session =>
  openSession(
    { profile: fakeProfile(), seed: 1, concurrency: 2, timeoutMs: 1_000, rules: [], ...settings },
    { transport: { send, close: async () => undefined } },
  );

/** Judges one check against a fake target. Its control API answers every call by creating the same key. */
export async function judgeAgainst(
  check: Check,
  answer: (body: JsonObject) => Answer,
  extra: Partial<Profile> = {},
  wholeFixtures = true,
): Promise<Outcome> {
  const send: Transport['send'] = async ({ url, body }, { timeoutMs }) => {
    const sent: unknown = body === undefined ? {} : JSON.parse(new TextDecoder().decode(body));
    const response = url.includes('/_control/')
      ? { status: 201, body: { key: 'svc_test_1', balance_micros: 1 } }
      : answer(sent as JsonObject);
    if (response === 'timeout')
      return wireResponse({ failure: { kind: 'timeout', message: `no answer within ${timeoutMs} ms` } });
    const bytes = new TextEncoder().encode(JSON.stringify(response.body));
    const chunks = [{ at: response.after ?? 0, length: bytes.length }];
    return { status: response.status, headers: [['content-type', 'application/json']], body: bytes, chunks };
  };
  const settings = { profile: fakeProfile(extra), rules: [check.rule], quick: true, wholeFixtures };
  const session = openFakeSession(send, settings);
  const outcome = await session.judge(check);
  await session.close();
  return outcome;
}

/** A refusal in the error envelope. */
export const refusalAnswer = (status: number, code: string, param: string | null): Answer => ({
  status,
  body: { error: { message: 'No.', type: 'invalid_request_error', code, param } },
});

/** The smallest chat answer. */
export const chatAnswer: Answer = {
  status: 200,
  body: { steps: [], message: 'Yes.', sources: null, follow_up_questions: null },
};

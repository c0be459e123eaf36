import type { JsonObject } from '../../spec/index.ts';
import type { Profile } from '../profile/profile.ts';
import type { Check, Outcome } from './check.ts';
import { openSession } from './session.ts';

/** The response of a fake target to a body; `timeout` for no response. */
export type Answer =
  | {
      readonly status: number;
      readonly body: unknown;
      /** The response time to report, in milliseconds. */
      readonly after?: number | undefined;
    }
  | 'timeout';

/** Judges one check against a fake target. Its control API answers every call by creating the same key. */
export async function judgeAgainst(
  check: Check,
  answer: (body: JsonObject) => Answer,
  extra: Partial<Profile> = {},
  wholeFixtures = true,
): Promise<Outcome> {
  const profile: Profile = {
    name: 'hand-made',
    base_url: 'http://target.example',
    keys: { active: 'svc_test_0' },
    deterministic: false,
    known_failures: [],
    limits: {},
    ...extra,
  };
  const settings = {
    profile,
    seed: 1,
    concurrency: 2,
    timeoutMs: 1_000,
    rules: [check.rule],
    quick: true,
    wholeFixtures,
  };
  const session = openSession(settings, {
    transport: {
      send: async ({ url, body }, { timeoutMs }) => {
        const sent: unknown = body === undefined ? {} : JSON.parse(new TextDecoder().decode(body));
        const control = url.includes('/_control/');
        const given = control
          ? { status: 201, body: { key: 'svc_test_1', balance_micros: 1 } }
          : answer(sent as JsonObject);
        if (given === 'timeout') return silence(timeoutMs);
        const bytes = new TextEncoder().encode(JSON.stringify(given.body));
        const chunks = [{ at: given.after ?? 0, length: bytes.length }];
        return { status: given.status, headers: [['content-type', 'application/json']], body: bytes, chunks };
      },
      close: async () => undefined,
    },
  });
  const outcome = await session.judge(check);
  await session.close();
  return outcome;
}

const silence = (timeoutMs: number) => ({
  status: 0,
  headers: [],
  body: new Uint8Array(),
  chunks: [],
  failure: { kind: 'timeout' as const, message: `no answer within ${timeoutMs} ms` },
});

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

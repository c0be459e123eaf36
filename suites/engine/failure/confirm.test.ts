import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { untilTestEnds } from '../../../fixtures/temporary.test-support.ts';
import { type Call, type WireResponse, wireResponse } from '../../http/exchange/exchange.ts';
import { broken, type Judgement } from '../../judges/judgement.ts';
import { caseRule } from '../checks/case-rule.ts';
import type { Check, Outcome } from '../checks/check.ts';
import { checkProperty } from '../checks/property.ts';
import { scenario } from '../checks/scenario.ts';
import { throwIfBroken } from '../context/check-errors.ts';
import type { Context } from '../context/context.ts';
import { send } from '../context/send.ts';
import { fakeProfile, openFakeSession } from '../run/fake-target.test-support.ts';
import { describeFinding, describeIntermittent } from './confirm.ts';

/** What the fake target answers to a probe, by the count of probes; controls are other requests. */
type Script = (probe: number, control: boolean, text: string) => Partial<WireResponse>;

const RULE = 'finder.accepts-valid';

/** A rule that a probe is answered with 200. */
const probeRule = (how: 'require' | 'requireAtOnce'): Check =>
  scenario(RULE, 'A test.', async (context, assert) => {
    const exchange = await send(context, { endpoint: 'finder', body: { query: 'probe' } }, { retry: false });
    assert[how](exchange.status === 200, 'A probe is answered with 200.', `It got ${exchange.status}.`, exchange);
  });
const check = probeRule('require');
/** The same where nothing but the target explains another answer. */
const certain = probeRule('requireAtOnce');

async function judgeWith(
  script: Script,
  judgedBy = check,
): Promise<{ outcome: Outcome; probes: number; controls: number }> {
  let [probes, controls] = [0, 0];
  const response = (body: Uint8Array | undefined): WireResponse => {
    const text = new TextDecoder().decode(body);
    const probe = text.includes('probe');
    if (probe) probes += 1;
    else controls += 1;
    return wireResponse(script(probes, !probe, text));
  };
  const session = openFakeSession(async ({ body }) => response(body), {
    profile: fakeProfile({ control_url: 'http://target.example/_control' }),
    quick: judgedBy !== certain,
  });
  // Something was accepted before: the target is alive.
  await session.context.client.send({ endpoint: 'finder', body: { query: 'first' } });
  controls = 0;
  const outcome = await untilTestEnds(session).judge(judgedBy);
  return { outcome, probes, controls };
}

/** Judges two probes on their own. */
const judgeProbe = async (context: Context, call: Call) => {
  const exchange = await send(context, call, { retry: false });
  const judgement: Judgement = exchange.status === 200 ? 'fine' : broken(`It got ${exchange.status}.`);
  return [judgement, exchange] as const;
};

const twoProbes: readonly Call[] = ['probe one', 'probe two'].map((query) => ({ endpoint: 'finder', body: { query } }));

const overCases: Check = caseRule(RULE, 'A test.', async () => twoProbes, judgeProbe);

const overExamples: Check = {
  ...overCases,
  run: (context) =>
    checkProperty(RULE, context, {
      examples: twoProbes,
      arbitrary: fc.constantFrom(...twoProbes),
      runs: 2,
      try: async (call, attemptContext) => throwIfBroken(...(await judgeProbe(attemptContext, call))),
    }),
};

const ok = { status: 200 };
const error = { message: 'Not like this.', type: 'invalid_request_error', code: 'invalid_request', param: null };
const refused = { status: 400, body: Buffer.from(JSON.stringify({ error })) };
/** The same in the form of a gateway. */
const refusedByGateway = { status: 400, body: Buffer.from('{"error": {"message": "Bad request", "code": 400}}') };

it('a failure that comes and goes says nothing of its circumstances', () => {
  const found = { ...broken('It is 1.', 'It is 0.'), circumstances: { text: 'Only with 3 messages (not 12).' } };
  const said = (...how: [seen: string | undefined, beside?: string]): string =>
    describeFinding(RULE, describeIntermittent(found, ...how));
  expect(said('2 of 3 times')).toBe(
    'It is 1. It is 0. It comes and goes: of 3 times that the same was sent, it came 2.',
  );
  expect(said('1 of 3 times', ' It comes beside others.')).toBe('It is 1. It is 0. It comes beside others.');
  for (const seen of ['2 of 2 times', undefined])
    expect(said(seen)).toBe('It is 1. It is 0. Only with 3 messages (not 12).');
});

describe('a failure', () => {
  it('is blamed when it is seen again between two controls that are accepted', async () => {
    const { outcome, probes, controls } = await judgeWith((_, control) => (control ? ok : refused));
    expect(outcome).toMatchObject({ verdict: 'fail', failure: { seen: '2 of 2 times' } });
    expect([probes, controls]).toEqual([2, 2]);
  });

  it('that is not seen again leaves the rule open and says how often it was seen', async () => {
    const { outcome } = await judgeWith((probe, control) => (control || probe > 1 ? ok : refused));
    expect(outcome).toMatchObject({ verdict: 'inconclusive', reason: expect.stringContaining('seen 1 of 4 times') });
  });

  it('that no temporary failure explains is blamed at once, and says where it did not come each time', async () => {
    const { outcome } = await judgeWith((probe, control) => (control || probe > 1 ? ok : refused), certain);
    const gateway = await judgeWith((probe, control) => (control || probe > 1 ? ok : refusedByGateway), certain);
    expect(gateway.outcome.verdict).toBe('pass');
    const actual = 'It got 400. It comes and goes: of 3 times that the same was sent, it came 1.';
    expect(outcome).toMatchObject({ verdict: 'fail', failure: { seen: '1 of 3 times', actual } });
    const { outcome: each } = await judgeWith((_, control) => (control ? ok : refused), certain);
    expect(each.failure?.seen).toBeUndefined();
  });

  it('of a key that the target makes anew for another order is judged again', async () => {
    /** What comes of a key without permission that is let in: `started` is what the target makes once it was let in. */
    const verdictOf = async (started: readonly string[]) => {
      const keys = ['svc_test_1'];
      let sent = 0;
      const session = openFakeSession(
        async ({ url, headers }) => {
          if (url.endsWith('/keys')) {
            const body = JSON.stringify({ key: keys.shift() ?? `svc_test_9${sent}`, balance_micros: 5 });
            return wireResponse({ status: 201, body: new TextEncoder().encode(body) });
          }
          if (!/svc_test_[1-9]/.test(JSON.stringify(headers))) return wireResponse({ status: 200 });
          sent += 1;
          const isFirst = sent === 1;
          if (isFirst) keys.push(...started);
          return wireResponse({ status: isFirst ? 200 : 403 });
        },
        { profile: fakeProfile({ control_url: 'http://target.example/_control' }) },
      );
      const outcome = await untilTestEnds(session).judge(
        scenario('auth.permission-denied', 'A test.', async (context, assert) => {
          const { key } = await context.control.createKey();
          const call: Call = { endpoint: 'finder', body: {}, authorization: { kind: 'key', key } };
          const exchange = await send(context, call, { fresh: true });
          assert.requireAtOnce(exchange.status === 403, 'Refused.', `It got ${exchange.status}.`, exchange);
        }),
      );
      return outcome.verdict;
    };
    expect(await verdictOf(['svc_test_2'])).toBe('inconclusive');
    expect(await verdictOf(['svc_test_1', 'svc_test_2'])).toBe('pass');
  });

  it('that comes only beside other requests is blamed, and said to', async () => {
    let [inFlight, probes, first] = [0, 0, true];
    const session = openFakeSession(
      async ({ body }) => {
        const isProbe = new TextDecoder().decode(body).includes('probe');
        inFlight += 1;
        await pause(5);
        const isWrong = isProbe && (first || inFlight > 1);
        if (isProbe) [probes, first] = [probes + 1, false];
        inFlight -= 1;
        const answer = {
          id: 'fnd_1',
          results: [],
          usage: {},
          response_time: 1,
          query: isWrong ? 'of another' : 'probe',
        };
        return wireResponse({ ...ok, body: Buffer.from(JSON.stringify(answer)) });
      },
      { profile: fakeProfile({ control_url: 'http://target.example/_control' }), quick: false, concurrency: 8 },
    );
    const shared = scenario(RULE, 'A test.', async (context, assert) => {
      const exchange = await send(context, { endpoint: 'finder', body: { query: 'probe' } }, { retry: false });
      const isRight = Buffer.from(exchange.body).toString().includes('"query":"probe"');
      assert.requireAtOnce(isRight, 'A probe is answered for itself.', 'It got that of another.', exchange);
    });
    const outcome = await untilTestEnds(session).judge(shared);
    expect(outcome.failure?.actual).toMatch(
      /^It got that of another\. It comes while other requests are answered: \d of 6 times beside others, and not once alone\./,
    );
    expect(probes).toBe(12);
  });

  it('that no new connection shows is said to hang on the used one', async () => {
    const onUsed = (right: Partial<WireResponse>) =>
      untilTestEnds(
        openFakeSession(
          async ({ body }, { newConnection }) =>
            wireResponse(new TextDecoder().decode(body).includes('probe') && !newConnection ? refused : right),
          { profile: fakeProfile({ control_url: 'http://target.example/_control' }), quick: false },
        ),
      );
    const pooled = caseRule(
      RULE,
      'A test.',
      async () => twoProbes,
      async (context, call) => {
        const exchange = await send(context, call);
        const judgement = exchange.status === 200 ? 'fine' : broken(`It got ${exchange.status}.`);
        return [throwIfBroken(judgement, exchange, true), exchange];
      },
    );
    const outcome = await onUsed(ok).judge(pooled);
    expect(outcome.failure?.actual).toMatch(
      /^It got 400\. Only on a connection that served other requests before: repeated twice on new ones, the answer was right\. .*by chance\.$/,
    );
    expect(outcome.failure).not.toHaveProperty('seen');
    expect((await onUsed(refused).judge(pooled)).failure?.actual).toBe('It got 400.');
  });

  it.for([
    ['cases', overCases],
    ['examples', overExamples],
  ] as const)('of one of the %s that was temporary does not hide that of another', async ([, rule]) => {
    const script: Script = (probe, _, text) => (probe === 1 || text.includes('two') ? refused : ok);
    const { outcome } = await judgeWith(script, rule);
    expect(outcome).toMatchObject({ verdict: 'fail', failure: { seen: '2 of 2 times' } });
    const { outcome: alone } = await judgeWith((probe) => (probe === 1 ? refused : ok), rule);
    expect(alone).toMatchObject({ verdict: 'inconclusive', reason: expect.stringContaining('seen 1 of 4 times') });
  });

  it('that only a gateway explains is judged again, but blamed where it comes each time', async () => {
    const once = await judgeWith((probe, control) => (control || probe > 1 ? ok : refusedByGateway));
    expect(once.outcome.verdict).toBe('pass');
    const each = await judgeWith((_, control) => (control ? ok : refusedByGateway));
    expect(each.outcome).toMatchObject({ verdict: 'fail', failure: { seen: '2 of 2 times' } });
  });

  it('is blamed when it comes back at the third look only', async () => {
    const { outcome } = await judgeWith((probe, control) => (control || (probe > 1 && probe < 4) ? ok : refused));
    expect(outcome).toMatchObject({ verdict: 'fail', failure: { seen: '2 of 4 times' } });
  });

  it('is not blamed while valid requests are refused that were accepted before', async () => {
    const { outcome } = await judgeWith((probe) => (probe === 0 ? ok : { status: 403 }));
    expect(outcome.verdict).toBe('inconclusive');
  });

  it('is blamed all the same where the finding holds that the same request was accepted in between', async () => {
    const accepted = caseRule(
      RULE,
      'A test.',
      async () => twoProbes,
      async (context, call) => {
        const [judgement, exchange] = await judgeProbe(context, call);
        return [typeof judgement === 'object' ? { ...judgement, acceptedAlone: true } : judgement, exchange];
      },
    );
    expect((await judgeWith((probe) => (probe === 0 ? ok : refused), accepted)).outcome.verdict).toBe('fail');
  });

  it('says what 413 means, and how long the body was', async () => {
    const { outcome } = await judgeWith((_, control) => (control ? ok : { status: 413 }));
    expect(outcome.failure?.actual).toMatch(
      /^It got 413\. 413 means .+: it has 17 bytes\. Raise the limit of the server, /,
    );
  });

  it('says of a web page that it is one, before the circumstances', async () => {
    const page = { status: 401, body: Buffer.from('<html>401 Authorization Required</html>') };
    const { outcome } = await judgeWith((_, control) => (control ? ok : page));
    expect(outcome.failure?.actual).toMatch(
      /^It got 401\. That is a web page: .+ \(nginx: `error_page`, .+; Apache: .+; a load balancer: .+\)\.$/,
    );
  });

  it('says how long the body was that got a web page, where it is long', async () => {
    const long: Call = { endpoint: 'finder', body: { query: 'probe '.repeat(200_000) } };
    const page = { status: 400, body: Buffer.from('<html>400 Bad Request</html>') };
    const { outcome } = await judgeWith(
      (_, control) => (control ? ok : page),
      caseRule(RULE, 'A test.', async () => [long], judgeProbe),
    );
    expect(outcome.failure?.actual).toMatch(/ The body of the request has 1,200,012 bytes, which may be over a limit /);
  });

  it('is taken as it stands where a recording does not hold its repetition', async () => {
    const failure = { kind: 'not-recorded', message: 'not recorded' } as const;
    for (const judgedBy of [check, certain]) {
      const script: Script = (probe, control) => (control ? ok : probe === 1 ? refused : { failure });
      const { outcome } = await judgeWith(script, judgedBy);
      expect(outcome.verdict).toBe('fail');
      expect(outcome.failure).not.toHaveProperty('seen');
    }
  });

  it('is confirmed where a recording holds its repetition, but no probe of its own', async () => {
    const failure = { kind: 'not-recorded', message: 'not recorded' } as const;
    const { outcome } = await judgeWith((_, control) => (control ? { failure } : refused));
    expect(outcome).toMatchObject({ verdict: 'fail', failure: { seen: '2 of 2 times' } });
  });

  it('keeps what was sent and what came as steps of its evidence', async () => {
    const { outcome } = await judgeWith((_, control) => (control ? ok : refused));
    expect(outcome.failure?.steps?.map(({ answer }) => answer.status)).toEqual([400]);
  });
});

it('a rule that keeps its promise costs not one request more', async () => {
  const { outcome, probes, controls } = await judgeWith(() => ok);
  expect(outcome.verdict).toBe('pass');
  expect([probes, controls]).toEqual([1, 0]);
});

import { afterEach, describe, expect, it } from 'vitest';
import { type Behaviour, createSimulator, referenceBehaviour, type Simulator } from '../../simulator/index.ts';
import type { StreamEvent } from '../../spec/index.ts';
import { openSession } from '../engine/session.ts';
import type { Profile } from '../profile/profile.ts';
import type { WireAnswer } from '../target/exchange.ts';
import type { Transport } from '../target/transport.ts';
import { earlyErrorsPlain } from './early-errors.ts';
import { emptyListChecks } from './empty-lists.ts';
import { failingStreamChecks } from './failing-streams.ts';

const checks = [...failingStreamChecks, ...emptyListChecks, earlyErrorsPlain];
const origin = 'http://target.example';
const open: Simulator[] = [];

afterEach(async () => {
  for (const simulator of open.splice(0)) await simulator.close();
});

/** Sends to a simulator in this process; `change` may break its answers on the way. */
function over(simulator: Simulator, change: (answer: WireAnswer) => WireAnswer): Transport {
  return {
    send: async ({ method, url, headers, body = new Uint8Array() }) => {
      const path = url.slice(origin.length);
      const response = await simulator.handle({ method, path, headers, body });
      const parts: Uint8Array[] = response.body instanceof Uint8Array ? [response.body] : [];
      if (!(response.body instanceof Uint8Array)) for await (const part of response.body) parts.push(part);
      const answer = {
        status: response.status,
        headers: Object.entries(response.headers),
        body: Buffer.concat(parts),
        chunks: [],
      };
      return path.startsWith('/v1/') ? change(answer) : answer;
    },
    close: async () => undefined,
  };
}

/** The verdicts other than pass that a target with this defect gets, by rule. */
async function verdicts(
  behaviour: Partial<Behaviour> = {},
  change: (answer: WireAnswer) => WireAnswer = (answer) => answer,
): Promise<Record<string, string>> {
  const simulator = createSimulator({ behaviour: { ...referenceBehaviour, ...behaviour } });
  open.push(simulator);
  const answer = await over(simulator, (same) => same).send(
    { method: 'GET', url: `${origin}/_control/profile`, headers: { host: 'target.example' } },
    { timeoutMs: 1_000 },
  );
  const profile = { known_failures: [], limits: {}, ...JSON.parse(Buffer.from(answer.body).toString()) } as Profile;
  const session = openSession(
    { profile, seed: 1, concurrency: 4, timeoutMs: 5_000, rules: [] },
    { transport: over(simulator, change) },
  );
  const result: Record<string, string> = {};
  for (const check of checks) {
    const { verdict } = await session.judge(check);
    if (verdict !== 'pass') result[check.rule.replace('events.', '')] = verdict;
  }
  return result;
}

const failStream = (change: (events: readonly StreamEvent[]) => readonly unknown[]): Partial<Behaviour> => ({
  failStream: (events, after) => change(referenceBehaviour.failStream(events, after)) as readonly StreamEvent[],
});
const errorWith = (error: unknown): Partial<Behaviour> =>
  failStream((events) => events.map((event) => (event.type === 'error' ? { type: 'error', error } : event)));
const sound = { type: 'server_error', code: 'internal_error', message: 'Failed.' };
const untold = { 'error-then-done': 'skip', 'error-type': 'skip', 'error-code': 'skip', 'error-message': 'skip' };

const textOf = (answer: WireAnswer): string => Buffer.from(answer.body).toString();
const isFailing = (answer: WireAnswer): boolean => textOf(answer).includes('"type":"error"');

describe('streams that fail in the middle', () => {
  it('are fine on the simulator', async () => expect(await verdicts()).toEqual({}));

  it.each<[string, Partial<Behaviour>, Record<string, string>]>([
    ['no error event', failStream((events) => events.slice(0, -1)), { 'error-event': 'fail', ...untold }],
    ['an answer that goes on to its end', { failStream: (events) => events }, { 'error-event': 'fail', ...untold }],
    [
      'an error that is a text',
      errorWith('Failed.'),
      { 'error-event': 'fail', 'error-type': 'skip', 'error-code': 'skip', 'error-message': 'skip' },
    ],
    ['another type', errorWith({ ...sound, type: 'api_error' }), { 'error-type': 'fail' }],
    ['another code', errorWith({ ...sound, code: 'boom' }), { 'error-code': 'fail' }],
    ['no message', errorWith({ type: sound.type, code: sound.code }), { 'error-message': 'fail' }],
    [
      'an event after the error',
      failStream((events) => [...events, { type: 'sources', sources: [] }]),
      { 'error-then-done': 'fail' },
    ],
    ['two errors', failStream((events) => [...events, ...events.slice(-1)]), { 'error-then-done': 'fail' }],
  ])('are blamed for %s', async (_defect, behaviour, expected) => expect(await verdicts(behaviour)).toEqual(expected));

  it('are blamed for an error event that runs together with the end marker', async () => {
    const frame = (event: StreamEvent) =>
      referenceBehaviour.frame(event).replace(/\n\n$/, event.type === 'error' ? '\n' : '\n\n');
    expect(await verdicts({ frame })).toEqual({ 'error-event': 'fail' });
  });

  it('are blamed for a missing end marker', async () => {
    const cut = (answer: WireAnswer) =>
      isFailing(answer) ? { ...answer, body: Buffer.from(textOf(answer).replace('data: [DONE]\n\n', '')) } : answer;
    expect(await verdicts({}, cut)).toEqual({ 'error-then-done': 'fail' });
  });

  it('are blamed for another status', async () => {
    const failed = (answer: WireAnswer) => (isFailing(answer) ? { ...answer, status: 500 } : answer);
    expect(await verdicts({}, failed)).toMatchObject({ 'error-status': 'fail', 'error-event': 'skip' });
  });

  it('are blamed when the connection breaks in place of the error event', async () => {
    const broken = (answer: WireAnswer): WireAnswer =>
      isFailing(answer)
        ? {
            ...answer,
            body: Buffer.from(textOf(answer).split('data: {"type":"error"')[0] ?? ''),
            failure: { kind: 'broken', message: 'the connection broke off' },
          }
        : answer;
    expect(await verdicts({}, broken)).toEqual({ 'error-event': 'fail', ...untold });
  });
});

describe('lists with nothing to list', () => {
  const nullWhenEmpty = (list: 'sources' | 'follow_up_questions'): Partial<Behaviour> => ({
    tapEvents: (events) =>
      events.map((event) => {
        const value = (event as unknown as Record<string, unknown>)[list];
        return event.type === list && Array.isArray(value) && value.length === 0 ? { ...event, [list]: null } : event;
      }) as readonly StreamEvent[],
  });
  const without = (type: string): Partial<Behaviour> => ({
    tapEvents: (events) => events.filter((event) => event.type !== type),
  });

  it('must be `[]`, not null', async () => {
    expect(await verdicts(nullWhenEmpty('sources'))).toEqual({ 'sources-none': 'fail' });
    expect(await verdicts(nullWhenEmpty('follow_up_questions'))).toEqual({ 'follow-ups-none': 'fail' });
  });

  it('must be sent', async () => {
    expect(await verdicts(without('sources'))).toEqual({ 'sources-none': 'fail' });
    expect(await verdicts(without('follow_up_questions'))).toEqual({ 'follow-ups-none': 'fail' });
  });

  it('tell nothing when the fault had no effect', async () => {
    const chat: Behaviour['answers']['chat'] = (request, context) =>
      referenceBehaviour.answers.chat(request, { ...context, faults: new Set() });
    expect(await verdicts({ answers: { ...referenceBehaviour.answers, chat } })).toEqual({
      'sources-none': 'inconclusive',
      'follow-ups-none': 'inconclusive',
    });
  });
});

describe('errors before the stream starts', () => {
  const tap = (change: (response: { status: number; body: Uint8Array }) => object): Partial<Behaviour> => ({
    tapResponse: (response, { request }) =>
      response.status >= 400 &&
      response.body instanceof Uint8Array &&
      /"stream":true/.test(Buffer.from(request.body).toString())
        ? { ...response, ...change({ status: response.status, body: response.body }) }
        : response,
  });

  it.each<[string, Partial<Behaviour>]>([
    [
      'told in-band',
      tap(() => ({
        status: 200,
        headers: { 'content-type': 'text/event-stream' },
        body: Buffer.from('data: {"type":"error"}\n\n'),
      })),
    ],
    ['labelled as a stream', tap(() => ({ headers: { 'content-type': 'text/event-stream' } }))],
    ['with another status', tap(() => ({ status: 418 }))],
    ['without a body', tap(() => ({ body: new Uint8Array() }))],
  ])('must not come %s', async (_defect, behaviour) => {
    expect(await verdicts(behaviour)).toEqual({ 'early-errors-plain': 'fail' });
  });

  it('must be plain for a missing key, a failed server and want of credit too', async () => {
    for (const status of [401, 402, 500]) {
      const inBand = tap((response) => (response.status === status ? { status: 200 } : {}));
      expect(await verdicts(inBand)).toEqual({ 'early-errors-plain': 'fail' });
    }
  });
});

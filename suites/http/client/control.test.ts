import { describe, expect, it } from 'vitest';
import { wireResponse } from '../exchange/exchange.ts';
import { Slots } from '../pacing/slots.ts';
import { Throttle } from '../pacing/throttle.ts';
import { Waits } from '../pacing/waits.ts';
import { ControlClient } from './control.ts';
import { ControlFailed } from './control-sender.ts';

/** An answer whose body is text, or a value that goes as JSON. */
type Answer = readonly [status: number, body: unknown];

/** The control API of a target that gives these answers in turn, the last one to every further call. */
const clientAnsweredBy = (answers: Answer[]) =>
  new ControlClient({
    base: 'https://api.example/_control',
    transport: {
      send: async () => {
        const [status, body] = (answers.length > 1 ? answers.shift() : answers[0]) as Answer;
        const text = typeof body === 'string' ? body : JSON.stringify(body);
        return wireResponse({ status, body: new TextEncoder().encode(text) });
      },
      clock: { now: () => 0, pause: async () => undefined },
      close: async () => undefined,
    },
    ...{ timeoutMs: 1_000, throttle: new Throttle(undefined), slots: new Slots(1), waits: new Waits() },
    keys: { noteCreated: () => true, noteRevoked: () => undefined },
  });

/** The control API of a target that answers every call with one status and body. */
const clientAlwaysAnswered = (status: number, body: unknown) => clientAnsweredBy([[status, body]]);

describe('the control API of a target', () => {
  it('is none where no call works, and says what the first one met', async () => {
    const control = clientAlwaysAnswered(404, { detail: 'Not Found' });
    expect(await control.brokenReason('svc_test_1')).toBeUndefined();
    await expect(control.createKey()).rejects.toThrow();
    expect(await control.brokenReason('svc_test_1')).toBe('it does not offer POST /keys (status 404)');
    const page = clientAlwaysAnswered(200, '<!doctype html>');
    await expect(page.createKey()).rejects.toThrow(ControlFailed);
    expect(await page.brokenReason('svc_test_1')).toBe('it answered POST /keys with status 200 instead of 201');
  });

  it('is one where any part works, also one that no rule begins with', async () => {
    const journalAlone = clientAlwaysAnswered(200, { requests: [] });
    await expect(journalAlone.createKey()).rejects.toThrow();
    expect(await journalAlone.brokenReason('svc_test_1')).toBeUndefined();
  });

  it('is asked again where a gateway may have answered its very first calls', async () => {
    const key = { key: 'svc_test_1', balance_micros: 5 };
    const page = [200, '<html>just a moment</html>'] as const;
    const [noRoute, denied] = [404, 403].map((status) => [status, { message: 'no Route matched' }] as const) as [
      Answer,
      Answer,
    ];
    for (const first of [page, noRoute, denied]) {
      expect(await clientAnsweredBy([first, [201, key]]).createKey()).toEqual(key);
      expect(await clientAnsweredBy([first, first, [200, key]]).key('svc_test_1')).toEqual(key);
    }
    // A page may hide that a fault was armed; where no way led to the call, it was not.
    const fault = { key: 'svc_test_1', fault: 'empty_answer' } as const;
    await clientAnsweredBy([noRoute, [201, {}]]).arm(fault);
    await expect(clientAnsweredBy([page, [201, {}]]).arm(fault)).rejects.toThrow('POST /faults with status 200');
  });

  it('is asked once and no more for what it answered otherwise each time', async () => {
    const answers: Answer[] = Array.from({ length: 9 }, () => [404, {}]);
    const control = clientAnsweredBy(answers);
    await expect(control.createKey()).rejects.toThrow('does not offer POST /keys');
    expect(answers).toHaveLength(6);
    await expect(control.createKey()).rejects.toThrow('does not offer POST /keys');
    expect(answers).toHaveLength(5);
  });

  it('is asked once for all calls that wait together, while a call that never worked fails each time', async () => {
    const key = [201, { key: 'svc_test_1', balance_micros: 5 }] as const;
    const failures = Array.from({ length: 9 }, () => [500, {}] as const);
    // Three tries, and a probe that is answered.
    const answers: Answer[] = [key, ...failures.slice(0, 3), key, ...failures];
    const control = clientAnsweredBy(answers);
    await control.createKey();
    const arm = () => control.arm({ key: 'svc_test_1', fault: 'internal_error' });
    const armed = await Promise.allSettled(Array.from({ length: 20 }, arm));
    expect(armed.filter(({ status }) => status === 'rejected')).toHaveLength(20);
    expect(answers).toHaveLength(9);
  });

  it('was disturbed where it answered as agreed before, and no JSON each time later', async () => {
    const key = { key: 'svc_test_1', balance_micros: 5 };
    const cutOff = [201, '{"key":"svc_te'] as const;
    const once = clientAnsweredBy([[201, key], cutOff, cutOff, cutOff, cutOff, cutOff]);
    await once.createKey();
    await expect(once.createKey()).rejects.toMatchObject({ disturbed: true });
    const never = clientAnsweredBy([cutOff]);
    await expect(never.createKey()).rejects.toMatchObject({ disturbed: false });
  });

  it('offers what it does for another key: one that it made and does not know was forgotten', async () => {
    const [unknown, key] = [[404, {}] as const, { key: 'svc_test_2', balance_micros: 5 }];
    // Asked three times, then for the key itself, and for a new one.
    const forgetful = clientAnsweredBy([unknown, unknown, unknown, unknown, [201, key], [200, key]]);
    await expect(forgetful.charges('svc_test_1')).rejects.toThrow('may be forgotten');
    const without = clientAnsweredBy([unknown, unknown, unknown, [200, key]]);
    await expect(without.charges('svc_test_1')).rejects.toThrow('does not offer GET /keys/{key}/charges');
    const keyless = clientAnsweredBy([unknown, unknown, unknown, unknown, [201, key], unknown]);
    await expect(keyless.charges('svc_test_1')).rejects.toThrow('does not offer GET /keys/{key}/charges');
  });

  it('offers what worked once: a key that is unknown later was forgotten', async () => {
    const unknown = Array.from({ length: 9 }, () => [404, {}] as const);
    const charges = clientAnsweredBy([[200, { charges: [] }], ...unknown]);
    expect(await charges.charges('svc_test_1')).toEqual([]);
    const error = await charges.charges('svc_test_1').catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ControlFailed);
    expect(error).toMatchObject({ disturbed: true, message: expect.stringContaining('may be forgotten') });
  });

  it('is away where a page answers a call with 404, and no key is made any more', async () => {
    const control = clientAnsweredBy([
      [
        201,
        { key: 'svc_test_1', environment: 'test', balance_micros: 1, spent_micros: 0, requests: 0, revoked: false },
      ],
      [404, '<html>no such app</html>'],
    ]);
    await control.createKey();
    await expect(control.arm({ fault: 'internal_error', key: 'svc_test_1' })).rejects.toThrow(ControlFailed);
    await expect(control.createKey()).rejects.toThrow(ControlFailed);
  });

  it('is away where an instance answers some calls with 404, but still lacks a kind of key that comes with 404 each time', async () => {
    const key = { key: 'svc_test_1', balance_micros: 5 };
    const noRoute: Answer = [404, { message: 'no Route matched' }];
    const ask = (...last: readonly Answer[]) => {
      const control = clientAnsweredBy([[201, key], noRoute, noRoute, noRoute, [201, key], ...last]);
      return control.createKey().then(() => control.createKey({ permissions: ['chat'] }));
    };
    await expect(ask(noRoute, [201, key])).rejects.toThrow('fails, too');
    await expect(ask(...Array(9).fill(noRoute))).rejects.toThrow('does not offer POST /keys');
  });

  it('is waited for while it is away, then asked for nothing more', async () => {
    const key = { key: 'svc_test_1', balance_micros: 5 };
    for (const away of [
      [503, 'no backend'],
      [404, '<html>no such app</html>'],
    ] as const) {
      const answers: Answer[] = [[201, key], ...Array(8).fill(away), [201, key], ...Array(99).fill(away)];
      const control = clientAnsweredBy(answers);
      await control.createKey();
      // The call itself finds none, the next one finds it back.
      await expect(control.createKey()).rejects.toMatchObject({ disturbed: true });
      await expect(control.createKey()).rejects.toThrow('the control API accepted valid requests before');
      const left = answers.length;
      expect(left).toBeGreaterThan(70);
      await expect(control.charges('svc_test_1')).rejects.toThrow('asked for nothing more');
      expect(answers).toHaveLength(left);
    }
  });

  it('may leave out of a key what no rule needs, and add what it likes', async () => {
    const made = { key: 'svc_test_1', balance_micros: 5, note: 'mine' };
    expect(await clientAlwaysAnswered(201, made).createKey()).toEqual(made);
  });

  const line = { item: 'base', quantity: '1', unit_micros: 5 };
  const charge = { endpoint: 'finder', model: null, amount_micros: 5, lines: [line] };
  it.each([
    [
      'a key without its balance',
      { key: 'svc_test_1' },
      'POST /keys/{key}/credit',
      'field "balance_micros" is missing',
    ],
    ['a list', [], 'POST /keys/{key}/credit', 'it is a list, but must be an object'],
    [
      'a line in words',
      { charges: [charge] },
      'GET /keys/{key}/charges',
      'field "charges[0].lines[0].quantity" is "1", but must be a number',
    ],
    [
      'no lines',
      { charges: [{ ...charge, lines: null }] },
      'GET /keys/{key}/charges',
      'field "charges[0].lines" is null',
    ],
  ])('is told what is wrong with its answer: %s', async (_, body, call, fault) => {
    const control = clientAlwaysAnswered(200, body);
    const asked = call.startsWith('GET') ? control.charges('svc_test_1') : control.credit('svc_test_1', 1);
    const error = await asked.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ControlFailed);
    expect(String(error)).toContain(`the control API answered ${call} otherwise than agreed: ${fault}`);
  });
});

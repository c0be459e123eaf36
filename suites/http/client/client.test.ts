import { describe, expect, it } from 'vitest';
import { type Call, succeeded, type WireRequest, type WireResponse, wireResponse } from '../exchange/exchange.ts';
import type { Transport } from '../transport/transport.ts';
import { TargetClient } from './client.ts';
import { KeyUnusable } from './key-tracker.ts';

const control: Call = { endpoint: 'finder', body: { query: 'control' } };
const other: Call = { endpoint: 'finder', body: { query: 'other' } };

/** Answers each query with these statuses in turn, the last one for ever; 0 is a lost response. */
function target(
  statuses: Readonly<Record<string, readonly number[]>>,
  headers: readonly [string, string][] = [],
  budgetMicros?: number,
) {
  const sent: string[] = [];
  const response = (query: string): WireResponse => {
    sent.push(query);
    const turn = sent.filter((one) => one === query).length - 1;
    const all = statuses[query] ?? [200];
    const status = all[Math.min(turn, all.length - 1)] ?? 200;
    return status === 0
      ? wireResponse({ headers, failure: { kind: 'broken', message: 'reset' } })
      : wireResponse({ status, headers });
  };
  const client = clientOf(
    async ({ body }) => response((JSON.parse(new TextDecoder().decode(body)) as { query: string }).query),
    budgetMicros,
  );
  return { client, sent };
}

/** A client whose requests are answered by `send`. */
const clientOf = (send: Transport['send'], budgetMicros?: number, timeoutMs = 1_000): TargetClient =>
  new TargetClient({
    baseUrl: 'http://target.example',
    activeKey: 'svc_test_0',
    probe: () => control,
    concurrency: 4,
    timeoutMs,
    ...(budgetMicros === undefined ? {} : { budgetMicros }),
    transport: { send, clock: { now: () => 0, pause: async () => undefined }, close: async () => undefined },
  });

describe('a client of the target', () => {
  it('sends an equal call once, and remembers what was answered', async () => {
    const { client, sent } = target({});
    await Promise.all([client.send(other), client.send(other)]);
    await client.send(other);
    expect(sent).toEqual(['other']);
  });

  it.each([500, 429, 0])(
    'says that a failure (%d) belongs to the request when probes are accepted each time',
    async (status) => {
      const { client } = target({ other: [status] });
      await client.send(control);
      expect((await client.send(other)).probesAccepted).toBeGreaterThan(0);
    },
  );

  it('asks again more than once where a gateway may keep an error of its own', async () => {
    const { client } = target({ other: [502, 502, 502, 502, 502, 200] });
    await client.send(control);
    expect(await client.send(other)).toMatchObject({ status: 200, attempts: 6 });
  });

  it('asks once only for what was found to fail each time', async () => {
    const { client, sent } = target({ other: [500] });
    await client.send(control);
    await client.send(other);
    const before = sent.length;
    expect((await client.send(other)).probesAccepted).toBeGreaterThan(0);
    expect(sent.length).toBe(before + 1);
  });

  it('waits less long after some requests that are never answered, but not for those that may take long', async () => {
    const timeouts: number[] = [];
    const send: Transport['send'] = async ({ body = new Uint8Array() }, options) => {
      timeouts.push(options.timeoutMs);
      return new TextDecoder().decode(body).includes('never')
        ? wireResponse({ failure: { kind: 'timeout', message: 'no answer' } })
        : { ...wireResponse({ status: 200 }), chunks: [{ at: 700, length: 2 }] };
    };
    const client = clientOf(send, undefined, 30_000);
    for (let at = 0; at < 20; at += 1) await client.send(control, { fresh: true });
    for (const at of [1, 2, 3]) await client.send({ endpoint: 'finder', body: { query: `never ${at}` } });
    expect(new Set(timeouts)).toEqual(new Set([30_000, 2_800]));
    await client.send({ endpoint: 'finder', body: { query: 'never 4' } });
    expect(timeouts.at(-1)).toBe(2_800);
    await client.send(other, { timeoutMs: 20_000 });
    expect(timeouts.at(-1)).toBe(30_000);
  });

  it('says that a refusal belongs to the request when the key is still good for others', async () => {
    const { client } = target({ other: [402] });
    await client.send(control);
    expect(await client.send(other)).toMatchObject({ status: 402, probesAccepted: 4 });
  });

  it.each([401, 403])('says so for a refusal (%d) of the public catalogue, which no key explains', async (status) => {
    const client = clientOf(async ({ url }) => wireResponse({ status: url.endsWith('odd') ? status : 200 }));
    const odd: Call = { endpoint: 'domains', query: { q: 'odd' } };
    await client.send({ endpoint: 'domains' });
    expect((await client.send(odd)).probesAccepted).toBeUndefined();
    expect(await client.send(odd, { expectsSuccess: true })).toMatchObject({ status, probesAccepted: 1 });
  });

  it('takes no key for good whose last credit others get while it runs out', async () => {
    const { client } = target({ other: [402], control: [200, 200, 402] });
    await client.send(control);
    await expect(client.send(other)).rejects.toThrow('ran out');
  });

  it('says so for a key that the control API made, until it is revoked, and takes a refusal of the moment for none', async () => {
    const own = (call: Call): Call => ({ ...call, authorization: { kind: 'key', key: 'svc_live_1' } });
    const { client, sent } = target({ other: [401], third: [401, 200] });
    const third: Call = { endpoint: 'finder', body: { query: 'third' } };
    await client.send(own(control));
    expect(await client.send(own(other))).toMatchObject({ status: 401, probesAccepted: 1 });
    expect((await client.send(own(third))).status).toBe(200);
    client.keys.noteRevoked('svc_live_1');
    const before = sent.length;
    expect((await client.send(own(other), { fresh: true })).probesAccepted).toBeUndefined();
    expect(sent.length).toBe(before + 1);
  });

  it('repeats a refused request once for all rules that share it, and no more after two rounds', async () => {
    const { client, sent } = target({ other: [403], soon: [403, 403, 200] });
    await client.send(control);
    const ask = (query: string) =>
      Array.from({ length: 30 }, () => client.send({ ...other, body: { query } }, { expectsSuccess: true }));
    const accepted = await Promise.all(ask('soon'));
    expect(accepted.filter(succeeded)).toHaveLength(30);
    for (let round = 0; round < 5; round += 1) await Promise.all(ask('other'));
    // Each round sends it twice, the second time after a probe with the same key.
    expect(sent.filter((query) => query === 'other')).toHaveLength(6);
    expect(sent.length).toBeLessThan(20);
    expect(await client.send(other, { expectsSuccess: true })).toMatchObject({ status: 403, probesAccepted: 1 });
  });

  it('does not send what the key may not use from the start', async () => {
    const { client, sent } = target({});
    client.keys.deny('finder', 'the key has no permission for finder');
    await expect(client.send(other)).rejects.toThrow('no permission');
    expect(sent).toEqual([]);
  });

  it('remembers when the target throttled, and for how long', async () => {
    const { client } = target({ other: [429, 429, 200] });
    await client.send(other);
    expect(client.sender.disturbances.read()).toMatchObject([
      { kind: 'throttled', endpoint: 'finder', answers: 2, what: '429' },
    ]);
  });

  it('does not wait for a quota that is used up for an hour', async () => {
    const { client, sent } = target({ control: [200, 429], other: [429] }, [['retry-after', '3600']]);
    await client.send(control);
    await client.send(other);
    expect(sent.filter((query) => query === 'other').length).toBe(1);
    expect(await client.waitUntilRecovered('finder')).toBe(false);
  });

  it('does not look again where the budget is spent', async () => {
    const { client } = target({ other: [500] }, [], 40_000);
    await client.send(control);
    await expect(client.send(other)).rejects.toThrow('budget');
    expect(await client.waitUntilRecovered('finder')).toBe(false);
  });

  it('gives up on a target that never answers', async () => {
    const { client, sent } = target({ other: [0], control: [0] });
    expect(succeeded(await client.send(other))).toBe(false);
    await client.send(control);
    expect(client.sender.health.unreachable).toBe('reset');
    const before = sent.length;
    await client.send(control);
    expect(sent.length).toBe(before);
  });

  it('waits for a new key that was sent to the catalogue alone so far', async () => {
    let asked = 0;
    const client = clientOf(async ({ method }) => {
      asked += method === 'POST' ? 1 : 0;
      return wireResponse({ status: method === 'POST' && asked === 1 ? 401 : 200, body: Buffer.from('{}') });
    });
    const authorization = { kind: 'key', key: 'svc_live_1' } as const;
    client.keys.noteCreated('svc_live_1');
    await client.send({ endpoint: 'domains', authorization });
    expect((await client.send({ ...other, authorization })).status).toBe(200);
  });

  it('asks again where a replica does not know a new key that another one accepted, and gives up in the end', async () => {
    let asked = 0;
    const client = clientOf(async () => {
      asked += 1;
      return wireResponse({ status: asked === 2 || asked > 3 ? 401 : 200, body: Buffer.from('{}') });
    });
    const authorization = { kind: 'key', key: 'svc_live_1' } as const;
    client.keys.noteCreated('svc_live_1');
    const statusAgain = async () => (await client.send({ ...other, authorization }, { fresh: true })).status;
    expect([await statusAgain(), await statusAgain()]).toEqual([200, 200]);
    expect([asked, await statusAgain()]).toEqual([3, 401]);
  });

  it('takes keys that were made before for those of a target that was started anew, once a new one follows them', () => {
    const { keys } = clientOf(async () => wireResponse({ status: 200 }));
    const isKnown = (key: string): boolean => {
      try {
        keys.assertUsable({ ...other, authorization: { kind: 'key', key } });
        return true;
      } catch (error) {
        if (error instanceof KeyUnusable && error.forgotten) return false;
        throw error;
      }
    };
    expect(['one', 'two'].map((key) => keys.noteCreated(key))).toEqual([true, true]);
    // A target that has one key only.
    expect([keys.noteCreated('two'), keys.noteCreated('two', ['two']), isKnown('two')]).toEqual([false, true, true]);
    keys.noteRevoked('one');
    expect([keys.noteCreated('one'), keys.noteCreated('two', ['one'])]).toEqual([false, false]);
    expect(keys.hasForgotten()).toBe(false);
    expect(keys.noteCreated('three', ['one', 'two'])).toBe(true);
    expect(['one', 'two', 'three'].map(isKnown)).toEqual([false, false, true]);
    expect([keys.hasForgotten(0), keys.hasForgotten(Number.MAX_VALUE)]).toEqual([true, false]);
  });

  describe('asks again for attachments that are not read', () => {
    /** How many requests are sent for each of these images in turn, after one that is read and is asked for again; `late.png` is read the second time. */
    const countsOf = async (names: readonly string[]): Promise<readonly number[]> => {
      let [sent, late] = [0, 0];
      const client = clientOf(async ({ body = new Uint8Array() }) => {
        sent += 1;
        const text = Buffer.from(body).toString();
        if (text.includes('late.png')) late += 1;
        return wireResponse({
          status: text.includes('good.png') || late === 2 ? 200 : 422,
          body: Buffer.from('{"error":{}}'),
        });
      });
      const counts: number[] = [];
      for (const name of ['good', ...names]) {
        const before = sent;
        const image_urls = [`https://f.example/${name}.png`];
        const call: Call = { endpoint: 'chat', body: { messages: [{ role: 'user', text: 'a', image_urls }] } };
        await client.send(call, { fresh: true, expectsSuccess: true });
        late = late === 2 ? 3 : late;
        counts.push(sent - before);
      }
      return counts.slice(1);
    };

    it('until that helped none of six requests', async () => {
      expect(await countsOf(['0', '1', '2', '3', '4', '5', '6', '7'])).toEqual([6, 6, 6, 6, 6, 6, 1, 1]);
    });

    it('each time where it helped once, for another instance may answer', async () => {
      expect(await countsOf(['0', '0', 'late', '1', '1'])).toEqual([6, 1, 2, 6, 6]);
    });
  });
});

describe('a body in chunks', () => {
  const inChunks: Call = { ...other, headers: { 'transfer-encoding': 'chunked', expect: '100-continue' } };
  const answering = (answer: (request: WireRequest) => Partial<WireResponse>) => {
    const headers: (readonly string[])[] = [];
    const client = clientOf(async (request) => {
      headers.push(Object.keys(request.headers).filter((name) => ['transfer-encoding', 'expect'].includes(name)));
      return wireResponse({ status: 200, ...answer(request) });
    });
    return { client, headers };
  };

  it.each([411, 417, 501])(
    'is sent with its length to a target that wants one (%d), which HTTP allows',
    async (status) => {
      const { client, headers } = answering((request) => ('expect' in request.headers ? { status } : {}));
      expect(await client.send(inChunks)).toMatchObject({
        status: 200,
        attempts: 1,
        request: { headers: { accept: 'application/json' } },
      });
      expect(headers).toEqual([['transfer-encoding', 'expect'], []]);
    },
  );

  it('is not sent again where it is refused otherwise', async () => {
    const { client, headers } = answering(() => ({ status: 400 }));
    expect(await client.send(inChunks)).toMatchObject({ status: 400 });
    expect(headers).toHaveLength(1);
  });

  it('is sent with its length to a target that speaks HTTP/1.0', async () => {
    const { client, headers } = answering(() => ({ http10: true }));
    await client.send(control);
    await client.send(inChunks);
    expect(headers).toEqual([[], []]);
  });
});

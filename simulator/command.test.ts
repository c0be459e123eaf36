import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { Command, CommanderError } from 'commander';
import { describe, expect, it } from 'vitest';
import { testKeys } from '../fixtures/index.ts';
import { streamStyles } from '../spec/index.ts';
import { start } from '../suites/cli.test-support.ts';
import { postTo } from './ask.test-support.ts';
import { registerServe } from './command.ts';
import { faultKinds } from './faults/faults.ts';
import { logLine } from './server/log.ts';
import { type ServeOptions, serve } from './server/serve.ts';
import { latencyProfiles } from './stream/pace.ts';

const neverAsked = (): Promise<never> => Promise.reject(new Error('no mutant was named'));

const options: ServeOptions = {
  port: 0,
  host: '127.0.0.1',
  seed: 1,
  clock: 'fixed',
  network: 'simulated',
  control: true,
  log: 'silent',
};

/** Runs `serve`, calls `during` once the address is printed, then signals. */
async function run(
  changes: Partial<ServeOptions>,
  during: (url: string, out: readonly string[]) => Promise<void> = async () => {},
) {
  const out: string[] = [];
  const errors: string[] = [];
  let signal: (name: 'SIGINT' | 'SIGTERM') => void = () => {};
  const signalled = new Promise<'SIGINT' | 'SIGTERM'>((resolve) => {
    signal = resolve;
  });
  const io = { out: (line: string) => void out.push(line), error: (line: string) => void errors.push(line) };
  const ended = serve(
    { ...options, ...changes },
    {
      ...io,
      untilSignal: async () => {
        queueMicrotask(async () => {
          await during(out[0]?.split(' ').at(-1) ?? '', out);
          signal('SIGINT');
        });
        return signalled;
      },
    },
  );
  return { code: await ended, out, errors };
}

describe('serve', () => {
  it('prints its address first, then the keys and one curl line, and ends with 130 on SIGINT', async () => {
    const { code, out, errors } = await run({}, async (url) => {
      expect((await fetch(`${url}/v1/domains`)).status).toBe(200);
    });
    expect(code).toBe(130);
    expect(errors).toEqual([]);
    expect(out[0]).toMatch(/^assay simulator listening on http:\/\/127\.0\.0\.1:\d+$/);
    for (const key of Object.values(testKeys)) expect(out.join('\n')).toContain(key);
    expect(out.filter((line) => line.startsWith('curl '))).toHaveLength(1);
  });

  it.each([
    ['', {}],
    ['with a token', { controlToken: 'open-sesame' }],
    ['to all addresses, with a token', { host: '0.0.0.0', controlToken: 'open-sesame' }],
    ['to all addresses of IPv6, with a token', { host: '::', controlToken: 'open-sesame' }],
  ])('prints addresses of dashboard and profile that answer %s', async (_, changes) => {
    const statuses: [string, number][] = [];
    const { out } = await run(changes, async (_url, printed) => {
      for (const line of printed) {
        const [, name, address] = /^ {2}(dashboard|profile) +(http:\S+)/.exec(line) ?? [];
        if (name === undefined || address === undefined) continue;
        statuses.push([name, (await fetch(address.replace('TOKEN', 'open-sesame'))).status]);
      }
    });
    expect(statuses).toEqual([
      ['dashboard', 200],
      ['profile', 200],
    ]);
    if ('controlToken' in changes) expect(out.join('\n')).toContain('(TOKEN: the one of --control-token)');
    expect(out.join('\n')).not.toContain('open-sesame');
  });

  it('prints how to open the dashboard where it is closed, and no address', async () => {
    const { out } = await run({ host: '0.0.0.0' });
    expect(out[0]).toMatch(/ listening on http:\/\/0\.0\.0\.0:\d+$/);
    expect(out.join('\n')).toContain('start with --control-token TOKEN');
    expect(out.join('\n')).not.toContain('/_control/');
    expect(out.at(-1)).toMatch(/^curl -s http:\/\/127\.0\.0\.1:/);
  });

  it('serves no control API with --no-control', async () => {
    await run({ control: false }, async (url) => {
      expect((await fetch(`${url}/_control/profile`)).status).toBe(404);
    });
  });

  it('runs as a process until SIGTERM and ends with 143', async () => {
    const child = start(['serve', '--port', '0']);
    const exited = once(child, 'exit');
    const [line] = (await once(createInterface(child.stdout as Readable), 'line')) as [string];
    expect(line).toMatch(/^assay simulator listening on http:\/\/127\.0\.0\.1:\d+$/);
    child.kill('SIGTERM');
    expect(await exited).toEqual([143, null]);
  });
});

describe('the log of serve', () => {
  const traffic = async (url: string): Promise<void> => {
    const post = async (path: string, body: object): Promise<string> => (await postTo(url + path, body)).text();
    await fetch(`${url}/v1/domains?q=${testKeys.live}%1b[2J`);
    await post('/v1/rerank', { model: 'svc-rerank-v1', query: 'a', documents: ['a'] });
    await post('/_control/faults', { fault: 'cut_event' });
    await post('/v1/chat/completions', {
      ...{ model: 'svc-chat-v1', stream: true, messages: [{ role: 'user', text: 'asthma' }] },
    });
  };

  it('shows each request in one line, with what it cost and the fault that struck, and never a whole key', async () => {
    const { errors } = await run({ log: 'pretty' }, traffic);
    expect(errors).toHaveLength(3);
    expect(errors[0]).toMatch(/^\d\d:\d\d:\d\d {2}GET {3}\/v1\/domains\?q=svc_live_…3210%1b\[2J {2}200 {2}\d+ ms$/);
    expect(errors[1]).toMatch(/ {2}POST {2}\/v1\/rerank {2}200 {2}\d+ ms {2}…cdef {2}\$0\.015$/);
    expect(errors[2]).toMatch(/ {2}POST {2}\/v1\/chat\/completions {2}200 {2}\d+ ms {2}…cdef {2}fault: cut_event$/);
    for (const key of Object.values(testKeys)) expect(errors.join('\n')).not.toContain(key);
  });

  it('is JSON for programs', async () => {
    const { errors } = await run({ log: 'json' }, traffic);
    expect(errors.map((line) => JSON.parse(line))).toMatchObject([
      { method: 'GET', status: 200, key: null, charge_micros: null, ended: 'whole' },
      { method: 'POST', path: '/v1/rerank', status: 200, key: 'cdef', charge_micros: 15_000, faults: [] },
      { path: '/v1/chat/completions', status: 200, charge_micros: null, faults: ['cut_event'], ended: 'whole' },
    ]);
  });

  it('says why a request was refused, in one line and without a whole key', async () => {
    const refused = async (url: string): Promise<void> => {
      await postTo(`${url}/v1/finder`, { query: '' });
      await postTo(`${url}/v1/chat/completions`, { model: 'svc-chat-v1', messages: [{ role: 'user', content: 'hi' }] });
      await fetch(`${url}/v1/${testKeys.live}`);
      await postTo(`${url}/v1/finder`, { query: '{{assay: rate_limit}}' });
    };
    const { errors } = await run({ log: 'pretty' }, refused);
    expect(errors).toMatchObject(
      [
        /400 {2}\d+ ms {2}…cdef {2}Cannot accept query\. The text must have at least 1 character/,
        /422 {2}\d+ ms {2}…cdef {2}body\.messages\.0\.text: This field is required\.$/,
        /404 {2}\d+ ms {2}Cannot find \/v1\/svc_live_…3210: no endpoint has this path/,
        /429 {2}\d+ ms {2}…cdef {2}fault: rate_limit$/,
      ].map((pattern) => expect.stringMatching(pattern)),
    );
    const asJson = await run({ log: 'json' }, refused);
    expect(asJson.errors.map((line) => JSON.parse(line).reason)).toEqual([
      ...Array.from({ length: 4 }, () => expect.stringMatching(/^(Cannot|body|Too many)/)),
    ]);
  });

  it('says that a client left, or that nothing was answered', () => {
    const entry = {
      at: '1970-01-01T00:00:00.000Z',
      endpoint: null,
      method: 'GET',
      path: '/\u001b[2J',
      milliseconds: 5,
      key: null,
      charge_micros: null,
      reason: null,
    } as const;
    expect(logLine({ ...entry, status: 499, faults: [], ended: 'left' }, 'pretty')).toBe(
      '00:00:00  GET   /?[2J  499  5 ms  the client left',
    );
    expect(logLine({ ...entry, status: 0, faults: ['reset'], ended: 'broken' }, 'pretty')).toBe(
      '00:00:00  GET   /?[2J  ---  5 ms  fault: reset',
    );
  });
});

describe('the options of serve', () => {
  it.each([
    ['--port', '65536'],
    ['--port', 'x'],
    ['--seed', '-1'],
    ['--clock', 'broken'],
    ['--network', 'none'],
    ['--cors', 'localhost:5173'],
    ['--unknown', ''],
  ])('refuse %s %s', async (...wrong) => {
    const program = new Command();
    registerServe(program, () => {}, neverAsked);
    for (const command of [program, ...program.commands])
      command.exitOverride().configureOutput({ writeErr: () => {} });
    await expect(program.parseAsync(['node', 'assay', 'serve', ...wrong])).rejects.toThrow(CommanderError);
  });
});

describe('the help of serve', () => {
  it('lists every fault, style and profile', () => {
    const program = new Command();
    registerServe(program, () => {}, neverAsked);
    let help = '';
    const [command] = program.commands;
    command
      ?.configureOutput({
        writeOut: (text) => {
          help += text;
        },
      })
      .outputHelp();
    for (const name of [...Object.keys(faultKinds), ...streamStyles, ...Object.keys(latencyProfiles)])
      expect(help).toMatch(new RegExp(`\\b${name}\\b`));
  });
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { Command, CommanderError } from 'commander';
import { describe, expect, it } from 'vitest';
import { testKeys } from '../fixtures/index.ts';
import { registerServe } from './command.ts';
import { type ServeOptions, serve } from './serve.ts';

const options: ServeOptions = {
  port: 0,
  host: '127.0.0.1',
  seed: 1,
  clock: 'fixed',
  network: 'simulated',
  control: true,
};

/** Runs `serve`, calls `during` once the address is printed, then signals. */
async function run(changes: Partial<ServeOptions>, during: (url: string) => Promise<void> = async () => {}) {
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
          await during(out[0]?.split(' ').at(-1) ?? '');
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

  it('serves no control API when told not to', async () => {
    await run({ control: false }, async (url) => {
      expect((await fetch(`${url}/_control/profile`)).status).toBe(404);
    });
  });

  it('runs as a process until SIGTERM and ends with 143', async () => {
    const code = `
      import { Command } from 'commander';
      import { registerServe } from ${JSON.stringify(new URL('./command.ts', import.meta.url).href)};
      const program = new Command();
      registerServe(program);
      await program.parseAsync(['node', 'assay', 'serve', '--port', '0']);`;
    const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', code], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exited = once(child, 'exit');
    const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
    expect(line).toMatch(/^assay simulator listening on http:\/\/127\.0\.0\.1:\d+$/);
    child.kill('SIGTERM');
    expect(await exited).toEqual([143, null]);
  });
});

describe('the options of serve', () => {
  it.each([
    ['--port', '65536'],
    ['--port', 'x'],
    ['--seed', '-1'],
    ['--clock', 'broken'],
    ['--network', 'none'],
    ['--unknown', ''],
  ])('refuse %s %s', async (...wrong) => {
    const program = new Command();
    registerServe(program);
    for (const command of [program, ...program.commands])
      command.exitOverride().configureOutput({ writeErr: () => {} });
    await expect(program.parseAsync(['node', 'assay', 'serve', ...wrong])).rejects.toThrow(CommanderError);
  });
});

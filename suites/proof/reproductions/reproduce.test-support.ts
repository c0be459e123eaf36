import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testKeys } from '../../../fixtures/index.ts';
import { untilTestEnds } from '../../../fixtures/temporary.test-support.ts';
import type { Failure, Report, RuleReport } from '../../../reports/index.ts';
import { startServer } from '../../../simulator/index.ts';
import { evidenceOf } from '../../engine/failure/evidence.ts';
import { namedKeys } from '../../engine/failure/key-names.ts';
import type { Call, Exchange, WireRequest } from '../../http/exchange/exchange.ts';
import type { LoggedRequest } from '../../http/exchange/request-log.ts';
import { toWire } from '../../http/exchange/wire.ts';
import { createTransport } from '../../http/transport/transport.ts';
import { broken } from '../../judges/judgement.ts';
import { findDeviation } from '../index.ts';

/** Plays a counterexample against a server and keeps the journal that a check would keep. */
export class Play {
  readonly entries: LoggedRequest[] = [];
  readonly #base: string;
  readonly #transport = createTransport(32);

  constructor(base: string) {
    this.#base = base;
  }

  /** Sends a call to the API. */
  async api(call: Call): Promise<Exchange> {
    const request = toWire(call, this.#base, testKeys.active);
    return { ...(await this.#send('api', request, call)), call, request, attempts: 1 };
  }

  /** Calls the control API and gives the answer as JSON, or undefined for none. */
  async control(method: string, path: string, body?: object): Promise<unknown> {
    const headers = body === undefined ? {} : { 'content-type': 'application/json' };
    const bytes = body === undefined ? {} : { body: new TextEncoder().encode(JSON.stringify(body)) };
    const answer = await this.#send('control', { method, url: `${this.#base}/_control${path}`, headers, ...bytes });
    return answer.body.length === 0 ? undefined : JSON.parse(new TextDecoder().decode(answer.body));
  }

  async key(order: object = {}): Promise<string> {
    return ((await this.control('POST', '/keys', order)) as { key: string }).key;
  }

  async #send(to: LoggedRequest['to'], request: WireRequest, call?: Call): Promise<LoggedRequest['response']> {
    const startedAt = performance.now();
    const answer = await this.#transport.send(request, { timeoutMs: 10_000 });
    this.entries.push({
      to,
      request,
      response: answer,
      ...(call ? { call } : {}),
      startedAt,
      endedAt: performance.now(),
    });
    return answer;
  }

  close(): Promise<void> {
    return this.#transport.close();
  }
}

/** A counterexample: what is sent, and the exchange that shows the failure. */
export type Scene = (play: Play) => Promise<Exchange | undefined>;

/** A server with one defect, or the healthy one, until the test ends. */
export const serve = async (mutant?: string) =>
  untilTestEnds(await startServer(mutant === undefined ? {} : { deviation: findDeviation(mutant) }));

/** The failure of a scene, with the whole journal or only the exchange. */
export async function failureOf(base: string, scene: Scene, actual: string, journal = true): Promise<Failure> {
  const play = untilTestEnds(new Play(base));
  const exchange = await scene(play);
  const finding = broken('It\'s due: `$HOME` and "quotes".', actual);
  return evidenceOf(finding, exchange, 1, '', journal ? play.entries : [], undefined, namedKeys({ keys: testKeys }));
}

/** The row of a failed rule. */
export const ruleWith = (failure: Failure): RuleReport => ({
  id: 'area.rule',
  clause: 'Errors, rule 1',
  level: 'MUST',
  endpoint: 'all',
  statement: "It's a promise.",
  verdict: 'fail',
  failure,
});

/** The target as a report describes the simulator. */
export const targetAt = (base: string, keys: object = { active: 'svc_test_…0001' }): Report['target'] => ({
  name: 'simulator',
  base_url: base,
  profile: { base_url: base, control_url: `${base}/_control`, keys },
});

/** Runs a script as a file in a shell, below a project of ECMAScript modules, and gives what it printed and its exit code. */
export async function run(
  script: string,
  variables: Readonly<Record<string, string>> = {},
  shell = 'bash',
): Promise<{ code: number; output: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'reproduce-'));
  try {
    const file = join(folder, 'rule.sh');
    await writeFile(file, script);
    await writeFile(join(folder, 'package.json'), '{"type":"module"}');
    const env = { PATH: process.env.PATH ?? '', TMPDIR: folder, ...variables };
    return await new Promise((resolve) => {
      execFile(shell, [file], { env, timeout: 20_000 }, (error, stdout, stderr) => {
        resolve({ code: error === null ? 0 : Number(error.code ?? 1), output: stdout + stderr });
      });
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

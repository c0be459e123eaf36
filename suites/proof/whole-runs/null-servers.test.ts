import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { listen, untilTestEnds } from '../../../fixtures/temporary.test-support.ts';
import { idsWith, type Ran, run, runAlone, someKey } from '../../cli.test-support.ts';

const always =
  (status: number, body: string, type = 'application/json'): RequestListener =>
  (request, response) => {
    request.resume();
    response.writeHead(status, { 'content-type': type }).end(body);
  };

/** Reads the whole request, then answers with it. */
const echo: RequestListener = (request: IncomingMessage, response: ServerResponse) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  request.pipe(response);
};

const endless =
  (type: string, piece: string): RequestListener =>
  (request, response) => {
    request.resume();
    response.writeHead(200, { 'content-type': type });
    const timer = setInterval(() => response.write(piece), 20);
    response.on('close', () => clearInterval(timer));
  };

const refusals = always(422, '{"detail":[{"type":"missing","loc":["body"],"msg":"no"}]}');

/** Servers that do nothing of what they should. Each check must end with exit 1 or 3, a reason, and a report. */
const servers: readonly (readonly [string, RequestListener, readonly number[]])[] = [
  ['answers everything with 200 {}', always(200, '{}'), [1]],
  [
    'answers everything with 401',
    always(401, '{"error":{"message":"no","type":"authentication_error","code":"authentication_error","param":null}}'),
    [3],
  ],
  ['answers everything with 422', refusals, [1]],
  [
    'answers everything with 500',
    always(500, '{"error":{"message":"no","type":"server_error","code":"internal_error","param":null}}'),
    [3],
  ],
  ['answers everything with 429', always(429, '{}'), [3]],
  ['sends requests back', echo, [1]],
  ['answers everything with a web page', always(200, '<!doctype html><h1>It works</h1>', 'text/html'), [3]],
  ['never answers', (request) => void request.resume(), [3]],
  ['resets every connection', (request) => void request.socket.destroy(), [3]],
  ['sends a body without end', endless('application/json', ' '.repeat(1_000)), [3]],
  ['sends a stream without end', endless('text/event-stream', 'data: {"type":"message","content":"x"}\n\n'), [3]],
  ['redirects for ever', (_, response) => void response.writeHead(302, { location: '/' }).end(), [3]],
];

function expectRefused(ran: Ran, codes: readonly number[]): void {
  expect(ran.stderr + ran.stdout).not.toMatch(/\n\s+at .+:\d+:\d+|a fault of assay itself|assay itself failed/);
  expect(codes).toContain(ran.code);
  expect(ran.report?.verdict).toBe(ran.code === 1 ? 'nonconforming' : 'inconclusive');
  expect(ran.report?.verdict_reason).toBeTruthy();
  for (const rule of ran.report?.rules ?? []) if (rule.verdict !== 'pass') expect(rule.reason, rule.id).toBeTruthy();
}

let refused: Promise<Ran> | undefined;
/** A check of the server that refuses everything, which takes seconds: two tests use it. */
function refusedRun(): Promise<Ran> {
  refused ??= listen(refusals).then(({ url, close }) =>
    runAlone(['check', url, '--timeout', '5000'], { ASSAY_KEY: someKey }).finally(close),
  );
  return refused;
}

describe('a server that keeps no promise is never called conforming', () => {
  it.concurrent.for(servers)('one that %s', async ([name, handler, codes]) => {
    if (handler === refusals) return expectRefused(await refusedRun(), codes);
    const target = await listen(handler);
    // The servers that answer do so at once, unless this machine is busy.
    const timeout = /never|without end/.test(name) ? '400' : '5000';
    // Each in its own process: in one process they would delay each other's answers.
    const ran = await runAlone(['check', target.url, '--timeout', timeout], { ASSAY_KEY: someKey });
    await target.close();
    expectRefused(ran, codes);
  });

  it('one that is not listening', async () => {
    const ran = await run(['check', 'http://127.0.0.1:1', '--timeout', '400'], { ASSAY_KEY: someKey });
    expectRefused(ran, [3]);
    expect(ran.report?.run.preflight?.[1]).toContain('Nobody listens');
  });

  it('one that does not speak HTTP', async () => {
    const server = untilTestEnds(createServer((socket) => socket.end('SSH-2.0-OpenSSH\r\n')).listen(0, '127.0.0.1'));
    await new Promise((done) => server.once('listening', done));
    const { port } = server.address() as { port: number };
    const ran = await run(['check', `http://127.0.0.1:${port}`, '--timeout', '400'], { ASSAY_KEY: someKey });
    expectRefused(ran, [3]);
  });

  it('and rules that such a server keeps by accident do not fail', async () => {
    const { report } = await refusedRun();
    const [failed, passed] = [idsWith(report, 'fail'), idsWith(report, 'pass')];
    // What it would say to a wrong key nobody can tell: it says the same to a valid one.
    const accepting = ['chat', 'domains', 'embeddings', 'events', 'finder', 'rerank'].map(
      (area) => `${area}.accepts-valid`,
    );
    expect(failed.toSorted()).toEqual([...accepting, 'errors.detail-names-field'].toSorted());
    expect(idsWith(report, 'inconclusive')).toContain('auth.key-required');
    expect(passed).toEqual(expect.arrayContaining(['errors.detail', 'errors.detail-msg', 'errors.content-type']));
    expect(failed.filter((id) => /\.(response\.|model-unknown|text-max)/.test(id))).toEqual([]);
  });

  it('one that answers nothing useful gets three lines instead of a list of rules', async () => {
    const page = untilTestEnds(await listen(always(404, '<html><h1>Not here</h1></html>', 'text/html')));
    const ran = await run(['check', page.url], { ASSAY_KEY: someKey });
    expect(ran.code).toBe(3);
    expect(ran.report?.run.preflight).toEqual([
      expect.stringContaining('404'),
      expect.stringContaining('No endpoint of the API'),
      expect.stringContaining('BASE_URL'),
    ]);
    expect(ran.report?.rules.every(({ verdict, reason }) => verdict === 'inconclusive' && reason !== undefined)).toBe(
      true,
    );
    expect(ran.report?.run.requests).toBeLessThan(10);
    expect(ran.stdout).toContain('Not here');
    expect(ran.stdout).not.toContain('chat.accepts-valid');
    expect(ran.stdout.split('\n').length).toBeLessThan(30);
  });
});

import { createHash, generateKeyPairSync } from 'node:crypto';
import { copyFileSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { newFolder, untilTestEnds } from '../../../fixtures/temporary.test-support.ts';
import { type Statement, signStatement } from '../../../reports/index.ts';
import { startServer } from '../../../simulator/index.ts';
import { type Ran, run, someKey } from '../../cli.test-support.ts';
import type { Interruption } from '../run/interruption.ts';
import { readPrivateKey } from './key-files.ts';
import { verifyCertificate } from './verify.ts';

const folder = newFolder();
const at = (name: string): string => join(folder, name);
const [signingKey, otherKey] = [at('own.key'), at('other.key')];
const interruption: Interruption = {
  signal: new AbortController().signal,
  ...{ receivedSignal: () => undefined, fault: () => undefined, stop: () => undefined },
  noteFault: (error) => {
    throw error;
  },
};

let signed: Ran;
let [certificate, recording, statement]: [string, string, Statement] = ['', '', {} as Statement];
/** A recording of few rules, and what a certificate of them would say: to judge all of them again takes seconds. */
let shortRun = { recording: '', rules: {} as Statement['rules'] };

beforeAll(async () => {
  await run(['keygen', `--out=${signingKey}`]);
  await run(['keygen', `--out=${otherKey}`]);
  signed = await run(['check', '--sign', signingKey]);
  certificate = join(signed.out, 'certificate.json');
  recording = join(signed.out, 'recording.ndjson');
  statement = JSON.parse(readFileSync(certificate, 'utf8')).statement;
  const { out, report } = await run(['check', '--rules', 'auth.key-format,rerank.*', '--record', 'few.ndjson']);
  const rules = Object.fromEntries(report?.rules.map(({ id, verdict }) => [id, verdict]) ?? []) as Statement['rules'];
  shortRun = { recording: join(out, 'few.ndjson'), rules };
}, 180_000);

/** A file of this name with this content. */
function writeTemporary(name: string, content: string | Buffer): string {
  writeFileSync(at(name), content);
  return at(name);
}

/** What `assay verify` would say and give at that time, by default a day later. */
async function verify(
  file: string,
  options: Parameters<typeof verifyCertificate>[1] = {},
  now = new Date(Date.parse(statement.issued_at) + 86_400_000),
): Promise<{ code: number; stdout: string }> {
  let stdout = '';
  const stream = (take: (text: string) => void) => ({ write: (text: string) => take(text) }) as never;
  const io = { stdout: stream((text) => (stdout += text)), stderr: stream(() => undefined), env: { NO_COLOR: '1' } };
  const code = await verifyCertificate(file, options, io, { interruption, now: () => now });
  return { code, stdout };
}

const resigned = (name: string, more: Partial<Statement>, key = signingKey): string =>
  writeTemporary(name, signStatement({ ...statement, ...more }, readPrivateKey(key)));

/** A certificate of these verdicts by this recording. */
const certified = (file: string, rules: Statement['rules'], undecided: string[] = []): string =>
  resigned(`${basename(file)}.json`, {
    rules,
    recording: { sha256: createHash('sha256').update(readFileSync(file)).digest('hex'), undecided },
  });

describe('a signed run', () => {
  it('leaves certificate, badge and recording beside the reports, and says so', () => {
    expect([signed.code, signed.report?.verdict]).toEqual([0, 'conforming']);
    for (const name of ['certificate.json', 'badge.svg', 'recording.ndjson', 'report.json'])
      expect(existsSync(join(signed.out, name)), name).toBe(true);
    expect(signed.stderr).toContain(`assay: certified until ${statement.expires_at.slice(0, 10)}: `);
    expect(signed.stdout.trim().split('\n').at(-1)).toBe('GATE PASSED');
    expect(Date.parse(statement.expires_at) - Date.parse(statement.issued_at)).toBe(90 * 86_400_000);
    expect(Object.keys(statement.rules).length).toBe(signed.report?.summary.rules);
    expect(statement.recording.undecided).toEqual([]);
    expect(readFileSync(certificate, 'utf8')).not.toMatch(/svc_[a-z]+_/);
  });

  it('verifies, judged again from its recording, by the key of its owner', async () => {
    const ran = await run(['verify', certificate, '--recording', recording, '--public-key', `${signingKey}.pub`]);
    expect(ran.stdout).toMatch(/^VALID\n/);
    expect(ran.stdout).toContain(`judged again: ${Object.keys(statement.rules).length} verdicts the same\n`);
    expect(ran.stdout).toContain(', the key you gave');
    expect(ran.code).toBe(0);
  });

  it('may be split into shards that are recorded and merged', async () => {
    const reports: string[] = [];
    for (const part of ['1/2', '2/2']) {
      const args = ['--depth', 'quick', '--record', 'run.ndjson', '--format', 'json'];
      const shard = await run(['check', '--shard', part, ...args]);
      reports.push(join(shard.out, 'report.json'));
    }
    const out = newFolder();
    const merged = await run(['merge', ...reports, '--out', out, '--format', 'json', '--sign', signingKey]);
    expect([merged.code, merged.stderr]).toEqual([0, expect.stringContaining('assay: certified until ')]);
    const files = [join(out, 'certificate.json'), '--recording', join(out, 'recording.ndjson')];
    const checked = await run(['verify', ...files, '--public-key', `${signingKey}.pub`]);
    expect([checked.code, checked.stdout]).toEqual([
      0,
      expect.stringContaining(`judged again: ${Object.keys(statement.rules).length} verdicts the same\n`),
    ]);
    const whole = (at: number) => readFileSync(join(dirname(reports[at] ?? ''), 'run.ndjson'), 'utf8');
    const swapped = await run(['verify', ...files.slice(0, 2), writeTemporary('swapped.ndjson', whole(1) + whole(0))]);
    expect([swapped.code, swapped.stdout]).toEqual([1, expect.stringContaining('altered: ')]);
  });

  it('says what was not checked', async () => {
    const { code, stdout } = await verify(certificate);
    expect([code, stdout.includes('--public-key FILE would tell'), stdout.includes('not looked at')]).toEqual([
      ...[0, true, true],
    ]);
  });
});

describe('assay verify refuses', () => {
  it('an altered certificate', async () => {
    const text = readFileSync(certificate, 'utf8');
    for (const [from, to] of [
      ['"seed": 1', '"seed": 2'],
      ['"pass"', '"skip"'],
      [statement.expires_at, statement.expires_at.replace('20', '21')],
      [statement.recording.sha256, statement.recording.sha256.replace(/./, (hex) => (hex === '0' ? '1' : '0'))],
      ['"verdict": "conforming"', '"verdict": "confirming"'],
    ] as const) {
      expect(text).toContain(from);
      const { code, stdout } = await verify(writeTemporary('altered.json', text.replace(from, to)));
      expect([code, stdout]).toEqual([1, 'NOT VALID\n  altered: the signature does not fit the statement\n']);
    }
  });

  it('an altered recording, at its beginning, in the middle and at its end, before it is judged', async () => {
    const bytes = readFileSync(recording);
    for (const place of [0, Math.floor(bytes.length / 2), bytes.length - 1]) {
      bytes[place] = (bytes[place] ?? 0) ^ 1;
      const { code, stdout } = await verify(certificate, { recording: writeTemporary('altered.ndjson', bytes) });
      expect(stdout).toMatch(/altered: \S+altered\.ndjson is not the recording that was certified \(its SHA-256 is /);
      expect(code).toBe(1);
      bytes[place] = (bytes[place] ?? 0) ^ 1;
    }
  });

  it('an expired one, from that moment on', async () => {
    const end = Date.parse(statement.expires_at);
    expect((await verify(certificate, {}, new Date(end - 1))).code).toBe(0);
    const { code, stdout } = await verify(certificate, {}, new Date(end));
    expect([code, stdout]).toEqual([1, expect.stringContaining(`expired: it was good until ${statement.expires_at}`)]);
  });

  it('one of another key, even if the statement was signed again', async () => {
    const theirs = { publicKey: `${otherKey}.pub` };
    for (const file of [certificate, resigned('resigned.json', {})]) {
      const { code, stdout } = await verify(file, theirs);
      expect([code, stdout]).toEqual([1, expect.stringContaining('wrong key: signed by a key that is not yours')]);
    }
    const forged = resigned('forged.json', { seed: 7 }, otherKey);
    expect((await verify(forged)).code).toBe(0);
    expect((await verify(forged, { publicKey: `${signingKey}.pub` })).stdout).toContain('a key that is not yours');
  });

  it('each fault at once', async () => {
    const file = resigned('all.json', { expires_at: '2026-01-01T00:00:00Z' }, otherKey);
    const { stdout } = await verify(file, { publicKey: `${signingKey}.pub`, recording: signingKey });
    expect(stdout.match(/wrong key|expired|altered/g)).toEqual(['wrong key', 'expired', 'altered']);
  });

  it('verdicts that the recording does not confirm, rule by rule', async () => {
    const rules = { ...shortRun.rules, 'rerank.response.search-count': 'warn', 'made.up': 'pass' } as const;
    const { code, stdout } = await verify(certified(shortRun.recording, rules), { recording: shortRun.recording });
    expect(code).toBe(1);
    expect(stdout).toContain('other verdicts: 2 rules\n');
    expect(stdout).toContain('rerank.response.search-count: certified warn, by the recording pass\n');
    expect(stdout).toContain('made.up: certified pass, not in the recording\n');
  });

  it('a rule that the recording leaves open, unless the certificate says that it rests on the run', async () => {
    const rule = 'auth.key-format';
    const lines = readFileSync(shortRun.recording, 'utf8').split('\n');
    const without = writeTemporary(
      'without.ndjson',
      lines.filter((line) => !line.startsWith(`{"scope":"${rule}"`)).join('\n'),
    );
    const said = (undecided: string[]) => verify(certified(without, shortRun.rules, undecided), { recording: without });
    const silent = await said([]);
    expect([silent.code, silent.stdout]).toEqual([1, expect.stringContaining(`${rule}: certified pass, left open`)]);
    const told = await said([rule]);
    expect([told.code, told.stdout]).toEqual([0, expect.stringContaining(`1 rest on the run alone (${rule})`)]);
  });

  it('an empty recording, whatever the certificate says of it', async () => {
    const empty = writeTemporary('empty.ndjson', `${readFileSync(shortRun.recording, 'utf8').split('\n')[0]}\n`);
    const silent = await verify(certified(empty, shortRun.rules), { recording: empty });
    expect([silent.code, silent.stdout]).toEqual([1, expect.stringContaining('left open by the recording')]);
    const told = await verify(certified(empty, shortRun.rules, Object.keys(shortRun.rules)), { recording: empty });
    expect([told.code, told.stdout]).toEqual([1, expect.stringContaining('the recording decides no rule')]);
  });

  it.for([
    ['no certificate', () => ['verify', at('nowhere.json')], /there is no such file/],
    ['another file', () => ['verify', writeTemporary('report', '{"tool":{}}')], /Cannot read certificate/],
    ['no recording', () => ['verify', certificate, '--recording', at('nowhere')], /Cannot read recording/],
    ['no public key', () => ['verify', certificate, '--public-key', certificate], /it holds no key in PEM/],
    [
      'the private key in place of the public one',
      () => ['verify', certificate, '--public-key', signingKey],
      /a private key\./,
    ],
    ['nothing', () => ['verify'], /missing required argument/i],
  ] as const)('%s as unreadable', async ([, args, message]) => {
    const ran = await run(args());
    expect([ran.code, ran.stdout, ran.stderr.trim().split('\n').length]).toEqual([2, '', 1]);
    expect(ran.stderr).toMatch(message);
  });
});

describe('keys', () => {
  it('are a private file and a public one, and are never overwritten', async () => {
    expect(statSync(signingKey).mode & 0o777).toBe(0o600);
    const before = readFileSync(signingKey);
    const again = await run(['keygen', `--out=${signingKey}`]);
    expect([again.code, again.stderr]).toEqual([2, expect.stringContaining('it exists')]);
    copyFileSync(`${signingKey}.pub`, at('half.pub'));
    expect((await run(['keygen', `--out=${at('half')}`])).code).toBe(2);
    expect([existsSync(at('half')), readFileSync(signingKey).equals(before)]).toEqual([false, true]);
  });

  it('that cannot sign are reported before the first request', async () => {
    const pem = { type: 'pkcs8', format: 'pem' } as const;
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export(pem) as string;
    const locked = generateKeyPairSync('ed25519').privateKey.export({ ...pem, cipher: 'aes-256-cbc', passphrase: 'x' });
    for (const [key, message] of [
      [writeTemporary('rsa', rsa), /a key of type rsa, not Ed25519/],
      [writeTemporary('locked', locked), /behind a passphrase/],
      [`${signingKey}.pub`, /it holds a public key/],
      [at('nowhere'), /there is no such file/],
    ] as const) {
      const ran = await run(['check', 'http://127.0.0.1:1', '--key', someKey, '--sign', key]);
      expect([ran.code, ran.stderr.trim().split('\n').length, ran.report]).toEqual([2, 1, undefined]);
      expect(ran.stderr).toMatch(message);
    }
  });
});

describe('no certificate', () => {
  it('is written for a run of some rules; one of an earlier run is removed, and the terminal says why', async () => {
    const out = newFolder();
    copyFileSync(certificate, join(out, 'certificate.json'));
    const ran = await run(['check', '--rules', 'rerank.response.*', '--sign', signingKey, '--out', out]);
    expect([ran.code, ran.report?.verdict, ran.report?.run.chosen_by]).toEqual([0, 'partial', '--rules']);
    expect(existsSync(join(out, 'certificate.json'))).toBe(false);
    expect(ran.stderr).toContain(
      'assay: no certificate was written: the verdict is partial, and only a conforming run',
    );
  });

  it('is lost because a key may not use an endpoint: its recording gives the same verdicts', async () => {
    const server = untilTestEnds(await startServer());
    const body = JSON.stringify({ permissions: ['chat', 'embeddings', 'rerank'] });
    const headers = { 'content-type': 'application/json' };
    const made = await fetch(`${server.url}/_control/keys`, { method: 'POST', headers, body });
    const { key } = (await made.json()) as { key: string };
    const live = await run(['check', server.url, '--key', key, '--rules', 'errors.*,finder.*', '--record', at('some')]);
    const again = await run(['judge', at('some')]);
    const verdicts = ({ report }: Ran) => report?.rules.map(({ id, verdict }) => [id, verdict]);
    expect(live.report?.summary.skip).toBeGreaterThan(20);
    expect(verdicts(again)).toEqual(verdicts(live));
  });
});

import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { UserError } from '../spec/index.ts';
import { renderBadge } from './badge.ts';
import {
  compareVerdicts,
  parseCertificate,
  publicKeyText,
  readStatement,
  type Statement,
  signatureFault,
  signStatement,
  statementOf,
} from './certificate.ts';
import { draftOf, ruleOf } from './content/report.test-support.ts';
import { settleReport } from './content/settle.ts';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const key = `svc_live_${'0123456789abcdef'.repeat(2)}`;

function statement(more: Partial<Statement> = {}): Statement {
  const draft = draftOf(
    { 'a.one': 'pass', 'a.two': 'skip', 'a.three': 'warn' },
    { rung: 'public', depth: 'quick', coverage: { chat: { pairs: 9, met: 8, shares: [[0.5]], factors: ['model'] } } },
  );
  const report = settleReport(
    {
      ...draft,
      target: { name: `acme <"&'> ${key}`, base_url: 'https://api.example' },
      rule_set: { revision: '1', digest: 'd' },
      readings: [{ id: 'R1', question: '?', branches: { no: 2, '400': 3 }, consistent: false }],
      capabilities: [{ need: 'control_url', available: false, rules: 2, judged: 0, unlock: 'a line' }],
    },
    { strict: false, known: [], today: '2026-01-01' },
  );
  const issue = { recording: '0'.repeat(64), undecided: [], at: new Date('2026-01-31T10:00:00Z'), validDays: 90 };
  return { ...statementOf(report, issue), ...more };
}

const text = signStatement(statement(), privateKey);

describe('a certificate', () => {
  it('states what the contract names, and no key', () => {
    const certificate = parseCertificate(text, 'c');
    expect(signatureFault(certificate)).toBeUndefined();
    expect(certificate.signature.public_key).toBe(publicKeyText(publicKey));
    expect(readStatement(certificate, 'c')).toEqual({
      tool: { name: 'assay', version: '1.0.0' },
      target: { name: `acme <"&'> svc_live_…cdef`, base_url: 'https://api.example' },
      rule_set: { revision: '1', digest: 'd' },
      rung: 'public',
      rungs: [{ need: 'control_url', available: false, rules: 2, judged: 0 }],
      depth: 'quick',
      coverage: { chat: { pairs: 9, met: 8 } },
      strict: false,
      verdict: 'conforming',
      rules: { 'a.one': 'pass', 'a.two': 'skip', 'a.three': 'warn' },
      readings: { R1: ['400', 'no'] },
      seed: 1,
      started_at: '2026-01-01T00:00:00.000Z',
      duration_ms: 1,
      recording: { sha256: '0'.repeat(64), undecided: [] },
      issued_at: '2026-01-31T10:00:00.000Z',
      expires_at: '2026-05-01T10:00:00.000Z',
    });
  });

  it('holds whatever its spaces and the order of its names', () => {
    const { assay_certificate, statement: own, signature } = JSON.parse(text);
    const turned = { signature, statement: Object.fromEntries(Object.entries(own).reverse()), assay_certificate };
    expect(signatureFault(parseCertificate(`\uFEFF${JSON.stringify(turned)}`, 'c'))).toBeUndefined();
  });

  it('is refused with a bit altered in any byte', () => {
    const bytes = Buffer.from(text);
    const passed = [...bytes.keys()].filter((at) => {
      const altered = Buffer.from(bytes);
      altered[at] = (altered[at] ?? 0) ^ 1;
      try {
        return signatureFault(parseCertificate(altered.toString(), 'c')) === undefined;
      } catch (error) {
        expect(error).toBeInstanceOf(UserError);
        return false;
      }
    });
    expect([passed, bytes.length > 1_000]).toEqual([[], true]);
  });

  it('is refused if its signature has another encoding, or its key is of another kind', () => {
    const { signature, ...rest } = JSON.parse(text);
    const faultWith = (more: object) =>
      signatureFault(parseCertificate(JSON.stringify({ ...rest, signature: { ...signature, ...more } }), 'c'));
    expect(faultWith({})).toBeUndefined();
    expect(faultWith({ value: `${signature.value}\n` })).toMatch(/^altered: the signature does not fit/);
    expect(faultWith({ value: '' })).toMatch(/^altered: the signature does not fit/);
    const other = publicKeyText(generateKeyPairSync('x25519').publicKey);
    for (const public_key of ['', 'AAAA', other, ` ${signature.public_key}`])
      expect(faultWith({ public_key })).toBe('altered: its public_key is no Ed25519 key');
  });

  const unreadable: readonly [string, string, RegExp][] = [
    ['nothing', '', /it is empty/],
    ['no JSON', '{', /it is not JSON/],
    ['a report', '{"tool": {}}', /field "tool" is unknown|field "assay_certificate" is missing/],
    ['a later version', text.replace('"assay_certificate": 1', '"assay_certificate": 2'), /"assay_certificate" is 2/],
    ['what no signature covers', text.replace('{', '{"note": "trust me",'), /field "note" is unknown/],
  ];
  it.each(unreadable)('is told from %s', (_, source, message) => {
    expect(() => parseCertificate(source, 'c.json')).toThrow(UserError);
    expect(() => parseCertificate(source, 'c.json')).toThrow(message);
  });

  it('of another shape is refused although its signature is valid', () => {
    for (const [more, message] of [
      [{ verdict: 'nonconforming' }, /field "verdict" is "nonconforming"/],
      [{ rules: { 'a.one': 'fail' } }, /"fail"/],
      [{ expires_at: 'never' }, /field "expires_at" is "never", but must be a time/],
    ] as const) {
      const odd = parseCertificate(signStatement(statement(more as never), privateKey), 'c');
      expect(signatureFault(odd)).toBeUndefined();
      expect(() => readStatement(odd, 'c')).toThrow(message);
    }
  });
});

describe('verdicts judged again', () => {
  const certified = { a: 'pass', b: 'warn', c: 'skip', d: 'known' } as const;
  const compared = (again: Record<string, Parameters<typeof ruleOf>[1]>) =>
    compareVerdicts(
      certified,
      Object.entries(again).map(([id, verdict]) => ruleOf(id, verdict)),
    );

  it('are the same if a known failure fails, or a skipped rule stays open', () => {
    expect(compared({ a: 'pass', b: 'warn', c: 'skip', d: 'known' })).toEqual({ undecided: [], different: [] });
    expect(compared({ a: 'pass', b: 'warn', c: 'inconclusive', d: 'fail' })).toEqual({ undecided: [], different: [] });
  });

  it('are open if the recording does not show them', () => {
    expect(compared({ a: 'inconclusive', b: 'skip', c: 'skip', d: 'inconclusive' }).undecided).toEqual(['a', 'b', 'd']);
  });

  it('are listed one by one if they differ', () => {
    expect(compared({ a: 'fail', b: 'pass', c: 'fail', e: 'pass' }).different).toEqual([
      'a: certified pass, by the recording fail',
      'b: certified warn, by the recording pass',
      'c: certified skip, by the recording fail',
      'd: certified known, not in the recording',
      'e: in the recording, not certified',
    ]);
  });
});

describe('the badge', () => {
  it('says in words what it shows, including known failures, and has no foreign markup', () => {
    const svg = renderBadge(statement({ rung: 'public + <script>', rules: { a: 'known', b: 'pass' } }));
    const words = 'conforming · rung public + &lt;script&gt; · quick · 1 known to fail · 2026-01-31';
    expect(svg).toContain(`role="img" aria-label="assay: ${words}"`);
    expect(svg).toContain(`<title>assay: ${words}</title>`);
    expect(svg).toContain(`>${words}</text>`);
    expect(svg).not.toContain('<script');
  });
});

import { createHash, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { readShape, record, type Shape, type UserError } from '../spec/index.ts';
import { parseAs, unreadable } from './content/parse-report.ts';
import { count, type Report, type Verdict } from './content/report.ts';
import { canonicalJson } from './text/canonical-json.ts';
import { maskDeep } from './text/mask.ts';

const text = { type: 'string' } as const;
const texts = { type: 'array', items: text } as const;
const time = {
  type: 'string',
  title: 'a time such as 2026-01-01T00:00:00.000Z',
  pattern: String.raw`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$`,
} as const;
const sha256 = { type: 'string', title: 'a SHA-256 in hex', pattern: '^[0-9a-f]{64}$' } as const;

/** Schema of a certificate's statement (contract, section 6). */
const statementSchema = record({
  tool: record({ name: text, version: text }),
  target: record({ name: text, base_url: text }),
  rule_set: record({ revision: text, digest: text }),
  rung: { description: 'The capabilities that the profile gave, as in `run.rung` of a report.', ...text },
  rungs: {
    description: 'Each capability: whether the profile gave it, how many rules need it, how many of them were judged.',
    type: 'array',
    items: record({ need: text, available: { type: 'boolean' }, rules: count, judged: count }),
  },
  depth: text,
  coverage: {
    description: 'Pairs and triples of circumstances, by endpoint, and how many of them accepted requests met.',
    type: 'object',
    additionalProperties: { type: 'object', additionalProperties: count },
  },
  strict: { description: 'True where warnings counted as failures.', type: 'boolean' },
  verdict: { const: 'conforming' },
  rules: {
    description: 'The verdict of each rule.',
    type: 'object',
    additionalProperties: { enum: ['pass', 'warn', 'skip', 'known'] },
  },
  readings: { description: 'Branches taken on each open question.', type: 'object', additionalProperties: texts },
  seed: { type: 'integer' },
  started_at: time,
  duration_ms: count,
  recording: record({
    sha256,
    undecided: { description: 'Rules that were judged in the run, and that its recording leaves open.', ...texts },
  }),
  issued_at: time,
  expires_at: time,
});

export type Statement = Shape<typeof statementSchema>;

/** No other members are allowed: the signature would not cover them. */
const certificateSchema = {
  title: 'a certificate',
  ...record({
    assay_certificate: { const: 1 },
    statement: { type: 'object' },
    signature: {
      ...record({
        algorithm: { const: 'Ed25519' },
        public_key: { description: 'SubjectPublicKeyInfo in DER (RFC 8410), base64.', ...text },
        value: { description: 'Of the canonical JSON (RFC 8785) of the statement, in UTF-8; base64.', ...text },
      }),
      additionalProperties: false,
    },
  }),
  additionalProperties: false,
} as const;

/** A certificate as it was read; only its outer shape was checked. */
export type Certificate = Shape<typeof certificateSchema>;

/** The parts of a statement that are not in the report. */
export interface Issue {
  /** SHA-256 of the recording. */
  readonly recording: string;
  readonly undecided: readonly string[];
  readonly at: Date;
  readonly validDays: number;
}

const DAY = 86_400_000;

/** The statement for a conforming run, without any key. */
export function statementOf(report: Report, { recording, undecided, at, validDays }: Issue): Statement {
  const { tool, target, run, rule_set, rules, readings = [], capabilities = [] } = report;
  const coverage = Object.entries(run.coverage ?? {}).map(([endpoint, { pairs, met, triples, triples_met }]) => [
    endpoint,
    { pairs, met, ...(triples === undefined ? {} : { triples, triples_met }) },
  ]);
  const statement = {
    tool: { ...tool },
    target: { name: target.name, base_url: target.base_url },
    rule_set: { revision: '', digest: '', ...rule_set },
    rung: run.rung ?? 'public',
    rungs: capabilities.map(({ unlock: _, ...rung }) => rung),
    depth: run.depth ?? 'quick',
    coverage: Object.fromEntries(coverage),
    strict: run.strict === true,
    verdict: 'conforming',
    rules: Object.fromEntries(rules.map(({ id, verdict }) => [id, verdict])),
    readings: Object.fromEntries(readings.map(({ id, branches }) => [id, Object.keys(branches).sort()])),
    seed: run.seed,
    started_at: run.started_at,
    duration_ms: Math.round(run.duration_ms),
    recording: { sha256: recording, undecided: [...undecided] },
    issued_at: at.toISOString(),
    expires_at: new Date(at.getTime() + validDays * DAY).toISOString(),
  };
  return maskDeep(statement, []) as Statement;
}

/** The text of `certificate.json` with a signed statement. */
export function signStatement(statement: Statement, privateKey: KeyObject): string {
  const signature = {
    algorithm: 'Ed25519',
    public_key: publicKeyText(createPublicKey(privateKey)),
    value: sign(null, Buffer.from(canonicalJson(statement)), privateKey).toString('base64'),
  };
  return `${JSON.stringify({ assay_certificate: 1, statement, signature }, null, 2)}\n`;
}

/**
 * Reads the text of a certificate; `name` is the user's name for the file.
 *
 * @throws {UserError} if it is no certificate.
 */
export function parseCertificate(source: string, name: string): Certificate {
  return parseAs(certificateSchema, source, (why) => unreadableCertificate(name, why));
}

/** Why the signature does not match; undefined if the statement is unaltered. */
export function signatureFault({ statement, signature }: Certificate): string | undefined {
  const key = publicKeyOf(signature.public_key);
  if (key === undefined) return 'altered: its public_key is no Ed25519 key';
  const value = Buffer.from(signature.value, 'base64');
  // Several Base64 texts decode to the same bytes; only one of them was signed.
  const isValid =
    value.toString('base64') === signature.value && verify(null, Buffer.from(canonicalJson(statement)), key, value);
  return isValid ? undefined : 'altered: the signature does not fit the statement';
}

/**
 * The statement of a certificate whose signature is valid.
 *
 * @throws {UserError} if a later version, or another tool, made it.
 */
export function readStatement({ statement }: Certificate, name: string): Statement {
  const reading = readShape(statementSchema, statement);
  if (reading.ok) return reading.value;
  throw unreadableCertificate(name, `what it states is of another shape: ${reading.fault}`);
}

/** A public key in the form of certificates. */
export const publicKeyText = (key: KeyObject): string => key.export({ type: 'spki', format: 'der' }).toString('base64');

/** A short form of a public key, for comparison by eye. */
export const keyFingerprint = (publicKey: string): string =>
  `SHA256:${createHash('sha256').update(Buffer.from(publicKey, 'base64')).digest('base64').replaceAll('=', '')}`;

function publicKeyOf(source: string): KeyObject | undefined {
  try {
    const key = createPublicKey({ key: Buffer.from(source, 'base64'), format: 'der', type: 'spki' });
    return key.asymmetricKeyType === 'ed25519' && publicKeyText(key) === source ? key : undefined;
  } catch {
    return undefined;
  }
}

/** How the verdicts of a recording differ from the certified ones. */
export interface Differences {
  /** Rules that the run judged and the recording leaves open. */
  readonly undecided: readonly string[];
  /** A line for each rule with another verdict. */
  readonly different: readonly string[];
}

/**
 * Compares verdicts by rule. A known failure counts as a failure, because a recording has no baseline. Skipped rules
 * are not certified, so they may stay open.
 */
export function compareVerdicts(certified: Statement['rules'], again: Report['rules']): Differences {
  const found = new Map(again.map(({ id, verdict }) => [id, verdict]));
  const undecided: string[] = [];
  const different: string[] = [];
  for (const [id, before] of Object.entries(certified)) {
    const verdict = found.get(id);
    const isOpen = verdict === 'inconclusive' || verdict === 'skip';
    if (verdict === undefined) different.push(`${id}: certified ${before}, not in the recording`);
    else if (plain(before) === plain(verdict) || (before === 'skip' && isOpen)) continue;
    else if (isOpen) undecided.push(id);
    else different.push(`${id}: certified ${before}, by the recording ${verdict}`);
  }
  const unknown = again
    .filter(({ id }) => !Object.hasOwn(certified, id))
    .map(({ id }) => `${id}: in the recording, not certified`);
  return { undecided, different: [...different, ...unknown] };
}

const plain = (verdict: Verdict): Verdict => (verdict === 'known' ? 'fail' : verdict);

const unreadableCertificate = (name: string, why: string): UserError =>
  unreadable(`certificate ${name}`, why, 'Give a certificate.json of `assay check --sign`.');

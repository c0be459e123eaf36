import { createColors } from 'picocolors';
import {
  compareVerdicts,
  escapeControls,
  firstOf,
  keyFingerprint,
  listed,
  parseCertificate,
  plural,
  publicKeyText,
  readStatement,
  type Statement,
  signatureFault,
} from '../../../reports/index.ts';
import { ruleSet } from '../../../spec/index.ts';
import { readNamed } from '../../read-file.ts';
import { version } from '../../version.ts';
import { digestOf } from '../input/input-files.ts';
import { type Interruption, SIGNAL_EXIT_CODES } from '../run/interruption.ts';
import { type Io, wantsColour } from '../run/io.ts';
import { rejudge } from '../run/run-and-report.ts';
import { readPublicKey } from './key-files.ts';

export interface VerifyOptions {
  readonly recording?: string;
  readonly publicKey?: string;
}

/** Maximum number of rules in a list. */
const MAX_RULES = 20;

/** The result for one part of a certificate: its faults, or else a description. */
interface PartResult {
  readonly faults: readonly string[];
  readonly description?: string;
}

/** `assay verify`: returns 0 for a valid certificate; else prints every fault and returns 1. Throws UserError for unreadable files. */
export async function verifyCertificate(
  file: string,
  { recording, publicKey }: VerifyOptions,
  io: Io,
  { interruption, now }: { readonly interruption: Interruption; readonly now: () => Date },
): Promise<number> {
  const certificate = parseCertificate(readNamed('read certificate', file).toString(), file);
  const expectedKey = publicKey === undefined ? undefined : publicKeyText(readPublicKey(publicKey));
  // An unreadable file is reported first, whatever else is wrong.
  const digest = recording === undefined ? '' : digestOf(recording);
  const signer = signerOf(certificate.signature.public_key, expectedKey);
  const altered = signatureFault(certificate);
  if (altered !== undefined) return printResult(io, [altered, ...signer.faults]);

  const statement = readStatement(certificate, file);
  const expired = expiryFaults(statement, now());
  const recordingResult =
    recording === undefined ? undefined : await verifyRecording(recording, digest, statement, io, interruption);
  const signal = interruption.receivedSignal();
  if (signal !== undefined) return SIGNAL_EXIT_CODES[signal];
  const faults = [...signer.faults, ...expired, ...(recordingResult?.faults ?? [])];
  if (faults.length > 0) return printResult(io, faults);
  return printResult(io, [], {
    ...factsOf(statement),
    'signed by': signer.description ?? '',
    recording:
      recordingResult?.description ?? 'not looked at: give it with --recording FILE to have the verdicts judged again',
  });
}

function signerOf(key: string, expectedKey: string | undefined): PartResult {
  const name = keyFingerprint(key);
  if (expectedKey === undefined)
    return { faults: [], description: `${name} (whose that is, --public-key FILE would tell)` };
  if (expectedKey === key) return { faults: [], description: `${name}, the key you gave` };
  return {
    faults: [`wrong key: signed by a key that is not yours (${name}; yours is ${keyFingerprint(expectedKey)})`],
  };
}

function expiryFaults({ expires_at: end }: Statement, at: Date): string[] {
  return at.getTime() < Date.parse(end) ? [] : [`expired: it was good until ${end}, and now it is ${at.toISOString()}`];
}

/** Compares the digest first, because judging another file is useless. */
async function verifyRecording(
  file: string,
  digest: string,
  statement: Statement,
  io: Io,
  interruption: Interruption,
): Promise<PartResult> {
  const { sha256, undecided: expected } = statement.recording;
  if (digest !== sha256)
    return {
      faults: [
        `altered: ${file} is not the recording that was certified (its SHA-256 is ${digest}, certified is ${sha256})`,
      ],
    };
  const settleOptions = { strict: statement.strict, today: statement.started_at.slice(0, 10) };
  const { rules } = await rejudge(file, settleOptions, io, interruption);
  const { undecided, different } = compareVerdicts(statement.rules, rules);
  const unexpectedlyOpen = undecided.filter((id) => !expected.includes(id));
  const differences = [
    ...different,
    ...unexpectedlyOpen.map((id) => `${id}: certified ${statement.rules[id]}, left open by the recording`),
  ];
  const ids = Object.entries(statement.rules).flatMap(([id, verdict]) => (verdict === 'skip' ? [] : [id]));
  const confirmedCount = ids.length - undecided.length;
  if (differences.length > 0)
    return {
      faults: [`other verdicts: ${plural(differences.length, 'rule')}${ruleSetNote(statement)}`, ...rows(differences)],
    };
  if (confirmedCount === 0) return { faults: ['other verdicts: the recording decides no rule'] };
  const openNote =
    undecided.length === 0 ? '' : `; ${undecided.length} rest on the run alone (${listed(undecided, MAX_RULES)})`;
  return { faults: [], description: `judged again: ${plural(confirmedCount, 'verdict')} the same${openNote}` };
}

/** A possible reason for other verdicts: this version has other rules. */
function ruleSetNote({ rule_set: ruleSetOfRun, tool }: Statement): string {
  if (ruleSetOfRun.digest === ruleSet.digest) return '';
  return ` (assay ${tool.version} judged by other rules than this version, ${version}: verify with that one)`;
}

const rows = (lines: readonly string[]): string[] =>
  firstOf(lines, MAX_RULES, (left) => `and ${left} more`).map((line) => `  ${line}`);

function factsOf({ tool, target, rule_set, rung, depth, rules, seed, started_at, issued_at, expires_at }: Statement) {
  const verdicts = Object.values(rules);
  const counts = ['pass', 'warn', 'skip', 'known'].flatMap((name) => {
    const count = verdicts.filter((verdict) => verdict === name).length;
    return count === 0 ? [] : [`${count} ${name}`];
  });
  return {
    target: `${target.name}, ${target.base_url}`,
    verdict: `conforming at rung ${rung}, depth ${depth}, seed ${seed}: ${counts.join(', ')}`,
    rules: `revision ${rule_set.revision}, ${rule_set.digest}`,
    judged: `${started_at} by ${tool.name} ${tool.version}`,
    issued: `${issued_at}, good until ${expires_at}`,
  };
}

/** Prints the result, and returns the exit code. */
function printResult(io: Io, faults: readonly string[], facts: Readonly<Record<string, string>> = {}): number {
  const c = createColors(wantsColour(io.stdout, io.env));
  const lines = [
    ...faults.map((fault) => `  ${fault}`),
    ...Object.entries(facts).map(([name, words]) => `  ${name.padEnd(10)} ${words}`),
  ];
  const head = faults.length === 0 ? c.green('VALID') : c.red('NOT VALID');
  io.stdout.write(`${[head, ...lines.map((line) => escapeControls(line))].join('\n')}\n`);
  return faults.length === 0 ? 0 : 1;
}

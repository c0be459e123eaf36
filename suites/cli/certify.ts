import type { KeyObject } from 'node:crypto';
import { join } from 'node:path';
import {
  compareVerdicts,
  listed,
  plural,
  type Report,
  renderBadge,
  signStatement,
  statementOf,
  writeBeside,
} from '../../reports/index.ts';
import { UserError } from '../../spec/index.ts';
import { digestOf } from './digest.ts';
import type { Interruption } from './interruption.ts';
import type { Io } from './io.ts';
import { readPrivateKey } from './key-files.ts';
import type { CheckOptions } from './options.ts';
import { rejudge } from './run-and-report.ts';

/** How long a certificate is valid by default. */
const VALID_DAYS = 90;

/** Number of rules in a message. */
const MAX_NAMED = 5;

/** The key of a certificate, and the recording that it certifies. */
export interface Signing {
  readonly key: KeyObject;
  readonly recording: string;
  readonly out: string;
  readonly validDays: number;
}

/**
 * Reads the options of `--sign`; undefined without it. Throws UserError for an unusable key or for `--valid-days`
 * alone, before anything is sent.
 */
export function signingOf({ sign, record, validDays }: CheckOptions, out: string): Signing | undefined {
  if (sign === undefined && validDays !== undefined)
    throw new UserError(
      `Cannot use --valid-days ${validDays}: without --sign there is no certificate. Add --sign KEYFILE, or leave it out.`,
    );
  if (sign === undefined) return undefined;
  return {
    key: readPrivateKey(sign),
    recording: record ?? join(out, 'recording.ndjson'),
    out,
    validDays: validDays ?? VALID_DAYS,
  };
}

/** Removes the certificate of an earlier run: it would contradict the new reports beside it. */
export async function removeOldCertificate({ out }: Signing): Promise<void> {
  await writeBeside(out, { 'certificate.json': null, 'badge.svg': null });
}

/**
 * Writes the certificate of a conforming run if its recording, judged again as a verifier does, gives the same
 * verdicts; else says why there is none.
 */
export async function certify(
  report: Report,
  signing: Signing,
  io: Io,
  interruption: Interruption,
  now: () => Date,
): Promise<void> {
  const noCertificate = (why: string): void => void io.stderr.write(`assay: no certificate was written: ${why}\n`);
  const { verdict, gate, run } = report;
  if (verdict !== 'conforming')
    return noCertificate(`the verdict is ${verdict}, and only a conforming run of every rule is certified.`);
  if (gate?.passed === false) return noCertificate('the gate failed.');
  const terms = { strict: run.strict === true, today: run.started_at.slice(0, 10) };
  const rejudged = await rejudge(signing.recording, terms, io, interruption);
  if (interruption.signal.aborted) return noCertificate('the run was ended while its recording was judged.');
  const certified = Object.fromEntries(report.rules.map(({ id, verdict }) => [id, verdict])) as never;
  const { open, other } = compareVerdicts(certified, rejudged.rules);
  if (other.length > 0)
    return noCertificate(
      `its recording says otherwise (${listed(other, MAX_NAMED)}), for it shows every answer at its first sight, and no second look. Run it again on a better day.`,
    );
  const statement = statementOf(report, {
    recording: digestOf(signing.recording),
    undecided: open,
    at: now(),
    validDays: signing.validDays,
  });
  const files = await writeBeside(signing.out, {
    'certificate.json': signStatement(statement, signing.key),
    'badge.svg': renderBadge(statement),
  });
  const rest = open.length === 0 ? '' : `; its recording leaves ${plural(open.length, 'rule')} open`;
  io.stderr.write(
    `assay: certified until ${statement.expires_at.slice(0, 10)}${rest}: ${files.join(', ')}; the recording is ${signing.recording}\n`,
  );
}

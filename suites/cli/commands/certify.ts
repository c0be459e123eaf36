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
} from '../../../reports/index.ts';
import { UserError } from '../../../spec/index.ts';
import { digestOf } from '../input/input-files.ts';
import type { CheckOptions } from '../input/options.ts';
import type { Interruption } from '../run/interruption.ts';
import type { Io } from '../run/io.ts';
import { rejudge } from '../run/run-and-report.ts';
import { readPrivateKey } from './key-files.ts';

/** How long a certificate is valid by default. */
const VALID_DAYS = 90;

/** Maximum number of rules that a message names. */
const MAX_NAMED = 5;

/** How a run is certified: the key, the recording, the folder of the certificate and its validity. */
export interface Signing {
  readonly key: KeyObject;
  readonly recording: string;
  readonly out: string;
  readonly validDays: number;
}

/**
 * Reads the options of `--sign`; undefined without it. Throws UserError for an unusable key or for `--valid-days` without
 * `--sign`, before anything is sent.
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

/** Removes the certificate of an earlier run, which would contradict the new reports in the same folder. */
export async function removeOldCertificate({ out }: Signing): Promise<void> {
  await writeBeside(out, { 'certificate.json': null, 'badge.svg': null });
}

/**
 * Writes the certificate of a conforming run if its recording, judged again as by a verifier, gives the same verdicts.
 * Otherwise prints why there is no certificate.
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
  const settleOptions = { strict: run.strict === true, today: run.started_at.slice(0, 10) };
  const rejudged = await rejudge(signing.recording, settleOptions, io, interruption);
  if (interruption.signal.aborted) return noCertificate('the run was ended while its recording was judged.');
  const certified = Object.fromEntries(report.rules.map(({ id, verdict }) => [id, verdict])) as never;
  const { undecided, different } = compareVerdicts(certified, rejudged.rules);
  if (different.length > 0)
    return noCertificate(
      `its recording, judged again, says otherwise (${listed(different, MAX_NAMED)}). Mostly the server failed now and then: run it again on a better day.`,
    );
  const statement = statementOf(report, {
    recording: digestOf(signing.recording),
    undecided: undecided,
    at: now(),
    validDays: signing.validDays,
  });
  const files = await writeBeside(signing.out, {
    'certificate.json': signStatement(statement, signing.key),
    'badge.svg': renderBadge(statement),
  });
  const note = undecided.length === 0 ? '' : `; its recording leaves ${plural(undecided.length, 'rule')} open`;
  io.stderr.write(
    `assay: certified until ${statement.expires_at.slice(0, 10)}${note}: ${files.join(', ')}; the recording is ${signing.recording}\n`,
  );
}

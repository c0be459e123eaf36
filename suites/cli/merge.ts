import { join } from 'node:path';
import { mergeReports, type NamedReport } from '../../reports/index.ts';
import { certify, removeOldCertificate, signingOf } from './certify.ts';
import { protectInputs, readReport } from './input-files.ts';
import type { Interruption } from './interruption.ts';
import type { Io } from './io.ts';
import { MERGED_RECORDING, mergeRecordings } from './merge-recordings.ts';
import type { CheckOptions } from './options.ts';
import { exitCodeOf, writeAndShow } from './run-and-report.ts';

export type MergeOptions = Pick<CheckOptions, 'out' | 'format' | 'verbose' | 'sign' | 'validDays'>;

/** `assay merge`: joins the reports and recordings of a run's shards; returns the exit code of the joined gate. */
export async function merge(
  files: readonly string[],
  options: MergeOptions,
  io: Io,
  { interruption, now }: { readonly interruption: Interruption; readonly now: () => Date },
): Promise<number> {
  const out = options.out ?? 'reports/out';
  const signing = signingOf({ ...options, record: join(out, MERGED_RECORDING) }, out);
  const shards = files.map((name) => ({ name, report: readReport(name) })) as [NamedReport];
  protectInputs('merge', files, join(out, 'report.json'), 'joined report');
  const joined = mergeReports(shards);
  const recording = await mergeRecordings(shards, out, io);
  const report = recording === undefined ? joined : { ...joined, run: { ...joined.run, recording } };
  if (signing) await removeOldCertificate(signing);
  await writeAndShow(report, { ...options, out }, io);
  if (signing && recording === undefined)
    io.stderr.write('assay: no certificate was written: it names a recording, and there is none of the whole run.\n');
  else if (signing) await certify(report, signing, io, interruption, now);
  return exitCodeOf(report, interruption);
}

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { mergeReports, type NamedReport, prepareDirectory, type Report } from '../../../reports/index.ts';
import { UserError } from '../../../spec/index.ts';
import { readRecordings } from '../../engine/context/read-recording.ts';
import { reasonOf } from '../../read-file.ts';
import { digestOf, protectInputs, readReport } from '../input/input-files.ts';
import type { CheckOptions } from '../input/options.ts';
import type { Interruption } from '../run/interruption.ts';
import type { Io } from '../run/io.ts';
import { exitCodeOf, writeAndShow } from '../run/run-and-report.ts';
import { certify, removeOldCertificate, signingOf } from './certify.ts';

/** The file name of the joined recording, in the folder of the joined report. */
const MERGED_RECORDING = 'recording.ndjson';

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

type Recorded = NonNullable<Report['run']['recording']>;

/**
 * Concatenates the recordings of shards in the order of the reports, if each report names one that exists; otherwise
 * prints why not. Returns the entry for the joined report.
 *
 * @throws {UserError} if a recording is not the one that its report names.
 */
async function mergeRecordings(shards: readonly NamedReport[], out: string, io: Io): Promise<Recorded | undefined> {
  const recordings = shards.map((shard) => ({ ...shard, file: recordingOf(shard) }));
  if (shards.every(({ report }) => report.run.recording === undefined)) return undefined;
  const missing = recordings.find(({ file }) => file === undefined);
  if (missing) {
    io.stderr.write(`assay: the recordings were not joined: ${missingReason(missing)}.\n`);
    return undefined;
  }
  const files = recordings.map(({ file = '' }) => file);
  const mergedFile = join(out, MERGED_RECORDING);
  protectInputs('merge', files, mergedFile, 'joined recording');
  await prepareDirectory(out);
  try {
    writeFileSync(mergedFile, Buffer.concat(files.map((file) => readFileSync(file))));
  } catch (error) {
    throw new UserError(`Cannot write recording ${mergedFile}: ${reasonOf(error)}. Choose another --out DIR.`);
  }
  return { file: MERGED_RECORDING, sha256: digestOf(mergedFile) };
}

const missingReason = ({ name, report: { run } }: NamedReport): string =>
  run.recording === undefined
    ? `${name} names none (run each shard with --record)`
    : `there is no ${run.recording.file} of ${name}, neither there nor beside it`;

/** The recording of a shard: at the path in its report, or in the folder of the report, because reports are moved between machines. */
function recordingOf({ name, report: { run, rules } }: NamedReport): string | undefined {
  if (run.recording === undefined) return undefined;
  const { file, sha256 } = run.recording;
  const folder = dirname(name);
  const candidates = [join(folder, file), join(folder, basename(file))].filter((path) => existsSync(path));
  if (candidates.length === 0) return undefined;
  const match = candidates.find((path) => digestOf(path) === sha256);
  if (match === undefined)
    throw wrongRecording(name, candidates[0], `its SHA-256 is ${digestOf(candidates[0] ?? '')}, not ${sha256}`);
  const recordedRules = readRecordings(match).flatMap(({ settings }) => settings.rules);
  const ids = rules.map(({ id }) => id);
  if (recordedRules.toSorted().join() !== ids.toSorted().join())
    throw wrongRecording(name, match, 'it is of other rules');
  return match;
}

const wrongRecording = (name: string, file: string | undefined, why: string): UserError =>
  new UserError(`Cannot merge ${name}: ${file} is not the recording of that run: ${why}. Give each report its own.`);

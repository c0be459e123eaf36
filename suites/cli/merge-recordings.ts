import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type NamedReport, prepareDirectory, type Report } from '../../reports/index.ts';
import { UserError } from '../../spec/index.ts';
import { readRecordings } from '../engine/read-recording.ts';
import { reasonOf } from '../read-file.ts';
import { digestOf } from './digest.ts';
import type { Io } from './io.ts';
import { realPath } from './replay.ts';

/** What a joined recording is called, in the folder of the joined report. */
export const MERGED_RECORDING = 'recording.ndjson';

type Recorded = NonNullable<Report['run']['recording']>;

/**
 * Joins the recordings of shards, one behind the other as the reports are given, where every report names one that is found; else says why not.
 * Gives what the joined report says of it.
 *
 * @throws {UserError} when a recording is not the one that its report names.
 */
export async function mergeRecordings(
  shards: readonly NamedReport[],
  out: string,
  io: Io,
): Promise<Recorded | undefined> {
  const found = shards.map((shard) => ({ ...shard, file: recordingOf(shard) }));
  if (shards.every(({ report }) => report.run.recording === undefined)) return undefined;
  const lacking = found.find(({ file }) => file === undefined);
  if (lacking) {
    io.stderr.write(`assay: the recordings were not joined: ${whyMissing(lacking)}.\n`);
    return undefined;
  }
  const files = found.map(({ file = '' }) => file);
  const to = join(out, MERGED_RECORDING);
  const over = files.find((file) => realPath(file) === realPath(to));
  if (over !== undefined)
    throw new UserError(
      `Cannot merge ${over}: the joined recording would be written over it. Name another folder with --out DIR.`,
    );
  await prepareDirectory(out);
  try {
    writeFileSync(to, Buffer.concat(files.map((file) => readFileSync(file))));
  } catch (error) {
    throw new UserError(`Cannot write recording ${to}: ${reasonOf(error)}. Choose another --out DIR.`);
  }
  return { file: MERGED_RECORDING, sha256: digestOf(to) };
}

const whyMissing = ({ name, report: { run } }: NamedReport): string =>
  run.recording === undefined
    ? `${name} names none (run each shard with --record)`
    : `there is no ${run.recording.file} of ${name}, neither there nor beside it`;

/** The recording of a shard, where its report says or, since reports are carried from machine to machine, beside it. */
function recordingOf({ name, report: { run, rules } }: NamedReport): string | undefined {
  if (run.recording === undefined) return undefined;
  const { file, sha256 } = run.recording;
  const folder = dirname(name);
  const there = [join(folder, file), join(folder, basename(file))].filter((path) => existsSync(path));
  if (there.length === 0) return undefined;
  const own = there.find((path) => digestOf(path) === sha256);
  if (own === undefined)
    throw wrongRecording(name, there[0], `its SHA-256 is ${digestOf(there[0] ?? '')}, and should be ${sha256}`);
  const held = readRecordings(own).flatMap(({ settings }) => settings.rules);
  const ids = rules.map(({ id }) => id);
  if (held.toSorted().join() !== ids.toSorted().join()) throw wrongRecording(name, own, 'it is of other rules');
  return own;
}

const wrongRecording = (name: string, file: string | undefined, why: string): UserError =>
  new UserError(`Cannot merge ${name}: ${file} is not the recording of that run: ${why}. Give each report its own.`);

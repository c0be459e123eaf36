import { elide, escapeControls } from '../../../reports/index.ts';
import { findRule, readShape, type Shape, UserError } from '../../../spec/index.ts';
import {
  RECORDING_END,
  type RecordedExchange,
  recordedExchange,
  recordingHeader,
} from '../../http/transport/recording.ts';
import { readNamed } from '../../read-file.ts';
import type { RunSettings } from './settings.ts';

const FIRST_LINE_START = '{"assay_recording"';

export interface Recording {
  readonly settings: RunSettings;
  /** True if other programs made the requests. */
  readonly traffic: boolean;
  /** True if the run finished. */
  readonly complete: boolean;
  readonly exchanges: readonly RecordedExchange[];
}

/** Reads one recording of a file, by default the first. Throws UserError as {@link readRecordings} does. */
export function readRecording(file: string, part = 0): Recording {
  const { lines, starts } = readLines(file);
  return readPart(file, lines, starts[part] ?? lines.length, starts[part + 1]);
}

/**
 * Reads all recordings of a file: one, or one for each shard of a run. Each is judged separately, because shards may send
 * the same requests and get different responses. Throws UserError with the line and the field if the file is no recording,
 * is cut off, or names rules that this version does not have.
 */
export function readRecordings(file: string): readonly Recording[] {
  const { lines, starts } = readLines(file);
  return starts.map((start, part) => readPart(file, lines, start, starts[part + 1]));
}

function readLines(file: string): { readonly lines: readonly string[]; readonly starts: readonly number[] } {
  const lines = readNamed('read recording', file).toString().split('\n');
  return { lines, starts: lines.flatMap((line, at) => (at === 0 || line.startsWith(FIRST_LINE_START) ? [at] : [])) };
}

function readPart(file: string, lines: readonly string[], start: number, end = lines.length): Recording {
  const { settings, traffic = false } = readLine(recordingHeader, file, lines, start);
  const unknown = settings.rules.find((id) => findRule(id) === undefined);
  if (unknown !== undefined)
    throw unreadableError(file, `this version has no rule "${elide(unknown, 80)}"`, RECORD_ANEW);
  const nonEmptyLines = lines.slice(start + 1, end).flatMap((line, at) => (line === '' ? [] : [start + 1 + at]));
  const complete = lines[nonEmptyLines.at(-1) ?? start] === RECORDING_END;
  if (complete) nonEmptyLines.pop();
  return {
    settings,
    traffic,
    complete,
    exchanges: nonEmptyLines.map((at) => readLine(recordedExchange, file, lines, at)),
  };
}

const RECORD_ANEW = 'Record anew with `assay check --record FILE`';

function readLine<S extends object>(schema: S, file: string, lines: readonly string[], at: number): Shape<S> {
  let value: unknown;
  try {
    value = JSON.parse(lines[at] ?? '');
  } catch {
    if (at === 0) throw unreadableError(file, 'its first line is not that of a recording', RECORD_ANEW);
    throw unreadableError(file, `line ${at + 1} is no JSON`, 'Was the run cut off while writing? Remove that line');
  }
  const parsed = readShape(schema, value);
  if (parsed.ok) return parsed.value;
  throw unreadableError(file, `line ${at + 1}: ${elide(parsed.fault, 200)}`, RECORD_ANEW);
}

const unreadableError = (file: string, why: string, next: string): UserError =>
  new UserError(`Cannot read recording ${escapeControls(`${file}: ${why}`)}. ${next}.`);

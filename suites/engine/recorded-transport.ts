import { readFileSync } from 'node:fs';
import { recordingTransport, replayTransport } from '../target/recorded-transport.ts';
import type { RecordedExchange, RecordingHeader } from '../target/recording.ts';
import { createTransport, type Transport } from '../target/transport.ts';
import { SHARED, scope } from './scope.ts';
import type { RunSettings } from './settings.ts';

const scopeOf = (): string => scope.getStore() ?? SHARED;

/** The keys of a profile, as a list of secrets. */
export const secretsOf = (settings: RunSettings): readonly string[] =>
  Object.values(settings.profile.keys).filter((key) => key !== undefined);

/** The transport of a run: over HTTP, recording where asked to, or from a recording. */
export function openTransport(settings: RunSettings): Transport {
  const secrets = secretsOf(settings);
  if (settings.recording !== undefined)
    return replayTransport(readRecording(settings.recording).exchanges, secrets, scopeOf);
  const transport = createTransport(settings.concurrency * 2 + 32);
  return settings.recordTo === undefined
    ? transport
    : recordingTransport(transport, settings.recordTo, secrets, scopeOf);
}

/** Thrown for a recording that cannot be read; the message names the file, the line and the next step. */
export class RecordingUnreadable extends Error {
  override readonly name = 'RecordingUnreadable';
}

/** Reads a recording. Throws {@link RecordingUnreadable}. */
export function readRecording(file: string): { header: RecordingHeader; exchanges: readonly RecordedExchange[] } {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : error;
    throw new RecordingUnreadable(
      `Cannot read recording ${file}: ${code === 'ENOENT' ? 'there is no such file' : code}. Check the path.`,
    );
  }
  const [first, ...rest] = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line, at) => parseLine(file, line, at + 1));
  if (!isHeader(first))
    throw new RecordingUnreadable(
      `Cannot read recording ${file}: its first line is no header. Record anew with \`assay check --record FILE\`.`,
    );
  return { header: first, exchanges: rest as RecordedExchange[] };
}

function parseLine(file: string, line: string, number: number): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw new RecordingUnreadable(
      `Cannot read recording ${file}: line ${number} is no JSON. Was the run cut off while writing? Remove that line.`,
    );
  }
}

function isHeader(value: unknown): value is RecordingHeader {
  return typeof value === 'object' && value !== null && 'assay_recording' in value && 'settings' in value;
}

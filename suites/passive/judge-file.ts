import { readFileSync, writeFileSync } from 'node:fs';
import { UserError } from '../../spec/index.ts';
import { judgeRecording } from '../cli/commands/check.ts';
import type { CheckOptions } from '../cli/input/options.ts';
import type { Interruption } from '../cli/run/interruption.ts';
import type { Io } from '../cli/run/io.ts';
import { readRecordings } from '../engine/context/read-recording.ts';
import { type RecordedExchange, recordedResponse } from '../http/transport/recording.ts';
import { reasonOf } from '../read-file.ts';
import { parseEndpointUrl } from './call-of.ts';
import { readHar, writeHar } from './har.ts';
import { reportTraffic } from './traffic.ts';
import { type PassingExchange, Witness } from './witness.ts';

export type JudgeFileOptions = Pick<CheckOptions, 'rules' | 'out' | 'format' | 'strict' | 'verbose'> & {
  /** Converts the recording to an HTTP archive in this file, in place of judging it. */
  readonly har?: string;
};

/** `assay judge FILE`: judges the recording of a check or of a proxy, or an HTTP archive. Sends nothing. */
export async function judgeFile(
  file: string,
  options: JudgeFileOptions,
  io: Io,
  interruption: Interruption,
): Promise<number> {
  const startedAt = new Date();
  if (isArchive(file)) {
    if (options.har !== undefined) throw new UserError(`Cannot write ${file} as an archive: it is one already.`);
    return judgeTraffic(readHar(file, readFileSync(file, 'utf8')), file, options, io, interruption);
  }
  const recordings = readRecordings(file);
  const exchanges = recordings.flatMap((one) => one.exchanges);
  if (options.har !== undefined) return saveHar(options.har, exchanges, startedAt, io);
  if (!recordings.some(({ traffic }) => traffic)) return judgeRecording(file, options, io, interruption);
  return judgeTraffic(exchanges.map(passedOf), file, options, io, interruption);
}

async function judgeTraffic(
  passed: readonly PassingExchange[],
  file: string,
  options: JudgeFileOptions,
  io: Io,
  interruption: Interruption,
): Promise<number> {
  if (options.rules !== undefined)
    throw new UserError('Cannot choose rules for traffic of others: what it shows decides. Leave --rules out.');
  const startedAt = new Date();
  const began = performance.now();
  const bases = passed.flatMap(({ request }) => parseEndpointUrl(request.method, request.url)?.base ?? []);
  const [base, ...others] = [...new Set(bases)];
  if (base === undefined)
    throw new UserError(
      `Cannot judge ${file}: it holds no request to an operation of the API, such as POST /v1/finder.`,
    );
  if (others.length > 0)
    throw new UserError(
      `Cannot judge ${file}: it holds requests to several servers (${[base, ...others].join(', ')}). Leave one in it.`,
    );
  const witness = new Witness();
  for (const one of passed) witness.see(one);
  const frame = { base, startedAt, durationMs: Math.round(performance.now() - began), interruption };
  return reportTraffic(witness, { ...frame, notes: [`Judged from ${file}.`] }, options, io);
}

/** An archive is one JSON object; a recording has an object on each line, and the first one identifies it. */
function isArchive(file: string): boolean {
  try {
    const head = readFileSync(file, 'utf8').slice(0, 10_000);
    return !/^\s*\{[^\n]*"assay_recording"/.test(head) && (/\.har$/i.test(file) || /^\s*\{\s*"log"/.test(head));
  } catch {
    // The reader reports it with its reason.
    return false;
  }
}

function passedOf(exchange: RecordedExchange): PassingExchange {
  const { request } = exchange;
  const response = recordedResponse(exchange);
  const body = request.body === undefined ? {} : { body: Buffer.from(request.body, 'utf8') };
  return {
    request: { method: request.method, url: request.url, headers: request.headers, ...body },
    response,
    startedAt: 0,
    endedAt: response.chunks.at(-1)?.at ?? 0,
  };
}

function saveHar(to: string, exchanges: readonly RecordedExchange[], startedAt: Date, io: Io): number {
  try {
    writeFileSync(to, writeHar(exchanges, startedAt));
  } catch (error) {
    throw new UserError(`Cannot write ${to}: ${reasonOf(error)}. Choose another --har FILE.`);
  }
  io.stdout.write(`${exchanges.length} exchanges written to ${to}\n`);
  return 0;
}

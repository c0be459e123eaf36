import { appendFileSync } from 'node:fs';
import { prepareDirectory } from '../../reports/index.ts';
import { UserError } from '../../spec/index.ts';
import type { Interruption } from '../cli/run/interruption.ts';
import type { Io } from '../cli/run/io.ts';
import { startRecording } from '../cli/run/run-and-report.ts';
import { notesOnWay } from '../http/transport/network.ts';
import { recordExchange } from '../http/transport/recording.ts';
import { type Difference, withDifference } from './between.ts';
import { parseEndpointUrl } from './call-of.ts';
import { startProxy } from './proxy.ts';
import { reportTraffic, type TrafficOptions, trafficSettings, violationLine } from './traffic.ts';
import { type PassingExchange, Witness } from './witness.ts';

export interface ProxyCommandOptions extends TrafficOptions {
  readonly target: string;
  readonly host: string;
  readonly port: number;
  readonly timeout?: number;
  readonly record?: string;
}

/** After so many lines for one rule, its violations are only counted. */
const LINES_PER_RULE = 3;

/**
 * `assay proxy`: forwards and judges until a signal, then writes the reports and returns the exit code of the verdict.
 */
export async function runProxy(
  options: ProxyCommandOptions,
  io: Io,
  { interruption, difference }: { readonly interruption: Interruption; readonly difference?: Difference | undefined },
): Promise<number> {
  const target = targetOf(options.target);
  const startedAt = new Date();
  const began = performance.now();
  const { record, out = 'reports/out', timeout: timeoutMs = 30_000 } = options;
  // Before a day's traffic, not after it.
  await prepareDirectory(out);
  if (record !== undefined) await startRecording(record, trafficSettings(target), { traffic: true });
  const witness = new Witness();
  const onPassed = (passed: PassingExchange): void => {
    try {
      for (const violation of witness.see(passed))
        if (violation.times <= LINES_PER_RULE) io.stdout.write(`${violationLine(violation)}\n`);
      if (record !== undefined) note(record, passed);
    } catch (error) {
      interruption.noteFault(error);
    }
  };
  const proxy = await startProxy({
    ...{ target, timeoutMs, onPassed, host: options.host, port: options.port },
    ...(difference && { between: withDifference(difference) }),
  });
  io.stdout.write(`assay proxy listening on ${proxy.url}, forwarding to ${target}\n`);
  io.stderr.write('Point your client at it. Ctrl-C ends it and writes the reports.\n');
  if (!interruption.signal.aborted)
    await new Promise((done) => interruption.signal.addEventListener('abort', done, { once: true }));
  await proxy.close();
  const durationMs = Math.round(performance.now() - began);
  const frame = { base: target, startedAt, durationMs, notes: notesOnWay(target), interruption, endsBySignal: true };
  return reportTraffic(witness, frame, { ...options, out }, io);
}

/** Records only what concerns the API, with redacted keys. */
function note(file: string, { request, response }: PassingExchange): void {
  if (parseEndpointUrl(request.method, request.url) === undefined) return;
  const key = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1];
  const line = recordExchange('shared', request, response, key === undefined ? [] : [key], Number.POSITIVE_INFINITY);
  appendFileSync(file, `${JSON.stringify(line)}\n`);
}

function targetOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '')
    throw new UserError(
      `Cannot forward to ${JSON.stringify(text.slice(0, 200))}: it is no http or https address. Give one such as https://api.example.`,
    );
  return url.href.replace(/\/+$/, '');
}

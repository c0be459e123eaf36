import { endpoints, type JsonObject } from '../../spec/index.ts';
import { lastEventOf, messageOf, streamOf } from '../http/exchange/stream.ts';
import { broken, type Judgement, Unjudgeable } from '../judges/judgement.ts';
import { bodyOf, objectIn } from '../judges/read.ts';
import type { ClientRequest } from './journal.ts';
import type { ClientResult } from './run-client.ts';
import type { Scenario } from './scenarios.ts';

/** One run of a scenario: everything that a judge of clients looks at. */
export interface ScenarioRun extends ClientResult {
  readonly scenario: Scenario;
  readonly apiKey: string;
  readonly journal: readonly ClientRequest[];
  readonly timeoutMs: number;
  /** True if the client printed a result line in some scenario of the run. */
  readonly speaks: boolean;
}

/** Path of a request without its query. */
export const pathOf = ({ path }: ClientRequest): string => path.split('?')[0] ?? '';

/** The requests to the endpoint of the scenario. */
export function requestsTo({ scenario, journal }: ScenarioRun): readonly ClientRequest[] {
  const { method, path } = endpoints[scenario.request.endpoint];
  return journal.filter((entry) => entry.method === method && pathOf(entry) === path);
}

/** The last request to the endpoint, which the result line is about. */
export const lastRequest = (scenarioRun: ScenarioRun): ClientRequest | undefined => requestsTo(scenarioRun).at(-1);

export const succeeded = ({ status }: ClientRequest): boolean => status >= 200 && status < 300;

/** The content of a chat stream, in the form of the contract. */
export interface Streamed {
  readonly content: JsonObject;
  /** The payload of an `error` event. */
  readonly error: JsonObject | undefined;
  /** Whether its end marker was sent; if not, the client had left. */
  readonly whole: boolean;
}

/** The response as a stream; undefined for any other. */
export function streamedIn({ type, answer }: ClientRequest): Streamed | undefined {
  if (type !== 'text/event-stream') return undefined;
  const parsed = streamOf({ body: answer });
  const list = (name: string): unknown => lastEventOf(parsed, name)?.value?.[name] ?? null;
  const content = { message: messageOf(parsed), sources: list('sources') };
  return {
    content: { ...content, follow_up_questions: list('follow_up_questions') },
    error: objectIn(lastEventOf(parsed, 'error')?.value?.error),
    whole: parsed.doneAt >= 0,
  };
}

/**
 * The content of a success: a JSON body, or a joined stream; `left` if the client did not wait for its end, undefined
 * for anything else.
 */
export function contentOf(entry: ClientRequest): JsonObject | 'left' | undefined {
  if (!succeeded(entry)) return undefined;
  const streamed = streamedIn(entry);
  if (streamed === undefined) return entry.answered === undefined ? 'left' : bodyOf({ body: entry.answer });
  if (streamed.error !== undefined) return undefined;
  return streamed.whole ? streamed.content : 'left';
}

/**
 * The judgement of a scenario without a result line. A client that was killed between attempts leaves nothing to judge;
 * one that printed a line elsewhere is broken; else nobody knows.
 */
export function judgeMissingLine(scenarioRun: ScenarioRun): Judgement {
  const { ended, speaks } = scenarioRun;
  if (ended === undefined) {
    if ((lastRequest(scenarioRun)?.status ?? 0) >= 500) return 'nothing';
    throw new Unjudgeable(`it ${endOf(scenarioRun)}`);
  }
  const said = errorIn(scenarioRun);
  if (speaks) return broken(`The client ended ${ended} without a result line.${said}`);
  throw new Unjudgeable(`no scenario gave a result line; the client ended ${ended}.${said}`);
}

/** How a client ended, after «it». */
export function endOf({ ended, timeoutMs }: ScenarioRun): string {
  if (ended !== undefined) return `ended ${ended}`;
  return `did not end within ${timeoutMs / 1_000} s and was killed; --timeout MS gives it longer`;
}

/** The line of stderr that names the error: it says more than a stack trace or the version of a runtime. Empty without any. */
export function errorIn({ stderr }: ScenarioRun): string {
  const lines = stderr.split('\n');
  const errorLine = lines.findLast((line) => /(error|exception)\b/i.test(line)) ?? lines.at(-1) ?? '';
  return stderr === '' ? '' : ` Its stderr: ${errorLine.trim().slice(0, 200)}`;
}

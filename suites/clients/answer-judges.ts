import { formatValue } from '../judges/format-value.ts';
import { broken, type Judgement, tolerated } from '../judges/judgement.ts';
import { bodyOf, objectIn, objectsIn } from '../judges/read.ts';
import type { ClientRequest } from './journal.ts';
import { differenceIn } from './same-content.ts';
import {
  contentOf,
  judgeMissingLine,
  lastRequest,
  requestsTo,
  type ScenarioRun,
  streamedIn,
  succeeded,
} from './scenario-run.ts';

/** Citation tokens. Source: Citation rules, rule 1. */
const TOKEN = /\[([A-Z]{2,}\d+)\]/g;
/** Longest text that may stand for a token that a client changed. */
const LONGEST_MARK = 40;

const tokensIn = (text: unknown): string[] =>
  typeof text === 'string' ? [...text.matchAll(TOKEN)].map(([, id = '']) => id) : [];

/** Whether the text around the tokens was preserved, whatever became of the tokens. */
function isTextKept(sent: unknown, given: unknown): boolean {
  if (sent === given || typeof sent !== 'string' || typeof given !== 'string') return sent === given;
  const texts = sent.split(/\[[A-Z]{2,}\d+\]/).map((text) => text.trim());
  // Adjacent tokens make one gap.
  const pieces = texts.filter((text, at) => text !== '' || at === 0 || at === texts.length - 1);
  const literal = pieces.map((text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^\\s*${literal.join(`[^]{0,${LONGEST_MARK}}?`)}\\s*$`).test(given);
}

/**
 * The result of a success beside what was sent, or the judgement if there is none. `sent` is undefined if no whole
 * response came.
 */
function received(scenarioRun: ScenarioRun): { sent: Record<string, unknown>; given: unknown } | Judgement {
  const last = lastRequest(scenarioRun);
  const sent = last && contentOf(last);
  if (last === undefined || sent === undefined) return 'nothing';
  const { line } = scenarioRun;
  if (line === undefined) return judgeMissingLine(scenarioRun);
  if (!line.ok) return broken(`The client reports a failure (${shownFailure(line)}), where the answer was 200.`);
  if (sent === 'left') return broken('The client reports a success, and left the answer before its end.');
  return { sent, given: line.result };
}

const isJudgement = (value: object | string): value is Judgement => typeof value === 'string' || 'kind' in value;

const shownFailure = ({ status, code }: { status: number | null; code: string | null }): string =>
  `status ${status}, code ${formatValue(code)}`;

/** The caller gets what was sent, or only `fields` of it. Citation tokens have a rule of their own. */
export const givesContent =
  (fields?: readonly string[]) =>
  (scenarioRun: ScenarioRun): Judgement => {
    const found = received(scenarioRun);
    if (isJudgement(found)) return found;
    const { endpoint } = scenarioRun.scenario.request;
    const message = objectIn(found.given)?.message;
    const sent = isTextKept(found.sent.message, message) ? { ...found.sent, message } : found.sent;
    const difference = differenceIn(endpoint, sent, found.given, fields);
    return difference === undefined ? 'fine' : broken(`In the client's result ${difference}.`);
  };

/** Tokens stand in the message as they came. If the text around them differs, another rule says so. */
export function keepsTokens(scenarioRun: ScenarioRun): Judgement {
  const found = received(scenarioRun);
  if (isJudgement(found)) return 'nothing';
  const message = objectIn(found.given)?.message;
  const [sent, given] = [tokensIn(found.sent.message), tokensIn(message)];
  if (sent.length === 0 || !isTextKept(found.sent.message, message)) return 'nothing';
  if (sent.join() === given.join()) return 'fine';
  return broken(`The client's message holds the tokens ${formatValue(given)}, where ${formatValue(sent)} were sent.`);
}

/** If a client prints what it looked up, each token leads to the source of that id. */
export function citesById(scenarioRun: ScenarioRun): Judgement {
  const found = received(scenarioRun);
  const citations = isJudgement(found) ? undefined : objectIn(objectIn(found.given)?.citations);
  if (isJudgement(found) || citations === undefined) return 'nothing';
  const sources = objectsIn(found.sent.sources);
  const ids = new Set(tokensIn(objectIn(found.given)?.message));
  for (const id of ids) {
    const url = sources.find(({ item }) => item.id === id)?.item.url;
    if (url !== undefined && citations[id] !== url)
      return broken(
        `The client looked [${id}] up as ${formatValue(citations[id])}, where the source of that id has ${formatValue(url)}.`,
      );
  }
  return ids.size === 0 ? 'nothing' : 'fine';
}

/** An `error` event is a failure; a client that retried successfully reports that response. */
export function failsInBand(scenarioRun: ScenarioRun): Judgement {
  const last = lastRequest(scenarioRun);
  const error = last && streamedIn(last)?.error;
  if (last === undefined || error === undefined)
    return requestsTo(scenarioRun).some((entry) => streamedIn(entry)?.error) ? givesContent()(scenarioRun) : 'nothing';
  const { line } = scenarioRun;
  if (line === undefined) return judgeMissingLine(scenarioRun);
  if (line.ok) return broken('The client reports a success, where the stream ended with an `error` event.');
  if (line.code !== error.code && line.code !== null)
    return broken(
      `The client reports the code ${formatValue(line.code)}, where the \`error\` event said ${formatValue(error.code)}.`,
    );
  if (line.code === null) return tolerated('The client reports no code, where the `error` event had one.');
  return line.status === null || line.status === last.status
    ? 'fine'
    : tolerated(`The client reports status ${line.status}, where the stream had ${last.status}.`);
}

/** Whether a stream ended without its end marker although the client stayed. */
const isCut = (entry: ClientRequest): boolean =>
  streamedIn(entry)?.whole === false && (entry.answered !== undefined || entry.isBroken);

/** Half a response is a failure, whatever it is called; a client that retried successfully reports that response. */
export function noticesCut(scenarioRun: ScenarioRun): Judgement {
  const last = lastRequest(scenarioRun);
  if (last === undefined || !isCut(last))
    return requestsTo(scenarioRun).some(isCut) ? givesContent()(scenarioRun) : 'nothing';
  const { line, ended, speaks } = scenarioRun;
  if (line?.ok) return broken('The client reports a success, where the stream ended in the middle, without `[DONE]`.');
  if (line !== undefined) return 'fine';
  // It noticed that something is wrong, even without a line about it.
  if (speaks && ended !== undefined && ended !== 'with exit code 0')
    return tolerated(`The client ended ${ended} without a result line, where the stream ended without \`[DONE]\`.`);
  return judgeMissingLine(scenarioRun);
}

/** As `givesContent`; an empty list is given as null (contract, section 5), although an empty one harms nobody. */
export function givesNullForEmpty(scenarioRun: ScenarioRun): Judgement {
  const judged = givesContent()(scenarioRun);
  const { line } = scenarioRun;
  if (judged !== 'fine' || !line?.ok) return judged;
  const lists = ['sources', 'follow_up_questions'];
  const empty = lists.find((name) => {
    const list = objectIn(line.result)?.[name];
    return Array.isArray(list) && list.length === 0;
  });
  return empty === undefined
    ? 'fine'
    : tolerated(`In the client's result \`${empty}\` is [], where null is wanted: the stream had none.`);
}

interface Refusal {
  readonly status: number;
  readonly code: unknown;
  readonly detail: unknown;
  readonly line: NonNullable<ScenarioRun['line']>;
}

/** The last response if it is a refusal, or the judgement if it is none. */
function refusal(scenarioRun: ScenarioRun): Refusal | Judgement {
  const last = lastRequest(scenarioRun);
  if (last === undefined || last.answered === undefined || succeeded(last)) return 'nothing';
  const { line } = scenarioRun;
  if (line === undefined) return judgeMissingLine(scenarioRun);
  const body = bodyOf({ body: last.answer });
  return { status: last.status, code: objectIn(body?.error)?.code, detail: body?.detail, line };
}

/** Any status but 2xx is a failure with that status. */
export function reportsStatus(scenarioRun: ScenarioRun): Judgement {
  const found = refusal(scenarioRun);
  if (isJudgement(found)) return found;
  const { status, line } = found;
  if (line.ok) return broken(`The client reports a success, where the answer was ${status}.`);
  if (line.status === status) return 'fine';
  const what = `The client reports status ${line.status}, where the answer was ${status}.`;
  return line.status === null ? tolerated(what) : broken(what);
}

/** The code is `error.code` of the body. */
export function reportsCode(scenarioRun: ScenarioRun): Judgement {
  const found = refusal(scenarioRun);
  if (isJudgement(found) || found.line.ok || typeof found.code !== 'string') return 'nothing';
  if (found.line.code === found.code) return 'fine';
  const what = `The client reports the code ${formatValue(found.line.code)}, where the answer had ${formatValue(found.code)}.`;
  return found.line.code === null ? tolerated(what) : broken(what);
}

/** A 422 with `detail` has no code. One that is a `type` of its detail was at least sent; any other is made up. */
export function reportsNoCode(scenarioRun: ScenarioRun): Judgement {
  const found = refusal(scenarioRun);
  if (isJudgement(found)) return found;
  const { status, detail, line } = found;
  if (!Array.isArray(detail)) return 'nothing';
  if (line.ok) return broken(`The client reports a success, where the answer was ${status} with \`detail\`.`);
  if (line.code === null) return 'fine';
  const what = `The client reports the code ${formatValue(line.code)}, where the answer had none`;
  const isType = objectsIn(detail).some(({ item }) => item.type === line.code);
  return isType ? tolerated(`${what}: it is a type of its detail.`) : broken(`${what}.`);
}

/** assay as a library: a whole run, or one exchange judged in a test of your own. */
import type { Report } from '../../reports/index.ts';
import { findRule } from '../../spec/index.ts';
import { selectRules } from '../cli/input/select-rules.ts';
import { expectedOf } from '../engine/failure/confirm.ts';
import { Witness } from '../passive/witness.ts';
import { beginJudging, type ConformanceOptions, type Watching } from './judging.ts';

export type { Report, RuleReport } from '../../reports/index.ts';
export { UserError } from '../../spec/index.ts';

/** What is judged and how, with callbacks. */
export interface CheckOptions extends ConformanceOptions, Watching {}

/**
 * Judges a server as `assay check` does, and returns the report of `report.json`. Prints nothing and writes no file. A
 * server that cannot be reached or judged gives an inconclusive report. Rejects with UserError for unusable options or
 * an unusable profile.
 */
export async function check({ onVerdict, signal, ...options }: CheckOptions = {}): Promise<Report> {
  const judging = await beginJudging(options, selectRules(options.rules), { onVerdict, signal });
  return judging.whole();
}

/** A rule that a response breaks. */
export interface Broken {
  readonly rule: string;
  readonly level: 'MUST' | 'SHOULD' | 'MAY';
  readonly clause: string;
  /** What the specification promises, in one sentence. */
  readonly expected: string;
  /** What the response contains, in one sentence. */
  readonly actual: string;
}

/** The result for one exchange. */
export interface Judged {
  /**
   * Ids of the rules that apply to the response; none if the request is not part of the API, or not allowed by the
   * specification.
   */
  readonly rules: readonly string[];
  readonly broken: readonly Broken[];
}

/**
 * Judges one response by the rules about a single response: to accepted requests, and to refusals (400, 401, 402, 403,
 * 422). Sends nothing. Both bodies remain readable; neither may have been read before.
 */
export async function judge(request: Request, response: Response): Promise<Judged> {
  const witness = new Witness();
  const [sent, came] = await Promise.all([bytesOf(request), bytesOf(response)]);
  const violations = witness.see({
    request: { method: request.method, url: request.url, headers: Object.fromEntries(request.headers), body: sent },
    response: {
      status: response.status,
      headers: [...response.headers],
      body: came,
      chunks: [{ at: 0, length: came.byteLength }],
    },
    startedAt: 0,
    endedAt: 0,
  });
  const broken = violations.map(({ rule, finding }): Broken => {
    const { level = 'MUST', clause = '' } = findRule(rule) ?? {};
    return { rule, level, clause, expected: expectedOf(rule, finding), actual: finding.actual };
  });
  const rules = witness.results().filter(({ outcome }) => outcome.judged > 0);
  return { rules: rules.map(({ rule }) => rule), broken };
}

const bytesOf = async (message: Request | Response): Promise<Uint8Array> =>
  new Uint8Array(await message.clone().arrayBuffer());

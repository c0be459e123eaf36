/** assay as a library: a whole run, or one exchange judged inside of one's own tests. */
import type { Report } from '../../reports/index.ts';
import { findRule } from '../../spec/index.ts';
import { selectRules } from '../cli/select-rules.ts';
import { expectedOf } from '../engine/confirm.ts';
import { Witness } from '../passive/witness.ts';
import { beginJudging, type ConformanceOptions, type Watching } from './judging.ts';

export type { Report, RuleReport } from '../../reports/index.ts';
export { UserError } from '../../spec/index.ts';

/** What is judged, how, and who watches. */
export interface CheckOptions extends ConformanceOptions, Watching {}

/**
 * Judges a server as `assay check` does, and gives the report that would stand in `report.json`. Nothing is printed and no file is written. A server
 * that cannot be reached or judged gives an inconclusive report. Rejects with UserError for options or a profile that cannot be used.
 */
export async function check({ onVerdict, signal, ...options }: CheckOptions = {}): Promise<Report> {
  const judging = await beginJudging(options, selectRules(options.rules), { onVerdict, signal });
  return judging.whole();
}

/** A rule that one answer breaks. */
export interface Broken {
  readonly rule: string;
  readonly level: 'MUST' | 'SHOULD' | 'MAY';
  readonly clause: string;
  /** What the specification promises, in one sentence. */
  readonly expected: string;
  /** What the answer holds, in one sentence. */
  readonly actual: string;
}

/** What came of one exchange. */
export interface Judged {
  /** Ids of the rules that the answer speaks of; none where the request is none of the API, or is one that the specification does not allow. */
  readonly rules: readonly string[];
  readonly broken: readonly Broken[];
}

/**
 * Judges one answer by the rules that speak of a single one: of accepted requests, and of refusals (400, 401, 402, 403, 422). Sends nothing, and leaves both
 * bodies to be read by others; neither may have been read before.
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

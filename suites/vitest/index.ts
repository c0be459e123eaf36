import { afterAll, beforeAll, describe, type TestContext, test } from 'vitest';
import { type RuleReport, renderRule } from '../../reports/index.ts';
import { selectRules } from '../cli/input/select-rules.ts';
import { beginJudging, type ConformanceOptions, isSettledLast, type Judging } from '../library/judging.ts';

export type { ConformanceOptions } from '../library/judging.ts';

/** Timeout in milliseconds; 0 is none. A test takes as long as its rule, and each request has its own timeout. */
const UNBOUNDED = 0;

/** The text of a failure. */
const SHAPE = { width: 110, lines: 40, colour: false, unicode: true } as const;

/**
 * Declares one vitest test for each rule. They share one session, which judges all rules in parallel and starts before
 * the first test; a rule that a filter leaves out sends nothing. The test of a rule that is broken or cannot be judged
 * fails with the evidence; skips, warnings and notes have their reasons. Throws UserError for a rule that does not
 * exist.
 */
export function conformance(options: ConformanceOptions = {}): void {
  const rules = selectRules(options.rules);
  let judging: Judging | undefined;
  const passed = new Set<string>();
  const declared = describe(`conformance of ${nameOf(options)}`, () => {
    beforeAll(async () => {
      const left = new Set(declared.tasks.filter(({ mode }) => mode === 'skip').map(({ name }) => name));
      const chosen = rules.filter((rule) => !left.has(rule));
      const begun = await beginJudging(options, chosen);
      if (begun.preflightFailure !== undefined) {
        await begun.end();
        throw new Error(begun.preflightFailure);
      }
      judging = begun;
    }, UNBOUNDED);
    afterAll(async () => {
      const report = await judging?.end();
      const open = report?.rules.filter(({ verdict }) => verdict === 'fail' || verdict === 'inconclusive') ?? [];
      // Some rules are settled only by the whole run, after their test passed.
      const [late] = open.filter(({ id }) => passed.has(id));
      if (late) throw new RuleNotKept(late, `${commandOf(options)} --rules ${late.id}`);
      // If a budget cut the run short, or nothing could be judged, no test shows it.
      if (report?.gate?.passed === false && open.length === 0) throw new Error(report.verdict_reason);
    }, UNBOUNDED);
    // Rules whose verdict may change until the end come last, so that others need not wait for them.
    for (const rule of rules.toSorted((one, other) => Number(isSettledLast(one)) - Number(isSettledLast(other))))
      test(rule, { timeout: UNBOUNDED }, async (context) => {
        if (!judging) return;
        await tell(await judging.verdictOf(rule), context, `${commandOf(options)} --rules ${rule}`);
        passed.add(rule);
      });
  });
}

function nameOf({ profile, baseUrl }: ConformanceOptions): string {
  if (baseUrl !== undefined) return baseUrl;
  if (profile === undefined) return 'the embedded simulator';
  if (typeof profile === 'string' || profile instanceof URL) return String(profile);
  const { name, base_url } = profile as { readonly name?: string; readonly base_url?: string };
  return name ?? base_url ?? 'a server';
}

/** The command that judges the same server. */
function commandOf({ profile, baseUrl }: ConformanceOptions): string {
  const file = typeof profile === 'object' && !(profile instanceof URL) ? 'FILE' : profile;
  const parts = ['npx assay check', ...(baseUrl === undefined ? [] : [baseUrl])];
  return [...parts, ...(file === undefined ? [] : [`--profile ${file}`])].join(' ');
}

/** Turns a verdict into the result of a test. `command` shows all of it. */
async function tell(row: RuleReport, context: TestContext, command: string): Promise<void> {
  const { verdict, reason = 'no reason given', notes = [] } = row;
  if (verdict === 'skip' || verdict === 'known') context.skip(reason);
  if (verdict === 'fail' || verdict === 'inconclusive') throw new RuleNotKept(row, command);
  if (verdict === 'warn') await annotate(context, reason, 'warning');
  for (const note of notes) await annotate(context, note, 'notice');
}

/** Annotations came with vitest 3.2. */
async function annotate(context: TestContext, message: string, type: 'warning' | 'notice'): Promise<void> {
  if ('annotate' in context) await context.annotate(message, type);
  else console.warn(message);
}

/** A rule that is broken or could not be judged: its statement, its clause and the evidence. */
class RuleNotKept extends Error {
  override readonly name = 'RuleNotKept';
  constructor(row: RuleReport, command: string) {
    const shown = row.verdict === 'fail' ? row : { ...row, reason: `inconclusive: ${row.reason}` };
    super(renderRule(shown, { ...SHAPE, whole: command }));
    // The stack of this package helps nobody.
    this.stack = `${this.name}: ${this.message}`;
  }
}

import { afterAll, beforeAll, describe, type TestContext, test } from 'vitest';
import { type RuleReport, renderRule } from '../../reports/index.ts';
import { selectRules } from '../cli/select-rules.ts';
import { beginJudging, type ConformanceOptions, isSettledLast, type Judging } from '../library/judging.ts';

export type { ConformanceOptions } from '../library/judging.ts';

/** Milliseconds; 0 is no bound. A test takes what its rule takes, and each request has a bound of its own. */
const UNBOUNDED = 0;

/** The text of a failure. */
const SHAPE = { width: 110, lines: 40, colour: false, unicode: true } as const;

/**
 * Declares one vitest test a rule. They share one session, in which all rules are judged side by side from before the first test on; a rule that a
 * filter leaves out sends nothing. A rule that is broken or cannot be judged fails with the evidence; skips, warnings and notes carry their
 * reasons. Throws for a rule that does not exist.
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
      // What the whole run shows may come after the test of its rule.
      const [late] = open.filter(({ id }) => passed.has(id));
      if (late) throw new RuleNotKept(late, `${commandOf(options)} --rules ${late.id}`);
      // A budget that cut the run short, or nothing that could be judged, shows in no test.
      if (report?.gate?.passed === false && open.length === 0) throw new Error(report.verdict_reason);
    }, UNBOUNDED);
    // Rules whose verdict may change until the end come last: others need not wait for them.
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

/** Turns a verdict into the end of a test. `whole` is the command that shows all of it. */
async function tell(row: RuleReport, context: TestContext, whole: string): Promise<void> {
  const { verdict, reason = 'no reason given', notes = [] } = row;
  if (verdict === 'skip' || verdict === 'known') context.skip(reason);
  if (verdict === 'fail' || verdict === 'inconclusive') throw new RuleNotKept(row, whole);
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
  constructor(row: RuleReport, whole: string) {
    const shown = row.verdict === 'fail' ? row : { ...row, reason: `inconclusive: ${row.reason}` };
    super(renderRule(shown, { ...SHAPE, whole }));
    // Where in this package it was thrown helps nobody.
    this.stack = `${this.name}: ${this.message}`;
  }
}

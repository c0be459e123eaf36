import { formatDollars, listed } from '../../../reports/index.ts';
import { defined } from '../../../spec/index.ts';
import { loadProfile } from '../../profile/load-profile.ts';
import { parseProfile } from '../../profile/parse-profile.ts';
import type { Profile } from '../../profile/profile.ts';
import type { CheckOptions } from '../input/options.ts';
import { settingsForProfile } from '../input/run-settings.ts';
import { selectRules } from '../input/select-rules.ts';
import { type DryRun, dryRun, type OpenDryRunTarget } from '../run/dry-run.ts';
import type { Io } from '../run/io.ts';

export type PlanOptions = Pick<
  CheckOptions,
  'profile' | 'key' | 'rules' | 'seed' | 'runs' | 'depth' | 'concurrency' | 'budget' | 'freeRefusals'
> & {
  readonly json?: boolean;
  /** Counts the requests of `assay mutants`. */
  readonly mutants?: boolean;
  readonly sample?: number;
};

/** `assay plan`: prints what `check` would run, what it may cost, and what is skipped. Sends nothing to the target. */
export async function plan(
  baseUrl: string | undefined,
  options: PlanOptions,
  io: Io,
  openDryRunTarget: OpenDryRunTarget,
): Promise<number> {
  const rules = selectRules(options.rules);
  const profile = await plannedProfile(baseUrl, options, io, openDryRunTarget);
  // Nothing is sent, so the host of the fixtures is not asked which it has: the bound is for all of them.
  const settings = { ...settingsForProfile(profile, options, rules), wholeFixtures: true };
  const targetName =
    baseUrl === undefined && options.profile === undefined ? 'the embedded simulator' : profile.base_url;
  if (options.json) {
    const result = await dryRun(settings, openDryRunTarget);
    io.stdout.write(`${JSON.stringify(asJson(targetName, result, settings.budgetMicros), null, 2)}\n`);
    return 0;
  }
  const line = lineFormatter(Math.max(...rules.map(({ length }) => length)));
  io.stdout.write(line('rule', 'requests', 'upper bound'));
  const result = await dryRun(settings, openDryRunTarget, ({ rule, requests, micros, skipped }) => {
    if (skipped === undefined) io.stdout.write(line(rule, String(requests), formatDollars(micros)));
  });
  io.stdout.write(line('first look', String(result.preflight.requests), formatDollars(result.preflight.micros)));
  io.stdout.write(summaryOf(targetName, result, settings.budgetMicros));
  return 0;
}

/** The profile of the target. A BASE_URL alone needs no key here, because nothing is sent. */
export async function plannedProfile(
  baseUrl: string | undefined,
  options: PlanOptions,
  io: Io,
  openDryRunTarget: OpenDryRunTarget,
): Promise<Profile> {
  const override = (base_url: string): Profile =>
    parseProfile({ base_url, keys: { active: 'not-needed' } }, 'of the command line', {});
  if (options.profile !== undefined) {
    const profile = await loadProfile(options.profile, io.env);
    return baseUrl === undefined ? profile : { ...profile, base_url: override(baseUrl).base_url };
  }
  if (baseUrl !== undefined) return override(baseUrl);
  const target = await openDryRunTarget();
  await target.close();
  return parseProfile(target.profile, 'of the embedded simulator', {});
}

function asJson(where: string, plan: DryRun, budgetMicros: number | undefined): object {
  return {
    base_url: where,
    requests: plan.requests,
    requests_saved: plan.fromCache,
    upper_bound_micros: plan.micros,
    upper_bound_if_refusals_are_billed_micros: plan.worstMicros,
    ...defined({ budget_micros: budgetMicros }),
    preflight: plan.preflight,
    rules: plan.rules,
  };
}

const lineFormatter =
  (longest: number) =>
  (name: string, requests: string, cost: string): string =>
    `${name.padEnd(Math.max(longest, 'first look'.length))}  ${requests.padStart(8)}  ${cost.padStart(11)}\n`;

function summaryOf(where: string, plan: DryRun, budgetMicros: number | undefined): string {
  const sent = plan.rules.filter(({ skipped }) => skipped === undefined);
  return [
    skippedText(plan),
    `\n${count(sent.length, 'rule')}, ${count(plan.requests, 'request')} (${plan.fromCache} more are shared), at most ${formatDollars(plan.micros)} by the price list${plan.worstMicros === plan.micros ? '' : ` (${formatDollars(plan.worstMicros)} where refused requests are billed too)`} on ${where}\n`,
    budgetMicros === undefined
      ? ''
      : `The budget of ${formatDollars(budgetMicros)} counts refused requests too, because a server may bill them; if yours does not, add --free-refusals.\n`,
    'A rule that fails sends more, to confirm it and to find a smaller example; `assay check --budget USD` bounds everything. Nothing was sent.\n',
  ].join('');
}

/** Ids of a reason in the text; --json has all. */
const MAX_IDS = 12;

/** The rules that would be skipped or cut short, by reason. */
function skippedText({ rules }: DryRun): string {
  const byReason = new Map<string, string[]>();
  for (const { rule, skipped } of rules) {
    if (skipped === undefined) continue;
    // The reason names how much of the budget is used; one line for all such rules is enough.
    const reason = skipped.startsWith('the budget of ') ? (skipped.split(' (')[0] ?? skipped) : skipped;
    byReason.set(reason, [...(byReason.get(reason) ?? []), rule]);
  }
  if (byReason.size === 0) return '';
  const groups = [...byReason].map(
    ([reason, ids]) => `  ${count(ids.length, 'rule')}: ${reason}\n    ${listed(ids, MAX_IDS)}\n`,
  );
  return `\nSkipped (--json lists every rule):\n${groups.join('')}`;
}

const count = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? '' : 's'}`;

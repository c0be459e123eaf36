import { formatDollars } from '../../reports/index.ts';
import { defaults, type RunSettings } from '../engine/settings.ts';
import type { Io } from './io.ts';
import type { CheckOptions } from './options.ts';
import { rehearse } from './rehearse.ts';
import { selectRules } from './select-rules.ts';
import { type Boot, resolveTarget } from './target.ts';

/** Options of `assay plan`. */
export type PlanOptions = Pick<CheckOptions, 'profile' | 'key' | 'rules' | 'seed' | 'runs' | 'concurrency'> & {
  readonly json?: boolean;
};

/** `assay plan`: what `check` would run and what it may cost. Nothing is sent to the target. */
export async function plan(baseUrl: string | undefined, options: PlanOptions, io: Io, boot: Boot): Promise<number> {
  const rules = selectRules(options.rules);
  // A plan needs no key: nothing is sent.
  const env = { ...io.env, ASSAY_KEY: io.env.ASSAY_KEY ?? 'not-needed-for-a-plan' };
  const target = await resolveTarget(baseUrl, options, env, boot);
  await target.close();
  const settings: RunSettings = {
    profile: target.profile,
    seed: options.seed ?? defaults.seed,
    concurrency: options.concurrency ?? target.profile.limits.concurrency ?? defaults.concurrency,
    timeoutMs: defaults.timeoutMs,
    rules,
    ...(options.runs === undefined ? {} : { runs: options.runs }),
  };
  const rehearsal = await rehearse(settings, boot);
  if (options.json) {
    io.stdout.write(
      `${JSON.stringify({ base_url: target.profile.base_url, requests: rehearsal.requests, requests_saved: rehearsal.saved, upper_bound_micros: rehearsal.micros, upper_bound_if_refusals_are_billed_micros: rehearsal.worstMicros, rules: rehearsal.rules }, null, 2)}\n`,
    );
    return 0;
  }
  const idWidth = Math.max(...rehearsal.rules.map(({ rule }) => rule.length), 4);
  io.stdout.write(`${'rule'.padEnd(idWidth)}  requests  upper bound\n`);
  for (const { rule, requests, micros } of rehearsal.rules)
    io.stdout.write(
      `${rule.padEnd(idWidth)}  ${String(requests).padStart(8)}  ${formatDollars(micros).padStart(11)}\n`,
    );
  io.stdout.write(
    `\n${rehearsal.rules.length} rules, ${rehearsal.requests} requests (${rehearsal.saved} more are shared), at most ${formatDollars(rehearsal.micros)} by the price list (${formatDollars(rehearsal.worstMicros)} where refused requests are billed too) on ${target.profile.base_url}\n` +
      'A rule that fails sends up to 60 requests more (10 on chat without a control API) to find a smaller example; `assay check --budget USD` bounds everything. Nothing was sent.\n',
  );
  return 0;
}

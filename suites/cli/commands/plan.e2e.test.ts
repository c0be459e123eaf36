import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { testKeys } from '../../../fixtures/index.ts';
import { newFolder, untilTestEnds } from '../../../fixtures/temporary.test-support.ts';
import { startServer } from '../../../simulator/index.ts';
import { idsWith, run } from '../../cli.test-support.ts';

interface Plan {
  readonly requests: number;
  readonly upper_bound_micros: number;
  readonly upper_bound_if_refusals_are_billed_micros: number;
  readonly budget_micros?: number;
  readonly rules: readonly { readonly rule: string; readonly requests: number; readonly skipped?: string }[];
}

async function planFor(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Plan> {
  const ran = await run(['plan', ...args, '--json'], env);
  expect([ran.code, ran.stderr]).toEqual([0, '']);
  return JSON.parse(ran.stdout) as Plan;
}

const env = { ASSAY_KEY: testKeys.active };

it('says which rules are skipped and why', async () => {
  const { stdout } = await run(['plan', 'https://acme.example', '--rules', 'auth.*']);
  expect(stdout).toMatch(/Skipped \(--json lists every rule\):\n {2}1 rule: it needs keys\.revoked/);
});

it('says without a key what a check of a server without control API sends: under 10 US dollars, and never less than its price', async () => {
  const server = untilTestEnds(await startServer({ control: false }));
  const plan = await planFor([server.url]);
  const check = () => run(['check', server.url], env);
  let ran = await check();
  // What is sent again costs again, as the plan says: a run that lost a connection to the load of the machine tells nothing of it.
  for (let more = 2; more > 0 && ran.report?.run.disturbances !== undefined; more -= 1) ran = await check();
  const { requests, estimated_cost_micros: cost } = ran.report?.run ?? { requests: 0, estimated_cost_micros: 0 };
  expect([ran.code, requests > 100]).toEqual([0, true]);
  expect(Math.abs(plan.requests - requests) / requests).toBeLessThan(0.02);
  expect(plan.upper_bound_micros).toBeGreaterThanOrEqual(cost);
  expect(plan.upper_bound_micros).toBeLessThan(10_000_000);
  expect(ran.stderr).toMatch(/about \d+ requests, at most \$\d\.\d+/);
  expect(ran.report?.capabilities?.find((rung) => rung.need === 'control_url')?.unlock).toContain('control_url');
  const skipped = plan.rules.filter((rule) => rule.skipped !== undefined);
  expect(skipped.length).toBeGreaterThan(50);
  expect(skipped.find(({ rule }) => rule === 'billing.model')?.skipped).toContain('it needs control_url');
  expect(idsWith(ran.report, 'skip').toSorted()).toEqual(skipped.map(({ rule }) => rule).toSorted());
});

it('says the same for attachments, although it fetches none', async () => {
  const server = untilTestEnds(await startServer({ control: false }));
  const file = join(newFolder(), 'profile.json');
  const profile = {
    base_url: server.url,
    keys: { active: '$ASSAY_KEY' },
    fixtures_url: 'https://fixtures.assay.test',
  };
  writeFileSync(file, JSON.stringify(profile));
  const args = ['--profile', file, '--rules', 'attachments.*,citations.*'];
  const [plan, ran] = [await planFor(args, env), await run(['check', ...args], env)];
  const { requests, estimated_cost_micros: cost } = ran.report?.run ?? { requests: 0, estimated_cost_micros: 0 };
  expect(Math.abs(plan.requests - requests) / requests).toBeLessThan(0.02);
  expect(plan.upper_bound_micros).toBeGreaterThanOrEqual(cost);
});

it('knows what a budget would cut', async () => {
  const plan = await planFor(['https://acme.example', '--rules', 'chat.*', '--budget', '0.50']);
  expect(plan.upper_bound_if_refusals_are_billed_micros).toBeLessThanOrEqual(500_000);
  expect(plan.budget_micros).toBe(500_000);
  const cut = plan.rules.filter(({ skipped }) => skipped?.includes('budget'));
  expect(cut.length).toBeGreaterThan(5);
});

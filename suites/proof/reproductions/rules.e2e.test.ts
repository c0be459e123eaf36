import { expect, it } from 'vitest';
import { testKeys } from '../../../fixtures/index.ts';
import { untilTestEnds } from '../../../fixtures/temporary.test-support.ts';
import type { RuleReport } from '../../../reports/content/report.ts';
import { reproductionOf } from '../../../reports/reproduce/reproduce.ts';
import { maskDeep } from '../../../reports/text/mask.ts';
import { startServer } from '../../../simulator/index.ts';
import { type EndpointName, findRule, type Rule } from '../../../spec/index.ts';
import { areas } from '../../areas/catalogue.ts';
import type { Depth } from '../../engine/context/settings.ts';
import { openSession } from '../../engine/run/session.ts';
import { findDeviation } from '../index.ts';
import { when } from '../trials/when.ts';
import { run, serve, targetAt } from './reproduce.test-support.ts';

/** Rules of every kind, each with a server that breaks it. */
const kinds: readonly [string, string][] = [
  ['a field that is missing', 'chat.model-required/dropped'],
  ['a bound', 'domains.limit-max/one-beyond'],
  ['a field of an answer', 'embeddings.response.vector/short'],
  ['the framing of a stream', 'events.framing/several-lines'],
  ['charges', 'billing.one-charge/finder-twice'],
  ['a stream that fails', 'events.error-then-done/no-marker'],
  ['a key that is none', 'auth.malformed-key/bad-request'],
  ['a filter', 'domains.q-filter/wildcards'],
  ['an echo', 'finder.response.query-echo/shortened'],
  ['a long list', 'rerank.documents-max/one-short'],
  ['permissions', 'auth.permission-denied/forgotten-on-rerank'],
  ['revocation', 'auth.revocation-takes-effect/ignored'],
  ['a balance', 'billing.one-short/whole-cents'],
  ['attachments', 'attachments.image-cap-standard/one-more'],
  ['a scheme of another kind', 'auth.other-scheme/any'],
  ['a revoked key', 'auth.revoked-key/accepted-on-finder'],
  ['a field of an error', 'errors.envelope-code/null'],
];

/** Rules that only requests with a key of the live environment show broken, which many rules share. */
const live: readonly [string, string, EndpointName][] = [
  ['an answer', 'finder.response.query-echo/lower-case', 'finder'],
  ['a refusal', 'rerank.documents-max/one-short', 'rerank'],
  ['an empty balance', 'billing.zero-balance/finder-unchecked', 'finder'],
];

/** Judges a rule on a target and gives its row as a report holds it. */
async function judged(rule: string, url: string, depth?: Depth): Promise<RuleReport> {
  const check = Object.values(areas)
    .flat()
    .find((one) => one.rule === rule);
  const session = openSession({
    profile: {
      name: 'mutant',
      base_url: url,
      keys: testKeys,
      control_url: `${url}/_control`,
      fixtures_url: 'https://fixtures.assay.test',
      deterministic: true,
      known_failures: [],
      limits: {},
    },
    seed: 1,
    quick: true,
    ...(depth ? { depth } : {}),
    concurrency: 4,
    timeoutMs: 10_000,
    rules: [rule],
  });
  const outcome = await untilTestEnds(session).judge(check ?? expect.fail(`no check for ${rule}`));
  const { id, clause, level, endpoint, statement } = findRule(rule) as Rule;
  const failure = outcome.failure ?? expect.fail(`${rule}: ${outcome.verdict} ${outcome.reason}`);
  return maskDeep({ id, clause, level, endpoint, statement, verdict: 'fail', failure }, Object.values(testKeys));
}

/** The status that the curl line of a failure gets, and the one that was recorded. */
async function statusesOf({ failure }: RuleReport): Promise<readonly unknown[]> {
  const { curl = '', counterexample } = failure ?? {};
  const keys = { ASSAY_KEY: testKeys.active, ASSAY_REVOKED_KEY: testKeys.revoked, ASSAY_EMPTY_KEY: testKeys.empty };
  const { output } = await run(curl, keys);
  return [
    Number(/^HTTP\S+ (\d+)/m.exec(output)?.[1]),
    (counterexample as { response: { status: number } }).response.status,
  ];
}

/** Runs the script of a broken rule on the broken server and on the correct one, and its curl line on the broken one. */
async function expectReproduced(row: RuleReport, script: string): Promise<void> {
  const good = await serve();
  const [there, gone] = await Promise.all([run(script), run(script, { ASSAY_BASE_URL: good.url })]);
  expect(there.output).toContain('as it was then');
  expect(there.output).not.toContain('  differs');
  expect(there.output).toContain('Now:      the same. Each answer is as it was then.');
  expect(gone.output).toContain('  differs');
  expect(gone.output).toMatch(/Now: {6}(?:steps? [\d, ]+ (?:is|are) answered otherwise|see the answers above)/);
  expect(gone.output).toContain('assay check --replay report.json');
  expect([there.code, gone.code]).toEqual([0, 0]);
  const [now, then] = await statusesOf(row);
  expect(now).toBe(then);
}

it.each(kinds)('a rule that was judged broken is reproduced: %s: %s', async (_kind, mutant) => {
  const bad = await serve(mutant);
  const row = await judged(findDeviation(mutant).touches, bad.url);
  await expectReproduced(row, reproductionOf(row, targetAt(bad.url)) ?? '');
});

it.each(live)(
  'a rule that was judged broken is reproduced: with a key that other rules also use: %s, %s',
  async (_kind, mutant, endpoint) => {
    const deviation = findDeviation(mutant);
    const behind = when(deviation, { endpoint, factor: 'key', level: 'live' });
    const bad = untilTestEnds(await startServer({ deviation: behind }));
    const row = await judged(deviation.touches, bad.url, 'standard');
    const script = reproductionOf(row, targetAt(bad.url)) ?? '';
    expect(script).not.toContain('OTHER_KEY');
    expect(script).toMatch(/LIVE_(?:EMPTY_)?KEY_1/);
    await expectReproduced(row, script);
  },
);

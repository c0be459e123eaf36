import { expect, it } from 'vitest';
import { sample } from './content/report.test-support.ts';
import type { Report } from './content/report.ts';
import { renderSarif } from './sarif.ts';
import { fitsSarif } from './sarif-schema.test-support.ts';

function runOf(report: Report) {
  const log = JSON.parse(renderSarif(report, '/work'));
  expect([fitsSarif(log), fitsSarif.errors ?? []]).toEqual([true, []]);
  return log.runs[0];
}

const run = runOf(sample);

it('describes each rule, and has a result for each that fails, warns or is known to fail', () => {
  expect(run.tool.driver.rules.map(({ id }: { id: string }) => id)).toEqual(sample.rules.map(({ id }) => id));
  const wanted = sample.rules.filter(({ verdict }) => ['fail', 'warn', 'known'].includes(verdict));
  expect(run.results.map(({ ruleId }: { ruleId: string }) => ruleId)).toEqual(wanted.map(({ id }) => id));
  for (const { ruleId, ruleIndex } of run.results) expect(sample.rules[ruleIndex]?.id).toBe(ruleId);
  const broken = run.results.find(({ ruleId }: { ruleId: string }) => ruleId === 'rerank.results.sorted');
  expect(broken).toMatchObject({
    level: 'error',
    message: { text: expect.stringMatching(/^results\[1\]\.relevance_score is 0\.73 after 0\.41\.\nexpected: /) },
    locations: [{ logicalLocations: [{ name: 'rerank', fullyQualifiedName: 'http://127.0.0.1:4010 rerank' }] }],
  });
  const help = run.tool.driver.rules[broken.ruleIndex].help;
  expect([help.text, help.markdown]).toEqual([
    expect.stringContaining('(Rerank response body, MUST)'),
    expect.stringContaining('**Clause:** Rerank response body'),
  ]);
});

it('excuses what is known, warns where a rule warns, and says that the gate failed', () => {
  const by = (verdict: string) => sample.rules.findIndex((rule) => rule.verdict === verdict);
  const of = (verdict: string) => run.results.find((one: { ruleIndex: number }) => one.ruleIndex === by(verdict));
  expect(of('known').suppressions).toMatchObject([{ kind: 'external', status: 'accepted' }]);
  expect([of('warn').level, of('warn').suppressions]).toEqual(['warning', undefined]);
  expect(run.invocations).toMatchObject([
    {
      ...{ executionSuccessful: true, exitCode: 1, startTimeUtc: '2026-01-01T00:00:00.000Z' },
      toolExecutionNotifications: [{ level: 'error' }, { level: 'note' }],
    },
  ]);
});

it.each([
  ['ci/acme one.json', 'ci/acme%20one.json'],
  ['./acme.json', 'acme.json'],
  ['/etc/acme.json', 'report.json'],
  ['../acme.json', 'report.json'],
  ['/work/ci/acme.json', 'ci/acme.json'],
  ['/work/../elsewhere/acme.json', 'report.json'],
  ['https://api.example/_control/profile', 'report.json'],
  [undefined, 'report.json'],
])('of a profile from %s is about the file %s', (profile_source, uri) => {
  const own = { ...sample, target: { ...sample.target, ...(profile_source ? { profile_source } : {}) } };
  expect(runOf(own as Report).results[0].locations[0].physicalLocation.artifactLocation).toEqual({ uri });
});

it('accepts whatever the target sent, and makes no link of it', () => {
  const report = structuredClone(sample);
  for (const rule of report.rules)
    Object.assign(rule, {
      reason: '\u0000\ud800\u202e',
      ...(rule.failure ? { failure: { ...rule.failure, actual: '[x](https://evil.example)'.repeat(5_000) } } : {}),
    });
  const text = renderSarif(report, '/work');
  expect(fitsSarif(JSON.parse(text))).toBe(true);
  expect(text).not.toMatch(/\]\(|\p{Cc}(?<!\n)|[\ud800\u202e]/u);
  expect(text.length).toBeLessThan(100_000);
});

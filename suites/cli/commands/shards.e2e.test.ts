import { join } from 'node:path';
import { expect, it } from 'vitest';
import { newFolder, untilTestEnds } from '../../../fixtures/temporary.test-support.ts';
import type { Report } from '../../../reports/index.ts';
import { startServer } from '../../../simulator/index.ts';
import { run } from '../../cli.test-support.ts';
import { findDeviation } from '../../proof/index.ts';

const verdictsOf = (report: Report | undefined): Record<string, string> =>
  Object.fromEntries(report?.rules.map(({ id, verdict }) => [id, verdict]) ?? []);

it('four shards, merged, give the same report as one run, for a server that breaks some rules', async () => {
  const deviation = findDeviation('rerank.response.search-count/floor');
  const server = untilTestEnds(await startServer({ deviation }));
  const args = ['check', '--profile', `${server.url}/_control/profile`, '--depth', 'quick', '--format', 'json'];
  const whole = await run([...args, '--record', 'run.ndjson']);
  const shards = [];
  for (const part of ['1/4', '2/4', '3/4', '4/4'])
    shards.push(await run([...args, '--shard', part, '--record', 'run.ndjson']));
  const out = newFolder();
  const reports = shards.map(({ out }) => join(out, 'report.json'));
  const merged = await run(['merge', '--out', out, ...reports, '--format', 'json']);
  const judge = (file: string) => run(['judge', file, '--format', 'json']);
  const judged = await judge(join(out, 'recording.ndjson'));
  const judgedWhole = await judge(join(whole.out, 'run.ndjson'));
  expect(verdictsOf(judged.report)).toEqual(verdictsOf(merged.report));
  expect(verdictsOf(judged.report)).toEqual(verdictsOf(judgedWhole.report));
  expect([judged.code, judged.report?.verdict]).toEqual([whole.code, whole.report?.verdict]);
  const report = merged.report;
  expect(verdictsOf(report)).toEqual(verdictsOf(whole.report));
  expect([merged.code, report?.verdict, report?.gate]).toEqual([whole.code, whole.report?.verdict, whole.report?.gate]);
  // No shard is left with most of the work.
  const requests = shards.map(({ report: one }) => one?.run.requests ?? 0);
  expect(Math.max(...requests)).toBeLessThan(2 * Math.min(...requests));
});

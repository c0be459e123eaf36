import { appendFileSync, copyFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { newFolder } from '../../../fixtures/temporary.test-support.ts';
import { type Ran, run } from '../../cli.test-support.ts';
import { readRecordings } from '../../engine/context/read-recording.ts';

const rules = ['--rules', 'rerank.response.object,rerank.response.search-count', '--format', 'json'];
const reportOf = ({ out }: Ran): string => join(out, 'report.json');
/** Two shards, each recorded. */
let parts: readonly [Ran, Ran];
beforeAll(async () => {
  const shard = (part: string) => run(['check', ...rules, '--shard', part, '--record', 'run.ndjson']);
  parts = await Promise.all([shard('1/2'), shard('2/2')]);
});

it('assay merge joins two shards, shows and writes the joined report, and never overwrites one of them', async () => {
  const chosen = parts.map(({ code, report }) => [code, report?.verdict, report?.run.chosen_by]);
  expect(chosen).toEqual(Array(2).fill([0, 'partial', '--shard']));
  const files = parts.map(reportOf);
  const out = join(parts[0].out, 'whole');
  const merged = await run(['merge', ...files, `--out=${out}`, '--format', 'json,junit']);
  expect([merged.code, merged.stderr]).toEqual([0, '']);
  expect(merged.stdout).toContain(`${join(out, 'junit.xml')}\n`);
  expect(merged.stdout).toMatch(/PARTIAL: Only 2 of \d+ rules were chosen by\s+--rules;/);
  expect(merged.stdout.trim().split('\n').at(-1)).toBe('GATE PASSED');
  const over = await run(['merge', ...files, `--out=${parts[1].out}`]);
  expect([over.code, over.stderr]).toEqual([2, expect.stringContaining('would be written over it')]);
  const twice = await run(['merge', files[0] ?? '', files[0] ?? '', `--out=${out}`]);
  expect([twice.code, twice.stderr]).toEqual([2, expect.stringContaining('is given twice')]);
  expect((await run(['merge'])).code).toBe(2);
});

describe('recordings of shards', () => {
  const merge = (reports: readonly string[], ...more: string[]) => {
    const out = newFolder();
    return run(['merge', ...reports, '--out', out, '--format', 'json', ...more]);
  };

  it('are joined into one, which the report names and which gives the same verdicts', async () => {
    const merged = await merge(parts.map(reportOf));
    expect([merged.code, merged.stderr]).toEqual([0, '']);
    const joined = join(merged.out, 'recording.ndjson');
    expect(merged.report?.run.recording).toEqual({
      file: 'recording.ndjson',
      sha256: expect.stringMatching(/^\w{64}$/),
    });
    expect(readRecordings(joined)).toEqual(parts.flatMap(({ out }) => readRecordings(join(out, 'run.ndjson'))));
    const judged = await run(['judge', joined, '--format', 'json']);
    const verdicts = ({ report }: Ran) => report?.rules.map(({ id, verdict }) => [id, verdict]);
    expect([judged.code, verdicts(judged)]).toEqual([0, verdicts(merged)]);
    const some = await run(['judge', joined, '--format', 'json', '--rules', 'rerank.response.search-count']);
    expect(verdicts(some)).toEqual([['rerank.response.search-count', 'pass']]);
    const again = await merge([join(merged.out, 'report.json')]);
    expect(again.report?.run.recording).toEqual(merged.report?.run.recording);
  });

  it('that cannot be found are reported, and the reports are joined', async () => {
    const [one, two] = parts.map(reportOf) as [string, string];
    const silent = await run(['check', ...rules, '--shard', '2/2']);
    const unnamed = await merge([one, reportOf(silent)]);
    expect([unnamed.code, unnamed.report?.run.recording]).toEqual([0, undefined]);
    expect(unnamed.stderr).toBe(
      `assay: the recordings were not joined: ${reportOf(silent)} names none (run each shard with --record).\n`,
    );
    const moved = join(silent.out, 'carried.json');
    copyFileSync(two, moved);
    const lost = await merge([one, moved]);
    expect([lost.code, lost.stderr]).toEqual([0, expect.stringContaining('there is no run.ndjson of ')]);
    expect(existsSync(join(lost.out, 'recording.ndjson'))).toBe(false);
    copyFileSync(join(parts[1].out, 'run.ndjson'), join(silent.out, 'run.ndjson'));
    expect((await merge([one, moved])).report?.run.recording).toBeDefined();
  });

  it('of another run, or altered, are refused', async () => {
    const [one, two] = parts.map(reportOf) as [string, string];
    const elsewhere = newFolder();
    const moved = join(elsewhere, 'carried.json');
    const beside = join(elsewhere, 'run.ndjson');
    copyFileSync(two, moved);
    copyFileSync(join(parts[0].out, 'run.ndjson'), beside);
    const foreign = await merge([one, moved]);
    expect([foreign.code, foreign.stderr]).toEqual([
      2,
      expect.stringMatching(
        /Cannot merge \S+carried\.json: \S+run\.ndjson is not the recording of that run: its SHA-256 is/,
      ),
    ]);
    expect(foreign.report).toBeUndefined();
    copyFileSync(join(parts[1].out, 'run.ndjson'), beside);
    appendFileSync(beside, '\n');
    expect((await merge([one, moved])).code).toBe(2);
  });
});

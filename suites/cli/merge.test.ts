import { join } from 'node:path';
import { expect, it } from 'vitest';
import { run } from '../cli.test-support.ts';

it('assay merge joins two shards, shows and writes the whole, and never writes over one of them', async () => {
  const rules = ['--rules', 'rerank.response.object,rerank.response.search-count'];
  const parts = await Promise.all([
    run(['check', ...rules, '--shard', '1/2']),
    run(['check', ...rules, '--shard', '2/2']),
  ]);
  const files = parts.map(({ out }) => join(out, 'report.json'));
  const out = join(parts[0].out, 'whole');
  const merged = await run(['merge', ...files, `--out=${out}`, '--format', 'json,junit']);
  expect([merged.code, merged.stderr]).toEqual([0, '']);
  expect(merged.stdout).toContain(`${join(out, 'junit.xml')}\n`);
  expect(merged.stdout).toContain('PARTIAL: Only 2 of ');
  expect(merged.stdout.trim().split('\n').at(-1)).toBe('GATE PASSED');
  const over = await run(['merge', ...files, `--out=${parts[1].out}`]);
  expect([over.code, over.stderr]).toEqual([2, expect.stringContaining('would be written over it')]);
  const twice = await run(['merge', files[0] ?? '', files[0] ?? '', `--out=${out}`]);
  expect([twice.code, twice.stderr]).toEqual([2, expect.stringContaining('was judged in')]);
  expect((await run(['merge'])).code).toBe(2);
});

import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { newFolder } from '../../../fixtures/temporary.test-support.ts';
import { run } from '../../cli.test-support.ts';

const sample = resolve(import.meta.dirname, '../../../reports/sample-report.json');
const bad = join(newFolder(), 'bad.json');
writeFileSync(bad, '{}');

it.for([
  [['diff', sample, sample], 0, /\nNothing got worse\.\n$/],
  [['diff', sample, sample, '--format', 'markdown'], 0, /^### ✅ Nothing got worse\.\n/],
  [['diff', sample, sample, '--format', 'json'], 0, /^\{\n {2}"worse": false,/],
  [['diff', sample, bad], 2, /^$/],
  [['diff', sample], 2, /^$/],
  [['diff', sample, sample, '--format', 'html'], 2, /^$/],
] as const)('assay diff %s gives %i', async ([args, code, output]) => {
  const ran = await run(args);
  expect(ran.stdout).toMatch(output);
  expect([ran.code, ran.stderr === '' ? 0 : ran.stderr.trim().split('\n').length]).toEqual([code, code === 2 ? 1 : 0]);
});

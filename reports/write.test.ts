import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { newFolder } from '../fixtures/temporary.test-support.ts';
import { UserError } from '../spec/index.ts';
import { parseReport } from './content/parse-report.ts';
import { sample, wellFormed } from './content/report.test-support.ts';
import { writeReports } from './write.ts';

let root = '';
beforeEach(() => {
  root = newFolder();
});

it('makes the directory, writes what was asked for and nothing else, and gives the paths', async () => {
  const directory = join(root, 'a', 'b');
  const paths = await writeReports(sample, { directory, formats: ['json', 'junit', 'html', 'markdown'] });
  const names = ['report.json', 'junit.xml', 'report.html', 'report.md'];
  expect(paths).toEqual(names.map((name) => join(directory, name)));
  expect(readdirSync(directory).sort()).toEqual([...names, 'reproduce'].sort());
  expect(parseReport(readFileSync(paths[0] ?? '', 'utf8'), 'written')).toEqual(wellFormed(sample));
});

it('replaces reports of an earlier run', async () => {
  writeFileSync(join(root, 'report.md'), 'old');
  await writeReports(sample, { directory: root, formats: ['markdown'] });
  expect(readFileSync(join(root, 'report.md'), 'utf8')).toMatch(/^## /);
});

it('writes a script for each failure that can be sent again, ready to run, and removes those of earlier runs', async () => {
  const folder = join(root, 'reproduce');
  mkdirSync(folder);
  writeFileSync(join(folder, 'old.rule.sh'), 'old');
  await writeReports(sample, { directory: root, formats: [] });
  expect(readdirSync(folder)).toEqual(['rerank.results.sorted.sh']);
  const script = join(folder, 'rerank.results.sorted.sh');
  expect(statSync(script).mode & 0o111).not.toBe(0);
  expect(readFileSync(script, 'utf8')).toMatch(/^#!\/bin\/sh\n/);
  await writeReports({ ...sample, rules: [] }, { directory: root, formats: [] });
  expect(readdirSync(folder)).toEqual([]);
});

it('writes no script outside the folder, whatever rule id a foreign report has', async () => {
  const rules = sample.rules.map((rule) => ({ ...rule, id: '../../outside' }));
  await writeReports({ ...sample, rules }, { directory: join(root, 'a', 'b'), formats: [] });
  expect(readdirSync(root)).toEqual(['a']);
  expect(readdirSync(join(root, 'a', 'b'))).toEqual([]);
});

it('writes no complete key to the disk in any format', async () => {
  const report = structuredClone(sample);
  const key = `svc_test_${'0123456789abcdef'.repeat(2)}`;
  const failure = report.rules[0]?.failure;
  Object.assign(failure ?? {}, {
    actual: key,
    curl: `-H 'Authorization: Bearer ${key}'`,
    counterexample: { [key]: key },
  });
  const paths = await writeReports(report, { directory: root, formats: ['json', 'junit', 'html', 'markdown'] });
  for (const path of paths) {
    const text = readFileSync(path, 'utf8');
    expect(text).not.toContain('0123456789abcdef');
    expect(text).toMatch(/svc_test_…cdef/);
  }
});

it('says what it cannot write, why, and what to do, and leaves no draft behind', async () => {
  const file = join(root, 'file');
  writeFileSync(file, '');
  const inFile = writeReports(sample, { directory: file, formats: ['json'] });
  await expect(inFile).rejects.toThrow(UserError);
  await expect(inFile).rejects.toThrow(
    /^Cannot write .*file: there is a file of that name\. Name a directory .*--out DIR\.$/,
  );
  const directory = join(root, 'taken');
  await writeReports(sample, { directory: join(directory, 'report.json'), formats: [] });
  await expect(writeReports(sample, { directory, formats: ['json'] })).rejects.toThrow(UserError);
  expect(readdirSync(directory).filter((name) => name !== 'reproduce')).toEqual(['report.json']);
});

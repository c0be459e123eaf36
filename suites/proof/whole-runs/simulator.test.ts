import { expect, it } from 'vitest';
import { run } from '../../cli.test-support.ts';

it.each([
  ['standard', '2'],
  ['quick', '3'],
])('the embedded simulator is conforming at %s depth, seed %s', async (depth, seed) => {
  const { code, report } = await run(['check', '--depth', depth, '--seed', seed]);
  expect([code, report?.verdict, report?.summary.pass]).toEqual([0, 'conforming', report?.summary.rules]);
  for (const { pairs, met, triples, triples_met: all } of Object.values(report?.run.coverage ?? {}))
    expect([met, depth === 'standard' ? all : triples]).toEqual([pairs, triples]);
});

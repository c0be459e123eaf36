import { expect, it } from 'vitest';
import type { Kind } from './contender.ts';
import { figuresOf } from './figures.ts';
import { growthOf } from './growth.ts';
import { type BenchReport, pictureOf, reportTables } from './report.ts';

const sample = (cpuMicros: number) => ({ requestsPerSecond: 1_000, medianMs: 1, p99Ms: 2, cpuMicros, rssBytes: 5e7 });
const server = (kind: Kind, cpuMicros: number) => figuresOf(kind, [cpuMicros - 1, cpuMicros, 900].map(sample));
const report: BenchReport = {
  assay_bench: 1,
  node: 'v20.0.0',
  processor: '2 x <some>',
  cases: [
    {
      name: 'finder',
      answerBytes: 2_000,
      servers: [server('raw', 40), server('bare-express', 200), server('express', 230), server('node', 80)],
    },
  ],
  curves: [
    {
      name: 'keys',
      of: 'history',
      points: [
        { size: 1, micros: 10 },
        { size: 100, micros: 1_000 },
      ],
    },
  ],
  life: [{ name: 'first answer', value: 250, unit: 'ms', most: 300 }],
  stores: [{ store: 'redis', replicas: 2, requestsPerSecond: 1_200, cpuMicros: 590 }],
};

it('takes the median of the rounds, and compares each adapter with its own limit', () => {
  const lines = reportTables(report).split('\n');
  expect(lines.find((line) => line.includes('assay, node'))).toMatch(/ 80 +2\.00 x/);
  expect(lines.find((line) => line.includes('assay, Express'))).toMatch(/ 230 +1\.15 x/);
});

it('compares with an earlier run', () => {
  const before = { ...report, cases: report.cases.map((one) => ({ ...one, servers: [server('node', 160)] })) };
  expect(reportTables(report, before)).toContain('160 (0.50 x)');
});

it('shows how the time grows, and what exceeds its bound', () => {
  expect(growthOf(report.curves[0] as BenchReport['curves'][number])).toBeCloseTo(1, 5);
  expect(reportTables(report)).toContain('✗ keys: the time grows with the power 1.00');
  expect(reportTables(report)).toContain('✓ first answer: 250 ms (at most 300)');
  expect(reportTables(report)).toMatch(/redis +2 at once +1200 requests\/s/);
});

it('draws a picture in which texts from outside are escaped', () => {
  expect(pictureOf(report)).toContain('2.0 x, 80 µs');
  expect(pictureOf(report)).toContain('2 x &lt;some>');
  expect(pictureOf(report)).toContain('redis, 2 at once');
});

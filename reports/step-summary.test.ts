import { expect, it } from 'vitest';
import { renderMarkdown } from './markdown.ts';
import { sample } from './report.test-support.ts';
import { renderStepSummary } from './step-summary.ts';

const LIMIT = 1_024 * 1_024;

it('is the Markdown report while there is room, then its first lines, then nothing', () => {
  const whole = renderStepSummary(sample, 0);
  expect(whole.trim()).toBe(renderMarkdown(sample).trim());
  const size = Buffer.byteLength(whole);
  expect(renderStepSummary(sample, LIMIT - size)).toBe(whole);
  const short = renderStepSummary(sample, LIMIT - size + 1);
  expect(short).toMatch(/^## ❌ acme-medical 2/);
  expect(short).toContain('**GATE FAILED: 2 new failures');
  expect(short.length).toBeLessThan(500);
  expect(renderStepSummary(sample, LIMIT)).toBe('');
});

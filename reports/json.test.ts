import { expect, it } from 'vitest';
import { parseReport } from './content/parse-report.ts';
import { sample, wellFormed } from './content/report.test-support.ts';
import { renderJson } from './json.ts';

/** The same value with the properties of every object the other way round. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, item]) => [key, reversed(item)]),
  );
}

it('loses and invents nothing, and ends with a line feed', () => {
  const text = renderJson(sample);
  expect(JSON.parse(text)).toEqual(wellFormed(sample));
  expect(text.endsWith('}\n')).toBe(true);
});

it('has no half of a surrogate pair, which strict parsers refuse', () => {
  expect(JSON.stringify(sample)).toContain('\\ud800');
  expect(renderJson(sample)).not.toContain('\\ud800');
});

it('writes equal reports alike, in whatever order their fields were set', () => {
  const report = { ...sample, rules: sample.rules.map(({ failure: _, ...rule }) => rule) };
  const other = parseReport(JSON.stringify(reversed(report)), 'other');
  expect(renderJson(other)).toBe(renderJson(report));
});

it('keeps the order of the contract, with further fields after it', () => {
  const parsed = JSON.parse(renderJson(parseReport(JSON.stringify(reversed(sample)), 'other')));
  const top = 'tool target run verdict verdict_reason gate summary rules readings capabilities'.split(' ');
  expect(Object.keys(parsed)).toEqual(top);
  expect(Object.keys(parsed.rules[0])).toEqual([
    ...['id', 'clause', 'level', 'endpoint', 'statement', 'verdict', 'reason', 'failure', 'duration_ms'],
  ]);
  expect(Object.keys(parsed.rules[0].failure)).toEqual('expected actual counterexample curl seed path'.split(' '));
});

it('survives an unbounded integer', () => {
  const report = structuredClone(sample);
  Object.assign(report.rules[0]?.failure ?? {}, { counterexample: { n: 12n } });
  expect(renderJson(report)).toContain('"n": "12"');
});

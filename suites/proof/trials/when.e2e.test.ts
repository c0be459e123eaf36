import { describe, expect, it } from 'vitest';
import { findDeviation } from '../find-deviation.ts';
import { secondServer, simulatorServer } from './servers.ts';
import { tryDeviation } from './try-deviation.ts';
import { type Condition, conditionsFor, when } from './when.ts';

const on = (endpoint: Condition['endpoint'], factor: string, level: string): Condition => ({ endpoint, factor, level });

describe('a mutant behind conditions', () => {
  it.each([
    ['embeddings.response.usage/missing', on('embeddings', 'input', '17'), '10 to 24 inputs (not 9 or 25)'],
    ['rerank.top-n-min/dropped', on('rerank', 'documents', '257'), '180 to 628 documents (not 179 or 629)'],
    ['chat.response.message/missing', on('chat', 'key', 'live'), 'a live key'],
    ['billing.zero-balance/finder-unchecked', on('finder', 'script', 'emoji'), 'emoji in the text'],
    ['events.error-then-done/sources', on('chat', 'messages', '200'), '107 messages or more (not 106)'],
    ['auth.permission-denied/forgotten-on-rerank', on('rerank', 'key', 'live'), 'a live key'],
  ] as const)('is detected by its rule: %s', async (id, condition, words) => {
    for (const server of [simulatorServer, secondServer]) {
      const trial = await tryDeviation(when(findDeviation(id), condition), server, { alone: true, depth: 'standard' });
      expect(trial.faults).toEqual([]);
      expect(trial.red[0]?.reason).toContain(` Only with ${words}.`);
    }
  });

  it.each([
    ['finder.response.answer-null/cached', on('finder', 'depth', 'advanced'), '`include_answer: true`'],
    ['rerank.response.documents-withheld/cached', on('rerank', 'form', 'objects'), '`return_documents: true`'],
  ] as const)('is detected where a cache needs them: %s', async (id, condition, words) => {
    const { faults, red } = await tryDeviation(when(findDeviation(id), condition), simulatorServer, {
      alone: true,
      depth: 'standard',
    });
    expect(faults).toEqual([]);
    expect(red[0]?.reason).toContain(` Only after the same text was sent with ${words}`);
  });

  it('is broken, not tolerated, where every invalid value is accepted and not only those that are nearly right', async () => {
    const anyFormat = when(findDeviation('embeddings.format-unsupported/dropped'), on('embeddings', 'length', '500'));
    const { red } = await tryDeviation(anyFormat, simulatorServer, { alone: true, depth: 'standard' });
    expect(red[0]).toMatchObject({ rule: 'embeddings.format-unsupported', verdict: 'fail' });
  });

  it('is reported with the conditions that it needs and no others', async () => {
    const two = when(
      when(findDeviation('chat.response.message/missing'), on('chat', 'attachments', 'pdf')),
      on('chat', 'model', 'pro'),
    );
    const { red } = await tryDeviation(two, simulatorServer, { alone: true, depth: 'standard' });
    expect(red[0]).toMatchObject({ rule: 'chat.response.message', verdict: 'fail' });
    expect(red[0]?.reason).toMatch(/ Only with `model: svc-chat-pro-v1` and PDFs attached( \(not .+\))?\.$/);
  });

  it('is not detected in other circumstances', async () => {
    const plain = when(findDeviation('rerank.top-n-min/dropped'), on('rerank', 'documents', '257'));
    const { faults } = await tryDeviation(plain, simulatorServer, { alone: true });
    expect(faults).toEqual(['rerank.top-n-min should fail, and is «pass»']);
  });
});

it('the conditions of a deviation are the levels of the endpoints of its rule, and only what a server sees', () => {
  const conditions = conditionsFor(findDeviation('rerank.top-n-min/dropped'));
  expect(new Set(conditions.map(({ endpoint }) => endpoint))).toEqual(new Set(['rerank']));
  expect(conditions.some(({ factor }) => factor === 'header')).toBe(false);
  expect(new Set(conditionsFor(findDeviation('errors.envelope-code/null')).map(({ endpoint }) => endpoint)).size).toBe(
    5,
  );
});

import { describe, expect, it } from 'vitest';
import { stepSourcesFinal } from './step-sources.ts';
import { good, source, sources, streamed } from './stream.test-support.ts';

const held = (...list: readonly unknown[]): object => ({
  type: 'steps',
  steps: [
    { description: 'Search', actions: [], sources: list },
    { description: 'Write', actions: [] },
  ],
});
const judged = (step: object, final: object) => stepSourcesFinal(streamed([step, final]));
const page = { id: 'PF1', title: 'a.pdf (p.1)', url: 'https://who.int/a.pdf', relevance_score: 1 };

describe('sources on a step', () => {
  it('are those of the final event, whatever unknown fields they carry', () => {
    expect(judged(held(source), sources({ ...source, extra: 1 }))).toBe('fine');
  });

  it('may lack what no step retrieved', () => {
    expect(judged(held(source), sources(page, source))).toBe('fine');
  });

  it.each(['title', 'url', 'relevance_score'])('must not differ in %s', (field) => {
    const other = { ...source, [field]: field === 'relevance_score' ? 0.1 : 'https://other.example' };
    expect(judged(held(other), sources(source))).toMatchObject({ kind: 'broken' });
  });

  it('must not hold what the final event does not', () => {
    expect(judged(held({ ...source, id: 'SW2' }), sources(source))).toMatchObject({
      actual: expect.stringContaining('no source with that id'),
    });
  });

  it('are judged in every snapshot', () => {
    const events = [held({ ...source, title: 'Draft' }), held(source), sources(source)];
    expect(stepSourcesFinal(streamed(events))).toMatchObject({ kind: 'broken' });
  });

  it('give nothing to judge where there are none, or their fields are wrong', () => {
    expect(stepSourcesFinal(streamed(good))).toBe('nothing');
    expect(judged(held(), sources(source))).toBe('nothing');
    expect(judged(held({ id: 'SW1' }), sources(source))).toBe('nothing');
    expect(judged(held(source), { type: 'sources', sources: null })).toBe('nothing');
  });
});

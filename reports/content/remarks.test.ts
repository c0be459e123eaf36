import { describe, expect, it } from 'vitest';
import { interruptionOf, remarksOf, runFacts } from './remarks.ts';
import { draftOf } from './report.test-support.ts';
import type { Disturbance, Report, Verdict } from './report.ts';
import { settleReport } from './settle.ts';

function settled(run: Partial<Report['run']>, verdicts: Record<string, Verdict> = { 'a.b': 'pass' }): Report {
  return settleReport(draftOf(verdicts, run), { strict: false, known: [], today: '2026-03-10' });
}

const throttled: Disturbance = {
  ...{ kind: 'throttled', endpoint: 'chat', from_ms: 3000, to_ms: 9500, answers: 12, what: '429' },
};

describe('remarksOf', () => {
  it('says when, where and how often the target throttled or was away', () => {
    const away: Disturbance = { ...throttled, kind: 'away', endpoint: 'control', answers: 1, what: 'ECONNREFUSED' };
    expect(remarksOf(settled({ disturbances: [away, throttled] }))).toEqual([
      'The target throttled: 429 on chat, 12 answers, from 3.0 s to 9.5 s.',
      'The target was away: nobody listening (ECONNREFUSED) on control, once, at 3.0 s.',
    ]);
  });

  it('says in words what came instead of an answer', () => {
    const reset: Disturbance = { ...throttled, kind: 'away', answers: 3, what: 'ECONNRESET, broken' };
    expect(remarksOf(settled({ disturbances: [reset] }))).toEqual([
      'The target was away: a connection that was reset (ECONNRESET) and an answer that broke off on chat, 3 times, from 3.0 s to 9.5 s.',
    ]);
  });

  it('tells a refusal that is no answer of the API from an outage', () => {
    const refused: Disturbance = { ...throttled, kind: 'away', what: '403 text/html' };
    expect(remarksOf(settled({ disturbances: [refused] }))).toEqual([
      "Requests were refused in a form that is not the API's, as a firewall or one odd instance does: 403 text/html on chat, 12 answers, from 3.0 s to 9.5 s.",
    ]);
  });

  it('takes refusals among other failures for an outage', () => {
    const mixed: Disturbance = { ...throttled, kind: 'away', what: '403 text/html, 502' };
    expect(remarksOf(settled({ disturbances: [mixed] }))).toEqual([
      'The target was away: 403 text/html and 502 on chat, 12 answers, from 3.0 s to 9.5 s.',
    ]);
  });

  it('lists the first of many, and counts the others', () => {
    const [line] = remarksOf(settled({ disturbances: Array.from({ length: 9 }, () => throttled) }));
    expect(line?.match(/429 on chat/g)).toHaveLength(3);
    expect(line).toMatch(/; and 6 times more, until 9\.5 s\.$/);
  });

  it('repeats the remarks of the run, and is empty without any', () => {
    expect(remarksOf(settled({ notes: ['A recording was judged.'] }))).toEqual(['A recording was judged.']);
    expect(remarksOf(settled({}))).toEqual([]);
  });
});

describe('interruptionOf', () => {
  it('says what ended the run and how far it was', () => {
    const verdicts = { 'a.b': 'pass', 'c.d': 'inconclusive' } as const;
    expect(interruptionOf(settled({ signal: 'SIGINT' }, verdicts))).toBe('INTERRUPTED: SIGINT (1 of 2 rules judged)');
    expect(interruptionOf(settled({ fault: 'x', interrupted: 'x' }))).toBe(
      'ABORTED, assay itself failed: x (1 of 1 rule judged)',
    );
    expect(interruptionOf(settled({}))).toBeUndefined();
  });
});

describe('what a run took', () => {
  it('names a price, but none on the simulator that the command started', () => {
    const report = settled({});
    expect(runFacts(report).join()).toMatch(/at most \$\d/);
    expect(runFacts({ ...report, target: { ...report.target, embedded: true } }).join()).toContain('nothing to pay');
  });
});

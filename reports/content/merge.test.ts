import { describe, expect, it } from 'vitest';
import { rules as ruleSet, UserError } from '../../spec/index.ts';
import { mergeReports } from './merge.ts';
import { ruleOf } from './report.test-support.ts';
import type { Report, RuleReport, Verdict } from './report.ts';
import { type SettleOptions, settleReport } from './settle.ts';

const ids = ruleSet.filter(({ unjudged }) => unjudged === undefined).map(({ id }) => id);
const [one = '', two = '', three = ''] = ids;

/** A run of some rules, as its judges left it; every rule passes but those that are named. */
function ran(
  chosen: readonly string[],
  verdicts: Record<string, Verdict> = {},
  run: Partial<Report['run']> = {},
  options: Partial<SettleOptions> = {},
  more: Record<string, Partial<RuleReport>> = {},
): Report {
  const started_at = '2026-03-10T10:00:00.000Z';
  const draft = {
    tool: { name: 'assay' as const, version: '1.0.0' },
    target: { name: 'acme', base_url: 'https://api.example' },
    rule_set: { revision: '1', digest: 'd' },
    run: {
      ...{ seed: 1, started_at, duration_ms: 1_000, requests: 5, estimated_cost_micros: 7, controls_accepted: 3 },
      ...{ requests_saved: 0, depth: 'quick' as const, rung: 'public', coverage: {}, ...run },
    },
    rules: chosen.map((id) => ruleOf(id, verdicts[id] ?? 'pass', more[id])),
    ...{ readings: [], capabilities: [] },
  };
  const known = (options.known ?? []).filter(({ id }) => chosen.includes(id));
  return settleReport(draft, { strict: false, today: '2026-03-10', ...options, known });
}

const dealt = (of: number) => Array.from({ length: of }, (_, at) => ids.filter((_id, i) => i % of === at));

function merged(...reports: Report[]): Report {
  return mergeReports(reports.map((report, at) => ({ name: `${at + 1}.json`, report })) as never);
}

describe('the shards of a run, joined,', () => {
  const shard = { chosen_by: '--shard' as const };
  it.each<[string, Record<string, Verdict>, Partial<SettleOptions>]>([
    ['conforms', {}, {}],
    ['fails', { [one]: 'fail', [two]: 'warn' }, {}],
    ['is excused', { [two]: 'fail' }, { known: [{ id: two, reason: 'later' }] }],
    [
      'is excused by a baseline',
      { [one]: 'fail', [two]: 'fail' },
      { baseline: ran(ids, { [one]: 'fail', [three]: 'fail' }) },
    ],
    ['has only new failures', { [one]: 'fail' }, { baseline: ran(ids) }],
    [
      'has what is fixed in several shards',
      {},
      { baseline: ran(ids, { [one]: 'fail', [two]: 'fail', [three]: 'fail' }) },
    ],
    [
      'has a baseline of other rules and of another seed',
      { [one]: 'fail' },
      {
        baseline: {
          ...ran(ids.slice(0, -5), { [two]: 'fail' }, { seed: 7 }),
          rule_set: { revision: '0', digest: 'older' },
        },
      },
    ],
    ['is judged strictly', { [one]: 'warn' }, { strict: true }],
    ['is left open', { [three]: 'inconclusive' }, {}],
    ['has excuses that are no longer needed', {}, { strict: true, known: [{ id: three }, { id: two }, { id: one }] }],
  ])('are the report of the whole run: it %s', (_, verdicts, options) => {
    const whole = ran(ids, verdicts, {}, options);
    const joined = merged(
      ...dealt(3)
        .map((part) => ran(part, verdicts, shard, options))
        .reverse(),
    );
    expect({ ...joined, run: { ...joined.run, requests: 5, estimated_cost_micros: 7, controls_accepted: 3 } }).toEqual(
      whole,
    );
  });

  it.each([false, true])(
    'settle what is open for what a rule of another shard is blamed for; --strict %s',
    (strict) => {
      const verdicts: Record<string, Verdict> = { [one]: 'fail', [two]: 'inconclusive', [three]: 'inconclusive' };
      const beside = (verdict: Verdict) => ({
        elsewhere: { answering: [[one]], verdict, judged: 3, notes: ['1 left out'] },
      });
      const more = { [two]: beside('pass'), [three]: beside('warn') };
      const joined = merged(...dealt(2).map((part) => ran(part, verdicts, shard, { strict }, more)));
      const whole = ran(ids, verdicts, {}, { strict }, more);
      expect(joined.rules).toEqual(whole.rules);
      expect(joined.summary).toMatchObject({ fail: strict ? 2 : 1, warn: strict ? 0 : 1, inconclusive: 0 });
    },
  );

  const [first = [], second = []] = dealt(2);

  it('leave open what a warning of another shard is blamed for, which only --strict calls a failure', () => {
    const more = { [two]: { elsewhere: { answering: [[one]], verdict: 'pass' as const, judged: 3 } } };
    const verdicts: Record<string, Verdict> = { [one]: 'warn', [two]: 'inconclusive' };
    const joined = merged(...dealt(2).map((part) => ran(part, verdicts, shard, { strict: true }, more)));
    expect(joined.rules).toEqual(ran(ids, verdicts, {}, { strict: true }, more).rules);
  });

  it('are partial without one of them', () => {
    expect(merged(ran(first, {}, shard))).toMatchObject({
      ...{ verdict: 'partial', run: { chosen_by: '--shard' }, gate: { exit_code: 0 } },
    });
  });

  it.each<[string, Partial<Report['run']>, number]>([
    ['accepted no valid request', { controls_accepted: 0 }, 3],
    ['was interrupted', { signal: 'SIGINT', interrupted: 'SIGINT' }, 3],
    ['lost its target', { unreachable: 'ECONNREFUSED' }, 3],
    ['had a control API of which nothing works', { control_broken: '404' }, 3],
    ['was cut short', { budget_short_micros: 5 }, 3],
    ['met a fault of ours', { fault: 'x is no function' }, 70],
  ])('are not trusted if one %s', (_, run, code) => {
    const joined = merged(ran(first, {}, { ...shard, ...run }), ran(second, {}, shard));
    expect([joined.verdict, joined.gate?.exit_code]).toEqual(['inconclusive', code]);
  });

  it('list readings and capabilities in the order of a whole run', () => {
    const reading = (id: string) => ({ id, question: '?', branches: { '400': 1 }, consistent: true });
    const rung = (need: string) => ({ need, available: true, rules: 1, judged: 1 });
    const { readings = [], capabilities = [] } = merged(
      { ...ran(first), readings: ['R9', 'R1'].map(reading), capabilities: ['control_url', 'public'].map(rung) },
      { ...ran(second), readings: ['R99', 'R7'].map(reading), capabilities: [rung('keys.revoked')] },
    );
    expect(readings.map(({ id }) => id)).toEqual(['R1', 'R7', 'R9', 'R99']);
    expect(capabilities.map(({ need }) => need)).toEqual(['public', 'keys.revoked', 'control_url']);
  });

  it('add up what was sent, from the first start to the last end', () => {
    const away = { kind: 'away' as const, endpoint: 'chat', from_ms: 10, to_ms: 20, answers: 1, what: '502' };
    const later = { ...shard, started_at: '2026-03-10T10:00:05.000Z', disturbances: [away], notes: ['a note'] };
    const reading = (...ways: string[]) => [
      { id: 'R1', question: '?', branches: Object.fromEntries(ways.map((way) => [way, 2])), consistent: true },
    ];
    const rung = { need: 'public', available: true };
    const joined = merged(
      {
        ...ran(first, {}, { ...later, coverage: { chat: { pairs: 9, met: 4 } } }),
        ...{ readings: reading('400', '422'), capabilities: [{ ...rung, rules: 2, judged: 1 }] },
      },
      {
        ...ran(second, {}, { ...shard, notes: ['a note'], coverage: { chat: { pairs: 9, met: 6 } } }),
        ...{ readings: reading('400'), capabilities: [{ ...rung, rules: 3, judged: 3 }] },
      },
    );
    expect(joined).toMatchObject({
      run: {
        ...{ started_at: '2026-03-10T10:00:00.000Z', duration_ms: 6_000, requests: 10, controls_accepted: 6 },
        ...{ disturbances: [{ from_ms: 5_010, to_ms: 5_020 }], notes: ['a note'], coverage: { chat: { met: 6 } } },
      },
      readings: [{ id: 'R1', branches: { '400': 4, '422': 2 }, consistent: false }],
      capabilities: [{ need: 'public', rules: 5, judged: 4 }],
    });
  });

  it.each<[string, Report, RegExp]>([
    ['twice the same', ran(first), /was judged in 1\.json and in 2\.json\. Give the reports of the shards of one run/],
    ['another seed', ran(second, {}, { seed: 2 }), /differ in seed: 1 and 2/],
    ['another depth', ran(second, {}, { depth: 'standard' }), /differ in depth: quick and standard/],
    ['another server', { ...ran(second), target: { name: 'acme', base_url: 'https://other' } }, /differ in target/],
    ['other rules', { ...ran(second), rule_set: { revision: '2', digest: 'e' } }, /differ in rules: d and e/],
    ['another strictness', ran(second, {}, {}, { strict: true }), /differ in --strict/],
  ])('must be of one run: not %s', (_, other, message) => {
    expect(() => merged(ran(first), other)).toThrow(UserError);
    expect(() => merged(ran(first), other)).toThrow(message);
  });

  it('may be of simulators on two ports', () => {
    const on = (port: number) => ({ target: { name: 'acme', base_url: `http://127.0.0.1:${port}`, embedded: true } });
    expect(merged({ ...ran(first), ...on(1) }, { ...ran(second), ...on(2) }).verdict).toBe('conforming');
  });

  it('are refused if one is missing, or is from another split', () => {
    const part = (at: number, count: number) =>
      ran(
        ids.filter((_, i) => i % 3 === at - 1),
        {},
        { chosen_by: '--shard', shard: `${at}/${count}` },
      );
    expect(merged(part(1, 3), part(2, 3), part(3, 3)).verdict).toBe('conforming');
    expect(() => merged(part(1, 3), part(3, 3))).toThrow(
      'shard 2/3 is missing. Give the report of each; where a job wrote none, run it again',
    );
    expect(() => merged(part(1, 3), part(2, 3), part(3, 4))).toThrow(
      'they differ in --shard: 2.json is one of 3, 3.json is one of 4',
    );
    expect(() => merged(part(2, 3))).toThrow('shards 1/3, 3/3 are missing');
  });

  it('name --rules, not --shard, as the selection if all are there', () => {
    const part = (at: number) => ran(ids.slice(at - 1, at), {}, { chosen_by: '--shard', shard: `${at}/2` });
    expect(merged(part(1), part(2))).toMatchObject({ verdict: 'partial', run: { chosen_by: '--rules' } });
  });

  it('are refused if one is given twice', () => {
    const one = { name: 'a/report.json', report: ran(first) };
    expect(() => mergeReports([one, one])).toThrow('a/report.json is given twice');
  });
});

import { stripVTControlCharacters } from 'node:util';
import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { ruleOf, sample } from '../content/report.test-support.ts';
import type { Failure, Report, RuleReport, Step } from '../content/report.ts';
import { settleReport } from '../content/settle.ts';
import { renderTerminal } from './terminal.ts';

const plain = { colour: false, width: 80, unicode: true };

function withActual(actual: string) {
  const [first, ...rules] = sample.rules;
  if (first?.failure === undefined) throw new Error('the sample has no failure');
  return { ...sample, rules: [{ ...first, failure: { ...first.failure, actual } }, ...rules] };
}

const shown = renderTerminal(sample, { ...plain, files: ['reports/out/report.json'] });

it('gives each endpoint a row of counts, and a total', () => {
  expect(shown).toMatch(/chat +6 +1 +1 +1 +· +· +3 {2}█/);
  expect(shown).toMatch(/total +13 +5 +2 +1 +1 +1 +3/);
});

it('shows all the evidence of a failure', () => {
  const [rule] = sample.rules;
  for (const part of [rule?.id, rule?.clause, rule?.statement, rule?.failure?.expected, rule?.failure?.curl]) {
    expect(shown).toContain(part);
  }
  expect(shown).toContain('"model": "svc-chat-v1"');
  expect(shown).toContain('seed 42 · path 3:0:1');
});

it('groups skips, doubts, warnings and known failures by reason', () => {
  expect(shown).toMatch(/Skipped\n\n○ {3}2 {2}needs fixtures_url\n +chat.pdf.pages, chat.pdf.private\n/);
  expect(shown).toMatch(/Inconclusive\n\n\? {3}1 {2}500 persisted after 3 attempts\n +embeddings.batch.limit\n/);
  expect(shown).toMatch(/Warnings\n\n! {3}1 {2}400 invalid_request .*\n +chat.request.messages-empty\n/);
  expect(shown).toMatch(/Known failures\n\n≈ {3}1 {2}listed in known_failures.*\n +finder.query.empty\n/);
  expect(shown).toContain('- embeddings.vector.size: listed in known_failures but passes: remove it');
});

it('shows capabilities, readings and missing profile lines only with --verbose', () => {
  expect(shown).not.toMatch(/Capabilities|Readings|add to the profile/);
  const verbose = renderTerminal(sample, { ...plain, verbose: true });
  expect(verbose).toContain('400 invalid_request ×2, 422 detail ×1 (not always the same)');
  expect(verbose).toContain('✓ public        9 of 10 rules judged');
  expect(verbose).toContain('add to the profile: "fixtures_url"');
  expect(verbose).toMatch(/Circumstances covered\n\nchat {8}31 of 40 pairs and 20 of 75 triples\n/);
});

it('ticks no rung at which nothing was judged', () => {
  const capabilities = [{ need: 'public', available: true, rules: 10, judged: 0 }];
  const verbose = renderTerminal({ ...sample, capabilities }, { ...plain, verbose: true });
  expect(verbose).toContain('? public  0 of 10 rules judged');
});

it('says when the target throttled', () => {
  expect(shown).toContain('The target throttled: 429 on chat, 12 answers, from 3.0 s to 9.5 s.');
});

it('ends with what it took, files, verdict and gate', () => {
  const closing = shown.trimEnd().split('\n').slice(-7);
  expect(closing).toEqual([
    '  812 requests (1,204 saved by sharing), at most $1.235, 9.0 s, seed 42',
    '  depth quick: 43 of 52 pairs and 28 of 83 triples of circumstances',
    '  what is refused was tried in a few of them',
    '  reports/out/report.json',
    '✗ NONCONFORMING: 2 of 9 judged rules are broken; 1 with a warning; 1 known',
    '  failure excused; 1 rule inconclusive.',
    'GATE FAILED: 2 new failures (chat.stream.one-done, rerank.results.sorted); 1 known',
  ]);
});

it('names the script that reproduces a failure if there is no line to copy', () => {
  expect(shown).toContain('reproduce  sh reports/out/reproduce/rerank.results.sorted.sh');
  expect(renderTerminal(sample, plain)).toContain('reproduce  see report.html');
});

it('names the script, not the curl line of its last request, for a failure of several requests', () => {
  const failed = sample.rules.find(({ failure }) => (failure?.steps ?? []).length > 0);
  const [step] = failed?.failure?.steps ?? [];
  if (failed?.failure === undefined || step === undefined) throw new Error('the sample has no steps');
  const shownWith = (steps: Step[]): string => {
    const failure = { ...failed.failure, curl: "curl -sS 'http://127.0.0.1:4010/v1/rerank'", steps } as Failure;
    const rules = [{ ...failed, failure }];
    return renderTerminal({ ...sample, rules }, { ...plain, files: ['out/report.json'] });
  };
  expect(shownWith([step])).toContain('\n  curl -sS');
  expect(shownWith([step, step])).toMatch(/reproduce {2}sh out\/reproduce\/rerank\.results\.sorted\.sh/);
});

it('names known failures that are excused alike in one group, with their causes if verbose', () => {
  const known = ['a', 'b'].map((id) => {
    const failure = {
      expected: 'It holds.',
      actual: `Not of ${id}.`,
      counterexample: {},
      curl: '',
      seed: 1,
      path: '',
    };
    return { ...ruleOf(id, 'known'), failure, reason: `failed in the baseline too (It holds. Not of ${id}.)` };
  });
  const text = renderTerminal({ ...sample, rules: known }, { ...plain, files: [] });
  expect(text).toMatch(/≈ {3}2 {2}failed in the baseline too\n +a, b\n/);
  expect(renderTerminal({ ...sample, rules: known }, { ...plain, files: [], verbose: true })).toContain('Not of b.)');
});

it('names the script of a warning and of a known failure, which have no evidence of their own', () => {
  const failed = sample.rules.find(({ failure }) => (failure?.steps ?? []).length > 0);
  const row = (id: string, verdict: 'warn' | 'known' | 'skip') => ({
    ...ruleOf(id, verdict, { reason: `why ${id}` }),
    failure: failed?.failure,
  });
  const rules = [row('a.warned', 'warn'), row('b.known', 'known'), row('c.skipped', 'skip')] as RuleReport[];
  const settled = settleReport({ ...sample, rules }, { strict: false, known: [], today: '2026-03-10' });
  const text = renderTerminal(settled, { colour: false, width: 100, unicode: true, files: ['out/report.json'] });
  expect(text).toContain('why a.warned\n       a.warned\n       reproduce: sh out/reproduce/a.warned.sh\n');
  expect(text).toContain('reproduce: sh out/reproduce/b.known.sh');
  expect(text).not.toContain('c.skipped.sh');
});

it('shows the first of many notes of one rule, and those of others', () => {
  const notes = Array.from({ length: 24 }, (_, at) => `Scheme ${'abcdefghijklmnopqrstuvwxyz'[at]} is refused.`);
  const rules = [ruleOf('auth.many', 'pass', { notes }), ruleOf('auth.one', 'pass', { notes: ['It is slow.'] })];
  const text = renderTerminal({ ...sample, rules }, { ...plain, width: 80 });
  expect(text).toContain(
    '- auth.many: Scheme a is refused.\n  and 23 more notes of this rule\n- auth.one: It is slow.\n',
  );
  const all = renderTerminal({ ...sample, rules }, { ...plain, width: 80, verbose: true });
  expect(all).toContain('- auth.many: Scheme x is refused.');
});

it('shows three lines, verdict and gate for a target that was not judged at all', () => {
  const preflight: [string, string, string] = ['It answered 401.', 'The key is wrong.', 'Set ASSAY_KEY.'];
  const rules = sample.rules.map((rule) => ruleOf(rule.id, 'inconclusive'));
  const draft = { ...sample, rules, run: { ...sample.run, preflight } };
  const output = renderTerminal(settleReport(draft, { strict: false, known: [], today: '2026-03-10' }), plain);
  expect(output).toBe(
    'It answered 401.\nThe key is wrong.\nSet ASSAY_KEY.\n\n? INCONCLUSIVE: No rule was judged: The key is wrong.\n' +
      'GATE FAILED: No rule was judged: The key is wrong\n',
  );
});

it.each([40, 60, 80, 120])('stays within %i columns, except the line to copy and the gate', (width) => {
  const lines = renderTerminal(withActual('文字'.repeat(300)), { ...plain, width }).split('\n');
  const tooWide = lines.filter((line) => stringWidth(line) > width && !/curl |^GATE/.test(line));
  expect(tooWide).toEqual([]);
});

it('lets nothing from the target control the terminal', () => {
  const hostile = renderTerminal(withActual('\u001b[2J\u009b31m\r\u0007\u202eevil\n'.repeat(20)), plain);
  expect(hostile).not.toMatch(/[^\n\P{Cc}]|[\u202e\ud800]/u);
});

it('uses colours only when asked, and changes nothing but the look', () => {
  const painted = renderTerminal(sample, { ...plain, colour: true });
  expect(painted).toContain('\u001b[31m');
  expect(stripVTControlCharacters(painted)).toBe(renderTerminal(sample, plain));
});

it('uses only ASCII if the terminal has no more', () => {
  expect(renderTerminal(withActual('é文😀'), { ...plain, unicode: false })).toMatch(/^[ -~\n]+$/);
});

it('gives no commands to the runner of a job on GitHub, Azure or TeamCity', () => {
  const report = withActual(`${'x'.repeat(66)} ::stop-commands::x ##[error]y ##vso[task.complete] ##teamcity[x]`);
  const output = renderTerminal(report, plain);
  expect(output).toContain('stop-commands');
  expect(output).not.toMatch(/^\s*::/m);
  expect(output).not.toMatch(/##\w*\[/);
});

it('never shows a whole key', () => {
  const key = `svc_live_${'0123456789abcdef'.repeat(2)}`;
  expect(renderTerminal(withActual(`sent ${key}`), plain)).toContain('sent svc_live_…cdef');
});

describe('of many failures', () => {
  /** As long as a failure gets, and as unlike the others as failures are. */
  function worst(id: number): RuleReport {
    const kinds = ['text', 'number', 'list', 'order', 'stream', 'price', 'status', 'header', 'limit', 'time'];
    const failure = {
      expected: 'expected '.repeat(40),
      actual: `It is the ${kinds[id % 10]} ${'that is wrong and '.repeat(50)}`,
      counterexample: Array.from({ length: 60 }, (_, i) => ({ [`field-${i}`]: 'x'.repeat(200) })),
      curl: `curl ${'x'.repeat(900)}`,
      ...{ seed: 1, path: '1:2:3', seen: '4 of 4 times' },
    };
    const endpoint = (['chat', 'finder', 'embeddings', 'rerank', 'domains', 'all'] as const)[id % 6] ?? 'chat';
    return ruleOf(`rule.number-${id}`, 'fail', {
      endpoint,
      failure,
      statement: 'It holds. '.repeat(40),
      notes: ['x'.repeat(300)],
    });
  }

  function settled(failing: number): Report {
    const others = (['inconclusive', 'warn', 'skip'] as const).flatMap((verdict) => {
      return Array.from({ length: 30 }, (_, i) => ruleOf(`${verdict}.${i}`, verdict, { reason: `reason ${i}` }));
    });
    const rules = [...Array.from({ length: failing }, (_, i) => worst(i)), ...others];
    const run = { ...sample.run, interrupted: 'SIGINT', signal: 'SIGINT', notes: ['note '.repeat(60)] } as const;
    const draft = { ...sample, rules, run: { ...run, notes: [...run.notes] } };
    return settleReport(draft, { strict: false, known: [], today: '2026-03-10' });
  }

  const files = ['report.json', 'junit.xml', 'report.html', 'report.md'];

  it('gives one at most 20 lines of 80 columns', () => {
    const output = renderTerminal(settled(1), plain);
    const [, failures = ''] = output.split('Failures\n\n');
    const [failure = ''] = failures.split('\n\n');
    const lines = failure.split('\n');
    expect(lines.length).toBeLessThanOrEqual(20);
    for (const line of lines) expect(stringWidth(line)).toBeLessThanOrEqual(80);
    for (const part of ['expected ', 'actual ', 'shown by ', 'reproduce ', 'assay explain'])
      expect(failure).toContain(part);
  });

  it.each([40, 120])('shows %i in under 150 lines, the first five in full, the rest a line each', (failing) => {
    const output = renderTerminal(settled(failing), { ...plain, files });
    expect(output.split('\n').length).toBeLessThan(150);
    expect(output.match(/^ {2}expected/gm)).toHaveLength(5);
    expect(output.match(/^✗ rule\.number-\d+ {2}It is/gm)).toHaveLength(35);
    expect(output.split('\n').filter((line) => stringWidth(line) > 80 && !line.startsWith('GATE'))).toEqual([]);
  });

  it('lists the likely causes last, before verdict and gate', () => {
    const [, end = ''] = renderTerminal(settled(40), plain).split('Likely causes\n\n');
    expect(end).toMatch(/^- 4 failed rules of chat, domains, embeddings: It is the text that is wrong/);
    expect(end).toContain('  rule.number-0, rule.number-10, rule.number-20, rule.number-30\n');
    expect(end.replace(/^.*?─+\n/s, '')).toMatch(
      /^ {2}812 requests.*\n {2}depth .*\n {2}what is refused .*\n✗ NONCONFORMING: [^✗]*GATE FAILED: 40 failures/,
    );
  });

  it('shows all of them with --verbose', () => {
    const output = renderTerminal(settled(40), { ...plain, verbose: true });
    expect(output.match(/^ {2}expected/gm)).toHaveLength(40);
  });
});

import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { listen, untilTestEnds } from '../../../fixtures/temporary.test-support.ts';
import { type Report, settleReport } from '../../../reports/index.ts';
import { checksOf } from '../../areas/catalogue.ts';
import { someKey } from '../../cli.test-support.ts';
import { fakeProfile } from '../../engine/run/fake-target.test-support.ts';
import { run } from '../../engine/run/run.ts';
import { openSession } from '../../engine/run/session.ts';
import type { Profile } from '../../profile/profile.ts';
import { version } from '../../version.ts';
import { assembleReport } from './assemble.ts';

/** A finder that never finds anything, with what the control API answers by method and path; anything else is 404. */
async function nothingFound(control: Readonly<Record<string, readonly [status: number, body: object]>>) {
  const server = await listen(async (request, response) => {
    const asked = await text(request);
    const [status, body] =
      request.url === '/v1/finder'
        ? ([200, { query: JSON.parse(asked).query, answer: null, results: null, usage: { query_count: 1 } }] as const)
        : (control[`${request.method} ${request.url?.replace('/_control', '')}`] ?? [404, { detail: 'Not Found' }]);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  return untilTestEnds(server).url;
}

const sees = 'finder.response.query-count';
const blind = 'finder.response.result-title';
const controlled = 'finder.response.results-none';

async function judge(
  { base_url, ...more }: Pick<Profile, 'base_url'> & Partial<Profile>,
  { rules = [sees, blind, controlled], strict = false } = {},
): Promise<Report> {
  const profile = fakeProfile({ base_url, keys: { active: someKey }, ...more });
  const settings = { profile, seed: 1, concurrency: 4, timeoutMs: 2_000, rules };
  const result = await run(checksOf(rules), untilTestEnds(openSession(settings)));
  const target = { name: profile.name, base_url };
  const draft = assembleReport(result, { version, settings, target, startedAt: new Date(0) });
  return settleReport(draft, { strict, known: [], today: '2026-03-10' });
}

const namedBlind = ({ rules }: Report): string[] => rules.filter(({ saw_nothing }) => saw_nothing).map(({ id }) => id);

describe('a rule that sees nothing to which it applies', () => {
  it('is named in the verdict, and inconclusive with --strict', async () => {
    const base_url = await nothingFound({});
    const lax = await judge({ base_url });
    expect(namedBlind(lax)).toEqual([blind]);
    expect(lax).toMatchObject({ verdict: 'conforming', gate: { exit_code: 0 } });
    expect(lax.verdict_reason).toBe('at rung public: 1 of 3 rules; 1 needs control_url (1); 1 rule saw nothing.');
    const strict = await judge({ base_url }, { strict: true });
    expect(strict).toMatchObject({ verdict: 'inconclusive', gate: { exit_code: 3 }, summary: { inconclusive: 1 } });
    expect(strict.verdict_reason).toBe(`1 rule is inconclusive (${blind}); 1 rule saw nothing.`);
  });

  it('is only skipped if the target lacks a part of the control API that was used', async () => {
    const key = { key: someKey, balance_micros: 100_000_000 };
    const base_url = await nothingFound({ 'POST /keys': [201, key] });
    const report = await judge({ base_url, control_url: `${base_url}/_control` });
    expect(namedBlind(report)).toEqual([]);
    expect(report.summary).toMatchObject({ pass: 1, skip: 2 });
  });
});

it('a report says what was tried for each rule, and how long answers took', async () => {
  const { rules, run } = await judge({ base_url: await nothingFound({}) }, { rules: [sees, blind] });
  const [seen, unseen] = rules;
  expect(seen?.judged).toBeGreaterThan(0);
  expect(seen?.exchanges).toBeGreaterThanOrEqual(seen?.judged ?? 0);
  expect(unseen).toMatchObject({ judged: 0, exchanges: seen?.exchanges });
  expect(seen?.method).toContain('Judged on valid finder requests');
  const { finder } = run.latencies ?? {};
  expect(finder?.count).toBeGreaterThan(0);
  expect(finder?.min).toBeLessThanOrEqual(finder?.p50 ?? 0);
});

it('files that the host of the fixtures may lack are named with their rules if they were left out, and only then', async () => {
  const lacking = await listen(async (request, response) => {
    const status = (await text(request)).includes('folder') ? 422 : 200;
    const body = { steps: [], message: 'Yes.', sources: null, follow_up_questions: null };
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  untilTestEnds(lacking);
  const notesOf = async (rule: string): Promise<readonly string[] | undefined> => {
    const profile = { base_url: lacking.url, fixtures_url: 'https://fixtures.example' };
    const { run } = await judge(profile, { rules: [rule] });
    return run.notes;
  };
  expect(await notesOf('attachments.pdf-accepted')).toEqual([
    expect.stringContaining('left out of attachments.pdf-accepted (folder/sub%20folder/pages-2.pdf)'),
  ]);
  expect(await notesOf('attachments.redirect-followed')).toBeUndefined();
});

describe('a control API that is declared', () => {
  it('makes the run inconclusive if no call of it works', async () => {
    const base_url = await nothingFound({});
    const report = await judge({ base_url, control_url: `${base_url}/elsewhere` });
    expect(report).toMatchObject({ verdict: 'inconclusive', gate: { exit_code: 3 } });
    expect(report.verdict_reason).toContain(
      'The control API that the profile declares does not work (it does not offer POST /keys (status 404)): correct control_url',
    );
  });

  it('skips the rules that need what it lacks if any part works', async () => {
    const base_url = await nothingFound({ 'GET /journal': [200, { requests: [] }] });
    const report = await judge({ base_url, control_url: `${base_url}/_control` });
    expect(report).toMatchObject({ verdict: 'conforming', gate: { exit_code: 0 } });
    expect(report.rules.find(({ id }) => id === controlled)).toMatchObject({
      ...{ verdict: 'skip', reason: 'the control API does not offer POST /keys (status 404)' },
    });
  });

  it('is not used if no rule needs it', async () => {
    const base_url = await nothingFound({});
    const report = await judge({ base_url, control_url: `${base_url}/elsewhere` }, { rules: [sees] });
    expect(report).toMatchObject({ verdict: 'conforming' });
  });
});

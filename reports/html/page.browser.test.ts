import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it, type TestContext } from 'vitest';
import { newFolder } from '../../fixtures/temporary.test-support.ts';
import { noBrowser, openBrowser } from '../chromium.test-support.ts';
import { hostileReport, sample } from '../content/report.test-support.ts';
import type { Report } from '../content/report.ts';
import { renderHtml } from './page.ts';

/** What a target may send to take over a page, or to have it call somewhere. */
const HOSTILE = [
  '</script><script>window.owned = 1</script>',
  '"><img src="https://elsewhere.example/a" onerror="window.owned = 1"><svg onload="window.owned = 1">',
  "' onclick='window.owned = 1",
  '</style><style>@import "https://elsewhere.example/b";</style><base href="https://elsewhere.example/">',
  '<meta http-equiv="refresh" content="0;url=https://elsewhere.example/c"><a href="javascript:window.owned = 1">x</a>',
  '\u202egnp.exe\u2066',
].join('\n');

let browser: Browser | undefined;
let folder: string;

beforeAll(async () => {
  browser = await openBrowser();
  folder = newFolder();
});
afterAll(() => browser?.close());

/** Opens a report from a file, as a reader does, and collects what the page requests besides that file. */
async function opened(
  context: TestContext,
  report: Report,
  options: Parameters<Browser['newContext']>[0] = {},
): Promise<{ page: Page; asked: string[] }> {
  if (browser === undefined) return context.skip(noBrowser);
  const file = join(folder, `${context.task.id}.html`);
  writeFileSync(file, renderHtml(report));
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options })).newPage();
  const asked: string[] = [];
  const url = pathToFileURL(file).href;
  page.on('request', (request) => request.url() === url || asked.push(request.url()));
  await page.goto(url);
  return { page, asked };
}

/** Ids of the rules that are to be seen, sorted. */
const shown = async (page: Page): Promise<string[]> =>
  (await page.locator('.rule:visible').evaluateAll((rules) => rules.map(({ id }) => id.replace('rule-', '')))).sort();

for (const colorScheme of ['light', 'dark'] as const)
  it(`has no serious accessibility violation, ${colorScheme}`, async (context) => {
    // The test's own script is none that the policy of the page allows.
    const { page } = await opened(context, sample, { bypassCSP: true, colorScheme });
    await page.evaluate(axe.source);
    const found = await page.evaluate<{ id: string; impact: string; nodes: { html: string }[] }[]>(
      'axe.run({ resultTypes: ["violations"] }).then(({ violations }) => violations)',
    );
    const serious = found.filter(({ impact }) => impact === 'serious' || impact === 'critical');
    expect(serious.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
  });

it('runs nothing of the target, loads nothing, and shows hidden characters', async (context) => {
  const report = hostileReport(HOSTILE);
  const { page, asked } = await opened(context, report);
  await page
    .locator('summary, button, [onclick], img')
    .evaluateAll((parts) => parts.map((part) => (part as HTMLElement).click()));
  await page.locator('.rule').first().hover();
  expect(await page.evaluate('window.owned')).toBeUndefined();
  expect(page.url()).toMatch(/^file:/);
  expect(asked).toEqual([]);
  const text = (await page.locator('main').textContent()) ?? '';
  expect(text).toContain('\\u202egnp.exe');
  expect(text).not.toMatch(/[\u202e\u2066]/);
  expect(await page.locator('img, base, iframe, main script, main style, [onclick]').count()).toBe(0);
});

it('fits the width of a phone', async (context) => {
  for (const report of [sample, hostileReport(HOSTILE)]) {
    const { page } = await opened(context, report, { viewport: { width: 390, height: 844 } });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
  }
});

it('finds rules by their words, with the slash as a shortcut', async (context) => {
  const { page } = await opened(context, sample);
  await page.keyboard.press('/');
  await page.keyboard.type('RELEVANCE highest');
  expect(await shown(page)).toEqual(['rerank.results.sorted']);
  expect(await page.locator('#count').textContent()).toBe('1 of 13 rules shown');
  expect(await page.locator('.group:visible h3').allTextContents()).toEqual(['rerank']);
  await page.keyboard.press('Escape');
  expect(await shown(page)).toHaveLength(13);
});

for (const javaScriptEnabled of [true, false])
  it(`filters by verdict, endpoint and area ${javaScriptEnabled ? 'with' : 'without'} its script`, async (context) => {
    const { page } = await opened(context, sample, { javaScriptEnabled });
    const of = (wanted: (rule: Report['rules'][number]) => boolean): string[] =>
      sample.rules
        .filter(wanted)
        .map(({ id }) => id)
        .sort();
    await page.locator('#show-pass').uncheck();
    expect(await shown(page)).toEqual(of(({ verdict }) => verdict !== 'pass'));
    await page.locator('#only-endpoint').selectOption('chat');
    expect(await shown(page)).toEqual(of(({ verdict, endpoint }) => verdict !== 'pass' && endpoint === 'chat'));
    await page.locator('#show-pass').check();
    await page.locator('#only-endpoint').selectOption('*');
    await page.locator('#only-area').selectOption('rerank');
    expect(await shown(page)).toEqual(of(({ id }) => id.startsWith('rerank.')));
  });

it('opens the rule of a link, even if it is folded or filtered out', async (context) => {
  const { page } = await opened(context, sample);
  await page.locator('#show-pass').uncheck();
  await page.evaluate('location.hash = "#rule-domains.public"');
  await page.locator('#rule-domains\\.public[open]').waitFor({ state: 'visible', timeout: 5_000 });
  expect(await page.locator('#show-pass').isChecked()).toBe(true);
});

it('copies the line that sends a failure again', async (context) => {
  const { page } = await opened(context, sample, { permissions: ['clipboard-read', 'clipboard-write'] });
  await page.locator('#rule-rerank\\.results\\.sorted .label .copy').first().click();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe('sh reproduce/rerank.results.sorted.sh');
});

it('prints failures open, including folded ones, and none of its controls', async (context) => {
  const { page } = await opened(context, sample);
  await page.locator('#fold-all').click();
  const evidence = page.locator('#rule-rerank\\.results\\.sorted .actual').first();
  expect(await evidence.isVisible()).toBe(false);
  await page.emulateMedia({ media: 'print' });
  expect(await evidence.isVisible()).toBe(true);
  expect(await page.locator('.controls').isVisible()).toBe(false);
});

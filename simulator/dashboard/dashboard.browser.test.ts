import axe from 'axe-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, type TestContext } from 'vitest';
import { noBrowser, openBrowser } from '../../reports/chromium.test-support.ts';
import { headersOf, paths, postTo, valid } from '../ask.test-support.ts';
import { listen, type StandIn } from '../server/listen.ts';

let browser: Browser | undefined;
let api: StandIn;
let outside: string[] = [];
const pages: Page[] = [];
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());
beforeEach(async () => {
  api = await listen({ dashboard: true });
  outside = [];
});
afterEach(async () => {
  await Promise.all(pages.splice(0).map((page) => page.context().close()));
  await api.close();
});

/** Opens the dashboard; a test without a browser is skipped and says why. */
async function open(context: TestContext, path = '/', options: BrowserContextOptions = {}): Promise<Page> {
  if (browser === undefined) return context.skip(noBrowser);
  const session = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
  const page = await session.newPage();
  pages.push(page);
  page.on('request', (request) => {
    if (!request.url().startsWith(api.url) && !request.url().startsWith('data:')) outside.push(request.url());
  });
  page.on('console', (message) => {
    if (message.type() === 'error' && !/status of (4|5)\d\d/.test(message.text())) outside.push(message.text());
  });
  await page.goto(api.url + path);
  return page;
}

const ask = async (key: string, path: string, body: object): Promise<string> =>
  (await postTo(api.url + path, body, { headers: headersOf(key) })).text();

/** A row of the journal by its status, which is a cell of its own: a time such as 43.200 holds a 200, too. */
const row = (page: Page, status: string, path: string) =>
  page
    .getByRole('row')
    .filter({ has: page.getByRole('cell', { name: status, exact: true }) })
    .filter({ hasText: path });

it('makes a key, tops it up and revokes it, arms a fault, and shows the effects in the journal', async (context) => {
  const page = await open(context);
  await page.getByText('No requests yet').waitFor();
  await page.getByRole('link', { name: 'Keys' }).click();
  await page.getByLabel('Balance in dollars').fill('0.04');
  const made = page.waitForResponse((answer) => answer.request().method() === 'POST');
  await page.getByRole('button', { name: 'Make key' }).click();
  const { key } = (await (await made).json()) as { key: string };
  const short = `svc_test_…${key.slice(-4)}`;

  await ask(key, paths.finder, valid.finder);
  await ask(key, paths.finder, valid.finder);
  await page.getByRole('row').filter({ hasText: short }).filter({ hasText: '$0.035' }).waitFor();
  await page.getByRole('button', { name: `Top up ${short}` }).click();
  const form = page.getByRole('form', { name: `Top up ${short}` });
  await form.getByLabel('Amount in dollars').fill('1');
  await form.getByRole('button', { name: 'Add' }).click();
  await page.getByRole('row').filter({ hasText: short }).filter({ hasText: '$1.005' }).waitFor();

  await page.getByRole('link', { name: 'Faults' }).click();
  await page.getByRole('button', { name: /^stream_error/ }).click();
  await page.getByRole('form', { name: 'Arm stream_error' }).getByRole('button', { name: 'Arm' }).click();
  await page.getByRole('region', { name: 'Armed' }).getByText('stream_error').first().waitFor();
  expect(await ask(key, paths.chat, { ...valid.chat, stream: true })).toContain('"type":"error"');
  await page.getByRole('button', { name: /^custom_response/ }).click();
  const custom = page.getByRole('form', { name: 'Arm custom_response' });
  await custom.getByLabel('Status').fill('418');
  await custom.getByLabel('Headers').fill('{"x-own": "yes"}');
  await custom.getByLabel('Body').fill('{"teapot": true}');
  await custom.getByRole('button', { name: 'Arm' }).click();
  await page.getByRole('region', { name: 'Armed' }).getByText('headers {"x-own":"yes"}').waitFor();
  expect(await ask(key, paths.finder, valid.finder)).toBe('{"teapot":true}');

  await page.getByRole('link', { name: 'Keys' }).click();
  await page.getByRole('button', { name: `Revoke ${short}` }).click();
  await page.getByRole('button', { name: 'Revoke key' }).click();
  await page.getByRole('row').filter({ hasText: short }).filter({ hasText: 'revoked' }).waitFor();
  await ask(key, paths.rerank, valid.rerank);

  await page.getByRole('link', { name: 'Journal' }).click();
  await row(page, '200', paths.finder).waitFor();
  await row(page, '402', paths.finder).waitFor();
  await row(page, '401', paths.rerank).waitFor();
  await page.getByRole('row').filter({ hasText: 'stream_error' }).filter({ hasText: paths.chat }).waitFor();
  await page.getByRole('button', { name: `POST ${paths.chat}` }).click();
  const panel = page.getByRole('region', { name: `POST ${paths.chat}` });
  await panel.locator('.event').filter({ hasText: 'error' }).first().waitFor();
  await panel.getByText('What helps against asthma?').first().waitFor();
  expect(outside).toEqual([]);
});

it('shows the events of a stream live, and copies a curl line that works', async (context) => {
  const page = await open(context, '/_control/', { permissions: ['clipboard-read', 'clipboard-write'] });
  await page.getByText('connected').first().waitFor();
  await api.arm({ fault: 'pace', ttft_ms: 100, event_ms: 150 });
  const answered = ask(api.keys.active, paths.chat, { ...valid.chat, stream: true });
  await page.getByRole('button', { name: `POST ${paths.chat}` }).click();
  const panel = page.getByRole('region', { name: `POST ${paths.chat}` });
  await panel.locator('.event').nth(6).waitFor();
  expect(await panel.locator('.event').filter({ hasText: '[DONE]' }).count()).toBe(0);
  await answered;
  await panel.locator('.event').filter({ hasText: '[DONE]' }).waitFor();
  await panel.getByRole('button', { name: 'Copy as curl' }).click();
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toMatch(new RegExp(`curl .*${api.url}${paths.chat}.*${api.keys.active}`, 's'));
});

it('calls the API from its documentation with a valid key, and contacts no other server', async (context) => {
  const page = await open(context, '/_control/docs/');
  await page.locator('#operations-Operations-finder .opblock-summary-control').click();
  await page.getByRole('button', { name: 'Execute' }).click();
  await page.locator('.responses-table.live-responses-table').getByText('"finder.result"').waitFor();
  await expect.poll(async () => (await api.journal())[0]).toMatchObject({ endpoint: 'finder', status: 200 });
  expect(outside).toEqual([]);
});

it.for([
  ['light', {}],
  ['dark', { colorScheme: 'dark' }],
  ['narrow', { viewport: { width: 390, height: 844 } }],
] as const)('can be used by everybody, and scrolls no page sideways: %s', async ([, options], context) => {
  const page = await open(context, '/_control/', options);
  await page.getByText('connected').first().waitFor();
  await api.arm({ fault: 'latency', latency_ms: 1, endpoint: 'rerank' });
  await ask(api.keys.empty, paths.finder, valid.finder);
  await ask(api.keys.active, paths.chat, { ...valid.chat, stream: true });
  await expectUsable(page);
  await page.getByRole('button', { name: `POST ${paths.chat}` }).click();
  await page.getByText('[DONE]').first().waitFor();
  await expectUsable(page);
  await page.keyboard.press('Escape');
  await page.keyboard.press('2');
  await page.getByRole('button', { name: 'Make key' }).waitFor();
  await expectUsable(page);
  await page.keyboard.press('3');
  await page.getByRole('button', { name: /^stream_style/ }).click();
  await expectUsable(page);
  expect(outside).toEqual([]);
});

/** Expects no accessibility error of axe, and nothing beyond the right edge. */
async function expectUsable(page: Page): Promise<void> {
  const violations = await page.evaluate(
    `(async () => { ${axe.source}; return (await axe.run()).violations.map(({ id, nodes }) => id + ': ' + nodes[0].html); })()`,
  );
  expect(violations).toEqual([]);
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
}

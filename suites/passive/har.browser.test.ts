import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { newFolder, untilTestEnds } from '../../fixtures/temporary.test-support.ts';
import { noBrowser, openBrowser } from '../../reports/chromium.test-support.ts';
import { startServer } from '../../simulator/server/server.ts';
import { findDeviation } from '../proof/index.ts';
import { readHar } from './har.ts';
import { Witness } from './witness.ts';

it.for([
  ['a server that conforms', undefined, []],
  ['a mutant', 'finder.response.id/missing', ['finder.response.id']],
] as const)(
  'what a browser saved of the dashboard’s documentation is judged: %s',
  async ([, mutant, broken], context) => {
    const browser = await openBrowser();
    if (browser === undefined) return context.skip(noBrowser);
    const deviation = mutant === undefined ? {} : { deviation: findDeviation(mutant) };
    const { url } = untilTestEnds(await startServer({ dashboard: true, ...deviation }));
    const path = join(newFolder(), 'traffic.har');
    const session = await untilTestEnds(browser).newContext({ recordHar: { path } });
    const page = await session.newPage();
    await page.goto(`${url}/_control/docs/`);
    await page.locator('#operations-Operations-finder .opblock-summary-control').click();
    await page.getByRole('button', { name: 'Execute' }).click();
    await page.locator('.live-responses-table').getByText('"finder.result"').waitFor();
    await session.close();

    const witness = new Witness();
    const violations = readHar(path, readFileSync(path, 'utf8')).flatMap((passed) => witness.see(passed));
    expect([witness.seen, witness.accepted]).toEqual([1, 1]);
    expect(violations.map(({ rule }) => rule)).toEqual(broken);
  },
);

import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** Where a Chromium may be: the one that `ASSAY_CHROMIUM` names, else the system's. */
const PLACES = [process.env.ASSAY_CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser'];

/** A Chromium for tests of pages, to be closed by the test; undefined where the machine has none. */
export async function openBrowser(): Promise<Browser | undefined> {
  const executablePath = PLACES.find((path) => path !== undefined && existsSync(path));
  if (executablePath === undefined) return undefined;
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
}

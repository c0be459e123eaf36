import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** Where Chromium may be: the path in ASSAY_CHROMIUM, or where Debian and others install it. */
const places = [process.env.ASSAY_CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** What a test says that needs a browser where there is none. */
export const noBrowser = 'no Chromium on this machine: install it, or set ASSAY_CHROMIUM to its path';

/** It sends nothing on its own, and uses no data of this machine's user. */
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/** Starts a browser without a window; undefined where this machine has none. */
export async function openBrowser(): Promise<Browser | undefined> {
  const executablePath = places.find((path) => path !== undefined && existsSync(path));
  return executablePath === undefined ? undefined : chromium.launch({ executablePath, args });
}

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { ORIGIN, simulatedReader } from './reader.test-support.ts';

const MEGABYTE = 1_048_576;

describe('under load', () => {
  it('200 parallel readings of 30 pages succeed, in bounded memory', async () => {
    const reader = simulatedReader();
    const before = process.memoryUsage().rss;
    const reading = () => reader.read([`${ORIGIN}/pages-30.pdf`], { maxPages: 30 });
    const all = await Promise.all(Array.from({ length: 200 }, reading));
    const [first] = all;
    expect(first?.[0]?.pages).toHaveLength(30);
    for (const documents of all) expect(documents).toEqual(first);
    expect(process.memoryUsage().rss - before).toBeLessThan(400 * MEGABYTE);
    await reader.close();
  });

  it('a reader that was not closed keeps no process alive', async () => {
    const script = `
      import { createAttachmentReader } from ${JSON.stringify(new URL('./index.ts', import.meta.url).href)};
      const clock = { now: () => 0, sleep: async () => {} };
      const reader = createAttachmentReader({ network: 'simulated', clock });
      const [document] = await reader.read(['${ORIGIN}/pages-2.pdf'], { maxPages: 30 });
      console.log(document.pages.length);`;
    const args = ['--import', 'tsx', '--input-type=module', '--eval', script];
    const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { timeout: 50_000 });
    expect([stdout, stderr]).toEqual(['2\n', '']);
  });
});

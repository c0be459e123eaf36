import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { attachmentsDirectory } from '../../fixtures/index.ts';
import { ocrIsInstalled } from './ocr.ts';
import { ORIGIN, simulatedReader } from './reader.test-support.ts';

const NOT_INSTALLED = /^_This page has no text layer, and OCR is not installed. `npm install tesseract.js @tesseract/;

describe('a page without a text layer', () => {
  afterEach(() => {
    vi.doUnmock('tesseract.js');
    vi.resetModules();
  });

  it('is read by OCR, offline, if its packages are installed; otherwise it says so', async () => {
    const reader = simulatedReader();
    const [document] = await reader.read([`${ORIGIN}/scanned.pdf`], { maxPages: 30 });
    await reader.close();
    const text = document?.pages[0]?.markdown ?? '';
    if (!ocrIsInstalled()) {
      console.warn('Left out: OCR of the scanned fixture. Install tesseract.js and @tesseract.js-data/eng to test it.');
      expect(text).toMatch(NOT_INSTALLED);
      return;
    }
    for (const word of ['ASTHMA', 'ACTION', 'PLAN', 'SPACER', 'REVIEW', 'WEEKS']) expect(text).toContain(word);
  });

  it('says so if OCR is not installed, and is not refused for it', async () => {
    vi.doMock('tesseract.js', () => {
      throw new Error('Cannot find package');
    });
    const { readPdf } = await import('./read-pdf.ts');
    const bytes = readFileSync(join(attachmentsDirectory, 'scanned.pdf'));
    const outcome = await readPdf({ bytes, maxPages: 30 }, () => {});
    expect(outcome).toEqual({ kind: 'pages', pages: [expect.stringMatching(NOT_INSTALLED)] });
  });
});

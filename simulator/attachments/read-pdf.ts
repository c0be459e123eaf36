import { PDFiumDocument, type PDFiumPage } from '@hyzyla/pdfium';
import { boundedPdfium } from './bounded-pdfium.ts';
import { greyPng } from './grey-png.ts';
import { ocrEngine } from './ocr.ts';
import { pageMarkdown } from './page-markdown.ts';
import { type ParseJob, type ParseOutcome, refused } from './parse-outcome.ts';

/** Pixels a page point: 144 dots an inch, enough for print of the usual size. */
const SCALE = 2;
/** Most pixels of a page's picture: a page may claim to be metres wide. */
const LARGEST_PICTURE = 8_000_000;
const WHITE = 255;

const NO_TEXT = '_This page has no text._';
const NO_OCR =
  '_This page has no text layer, and OCR is not installed. `npm install tesseract.js @tesseract.js-data/eng` adds it._';

/**
 * Reads a PDF page by page (chat request, rule 7): its text layer, or OCR of its picture if it has none. All or
 * nothing (rule 8): one page that fails refuses the file. More than `maxPages` pages: none is read.
 * @param step called before each part of the work, for time limits
 */
export async function readPdf({ bytes, maxPages }: ParseJob, step: () => void): Promise<ParseOutcome> {
  step();
  const pdfium = await boundedPdfium();
  let pages: string[] = [];
  try {
    const opened = await open(pdfium, bytes);
    if (!(opened instanceof PDFiumDocument)) return opened;
    const count = opened.getPageCount();
    if (count < 1) return refused('no-pages', 'has no pages');
    if (count > maxPages) return { kind: 'over-cap', count };
    pages = await readPages(opened, count, step);
  } catch (error) {
    if (error instanceof OcrFault) return refused('ocr', error.message);
    if (error instanceof WebAssembly.RuntimeError || error instanceof RangeError) {
      return refused('out-of-memory', 'takes more memory than one file may');
    }
    return refused('not-a-pdf', 'has a page that cannot be read');
  }
  return { kind: 'pages', pages };
}

async function open(
  pdfium: Awaited<ReturnType<typeof boundedPdfium>>,
  bytes: Uint8Array,
): Promise<PDFiumDocument | ParseOutcome> {
  try {
    return await pdfium.loadDocument(bytes);
  } catch (error) {
    if (error instanceof WebAssembly.RuntimeError || error instanceof RangeError) throw error;
    const encrypted = error instanceof Error && /password|security/i.test(error.message);
    return encrypted ? refused('encrypted', 'is encrypted') : refused('not-a-pdf', 'is not a PDF, or a broken one');
  }
}

async function readPages(document: PDFiumDocument, count: number, step: () => void): Promise<string[]> {
  const pages: string[] = [];
  for (let index = 0; index < count; index += 1) {
    step();
    const page = document.getPage(index);
    const text = page.getText();
    pages.push(text.trim() === '' ? await readPicture(page) : pageMarkdown(text));
  }
  return pages;
}

async function readPicture(page: PDFiumPage): Promise<string> {
  const { originalWidth, originalHeight } = page.getOriginalSize();
  const scale = Math.min(SCALE, Math.sqrt(LARGEST_PICTURE / Math.max(1, originalWidth * originalHeight)));
  const { data, width, height } = await page.render({ scale, colorSpace: 'Gray' });
  if (data.every((pixel) => pixel === WHITE)) return NO_TEXT;
  try {
    const recognise = await ocrEngine();
    if (recognise === null) return NO_OCR;
    return pageMarkdown(await recognise(greyPng(data, width, height))) || NO_TEXT;
  } catch {
    throw new OcrFault('has a page whose picture OCR cannot read');
  }
}

class OcrFault extends Error {}

import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Reads the words of a page image (PNG). */
export type Recognise = (png: Buffer) => Promise<string>;

/** The small integer model: 3 MB, and as good on print as the large one. */
const MODEL = '4.0.0_best_int';

let engine: Promise<Recognise | null> | null = null;

/**
 * The OCR engine of this thread, started on first use; null if its packages (`tesseract.js` and `@tesseract.js-data/eng`,
 * optional peers of this one: 46 MB) are not installed. It works offline: the language data comes from its package, nothing
 * is downloaded or cached.
 */
export function ocrEngine(): Promise<Recognise | null> {
  engine ??= start();
  return engine;
}

/** Whether its packages are installed. */
export function ocrIsInstalled(): boolean {
  return packageFolder('tesseract.js') !== null && packageFolder('@tesseract.js-data/eng') !== null;
}

async function start(): Promise<Recognise | null> {
  const data = packageFolder('@tesseract.js-data/eng');
  const tesseract = await import('tesseract.js').catch(() => null);
  if (data === null || tesseract === null) return null;
  // Without an error handler, the engine throws from a callback where nothing can catch it; and a failed start never settles.
  let fail: (error: unknown) => void = () => {};
  const failed = new Promise<never>((_resolve, reject) => {
    fail = (error) => reject(new Error(String(error)));
  });
  failed.catch(() => {});
  const starting = tesseract.default.createWorker('eng', undefined, {
    langPath: join(data, MODEL),
    gzip: true,
    cacheMethod: 'none',
    errorHandler: (error: unknown) => fail(error),
  });
  const worker = await Promise.race([starting, failed]);
  return async (png) => (await Promise.race([worker.recognize(png), failed])).data.text;
}

function packageFolder(name: string): string | null {
  try {
    return dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));
  } catch {
    return null;
  }
}

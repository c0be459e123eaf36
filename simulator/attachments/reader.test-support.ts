import { type AttachmentReader, type AttachmentReaderOptions, createAttachmentReader } from './reader.ts';
import { AttachmentRefused, PageCapExceeded } from './refusal.ts';

/** The simulated origin that tests ask. */
export const ORIGIN = 'https://fixtures.assay.test';

/** A clock on which sleeping takes no real time, but advances the clock. */
export function jumpingClock(): AttachmentReaderOptions['clock'] {
  let time = 0;
  return {
    now: () => time,
    sleep: async (ms) => {
      time += ms;
    },
  };
}

/** A reader on the simulated network, with a jumping clock unless `options` say otherwise. */
export function simulatedReader(options: Partial<AttachmentReaderOptions> = {}): AttachmentReader {
  return createAttachmentReader({ network: 'simulated', clock: jumpingClock(), ...options });
}

/** The outcome of a reading in one word: the page counts (`3,2`), the reason of a refusal, or `over-cap`. */
export async function outcomeOf(reader: AttachmentReader, urls: readonly string[], maxPages = 30): Promise<string> {
  try {
    return (await reader.read(urls, { maxPages })).map(({ pages }) => pages.length).join(',');
  } catch (error) {
    if (error instanceof AttachmentRefused) return error.reason;
    if (error instanceof PageCapExceeded) return 'over-cap';
    throw error;
  }
}

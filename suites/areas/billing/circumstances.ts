import type { Circumstances } from '../../generate/circumstance-texts.ts';
import type { ChatTier } from './calls.ts';

/** Pages of what a chat request in some circumstances has attached: an image, PDFs of 2 pages and 1, or both. */
export function pagesIn({ attachments = 'none' }: Circumstances): number {
  const pages: Readonly<Record<string, number>> = { none: 0, images: 1, pdf: 3, both: 4 };
  return pages[attachments] ?? 0;
}

/** The model that a chat request in some circumstances names. */
export const tierIn = ({ model }: Circumstances): ChatTier => (model === 'pro' ? 'pro' : 'standard');

import { formatDollars } from '../../reports/index.ts';
import { type ChatModel, limits, models, prices } from '../../spec/index.ts';
import type { Call } from '../http/exchange/exchange.ts';
import { listIn, objectIn } from '../judges/read.ts';

/** What a price depends on beside the request. */
export interface PriceFacts {
  /** Images and PDF pages together. */
  readonly pages: number;
  /** Whether follow-up generation was invoked (readings R21). */
  readonly followUpsInvoked: boolean;
}

const plain: PriceFacts = { pages: 0, followUpsInvoked: false };

/**
 * The price of an answered valid call in micros; undefined if the specification gives none (embeddings, readings R18).
 * Computed here on purpose and not shared with any server. Source: Limits, pricing.
 */
export function priceOf(call: Call, { pages, followUpsInvoked }: PriceFacts = plain): number | undefined {
  const body = objectIn(call.body) ?? {};
  switch (call.endpoint) {
    case 'domains':
      return 0;
    case 'embeddings':
      return undefined;
    case 'finder':
      return body.search_depth === 'advanced' ? prices.finder.advanced : prices.finder.basic;
    case 'rerank':
      return unitsFor(listIn(body.documents).length) * prices.rerankUnit;
    case 'chat': {
      const model: ChatModel = body.model === models.chatPro ? models.chatPro : models.chat;
      const surcharge = followUpsInvoked ? prices.chatFollowUps : 0;
      return prices.chatBase[model] + surcharge + pages * prices.chatAttachmentPage[model];
    }
  }
}

/** Search units for a number of documents: one for each started 100. */
export function unitsFor(documents: number): number {
  const rest = documents % limits.documentsPerSearchUnit;
  return (documents - rest) / limits.documentsPerSearchUnit + (rest > 0 ? 1 : 0);
}

/** Micros in words: `$0.035 (35,000 micros)`. */
export const money = (micros: number): string =>
  `${micros < 0 ? '-' : ''}${formatDollars(Math.abs(micros))} (${micros.toLocaleString('en-US')} micros)`;

import { type EndpointName, limits, models, type prices } from '../../spec/index.ts';
import type { Call } from '../core/call.ts';
import { type Charge, type ChargeLine, chargeOf } from './ledger.ts';

type Figures<T> = T extends number ? number : { readonly [K in keyof T]: Figures<T[K]> };

/** A price list in micros (readings R18). */
export type Prices = Figures<typeof prices>;

/** What a price depends on besides the request. */
export interface PriceFacts {
  /** Images and PDF pages of a chat request together. */
  readonly pages: number;
  /** Whether follow-up generation ran; its result does not matter (readings R21). */
  readonly followUpsInvoked: boolean;
}

/** A request that costs money. */
export type PaidCall = Exclude<Call, { readonly endpoint: 'domains' }>;

/** Whether a call is billed: all but the public catalogue. */
export function isPaid(call: Call): call is PaidCall {
  return call.endpoint !== ('domains' satisfies EndpointName);
}

/** Billed search units of a ranking: one for each 100 documents or part of 100. Source: Limits, pricing. */
export const searchUnits = (documents: number): number => Math.ceil(documents / limits.documentsPerSearchUnit);

/** The charge for a request. Source: Limits, pricing. */
export function priceOf(call: PaidCall, facts: PriceFacts, prices: Prices): Charge {
  switch (call.endpoint) {
    case 'chat': {
      const { model } = call.request;
      const lines: ChargeLine[] = [{ item: 'base', quantity: 1, unit_micros: prices.chatBase[model] }];
      if (facts.followUpsInvoked) lines.push({ item: 'follow_ups', quantity: 1, unit_micros: prices.chatFollowUps });
      const page = prices.chatAttachmentPage[model];
      if (facts.pages > 0) lines.push({ item: 'attachment_pages', quantity: facts.pages, unit_micros: page });
      return chargeOf('chat', model, lines);
    }
    case 'finder': {
      const price = prices.finder[call.request.search_depth ?? 'basic'];
      return chargeOf('finder', models.finder, [{ item: 'search', quantity: 1, unit_micros: price }]);
    }
    case 'embeddings': {
      const quantity = Array.isArray(call.request.input) ? call.request.input.length : 1;
      return chargeOf('embeddings', models.embeddings, [
        { item: 'embeddings', quantity, unit_micros: prices.embeddings },
      ]);
    }
    case 'rerank': {
      const quantity = searchUnits(call.request.documents.length);
      return chargeOf('rerank', models.rerank, [{ item: 'rerank_units', quantity, unit_micros: prices.rerankUnit }]);
    }
  }
}

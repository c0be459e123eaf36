import type { ChatModel } from './models.ts';

/** The price list in micros (1 US dollar = 1,000,000). Source: Limits, pricing. Embeddings have no price there (readings R18). */
export const prices = {
  chatBase: { 'svc-chat-v1': 150_000, 'svc-chat-pro-v1': 500_000 } satisfies Record<ChatModel, number>,
  chatFollowUps: 10_000,
  chatAttachmentPage: { 'svc-chat-v1': 3_000, 'svc-chat-pro-v1': 10_000 } satisfies Record<ChatModel, number>,
  finder: { basic: 35_000, advanced: 70_000 },
  rerankUnit: 15_000,
  embeddings: 0,
} as const;

/** Items that a charge line may name (contract, control API). */
export const chargeItems = ['base', 'follow_ups', 'attachment_pages', 'search', 'rerank_units', 'embeddings'] as const;

/** Item of a charge line. */
export type ChargeItem = (typeof chargeItems)[number];

/** Model ids with their caps. Source: What the service does, models. */
export const models = {
  chat: 'svc-chat-v1',
  chatPro: 'svc-chat-pro-v1',
  finder: 'svc-finder-v1',
  embeddings: 'svc-embed-v1',
  rerank: 'svc-rerank-v1',
} as const;

/** The two models that chat takes. */
export const chatModels = [models.chat, models.chatPro] as const;

/** Model id of a chat request. */
export type ChatModel = (typeof chatModels)[number];

/** Pages (images and PDF pages together) a request may attach, by model. Source: Models; Resources, chat request, rule 3. */
export const attachmentCap = { 'svc-chat-v1': 30, 'svc-chat-pro-v1': 60 } as const satisfies Record<ChatModel, number>;

/** Citation prefixes a model may use. Source: Citation rules, rule 2. */
export const citationPrefixes = {
  'svc-chat-v1': ['SW', 'PF'],
  'svc-chat-pro-v1': ['SW', 'PM', 'PF'],
} as const satisfies Record<ChatModel, readonly string[]>;

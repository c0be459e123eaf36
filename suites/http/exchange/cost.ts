import {
  attachmentCap,
  type ChatModel,
  chatModels,
  isObject,
  limits,
  oncePerObject,
  prices,
} from '../../../spec/index.ts';
import type { Call } from './exchange.ts';

const record = (value: unknown): Readonly<Record<string, unknown>> => (isObject(value) ? value : {});
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/**
 * The highest price of a call by the price list, in micros. Refused calls count as billed (readings R20), and fetchable
 * PDFs count as the model's whole page cap. Only the active key and keys of the control API cost money: other
 * authorizations are refused. A chat request without JSON or a listed model has no price. Source: Limits, pricing.
 */
export function maxCost(call: Call): number {
  if (call.endpoint === 'domains') return 0;
  if (call.authorization !== undefined && call.authorization.kind !== 'active' && call.authorization.kind !== 'key')
    return 0;
  const body = record(call.body);
  switch (call.endpoint) {
    case 'chat':
      return chatCost(body);
    case 'finder':
      return body.search_depth === 'advanced' ? prices.finder.advanced : prices.finder.basic;
    case 'rerank':
      return Math.ceil(Math.max(1, list(body.documents).length) / limits.documentsPerSearchUnit) * prices.rerankUnit;
    case 'embeddings':
      return prices.embeddings;
  }
}

/** Computed once for each body: many calls share a body of 200 messages. */
const chatCost = oncePerObject((body: Record<string, unknown>): number => {
  const model: ChatModel | undefined = chatModels.find((name) => name === body.model);
  if (model === undefined) return 0;
  const messages = list(body.messages).map(record);
  const images = messages.reduce((sum, message) => sum + list(message.image_urls).length, 0);
  const pdfs = messages.flatMap((message) => list(message.pdf_urls)).filter(mayBeFetched).length;
  const pages = Math.min(images + (pdfs > 0 ? attachmentCap[model] : 0), attachmentCap[model]);
  const followUps = body.include_follow_ups === true ? prices.chatFollowUps : 0;
  return prices.chatBase[model] + followUps + pages * prices.chatAttachmentPage[model];
});

/** Whether a chat has files that the target must fetch and read: such requests are by far the slowest. */
export const hasAttachments = ({ endpoint, body }: Call): boolean =>
  endpoint === 'chat' &&
  list(record(body).messages)
    .map(record)
    .some(({ image_urls, pdf_urls }) => list(image_urls).length + list(pdf_urls).length > 0);

/** Whether a PDF address could be served: https, a name with a dot, and no reserved domain. */
function mayBeFetched(url: unknown): boolean {
  if (typeof url !== 'string' || !URL.canParse(url)) return false;
  const { protocol, hostname } = new URL(url);
  return protocol === 'https:' && /\.[a-z][a-z-]*$/.test(hostname) && !/\.(invalid|localhost|example)$/.test(hostname);
}

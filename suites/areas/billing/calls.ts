import { models } from '../../../spec/index.ts';
import { bases } from '../../generate/bases.ts';
import type { Call } from '../../http/exchange/exchange.ts';
import { listIn, objectIn } from '../../judges/read.ts';

/** The endpoints that the price list names; what embeddings cost is not shown (readings R18). */
export const pricedEndpoints = ['chat', 'finder', 'rerank'] as const;

export const isPriced = (endpoint: string): boolean => pricedEndpoints.some((one) => one === endpoint);

/** The two chat models by the names that the price list gives them. */
export const chatModel = { standard: models.chat, pro: models.chatPro } as const;

/** Name of one. */
export type ChatTier = keyof typeof chatModel;

/** A chat call with one question. */
export const chat = (tier: ChatTier, extra: object = {}): Call => ({
  endpoint: 'chat',
  body: { ...bases.chat[0], model: chatModel[tier], ...extra },
});

/** The same call with follow-up questions asked for. */
export const asking = (call: Call): Call => ({ ...call, body: { ...objectIn(call.body), include_follow_ups: true } });

/** Whether a call asks for follow-up questions. */
export const asksFollowUps = ({ body }: Call): boolean => objectIn(body)?.include_follow_ups === true;

/** A chat call of three turns whose first and last messages carry attachments. */
export function chatAbout(tier: ChatTier, first: object, last: object = {}): Call {
  const turns = listIn(bases.chat[1]?.messages).map((turn) => objectIn(turn) ?? {});
  const messages = turns.map((turn, at) => ({
    ...turn,
    ...(at === 0 ? first : {}),
    ...(at === turns.length - 1 ? last : {}),
  }));
  return chat(tier, { messages });
}

export const finder = (extra: object = {}): Call => ({ endpoint: 'finder', body: { ...bases.finder[0], ...extra } });

/** A rerank call of `count` documents, the last of them as given. */
export const rerank = (count: number, last?: string): Call => ({
  endpoint: 'rerank',
  body: {
    ...bases.rerank[0],
    documents: Array.from({ length: count }, (_, at) =>
      last !== undefined && at === count - 1 ? last : `Case note ${at + 1}: patient seen for follow-up.`,
    ),
    return_documents: false,
  },
});

/** An embeddings call of `count` inputs. */
export const embeddings = (count: number): Call => ({
  endpoint: 'embeddings',
  body: { model: models.embeddings, input: Array.from({ length: count }, (_, at) => `Case note ${at + 1}.`) },
});

import { type ChatModel, type JsonObject, models } from '../../../spec/index.ts';
import type { Call } from '../../http/exchange/exchange.ts';
import { listIn, objectIn } from '../../judges/read.ts';

/** What one message attaches. */
export interface Attached {
  readonly role?: 'user' | 'assistant';
  readonly image_urls?: readonly string[];
  readonly pdf_urls?: readonly string[];
}

const TEXTS = {
  // Names a subject, so that sources are found beside the pages.
  user: 'What do the attached documents say about follow-up in asthma?',
  assistant: 'They describe the treatment in general.',
} as const;

/** A chat call whose messages attach something, the last of them a question; equal arguments give equal calls. */
export function attaching(attached: readonly Attached[], model: ChatModel = models.chat): Call {
  const messages = attached.map(({ role = 'user', ...urls }) => ({ role, text: TEXTS[role], ...urls }));
  return { endpoint: 'chat', body: { model, messages } };
}

/** One message with these PDFs. */
export const withPdfs = (urls: readonly string[], model?: ChatModel): Call => attaching([{ pdf_urls: urls }], model);

/** One message with these images. */
export const withImages = (urls: readonly string[], model?: ChatModel): Call =>
  attaching([{ image_urls: urls }], model);

const URLS = ['image_urls', 'pdf_urls'] as const;

/**
 * A valid call with what another attaches: at the first message that has attachments, else at the last. Where its own are `kept`, those of the
 * other stand behind them; where all are replaced, the model is replaced, too, for its cap is what matters, and what the other attaches to
 * several messages is attached to as many: if the call has fewer, those of the other stand in front.
 */
export function attachedIn(call: Call, other: Call, kept: boolean): Call {
  const body = objectIn(call.body) ?? {};
  const own = messagesOf(call);
  const attaching = messagesOf(other).filter(attaches);
  const groups = kept ? [attaching] : attaching.map((message) => [message]);
  const messages = kept ? own : [...attaching.slice(0, Math.max(0, groups.length - own.length)), ...own];
  const found = messages.findIndex(attaches);
  const first = Math.min(found < 0 ? messages.length : found, messages.length - groups.length);
  const edited = messages.map((message, index) =>
    URLS.reduce((one, name) => {
      const added = (groups[index - first] ?? []).flatMap((attached) => listIn(attached[name]));
      const urls = [...(kept ? listIn(one[name]) : []), ...added];
      const { [name]: _, ...rest } = one;
      return urls.length === 0 ? rest : { ...rest, [name]: urls };
    }, message),
  );
  const model = kept ? body.model : objectIn(other.body)?.model;
  return { ...call, body: { ...body, model, messages: edited } };
}

const attaches = (message: JsonObject): boolean => URLS.some((name) => listIn(message[name]).length > 0);

const messagesOf = ({ body }: Call): readonly JsonObject[] =>
  listIn(objectIn(body)?.messages).map((one) => objectIn(one) ?? {});

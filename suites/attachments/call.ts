import { type ChatModel, models } from '../../spec/index.ts';
import type { Call } from '../target/exchange.ts';

/** What one message attaches. */
export interface Attached {
  readonly role?: 'user' | 'assistant';
  readonly image_urls?: readonly string[];
  readonly pdf_urls?: readonly string[];
}

const TEXTS = {
  user: 'What do the attached documents say about follow-up?',
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

import { type Exchange, isRequestSpecific, succeeded } from '../exchange/exchange.ts';
import { identityOf } from '../exchange/wire.ts';
import { isAttachmentRefusal } from '../pacing/retry.ts';
import type { Sender } from './sender.ts';

/** Delays of the retries, and how many requests may be retried for their attachments without success. */
const ATTACHMENTS = { delaysMs: [300, 1_000, 3_000], maxFailed: 6 } as const;

/** Delay before a request that was refused for lack of credit is sent again. */
export const CREDIT_WAIT_MS = 300;

/** Retries valid requests that were refused for a reason that may pass; `resend` sends one again. All clients of a run share this. */
export class RefusalRetries {
  readonly #sender: Sender;
  readonly #attachments = { failed: 0, helped: false };
  readonly #forCredit = new Map<string, Promise<Exchange>>();

  constructor(sender: Sender) {
    this.#sender = sender;
  }

  /** For a request whose attachments were refused: their host may have failed temporarily. */
  async forAttachments(refused: Exchange, resend: () => Promise<Exchange>): Promise<Exchange> {
    const identity = identityOf(refused.call);
    const { persistentFailures, acceptedAttachments } = this.#sender;
    const hasGivenUp = this.#attachments.failed >= ATTACHMENTS.maxFailed && !this.#attachments.helped;
    if (!acceptedAttachments || persistentFailures.has(identity) || hasGivenUp) return refused;
    for (const delay of ATTACHMENTS.delaysMs) {
      if (!(await this.#sender.pause(delay))) return refused;
      const retried = await resend();
      if (isAttachmentRefusal(retried)) continue;
      this.#attachments.helped = true;
      return retried;
    }
    persistentFailures.add(identity);
    this.#attachments.failed += 1;
    return refused;
  }

  /** For a request that was refused for lack of credit: others may reserve it for a moment. Equal requests share one retry. */
  async forCredit(refused: Exchange, resend: () => Promise<Exchange>): Promise<Exchange> {
    if (isRequestSpecific(refused)) return refused;
    const identity = identityOf(refused.call);
    const retry = this.#forCredit.get(identity) ?? this.#retryForCredit(refused, resend);
    this.#forCredit.set(identity, retry);
    const retried = await retry;
    if (!succeeded(retried)) return refused;
    this.#forCredit.delete(identity);
    return retried;
  }

  async #retryForCredit(refused: Exchange, resend: () => Promise<Exchange>): Promise<Exchange> {
    if (!(await this.#sender.pause(CREDIT_WAIT_MS))) return refused;
    const retried = await resend();
    if (succeeded(retried)) this.#sender.disturbances.noteRefusal(refused.call.endpoint, refused);
    return retried;
  }
}

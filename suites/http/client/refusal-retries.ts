import { defined, type EndpointName } from '../../../spec/index.ts';
import { type Call, type Exchange, isRequestSpecific, succeeded } from '../exchange/exchange.ts';
import { identityOf } from '../exchange/wire.ts';
import { isAttachmentRefusal } from '../pacing/retry.ts';
import type { Sender } from './sender.ts';

/** Delays of the retries, and how many requests may be retried for their attachments without success. */
const ATTACHMENTS = { delaysMs: [300, 1_000, 3_000], maxFailed: 6 } as const;

/** Delays between requests for attachments that were accepted before, while their host is away: a minute and a half. */
const HOST_DELAYS_MS: readonly number[] = [0, ...Array(18).fill(5_000)];

/** A request that many rules share is not retried any more once it was refused this often although probes were accepted. */
const MOST_REFUSED_AGAIN = 2;

/** How often an endpoint that accepted nothing yet is probed when it refuses a valid request. */
const FIRST_PROBES = 3;

/** Delay before a request that was refused for lack of credit is sent again. */
export const CREDIT_WAIT_MS = 300;

/** Retries valid requests that were refused for a reason that may pass; `resend` sends one again. All clients of a run share this. */
export class RefusalRetries {
  readonly #sender: Sender;
  readonly #attachments = { failed: 0, helped: false, hostIsGone: false };
  #host: Promise<boolean> | undefined;
  readonly #forCredit = new Map<string, Promise<Exchange>>();
  readonly #firstProbes = new Map<EndpointName, number>();
  /** By identity: the retries that were refused again, and the one under way. */
  readonly #forGateway = new Map<string, { readonly refused: Set<Exchange>; retry?: Promise<Exchange> }>();

  constructor(sender: Sender) {
    this.#sender = sender;
  }

  /** For a request whose attachments were refused: their host may have failed temporarily. */
  async forAttachments(refused: Exchange, resend: () => Promise<Exchange>): Promise<Exchange> {
    const identity = identityOf(refused.call);
    const { persistentFailures } = this.#sender;
    const hasGivenUp = this.#attachments.failed >= ATTACHMENTS.maxFailed && !this.#attachments.helped;
    if (!this.#sender.hasAcceptedLike(refused.call) || persistentFailures.has(identity) || hasGivenUp) return refused;
    const pauses = ATTACHMENTS.delaysMs.map((delay) => () => this.#sender.pause(delay));
    for (const wait of [...pauses, () => this.#hostIsBack(refused.call)]) {
      if (!(await wait())) break;
      const retried = await resend();
      if (isAttachmentRefusal(retried)) continue;
      if (succeeded(retried)) this.#sender.disturbances.noteRefusal(refused.call.endpoint, refused);
      this.#attachments.helped = true;
      return retried;
    }
    this.#attachments.failed += 1;
    // Where waiting helped once, as when one of several instances cannot fetch, a request may be refused each time by chance.
    if (!this.#attachments.helped) persistentFailures.add(identity);
    return refused;
  }

  /** Waits until attachments that were accepted before are accepted; all callers share that. Resolves to false if they stay refused. */
  #hostIsBack(call: Call): Promise<boolean> {
    const wait = async (): Promise<boolean> => {
      for (const delay of this.#attachments.hostIsGone ? [0] : HOST_DELAYS_MS)
        if (!(await this.#sender.pause(delay))) return false;
        else if (!(await this.#sender.isCutOffFromHost(call))) return true;
      this.#attachments.hostIsGone = true;
      return false;
    };
    this.#host ??= this.#sender.waits
      .during('attachments are refused that were accepted before', wait)
      .finally(() => (this.#host = undefined));
    return this.#host;
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

  /** For a request that a gateway may have refused: `retry` resolves to the refusal itself if it cannot be retried. Equal requests share one retry at a time. */
  async forGateway(refusal: Exchange, retry: () => Promise<Exchange>): Promise<Exchange> {
    const identity = identityOf(refusal.call);
    const shared = this.#forGateway.get(identity) ?? { refused: new Set() };
    this.#forGateway.set(identity, shared);
    const [known] = shared.refused;
    if (known && shared.refused.size >= MOST_REFUSED_AGAIN)
      return { ...refusal, ...defined({ probesAccepted: known.probesAccepted }) };
    shared.retry ??= retry().finally(() => delete shared.retry);
    const last = await shared.retry;
    if (last !== refusal && last.status === refusal.status) shared.refused.add(last);
    return last;
  }

  /** Whether to probe an endpoint that refused all requests so far: a few times. */
  mayProbeFirst(endpoint: EndpointName): boolean {
    const probes = this.#firstProbes.get(endpoint) ?? 0;
    this.#firstProbes.set(endpoint, probes + 1);
    return probes < FIRST_PROBES;
  }

  async #retryForCredit(refused: Exchange, resend: () => Promise<Exchange>): Promise<Exchange> {
    if (!(await this.#sender.pause(CREDIT_WAIT_MS))) return refused;
    const retried = await resend();
    if (succeeded(retried)) this.#sender.disturbances.noteRefusal(refused.call.endpoint, refused);
    return retried;
  }
}

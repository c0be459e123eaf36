import { isInconclusive, isNotRecorded, type WireRequest, type WireResponse } from '../exchange/exchange.ts';
import { withoutGarbledFailure } from '../exchange/garbled.ts';
import type { LoggedRequest, RequestLog } from '../exchange/request-log.ts';
import { EndpointUnavailable, Health } from '../pacing/health.ts';
import {
  clockOf,
  isOverloaded,
  isRateLimited,
  maxRetriesFor,
  retryAfterIsTooLong,
  retryDelay,
} from '../pacing/retry.ts';
import type { Slots } from '../pacing/slots.ts';
import type { Throttle } from '../pacing/throttle.ts';
import type { Waits } from '../pacing/waits.ts';
import type { KeyTracker } from './key-tracker.ts';
import { type ClientOptions, REQUESTED_PAUSE } from './sender.ts';

/** Thrown when a response of the control API breaks the contract: the rule cannot be judged. */
export class ControlFailed extends Error {
  override readonly name = 'ControlFailed';
  /** True if a temporary failure of the target may explain it: no response, 429 or 5xx. */
  readonly disturbed: boolean;
  constructor(message: string, disturbed = false) {
    super(message);
    this.disturbed = disturbed;
  }
}

export interface ControlOptions extends Pick<ClientOptions, 'transport' | 'timeoutMs' | 'signal'> {
  readonly base: string;
  /** Shared with the requests to the API, so that a pause applies to both. */
  readonly throttle: Throttle;
  /** Shared with the requests to the API, so that one limit applies to both. */
  readonly slots: Slots;
  /** Shared with the requests to the API, so that one place tells what a run waits for. */
  readonly waits: Waits;
  /** Notified of keys that were created or revoked. */
  readonly keys: Pick<KeyTracker, 'noteCreated' | 'noteRevoked'>;

  readonly onResponse?: (sent: LoggedRequest) => void;
}

/** Statuses of a call that a control API does not offer. */
export const NOT_OFFERED = [404, 405, 501];

/** Its name where its health is told. */
const CONTROL = 'the control API';

/** A request to the control API: its method, its path, and a body that goes as JSON. */
type ControlRequest = readonly [method: string, path: string, body?: unknown];

/** Sends calls to the control API, with retries. While it is away, all calls wait; who stays away is asked for nothing more. */
export class ControlSender {
  readonly #options: ControlOptions;
  readonly #health: Health<typeof CONTROL>;
  /** Why it is asked for nothing more although it answers. */
  givenUp: string | undefined;

  /** `makesKeys` says whether it ever made a key. */
  constructor(options: ControlOptions, makesKeys: () => boolean) {
    this.#options = options;
    const { transport, signal } = options;
    this.#health = new Health(
      () => this.#probe(makesKeys()),
      async (ms) => {
        await clockOf(transport, signal).pause(ms);
        return signal?.aborted !== true;
      },
      ['api'],
    );
  }

  /** Waits until a call is answered again. Throws ControlFailed if none is for a minute and a half. */
  async untilItIsBack(): Promise<void> {
    await this.#options.waits.during('the control API failed, and is probed until it recovers', () =>
      this.#health.waitUntilRecovered(CONTROL),
    );
    await this.unlessGivenUp();
  }

  /** Waits while it is probed. Throws ControlFailed if it was given up. */
  async unlessGivenUp(): Promise<void> {
    if (this.givenUp !== undefined) throw new ControlFailed(`the control API is not used: ${this.givenUp}`);
    await this.#health.waitWhileProbed(CONTROL).catch((error: unknown) => {
      throw error instanceof EndpointUnavailable ? new ControlFailed(error.message, true) : error;
    });
  }

  /** Makes a key, or else asks for the profile. Whatever the control API itself answers, it is back. */
  async #probe(makesKeys: boolean): Promise<WireResponse> {
    const response = await this.#sendOnce(makesKeys ? ['POST', '/keys', {}] : ['GET', '/profile'], undefined, true);
    if (isInconclusive(response) || isNotRecorded(response)) return response;
    return { ...response, status: makesKeys && NOT_OFFERED.includes(response.status) ? 503 : 200 };
  }

  /** Sends a request when a slot is free. */
  #sendOnce([method, path, body]: ControlRequest, log?: RequestLog, probe?: true): Promise<WireResponse> {
    const { base, transport, timeoutMs, signal, throttle, slots, waits, onResponse } = this.#options;
    const clock = clockOf(transport, signal);
    const bytes = body === undefined ? {} : { body: new TextEncoder().encode(JSON.stringify(body)) };
    const headers = body === undefined ? {} : { 'content-type': 'application/json' };
    const request: WireRequest = { method, url: `${base}${path}`, headers, ...bytes };
    return slots.run(async () => {
      if (throttle.isPaused) await waits.during(REQUESTED_PAUSE, () => throttle.waitUntilReady());
      const startedAt = clock.now();
      const response = await waits.during('the control API has not answered yet', () =>
        transport.send(request, { timeoutMs, ...(probe ? { probe } : {}), ...(signal ? { signal } : {}) }),
      );
      const entry = { to: 'control', request, response, startedAt, endedAt: clock.now() } as const;
      log?.add(entry);
      onResponse?.(entry);
      return response;
    });
  }

  /** Sends a request again while it gets no conclusive answer; what may have taken effect only if it is repeatable. */
  async send(
    request: ControlRequest,
    log: RequestLog | undefined,
    isRepeatable: (response: WireResponse) => boolean = () => true,
    markIfGarbled: (raw: WireResponse) => WireResponse = (raw) => raw,
  ): Promise<WireResponse> {
    const { transport, signal, throttle, slots } = this.#options;
    const clock = clockOf(transport, signal);
    for (let attempts = 1; ; attempts += 1) {
      const response = markIfGarbled(await this.#sendOnce(request, log));
      this.#health.note(CONTROL, response);
      if (isRateLimited(response) && !retryAfterIsTooLong(response)) {
        throttle.pauseFor(retryDelay(response, 1));
      }
      if (isOverloaded(response)) slots.shrink();
      const lost = response.failure !== undefined && response.failure.kind !== 'connect';
      const offered = !NOT_OFFERED.includes(response.status);
      if (!isInconclusive(response) || (lost && !isRepeatable(response))) return response;
      const isWorthIt = attempts <= maxRetriesFor(response) && this.#health.worthRetrying(CONTROL, response);
      if ((response.failure === undefined && !offered) || !isWorthIt) return withoutGarbledFailure(response);
      await clock.pause(retryDelay(response, attempts));
      if (signal?.aborted) return response;
    }
  }
}

import type { Dispatcher } from 'undici';

/** The answer of an in-process server. An error of the body breaks the connection, like a reset. */
export interface SimulatedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: AsyncIterable<Uint8Array>;
}

/** Answers one request by its path (with query). A rejection means that the connection failed. */
export type SimulatedServer = (path: string) => Promise<SimulatedAnswer>;

/**
 * An undici interceptor that answers every request from `serve` and never calls the next dispatcher: with it, an agent has
 * no way out of the process. It keeps undici's backpressure, so that a server of 56 MB holds one chunk at a time.
 */
export function answerInProcess(serve: SimulatedServer): Dispatcher.DispatcherComposeInterceptor {
  return () => (options, handler) => {
    const flow = new FlowController();
    // undici expects the answer after dispatch has returned.
    queueMicrotask(async () => {
      try {
        handler.onRequestStart?.(flow, {});
        const { status, headers, body } = await serve(options.path);
        flow.throwIfAborted();
        handler.onResponseStart?.(flow, status, { ...headers }, '');
        for await (const chunk of body) {
          flow.throwIfAborted();
          // Not copied: a padded file is the same megabyte many times.
          handler.onResponseData?.(flow, Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength));
          await flow.open();
        }
        flow.throwIfAborted();
        handler.onResponseEnd?.(flow, {});
      } catch (error) {
        handler.onResponseError?.(flow, error instanceof Error ? error : new Error(String(error)));
      }
    });
    return true;
  };
}

/** How undici tells a server to wait or to stop. */
class FlowController implements Dispatcher.DispatchController {
  aborted = false;
  paused = false;
  reason: Error | null = null;
  #wake: () => void = () => {};

  pause(): void {
    this.paused = true;
  }

  resume(): void {
    this.paused = false;
    this.#wake();
  }

  abort(reason: Error): void {
    this.aborted = true;
    this.reason = reason;
    this.#wake();
  }

  throwIfAborted(): void {
    if (this.aborted) throw this.reason ?? new Error('aborted');
  }

  /** Resolves when data may flow again, or the request was aborted. */
  async open(): Promise<void> {
    if (this.paused && !this.aborted) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}

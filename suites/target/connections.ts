import http from 'node:http';
import https from 'node:https';

/** How long a connection is kept for the next request, in milliseconds: shorter than servers keep it. */
const KEEP_ALIVE = 1_500;

/** After so many connections that the target closed under a request, none is kept any more: it closes them without a word. */
const STALE_ENOUGH = 3;

/** The connections of one transport: kept for the next request unless the target does not keep them. */
export class Connections {
  readonly #kept: readonly http.Agent[];
  readonly #single: readonly http.Agent[];
  #stale = 0;

  /** `count` bounds the connections of each kind that are open at once. */
  constructor(count: number) {
    const kept = { keepAlive: true, maxSockets: count, timeout: KEEP_ALIVE };
    const single = { keepAlive: false, maxSockets: count };
    this.#kept = [new http.Agent(kept), new https.Agent(kept)];
    this.#single = [new http.Agent(single), new https.Agent(single)];
  }

  /** The agent for a request to `url`; `own` asks for a connection that served no other request. */
  agentFor(url: string, own: boolean): http.Agent {
    const agents = own || this.#stale >= STALE_ENOUGH ? this.#single : this.#kept;
    return agents[url.startsWith('https:') ? 1 : 0] as http.Agent;
  }

  /** Takes note that a kept connection was closed under a request. */
  noteStale(): void {
    this.#stale += 1;
  }

  close(): void {
    for (const agent of [...this.#kept, ...this.#single]) agent.destroy();
  }
}

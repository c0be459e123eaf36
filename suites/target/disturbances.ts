import type { Disturbance } from '../../reports/index.ts';
import { inconclusive, type WireAnswer } from './exchange.ts';

/** Signs of trouble further apart than this, in milliseconds, are two disturbances. */
const ONE_WHILE = 5_000;

/** Remembers when the target throttled or was away, so that a report can say so. */
export class Disturbances {
  readonly #startedAt = performance.now();
  readonly #seen: Disturbance[] = [];

  /** Takes note of an answer, if it says nothing of conformance. */
  note(endpoint: string, answer: WireAnswer): void {
    if (!inconclusive(answer) || answer.failure?.kind === 'cancelled' || answer.failure?.kind === 'not-recorded')
      return;
    const throttled = answer.failure === undefined && [429, 503].includes(answer.status);
    const kind = throttled ? 'throttled' : 'away';
    const at = Math.round(performance.now() - this.#startedAt);
    const what = answer.failure === undefined ? String(answer.status) : (answer.failure.code ?? answer.failure.kind);
    const open = this.#seen.findLast((one) => one.kind === kind && one.endpoint === endpoint);
    if (open === undefined || at - open.to_ms > ONE_WHILE) {
      this.#seen.push({ kind, endpoint, from_ms: at, to_ms: at, answers: 1, what });
      return;
    }
    open.to_ms = at;
    open.answers += 1;
    if (!open.what.split(', ').includes(what)) open.what += `, ${what}`;
  }

  read(): readonly Disturbance[] {
    return this.#seen.map((one) => ({ ...one }));
  }
}

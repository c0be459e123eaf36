import type { Summary } from '../state/exchange.ts';
import { type Outcome, outcomeOf } from '../text/outcome.ts';

const marks: Readonly<Record<Outcome, string>> = { running: '◌', ok: '●', refused: '▲', failed: '✕', left: '◇' };

/** The status of an answer as a symbol and words, readable without colour. */
export function Status({ summary }: { readonly summary: Summary }) {
  const outcome = outcomeOf(summary);
  return (
    <span class={`status status-${outcome}`}>
      <span class="status-mark" aria-hidden="true">
        {marks[outcome]}
      </span>
      {statusText(summary)}
    </span>
  );
}

function statusText({ status, ended }: Summary): string {
  if (status === 499) return 'left';
  if (status === 0) return 'reset';
  if (status === null) return 'waiting';
  if (ended === null) return `${status} running`;
  if (ended === 'left') return `${status} left`;
  return ended === 'broken' ? `${status} broken` : String(status);
}

/** Faults that struck. */
export function FaultMarks({ faults }: { readonly faults: readonly string[] }) {
  return (
    <>
      {faults.map((fault) => (
        <span key={fault} class="fault-mark">
          <span aria-hidden="true">⚡</span>
          <span class="hidden">fault </span>
          {fault}
        </span>
      ))}
    </>
  );
}

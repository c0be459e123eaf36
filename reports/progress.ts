import { createColors } from 'picocolors';
import { formatDollars } from './money.ts';
import { plural } from './plural.ts';
import { createTheme } from './terminal-theme.ts';

/** What of a stream is needed; `process.stderr` fits. */
export interface ProgressStream {
  write(text: string): unknown;
  isTTY?: boolean | undefined;
  columns?: number | undefined;
  on?(event: 'error', listener: (error: Error) => void): unknown;
}

/** How far a run is. */
export interface ProgressState {
  /** Things done with: rules with a verdict. */
  done: number;
  failed: number;
  /** Left out where none are counted. */
  requests?: number;
  /** Upper bound of the bill so far. */
  micros?: number;
  /** Rule at work. */
  current?: string | undefined;
}

/** Clock, looks, and how often to speak. */
export interface ProgressOptions {
  /** Milliseconds from any origin. */
  now: () => number;
  colour?: boolean;
  unicode?: boolean;
  /** What is counted and what goes wrong with it; rules that failed. */
  words?: { things: string; failed: string };
  /** Between two redraws on a terminal; 80 ms. */
  redrawMs?: number;
  /** Between two plain lines; 5 s. */
  lineMs?: number;
}

/** Shows a run while it goes on. */
export interface Progress {
  update(state: ProgressState): void;
  end(): void;
}

/** Carriage return, then "erase to the end of the line". */
const CLEAR = '\r\u001b[K';

/**
 * One live line on a terminal, a plain line now and then elsewhere. The report does not depend on it, so a stream that
 * is gone (EPIPE, or any other fault) silences it and never ends the run.
 */
export function createProgress(stream: ProgressStream, total: number, options: ProgressOptions): Progress {
  const { now, colour = false, unicode = true, redrawMs = 80, lineMs = 5000 } = options;
  const { words = { things: 'rules', failed: 'failed' } } = options;
  const live = stream.isTTY === true;
  const c = createColors(colour && live);
  const theme = createTheme({ colour: false, width: 80, unicode });
  let gone = false;
  let last = Number.NEGATIVE_INFINITY;
  let shown = -1;
  // Stays for the life of the stream: a late EPIPE without a listener would end the process.
  stream.on?.('error', () => {
    gone = true;
  });

  return {
    update(state) {
      // The first and the last state always show, the ones between as often as the clock allows.
      const due = now() - last >= (live ? redrawMs : lineMs) || (state.done >= total && shown < total);
      if (!due || (!live && state.done === shown)) return;
      last = now();
      shown = state.done;
      write(live ? CLEAR + liveLine(state) : `${plainLine(state)}\n`);
    },
    end() {
      if (live) write(CLEAR);
      gone = true;
    },
  };

  function write(text: string): void {
    if (gone) return;
    try {
      stream.write(text);
    } catch {
      gone = true;
    }
  }

  function plainLine({ done, failed, requests, micros }: ProgressState): string {
    const sent = requests === undefined ? '' : `, ${plural(requests, 'request')}`;
    const cost = micros === undefined ? '' : `, at most ${formatDollars(micros)}`;
    return `${done}/${total} ${words.things}, ${failed} ${words.failed}${sent}${cost}`;
  }

  function liveLine(state: ProgressState): string {
    // One column less than there are, so that no terminal wraps; asked each time, because windows change.
    const room = Math.max(10, (stream.columns ?? 80) - 1);
    const cells = Math.min(20, Math.max(0, room - 68));
    const filled = total === 0 ? cells : Math.min(cells, Math.round((state.done / total) * cells));
    const bar = cells === 0 ? '' : `${theme.cellOf.pass.repeat(filled)}${theme.cellOf.skip.repeat(cells - filled)} `;
    const facts = plainLine(state).slice(0, room - bar.length);
    const current = state.current === undefined ? '' : `  ${theme.text(state.current)}`;
    const left = Math.max(0, room - bar.length - facts.length);
    const paint = state.failed > 0 ? c.red : c.green;
    return `${paint(bar)}${facts}${c.dim([...current].slice(0, left).join(''))}`;
  }
}

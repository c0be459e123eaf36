import { createColors } from 'picocolors';
import { formatDollars, plural } from '../text/format.ts';
import { createTheme } from './theme.ts';

/** The needed part of a stream; `process.stderr` fits. */
export interface ProgressStream {
  write(text: string): unknown;
  isTTY?: boolean | undefined;
  columns?: number | undefined;
  on?(event: 'error', listener: (error: Error) => void): unknown;
}

/** How far a run is. */
export interface ProgressState {
  /** Rules with a verdict. */
  done: number;
  failed: number;
  /** Absent if they are not counted. */
  requests?: number;
  /** Upper bound of the bill so far. */
  micros?: number;
  current?: string | undefined;
  /** Why nothing goes on, where that takes long, and for how long already. */
  wait?: { readonly why: string; readonly ms: number };
}

/** The clock and the style. */
export interface ProgressOptions {
  /** Milliseconds from any origin. */
  now: () => number;
  colour?: boolean;
  unicode?: boolean;
  /** False for plain lines also on a terminal: one that cannot redraw a line, or the log of a CI job. */
  redraw?: boolean;
  /** The noun of what is counted and the word for what goes wrong; failed rules by default. */
  words?: { things: string; failed: string };
}

export interface Progress {
  update(state: ProgressState): void;
  end(): void;
}

/** Milliseconds between two redraws on a terminal, and between two plain lines. */
const REDRAW_MS = 80;
const LINE_MS = 5_000;

/** Carriage return, then "erase to the end of the line". */
const CLEAR = '\r\u001b[K';

/**
 * One live line on a terminal, or else a plain line now and then. The report does not depend on it: a closed stream
 * (EPIPE, or any other fault) silences it and never ends the run.
 */
export function createProgress(stream: ProgressStream, total: number, options: ProgressOptions): Progress {
  const { now, colour = false, unicode = true, redraw = true, words = { things: 'rules', failed: 'failed' } } = options;
  const live = stream.isTTY === true && redraw;
  const c = createColors(colour && live);
  const theme = createTheme({ colour: false, width: 80, unicode });
  let gone = false;
  let last = Number.NEGATIVE_INFINITY;
  let shown = -1;
  let shownWait: string | undefined;
  // Kept for the life of the stream: a late EPIPE without a listener would end the process.
  stream.on?.('error', () => {
    gone = true;
  });

  return {
    update(state) {
      // The first and the last state always show, those between as often as the interval allows.
      const isDue = now() - last >= (live ? REDRAW_MS : LINE_MS) || (state.done >= total && shown < total);
      const isNews = state.done !== shown || (state.wait !== undefined && state.wait.why !== shownWait);
      if (!isDue || (!live && !isNews)) return;
      last = now();
      shown = state.done;
      shownWait = state.wait?.why;
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

  function plainLine({ done, failed, requests, micros, wait }: ProgressState): string {
    const counts = `${done}/${total} ${words.things}, ${failed} ${words.failed}`;
    if (wait !== undefined) return `${counts}, waiting for ${Math.round(wait.ms / 1_000)} s: ${wait.why}`;
    const sent = requests === undefined ? '' : `, ${plural(requests, 'request')}`;
    const cost = micros === undefined ? '' : `, at most ${formatDollars(micros)}`;
    return counts + sent + cost;
  }

  function liveLine(state: ProgressState): string {
    // One column less, so that no terminal wraps; read each time, because windows change.
    const room = Math.max(10, (stream.columns ?? 80) - 1);
    // What is waited for needs the room of the bar.
    const cells = state.wait ? 0 : Math.min(20, Math.max(0, room - 68));
    const filled = total === 0 ? cells : Math.min(cells, Math.round((state.done / total) * cells));
    const bar = cells === 0 ? '' : `${theme.cellOf.pass.repeat(filled)}${theme.cellOf.skip.repeat(cells - filled)} `;
    const facts = plainLine(state).slice(0, room - bar.length);
    const current = state.current === undefined ? '' : `  ${theme.text(state.current)}`;
    const left = Math.max(0, room - bar.length - facts.length);
    const paint = state.failed > 0 ? c.red : c.green;
    return `${paint(bar)}${facts}${c.dim([...current].slice(0, left).join(''))}`;
  }
}

import { describe, inject, test } from 'vitest';
import { areas } from '../catalogue.ts';
import type { Check, Outcome } from './check.ts';
import { openTransport } from './recorded-transport.ts';
import { openSession, type Session, type SessionState } from './session.ts';
import type { RunSettings } from './settings.ts';

/** What a finished test hands to the command, as plain JSON. */
export interface TestReport {
  readonly rule: string;
  readonly outcome: Outcome;
  /** Running totals when the rule was done. */
  readonly state: SessionState;
  /** Set when our own code failed; the verdict is inconclusive then. */
  readonly fault?: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    assay: RunSettings;
  }
  interface TaskMeta {
    assay?: TestReport;
  }
}

/** One session for all suite files of a worker, so that they share exchanges, budget and breaker. */
let session: Session | undefined;
const stop = new AbortController();

function sessionFor(settings: RunSettings): Session {
  session ??= openSession(settings, { transport: openTransport(settings), signal: stop.signal });
  return session;
}

/** Registers the checks of an area as tests, one for each rule that the run selected. */
export function defineSuite(area: string): void {
  const settings = inject('assay');
  const selected = new Set(settings.rules);
  const chosen = (areas[area] ?? []).filter((check) => selected.has(check.rule));
  describe.skipIf(chosen.length === 0)(area, { concurrent: true }, () => {
    for (const check of chosen) {
      test(check.rule, async ({ task, signal }) => {
        signal.addEventListener('abort', () => stop.abort(), { once: true });
        const report = await judge(check, sessionFor(settings));
        task.meta.assay = report;
        if (report.outcome.verdict === 'fail') throw new Error(report.outcome.reason);
      });
    }
  });
}

async function judge(check: Check, current: Session): Promise<TestReport> {
  try {
    const outcome = await current.judge(check);
    return { rule: check.rule, outcome, state: current.state() };
  } catch (error) {
    const fault = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    const reason = `assay itself failed while judging this rule (${fault}); the target is not to blame`;
    return { rule: check.rule, outcome: { verdict: 'inconclusive', reason, judged: 0 }, state: current.state(), fault };
  }
}

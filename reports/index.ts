/** Verdicts to terminal, files and exit code. Other rooms import from here only. */

export { renderAnnotations } from './annotations.ts';
export { formatDuration } from './duration.ts';
export { elide } from './elide.ts';
export { escapeControls } from './escape-controls.ts';
export type { KnownFailure } from './known-failures.ts';
export { keyPattern, maskDeep, maskKey, maskKeys } from './mask.ts';
export { formatDollars } from './money.ts';
export { parseReport } from './parse-report.ts';
export { plural } from './plural.ts';
export {
  createProgress,
  type Progress,
  type ProgressOptions,
  type ProgressState,
  type ProgressStream,
} from './progress.ts';
export type {
  CapabilityRung,
  Disturbance,
  Failure,
  Gate,
  Latencies,
  Level,
  ReadingBranch,
  Report,
  RuleReport,
  RunVerdict,
  Step,
  Verdict,
} from './report.ts';
export { type ReportDraft, type SettleOptions, settleReport } from './settle.ts';
export { quote } from './shell-quote.ts';
export { renderRule, renderTerminal, type TerminalReportOptions } from './terminal.ts';
export { prepareDirectory, type ReportFormat, writeReports } from './write.ts';

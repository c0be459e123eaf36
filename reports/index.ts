/** Verdicts to terminal, files and exit code. Other rooms import from here only. */
export { renderAnnotations } from './annotations.ts';
export { type BaselineComparison, compareWithBaseline } from './baseline.ts';
export { formatDuration } from './duration.ts';
export { elide } from './elide.ts';
export { escapeControls } from './escape-controls.ts';
export { type ExitOptions, exitCode } from './exit-code.ts';
export { renderHtml } from './html.ts';
export { renderJson } from './json.ts';
export { renderJunit } from './junit.ts';
export { applyKnownFailures, type KnownFailure } from './known-failures.ts';
export { renderMarkdown } from './markdown.ts';
export { maskDeep, maskKey, maskKeys } from './mask.ts';
export { formatDollars } from './money.ts';
export { parseReport, ReportUnreadable } from './parse-report.ts';
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
  Level,
  ReadingBranch,
  Report,
  RuleReport,
  RunVerdict,
  Step,
  Verdict,
} from './report.ts';
export { type ReportDraft, type SettleOptions, settleReport } from './settle.ts';
export { renderTerminal, type TerminalReportOptions } from './terminal.ts';
export { judgeRun, type RunFacts, summarise } from './verdict.ts';
export { prepareDirectory, type ReportFormat, ReportsUnwritable, writeReports } from './write.ts';

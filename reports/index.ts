/** From verdicts to terminal, files and exit code. Other folders import only from here. */

export { renderAnnotations } from './annotations.ts';
export { renderBadge } from './badge.ts';
export {
  compareVerdicts,
  keyFingerprint,
  parseCertificate,
  publicKeyText,
  readStatement,
  type Statement,
  signatureFault,
  signStatement,
  statementOf,
} from './certificate.ts';
export { diffReports, renderDiff, renderDiffMarkdown } from './diff.ts';
export { elide } from './elide.ts';
export { escapeControls } from './escape-controls.ts';
export type { KnownFailure } from './known-failures.ts';
export { keyPattern, maskDeep, maskKey, maskKeys } from './mask.ts';
export { joinReports, mergeReports, type NamedReport } from './merge.ts';
export { formatDollars } from './money.ts';
export { parseReport } from './parse-report.ts';
export { firstOf, listed, plural } from './plural.ts';
export { createProgress, type Progress, type ProgressOptions } from './progress.ts';
export type {
  Capability,
  Disturbance,
  Failure,
  Latencies,
  ReadingBranch,
  Report,
  RuleReport,
  Step,
  Verdict,
} from './report.ts';
export { shownStep } from './report.ts';
export { KEY_NAME, nearKeyLine, neverIssuedLine } from './reproduce-names.ts';
export { type ExplainedPart, type ExplainedRule, renderRuleBook } from './rule-book.ts';
export { type ReportDraft, type SettleOptions, settleReport } from './settle.ts';
export { settleOpen } from './settle-open.ts';
export { quote } from './shell-quote.ts';
export { renderStepSummary } from './step-summary.ts';
export { areaOf } from './summary.ts';
export { renderRule, renderTerminal } from './terminal.ts';
export { prepareDirectory, type ReportFormat, writeBeside, writeReports } from './write.ts';

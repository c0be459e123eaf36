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
export { readCircumstances } from './circumstances.ts';
export { diffReports, renderDiff, renderDiffMarkdown } from './diff.ts';
export { elide } from './elide.ts';
export { escapeControls } from './escape-controls.ts';
export { firstOf, formatDollars, listed, plural } from './format.ts';
export { renderStepSummary } from './markdown.ts';
export { keyPattern, maskDeep, maskKey, maskKeys } from './mask.ts';
export { joinReports, mergeReports, type NamedReport } from './merge.ts';
export { parseReport } from './parse-report.ts';
export { createProgress, type Progress, type ProgressOptions } from './progress.ts';
export {
  type Capability,
  type Disturbance,
  type Failure,
  type Latencies,
  type ReadingBranch,
  type Report,
  type RuleReport,
  type Step,
  shownStep,
  type Verdict,
} from './report.ts';
export { KEY_NAME, nearKeyLine, neverIssuedLine, quote } from './reproduce-names.ts';
export { type ExplainedPart, type ExplainedRule, renderRuleBook } from './rule-book.ts';
export { type KnownFailure, type ReportDraft, type SettleOptions, settleOpen, settleReport } from './settle.ts';
export { areaOf } from './summary.ts';
export { renderRule, renderTerminal } from './terminal.ts';
export { prepareDirectory, type ReportFormat, writeBeside, writeReports } from './write.ts';

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
export { joinReports, mergeReports, type NamedReport } from './content/merge.ts';
export { parseReport } from './content/parse-report.ts';
export { refusalIn } from './content/refusal.ts';
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
} from './content/report.ts';
export {
  excuseOf,
  type KnownFailure,
  type ReportDraft,
  type SettleOptions,
  settleOpen,
  settleReport,
} from './content/settle.ts';
export { areaOf } from './content/summary.ts';
export { diffReports, renderDiff, renderDiffMarkdown } from './diff.ts';
export { type ExplainedPart, type ExplainedRule, renderRuleBook } from './html/rule-book.ts';
export { renderStepSummary } from './markdown.ts';
export { KEY_NAME, nearKeyLine, neverIssuedLine, quote } from './reproduce/names.ts';
export { createProgress, type Progress, type ProgressOptions } from './terminal/progress.ts';
export { renderRule, renderTerminal } from './terminal/terminal.ts';
export { elide } from './text/elide.ts';
export { escapeControls } from './text/escape-controls.ts';
export { firstOf, formatDollars, inList, listed, plural } from './text/format.ts';
export { keyPattern, maskDeep, maskKey, maskKeys } from './text/mask.ts';
export { prepareDirectory, type ReportFormat, writeBeside, writeReports } from './write.ts';

import { gateLine } from './gate.ts';
import { renderMarkdown } from './markdown.ts';
import { markdownText } from './markdown-text.ts';
import { maskDeep } from './mask.ts';
import type { Report } from './report.ts';

/** GitHub shows nothing of a step whose summary is longer, in bytes. */
const LIMIT = 1_024 * 1_024;

/**
 * What a GitHub job's summary page (`GITHUB_STEP_SUMMARY`) shows of a run, in Markdown: the report, or its first lines where `taken`, the bytes
 * that the step has written already, leave no room for it, or nothing.
 */
export function renderStepSummary(report: Report, taken: number): string {
  const masked = maskDeep(report, []);
  const whole = `${renderMarkdown(masked)}\n`;
  const gate = masked.gate === undefined ? '' : `\n\n**${markdownText(gateLine(masked.gate), 1_000)}**`;
  const short = `${whole.split('\n', 1)[0]}${gate}\n\n`;
  return [whole, short].find((text) => taken + Buffer.byteLength(text) <= LIMIT) ?? '';
}

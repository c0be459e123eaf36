import { gateLine } from './gate.ts';
import { renderMarkdown } from './markdown.ts';
import { markdownText } from './markdown-text.ts';
import { maskDeep } from './mask.ts';
import type { Report } from './report.ts';

/** GitHub ignores the summary of a step if it is longer, in bytes. */
const LIMIT = 1_024 * 1_024;

/**
 * The summary of a GitHub job (`GITHUB_STEP_SUMMARY`) in Markdown: the report or, if the `taken` bytes of the step
 * leave no room, its first lines, or nothing.
 */
export function renderStepSummary(report: Report, taken: number): string {
  const masked = maskDeep(report, []);
  const whole = `${renderMarkdown(masked)}\n`;
  const gate = masked.gate === undefined ? '' : `\n\n**${markdownText(gateLine(masked.gate), 1_000)}**`;
  const short = `${whole.split('\n', 1)[0]}${gate}\n\n`;
  return [whole, short].find((text) => taken + Buffer.byteLength(text) <= LIMIT) ?? '';
}

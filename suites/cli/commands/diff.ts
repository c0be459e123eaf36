import { diffReports, renderDiff, renderDiffMarkdown } from '../../../reports/index.ts';
import { readReport } from '../input/input-files.ts';
import { type Io, wantsColour } from '../run/io.ts';

export type DiffFormat = 'text' | 'markdown' | 'json';

/** `assay diff`: prints the differences between two reports; returns 1 if something got worse. */
export function diff(files: readonly [string, string], format: DiffFormat, io: Io): number {
  const reports = [readReport(files[0]), readReport(files[1])] as const;
  const difference = diffReports(...reports);
  const forms = {
    text: () => renderDiff(difference, reports, wantsColour(io.stdout, io.env)),
    markdown: () => renderDiffMarkdown(difference, reports),
    json: () => `${JSON.stringify(difference, null, 2)}\n`,
  };
  io.stdout.write(forms[format]());
  return difference.worse ? 1 : 0;
}

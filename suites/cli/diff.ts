import { diffReports, renderDiff, renderDiffMarkdown } from '../../reports/index.ts';
import { type Io, wantsColour } from './io.ts';
import { readReport } from './replay.ts';

/** Forms of `assay diff`. */
export type DiffFormat = 'text' | 'markdown' | 'json';

/** `assay diff`: prints what is different in the later report; 1 where something got worse. */
export function diff(files: readonly [string, string], format: DiffFormat, io: Io): number {
  const reports = [readReport(files[0]), readReport(files[1])] as const;
  const found = diffReports(...reports);
  const forms = {
    text: () => renderDiff(found, reports, wantsColour(io.stdout, io.env)),
    markdown: () => renderDiffMarkdown(found, reports),
    json: () => `${JSON.stringify(found, null, 2)}\n`,
  };
  io.stdout.write(forms[format]());
  return found.worse ? 1 : 0;
}

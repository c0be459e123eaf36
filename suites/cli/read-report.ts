import { readFileSync } from 'node:fs';
import { parseReport, type Report } from '../../reports/index.ts';
import { UsageError } from './options.ts';

/** Reads a report.json. Throws UsageError where there is none to read, ReportUnreadable where it is no report. */
export function readReport(file: string): Report {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : error;
    throw new UsageError(
      `Cannot read report ${file}: ${code === 'ENOENT' ? 'there is no such file' : code}. Check the path.`,
    );
  }
  return parseReport(text, file);
}

import { readFileSync } from 'node:fs';
import { parseReport, type Report } from '../../reports/index.ts';
import { UserError } from '../../spec/index.ts';

/** Reads a report.json. Throws UserError where there is none, or something else. */
export function readReport(file: string): Report {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : error;
    throw new UserError(
      `Cannot read report ${file}: ${code === 'ENOENT' ? 'there is no such file' : code}. Check the path.`,
    );
  }
  return parseReport(text, file);
}

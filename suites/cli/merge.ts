import { join } from 'node:path';
import { mergeReports } from '../../reports/index.ts';
import { UserError } from '../../spec/index.ts';
import type { Io } from './io.ts';
import type { CheckOptions } from './options.ts';
import { readReport, realPath } from './replay.ts';
import { exitCodeOf, writeAndShow } from './run-and-report.ts';

/** `assay merge`: joins the reports of the shards of one run, writes the reports of the whole, and gives the exit code of its gate. */
export async function merge(
  files: readonly string[],
  options: Pick<CheckOptions, 'out' | 'format' | 'verbose'>,
  io: Io,
): Promise<number> {
  const out = options.out ?? 'reports/out';
  const shards = files.map((name) => ({ name, report: readReport(name) }));
  const over = files.find((name) => realPath(name) === realPath(join(out, 'report.json')));
  if (over !== undefined)
    throw new UserError(
      `Cannot merge ${over}: the joined report would be written over it. Name another folder with --out DIR.`,
    );
  const report = mergeReports(shards as [(typeof shards)[number]]);
  await writeAndShow(report, { ...options, out }, io);
  return exitCodeOf(report);
}

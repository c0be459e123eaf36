import { plural } from '../../reports/index.ts';
import { readRecording } from '../engine/recorded-transport.ts';
import type { Ending } from './ending.ts';
import type { Io } from './io.ts';
import type { CheckOptions } from './options.ts';
import { runAndReport } from './run-and-report.ts';
import { selectRules } from './select-rules.ts';
import { foreign, targetInReport } from './target.ts';

/** Options of `assay judge`. */
export type JudgeOptions = Pick<CheckOptions, 'rules' | 'out' | 'format' | 'strict' | 'verbose'>;

/** `assay judge FILE`: judges a recorded run again without sending anything. */
export async function judgeRecording(file: string, options: JudgeOptions, io: Io, ending: Ending): Promise<number> {
  const startedAt = new Date();
  const { settings: recorded } = readRecording(file);
  const wanted = options.rules === undefined ? undefined : new Set(selectRules(options.rules));
  const rules = recorded.rules.filter((rule) => wanted === undefined || wanted.has(rule));
  const whole = rules.length === selectRules(undefined).length;
  io.stderr.write(`assay: judging ${plural(rules.length, 'rule')} from ${file}; nothing is sent\n`);
  return runAndReport({ ...recorded, rules, recording: file }, { ...options, out: options.out ?? 'reports/out' }, io, {
    ending,
    startedAt,
    target: targetInReport(foreign(recorded.profile)),
    ...(whole ? {} : { chosenBy: '--rules' }),
    notes: [
      `A recording was judged (${file}): nothing was sent, and no failure could be confirmed by trying it again.`,
    ],
  });
}

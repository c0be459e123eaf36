import { readRecording } from '../engine/recorded-transport.ts';
import type { RunSettings } from '../engine/settings.ts';
import { judgeAndReport } from './check.ts';
import type { Io } from './io.ts';
import type { CheckOptions } from './options.ts';
import { selectRules } from './select-rules.ts';

/** Options of `assay judge`. */
export type JudgeOptions = Pick<CheckOptions, 'rules' | 'out' | 'format' | 'strict'>;

/** `assay judge FILE`: judges a recorded run again without sending anything. */
export async function judgeRecording(file: string, options: JudgeOptions, io: Io): Promise<number> {
  const { header } = readRecording(file);
  const recorded = header.settings as RunSettings;
  const wanted = options.rules === undefined ? undefined : new Set(selectRules(options.rules));
  const rules = recorded.rules.filter((rule) => wanted === undefined || wanted.has(rule));
  io.stderr.write(`assay: judging ${rules.length} rules from ${file}; nothing is sent\n`);
  return judgeAndReport({ ...recorded, rules, recording: file }, options, io);
}

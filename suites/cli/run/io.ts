import { createProgress, type Progress, type ProgressOptions } from '../../../reports/index.ts';
import { defined } from '../../../spec/index.ts';

/** The streams and the environment of a command, which tests replace. */
export interface Io {
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
  readonly env: NodeJS.ProcessEnv;
}

/** Whether to write in colour: on a terminal, unless the environment forbids it. */
export function wantsColour(stream: NodeJS.WriteStream, env: NodeJS.ProcessEnv): boolean {
  if (env.NO_COLOR !== undefined && env.NO_COLOR !== '') return false;
  if (env.FORCE_COLOR !== undefined && env.FORCE_COLOR !== '' && env.FORCE_COLOR !== '0') return true;
  return stream.isTTY === true && env.TERM !== 'dumb';
}

/** Shows the progress of a command on stderr; `words` name what is counted, by default rules. */
export const progressOn = (
  { stderr, env }: Pick<Io, 'stderr' | 'env'>,
  total: number,
  words?: ProgressOptions['words'],
): Progress =>
  createProgress(stderr, total, {
    now: () => performance.now(),
    colour: wantsColour(stderr, env),
    unicode: wantsUnicode(env),
    redraw: env.TERM !== 'dumb' && !env.CI,
    ...defined({ words }),
  });

/** Whether the terminal can show more than ASCII. */
export function wantsUnicode(env: NodeJS.ProcessEnv): boolean {
  return env.TERM !== 'linux' && !/^(C|POSIX)$/.test(env.LC_ALL ?? env.LC_CTYPE ?? env.LANG ?? 'en_US.UTF-8');
}

/** The width of the output, in columns. */
export const widthOf = (stream: NodeJS.WriteStream): number => Math.min(Math.max(stream.columns ?? 80, 60), 120);

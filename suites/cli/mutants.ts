import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { createProgress } from '../../reports/index.ts';
import { findRule, UserError } from '../../spec/index.ts';
import { checks } from '../catalogue.ts';
import type { Check } from '../engine/check.ts';
import { openSession } from '../engine/session.ts';
import { loadProfile } from '../profile/load-profile.ts';
import { type Io, wantsColour, wantsUnicode } from './io.ts';
import type { MutantSummary } from './rules.ts';
import type { BootedTarget } from './target.ts';

/** What came of one mutant (contract, section 1). */
export interface Kill {
  readonly id: string;
  readonly breaks: string;
  readonly killed: boolean;
  /** Rules that turned red, the broken one first. */
  readonly killed_by: readonly string[];
}

/** Options of `assay mutants`. */
export interface MutantOptions {
  readonly only?: readonly string[];
  readonly json?: boolean;
  /** Runs all checks against each mutant, not only those that it can reach. */
  readonly everyCheck?: boolean;
  /** Processes that work side by side. */
  readonly jobs: number;
}

/** The deliberately broken simulators and how to start one; without an id, the faithful one. */
export interface MutantLab {
  readonly mutants: readonly MutantSummary[];
  boot(id?: string): Promise<BootedTarget>;
}

/** Mutants that one process takes at a time. */
const BATCH = 12;

/** `assay mutants`: runs the suites against each mutant and prints the kill table; 1 when one survives. */
export async function proveMutants(options: MutantOptions, lab: MutantLab, io: Io): Promise<number> {
  const chosen = choose(options.only, lab.mutants);
  const progress = createProgress(io.stderr, chosen.length, {
    now: () => performance.now(),
    colour: wantsColour(io.stderr, io.env),
    unicode: wantsUnicode(io.env),
    words: { things: 'mutants', failed: 'survived' },
  });
  const kills: Kill[] = [];
  const note = (batch: readonly Kill[]): void => {
    kills.push(...batch);
    const failed = kills.filter((kill) => !kill.killed).length;
    progress.update({ done: kills.length, failed, current: batch.at(-1)?.id });
  };
  if (options.jobs <= 1 || chosen.length <= BATCH)
    for (const mutant of chosen) note([await tryMutant(mutant, lab, options.everyCheck ?? false)]);
  else await inProcesses(chosen, options, io, note);
  progress.end();
  const order = new Map(chosen.map(({ id }, at) => [id, at]));
  const sorted = kills.toSorted((one, other) => (order.get(one.id) ?? 0) - (order.get(other.id) ?? 0));
  const survivors = sorted.filter((kill) => !kill.killed);
  if (options.json)
    io.stdout.write(
      `${JSON.stringify({ total: sorted.length, killed: sorted.length - survivors.length, mutants: sorted }, null, 2)}\n`,
    );
  else io.stdout.write(table(sorted));
  return survivors.length === 0 ? 0 : 1;
}

function choose(only: readonly string[] | undefined, mutants: readonly MutantSummary[]): readonly MutantSummary[] {
  if (only === undefined) return mutants;
  return only.flatMap((pattern) => {
    const found = mutants.filter(({ id }) =>
      pattern.endsWith('*') ? id.startsWith(pattern.slice(0, -1)) : id === pattern,
    );
    if (found.length === 0)
      throw new UserError(
        `Cannot try mutant "${pattern}": there is none with that id. List them with \`assay mutants --json\`.`,
      );
    return found;
  });
}

/** Runs checks against one mutant, side by side. A mutant is killed when the rule it breaks turns red. */
async function tryMutant(mutant: MutantSummary, lab: MutantLab, every: boolean): Promise<Kill> {
  const target = await lab.boot(mutant.id);
  try {
    const profile = await loadProfile(`${target.url}/_control/profile`, {});
    const session = openSession({ profile, seed: 1, concurrency: 8, timeoutMs: 30_000, rules: [], quick: true });
    const red: string[] = [];
    await Promise.all(
      (every ? checks : checksFor(mutant.breaks)).map(async (check) => {
        const { verdict } = await session.judge(check);
        if (verdict === 'fail' || verdict === 'warn') red.push(check.rule);
      }),
    );
    await session.close();
    const killed = red.includes(mutant.breaks);
    const others = red.filter((rule) => rule !== mutant.breaks).toSorted();
    return { id: mutant.id, breaks: mutant.breaks, killed, killed_by: killed ? [mutant.breaks, ...others] : others };
  } finally {
    await target.close();
  }
}

/**
 * The checks that a mutant of a rule can reach: those of its endpoint, those of error answers, and for rules of all endpoints those of
 * their area and one valid request each. Fetched attachments are left out unless the rule is about them: they are dear, and nothing
 * else moves them. `--every-check` runs all.
 */
function checksFor(ruleId: string): readonly Check[] {
  const broken = findRule(ruleId);
  const area = areaOf(ruleId);
  const fetches = (id: string): boolean => findRule(id)?.needs.includes('fixtures_url') ?? false;
  const about = area === 'attachments' || fetches(ruleId);
  return checks.filter(({ rule }) => {
    if (rule === ruleId) return true;
    if (!about && fetches(rule)) return false;
    const near =
      broken?.endpoint === 'all' ? rule.endsWith('.accepts-valid') : findRule(rule)?.endpoint === broken?.endpoint;
    return near || areaOf(rule) === area || areaOf(rule) === 'errors';
  });
}

const areaOf = (id: string): string => id.split('.')[0] ?? '';

const run = promisify(execFile);

/** Splits the mutants over processes of this very command, batch by batch. */
async function inProcesses(
  chosen: readonly MutantSummary[],
  { jobs, everyCheck }: MutantOptions,
  io: Io,
  note: (batch: readonly Kill[]) => void,
): Promise<void> {
  const batches = Array.from({ length: Math.ceil(chosen.length / BATCH) }, (_, at) =>
    chosen.slice(at * BATCH, (at + 1) * BATCH),
  );
  const [entry = ''] = process.argv.slice(1);
  const work = async (): Promise<void> => {
    for (let batch = batches.shift(); batch; batch = batches.shift()) {
      const ids = batch.map(({ id }) => id).join(',');
      const { stdout } = await run(
        process.execPath,
        [
          ...process.execArgv,
          entry,
          'mutants',
          '--json',
          '--jobs',
          '1',
          '--only',
          ids,
          ...(everyCheck ? ['--every-check'] : []),
        ],
        {
          env: io.env,
          maxBuffer: 64 * 1_048_576,
        },
      ).catch((error: { code?: unknown; stdout?: string; stderr?: string }) => {
        if (error.code === 1 && error.stdout) return { stdout: error.stdout };
        throw new UserError(
          `Cannot try mutants ${ids}: the process failed: ${error.stderr ?? error}. Run one alone with --only ID --jobs 1.`,
        );
      });
      note((JSON.parse(stdout) as { mutants: Kill[] }).mutants);
    }
  };
  await Promise.all(Array.from({ length: jobs }, work));
}

function table(kills: readonly Kill[]): string {
  const width = Math.max(...kills.map(({ id }) => id.length), 6);
  const rows = kills.map(({ id, breaks, killed, killed_by: by }) => {
    const others = by.filter((rule) => rule !== breaks);
    const also =
      others.length === 0
        ? ''
        : `  also red: ${others.slice(0, 6).join(', ')}${others.length > 6 ? ` and ${others.length - 6} more` : ''}`;
    return `${killed ? 'killed  ' : 'SURVIVED'}  ${id.padEnd(width)}${also}`;
  });
  const reds = kills.map(({ killed_by: by }) => by.length).toSorted((one, other) => one - other);
  const survivors = kills.filter(({ killed }) => !killed).length;
  const median = reds[Math.floor(reds.length / 2)] ?? 0;
  return `${rows.join('\n')}\n\n${kills.length} mutants, ${kills.length - survivors} killed, ${survivors} survived; rules red for a mutant: median ${median}, most ${reds.at(-1) ?? 0}\n`;
}

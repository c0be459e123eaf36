import { prepareDirectory } from '../../reports/index.ts';
import { clientRules, defined, UserError } from '../../spec/index.ts';
import { idMatches, suggestIds } from '../cli/input/ids.ts';
import type { CheckOptions } from '../cli/input/options.ts';
import { type Interruption, unlessInterrupted } from '../cli/run/interruption.ts';
import { type Io, progressOn } from '../cli/run/io.ts';
import { exitCodeOf, settleAndShow } from '../cli/run/run-and-report.ts';
import type { Judged } from './judges.ts';
import { type BootStage, type Playing, playAll } from './play.ts';
import { clientReport } from './report.ts';
import { runClient } from './run-client.ts';
import { endOf, errorIn, type ScenarioRun } from './scenario-run.ts';
import { type Scenario, scenarios } from './scenarios.ts';

export interface ClientsOptions extends Pick<CheckOptions, 'out' | 'format' | 'timeout' | 'strict' | 'verbose'> {
  readonly scenarios?: readonly string[];
  readonly list?: boolean;
}

/** Default bound of one run of the client: enough for a few delays that double. */
export const TIMEOUT_MS = 30_000;

/** `assay clients -- COMMAND`: plays the scenarios, writes the reports and returns the exit code of the contract. */
export async function clients(
  command: readonly string[],
  options: ClientsOptions,
  io: Io,
  { boot, interruption }: { readonly boot: BootStage; readonly interruption: Interruption },
): Promise<number> {
  const chosen = select(options.scenarios);
  if (options.list) return listScenarios(chosen, io);
  if (command.length === 0)
    throw new UserError(
      'Cannot judge a client: no command is given. Give it behind two dashes: `assay clients -- node client.js`.',
    );
  const out = options.out ?? 'reports/out';
  await prepareDirectory(out);
  const startedAt = new Date();
  const began = performance.now();
  const progress = progressOn(io, chosen.length, { things: 'scenarios', failed: 'failed' });
  let seen: readonly ScenarioRun[] = [];
  const onPlayed = (scenarioRuns: readonly ScenarioRun[]): void => {
    seen = scenarioRuns;
    progress.update({
      done: Math.min(scenarioRuns.length, chosen.length),
      failed: 0,
      requests: requestsIn(scenarioRuns),
    });
  };
  const timeoutMs = options.timeout ?? TIMEOUT_MS;
  const run: Playing['run'] = (env, bounds) => runClient(command, { ...io.env, ...env }, bounds);
  let judged: readonly Judged[] = [];
  try {
    const playing = playAll(chosen, { run, timeoutMs, boot, signal: interruption.signal, onPlayed });
    // After an interruption the clients are killed, and the scenarios so far are judged.
    judged = (await unlessInterrupted(playing, interruption)) ?? (await playing);
  } catch (error) {
    if (error instanceof UserError) throw error;
    interruption.noteFault(error);
  } finally {
    progress.end();
  }
  const [signal, fault] = [interruption.receivedSignal(), interruption.fault()];
  const draft = clientReport(judged, {
    command,
    rules: new Set(chosen.flatMap(({ rules }) => rules)),
    run: {
      seed: 1,
      started_at: startedAt.toISOString(),
      duration_ms: Math.round(performance.now() - began),
      requests: requestsIn(seen),
      estimated_cost_micros: 0,
      rung: 'client',
      ...notesOn(seen),
      ...(chosen.length < scenarios.length ? { chosen_by: '--scenarios' as const } : {}),
      ...(signal === undefined ? {} : { signal, interrupted: signal }),
      ...defined({ fault }),
    },
  });
  return exitCodeOf(await settleAndShow(draft, { ...options, out }, io));
}

const requestsIn = (scenarioRuns: readonly ScenarioRun[]): number =>
  scenarioRuns.reduce((sum, { journal }) => sum + journal.length, 0);

/**
 * What to say about a client that sent nothing in any scenario, or never printed a result: most often its wrapper is
 * wrong.
 */
function notesOn(seen: readonly ScenarioRun[]): { notes?: string[] } {
  const [first] = seen;
  if (first === undefined || seen.some(({ line }) => line !== undefined)) return {};
  const what = requestsIn(seen) === 0 ? 'sent no request and printed no result line' : 'printed no result line';
  const printed =
    first.lastText === '' ? '' : ` The last line of its stdout: ${JSON.stringify(first.lastText.slice(0, 200))}.`;
  return {
    notes: [
      `The client ${what} in any scenario. In ${first.scenario.id} it ${endOf(first)}.${printed}${errorIn(first)}`,
      'The last line on its stdout must be {"ok": true, "result": …} or {"ok": false, "error": {"status": …, "code": …}}: see `assay clients --help`.',
    ],
  };
}

/**
 * The scenarios that match `patterns` (ids, or prefixes ending in `*`); all without patterns. Throws UserError for a
 * pattern without a match.
 */
function select(patterns: readonly string[] | undefined): readonly Scenario[] {
  if (patterns === undefined) return scenarios;
  const ids = scenarios.map(({ id }) => id);
  const wrong = patterns.find((pattern) => !ids.some((id) => idMatches(pattern, id)));
  if (wrong === undefined) return scenarios.filter(({ id }) => patterns.some((pattern) => idMatches(pattern, id)));
  throw new UserError(
    `Cannot select scenarios: none has the id "${wrong}".${suggestIds(wrong, ids)} List them with \`assay clients --list\`.`,
  );
}

function listScenarios(chosen: readonly Scenario[], io: Io): number {
  const clauses = new Map(clientRules.map(({ id, clause }) => [id, clause]));
  for (const { id, about, rules } of chosen) {
    io.stdout.write(`${id}  ${about}\n`);
    for (const rule of rules) io.stdout.write(`  ${rule.padEnd(30)}  ${clauses.get(rule)}\n`);
  }
  io.stdout.write(`\n${chosen.length} scenarios, ${new Set(chosen.flatMap(({ rules }) => rules)).size} rules\n`);
  return 0;
}

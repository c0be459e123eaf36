import { formatDollars } from '../../reports/index.ts';
import { UserError } from '../../spec/index.ts';
import { type PlanOptions, plannedProfile } from '../cli/commands/plan.ts';
import { servesFullManifest } from '../cli/input/fixtures-host.ts';
import { idMatches } from '../cli/input/ids.ts';
import { type OpenDryRunTarget, restrictProfile } from '../cli/run/dry-run.ts';
import { type Io, progressOn } from '../cli/run/io.ts';
import { missingCapability } from '../engine/context/capabilities.ts';
import { createTransport, type Transport } from '../http/transport/transport.ts';
import { parseProfile } from '../profile/parse-profile.ts';
import type { Profile } from '../profile/profile.ts';
import type { Deviation } from './deviation.ts';
import { deviations } from './deviations.ts';
import { whereMutantsAre } from './find-deviation.ts';
import { type Kill, killOf, killText } from './trials/kill-table.ts';
import { remembering, type Sent } from './trials/remember.ts';
import { targetServer } from './trials/servers.ts';
import { inWorkers } from './trials/trials.ts';
import { type Trial, tryDeviation } from './trials/try-deviation.ts';

/** Options of `assay mutants`. */
export interface MutantsOptions {
  readonly only?: readonly string[];
  /** Tries this many, spread over all areas. */
  readonly sample?: number | undefined;
  readonly json?: boolean;
  /** Worker threads; on the embedded simulator only. */
  readonly jobs: number;
}

/** Number of mutants tried in parallel in front of a target. */
const AT_ONCE = 4;

/** `assay mutants`: tries every mutant on the embedded simulator and prints the kill table; 1 if one survives. */
export async function mutantsOfSimulator(options: MutantsOptions, io: Io): Promise<number> {
  const chosen = sampled(choose(options.only), options.sample);
  const { progress, note } = progressOf(chosen, io);
  const items = chosen.map(({ id }) => ({ id, server: 'simulator' as const }));
  const trials = await inWorkers('trials', items, options.jobs, (batch, results) =>
    note(
      batch.map(({ id }) => id),
      results,
    ),
  );
  progress.end();
  return show(chosen, trials, options, io, '');
}

/**
 * `assay mutants BASE_URL`: puts every mutant in front of a server that conforms, and shows that each would have cost
 * it the certificate. Each is judged by the rule that it breaks, and together with others if that does not detect it; a
 * rule that does not pass on the unchanged server proves nothing.
 */
export async function mutantsOfTarget(profile: Profile, options: MutantsOptions, io: Io): Promise<number> {
  const transport = createTransport(profile.limits.concurrency ?? 8);
  const sent: Sent = { requests: 0, micros: 0 };
  try {
    const whole = await servesFullManifest(profile);
    const { chosen, trials, left } = await tryInFront(profile, transport, whole, sent, options, io);
    const skipped = left
      .map(
        ([reason, ids]) =>
          `not tried: ${ids.length}, ${reason}: ${ids.slice(0, 4).join(', ')}${ids.length > 4 ? ', …' : ''}\n`,
      )
      .join('');
    const bill = `${sent.requests} requests sent, at most ${formatDollars(sent.micros)}\n`;
    return show(chosen, trials, options, io, `${skipped}${bill}`);
  } finally {
    await transport.close();
  }
}

/** `assay plan --mutants`: what `assay mutants BASE_URL` would send, counted on a simulator in this process. */
export async function planMutants(
  baseUrl: string | undefined,
  options: PlanOptions,
  io: Io,
  openDryRunTarget: OpenDryRunTarget,
): Promise<number> {
  const wanted = await plannedProfile(baseUrl, options, io, openDryRunTarget);
  const target = await openDryRunTarget();
  const sent: Sent = { requests: 0, micros: 0 };
  try {
    const profile = restrictProfile(parseProfile(target.profile, 'of the dry run', {}), wanted);
    const { chosen } = await tryInFront(profile, target.transport, true, sent, { sample: options.sample, jobs: 1 }, io);
    io.stdout.write(
      `${chosen.length} mutants, ${sent.requests} requests, at most ${formatDollars(sent.micros)} by the price list. Nothing was sent. --sample N tries fewer.\n`,
    );
    return 0;
  } finally {
    await target.close();
  }
}

interface Tried {
  readonly chosen: readonly Deviation[];
  readonly trials: readonly Trial[];
  /** Mutants that were not tried, by reason. */
  readonly left: readonly (readonly [string, readonly string[]])[];
}

async function tryInFront(
  profile: Profile,
  transport: Transport,
  wholeFixtures: boolean,
  sent: Sent,
  options: MutantsOptions,
  io: Io,
): Promise<Tried> {
  const { active, revoked, empty } = profile.keys;
  const profileKeys = [active, revoked, empty].filter((key) => key !== undefined);
  const server = targetServer(remembering(transport, profileKeys, sent), profile, wholeFixtures);
  const left = new Map<string, string[]>();
  const leave = (reason: string, { id }: Deviation): void => void left.set(reason, [...(left.get(reason) ?? []), id]);
  const possible = choose(options.only).filter((deviation) => {
    const need = missingCapability(deviation.touches, profile);
    if (need !== undefined) leave(`their rule needs ${need}`, deviation);
    return need === undefined;
  });
  const chosen = sampled(possible, options.sample);
  const { progress, note } = progressOf(chosen, io);
  const clean = new Map<string, Promise<boolean>>();
  const passes = (deviation: Deviation): Promise<boolean> => {
    const same = { ...deviation, wire: (next) => next } satisfies Deviation;
    const passed =
      clean.get(deviation.touches) ??
      tryDeviation(same, server, { alone: true }).then((trial) => trial.red.length === 0);
    clean.set(deviation.touches, passed);
    return passed;
  };
  const trials: Trial[] = [];
  const tried: Deviation[] = [];
  const queue = [...chosen];
  const work = async (): Promise<void> => {
    for (let deviation = queue.shift(); deviation; deviation = queue.shift()) {
      if (await passes(deviation)) {
        // Some show only in the requests of other rules, which a check of all sends as well.
        const alone = await tryDeviation(deviation, server, { alone: true });
        const trial = killOf(deviation, alone).killed ? alone : await tryDeviation(deviation, server);
        if (trial.filesLeftOut && !killOf(deviation, trial).killed) {
          leave('the host of the fixtures names files that they need in no manifest.json', deviation);
          continue;
        }
        trials.push(trial);
        tried.push(deviation);
        note([deviation.id], [trial]);
      } else leave('their rule does not pass on this server as it is: see `assay check`', deviation);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  progress.end();
  return { chosen: chosen.filter((one) => tried.includes(one)), trials, left: [...left] };
}

/** The mutants whose ids match a pattern. Throws UserError for a pattern without a match. */
function choose(only: readonly string[] | undefined): readonly Deviation[] {
  const mutants = deviations.filter(({ expected }) => expected !== 'pass');
  if (only === undefined) return mutants;
  return only.flatMap((pattern) => {
    const found = mutants.filter(({ id }) => idMatches(pattern, id));
    if (found.length > 0) return found;
    throw new UserError(`Cannot try mutant "${pattern}": there is none with that id. ${whereMutantsAre}`);
  });
}

/** This many of them, evenly spaced, so that every area has its share. */
function sampled<T>(all: readonly T[], size: number | undefined): readonly T[] {
  if (size === undefined || size >= all.length) return all;
  return Array.from({ length: size }, (_, at) => all[Math.floor((at * all.length) / size)]).filter(
    (one) => one !== undefined,
  );
}

function progressOf(chosen: readonly Deviation[], io: Io) {
  const progress = progressOn(io, chosen.length, { things: 'mutants', failed: 'survived' });
  const byId = new Map(chosen.map((deviation) => [deviation.id, deviation]));
  let [done, failed] = [0, 0];
  const note = (ids: readonly string[], trials: readonly Trial[]): void => {
    done += ids.length;
    failed += trials.filter((trial) => !killOf(byId.get(trial.id) as Deviation, trial).killed).length;
    progress.update({ done, failed, current: ids.at(-1) });
  };
  return { progress, note };
}

function show(
  chosen: readonly Deviation[],
  trials: readonly Trial[],
  { json }: MutantsOptions,
  io: Io,
  remarks: string,
): number {
  const byId = new Map(trials.map((trial) => [trial.id, trial]));
  const kills = chosen.flatMap((deviation): readonly Kill[] => {
    const trial = byId.get(deviation.id);
    return trial === undefined ? [] : [killOf(deviation, trial)];
  });
  const killed = kills.filter((kill) => kill.killed).length;
  if (json) io.stdout.write(`${JSON.stringify({ total: kills.length, killed, mutants: kills }, null, 2)}\n`);
  else io.stdout.write(`${killText(kills)}${remarks}`);
  if (kills.length === 0) return 3;
  return killed === kills.length ? 0 : 1;
}

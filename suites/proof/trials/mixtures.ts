import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import type { Middleware } from '../../../simulator/index.ts';
import type { Profile } from '../../profile/profile.ts';
import { type Area, areaOf, type Deviation } from '../deviation.ts';
import { deviations } from '../deviations.ts';
import { findDeviation } from '../find-deviation.ts';
import { ownServers, type ServerName, serverNames } from './servers.ts';
import { type Finding, tryDeviation } from './try-deviation.ts';

/** Several variants in front of one server, which still conforms. */
export interface Mixture {
  readonly ids: readonly string[];
  readonly server: ServerName;
}

/** What the suites report at standard depth; empty as long as they are right. */
export interface Blamed extends Mixture {
  /** Rules that failed or stayed open, with the fewest variants that still bring one of them about. */
  readonly red: readonly Finding[];
}

/** A server that is away now and then leaves rules open. */
const steady = deviations.filter(({ id, expected }) => expected === 'pass' && !id.endsWith('now-and-then'));

/**
 * Mixtures drawn by a seed: one variant of each area, so that many are combined; each variant is used once before any
 * is used again.
 */
export function drawMixtures(count: number, seed: number): readonly Mixture[] {
  const random = xoroshiro128plus(seed);
  const areas = new Map(steady.map(({ id }) => [areaOf(id), steady.filter((one) => areaOf(one.id) === areaOf(id))]));
  const left = new Map<string, string[]>();
  const drawn = (area: string, all: readonly Deviation[]): string => {
    const ids = left.get(area) ?? [];
    if (ids.length === 0) ids.push(...all.map(({ id }) => id));
    left.set(area, ids);
    return ids.splice(uniformInt(random, 0, ids.length - 1), 1)[0] ?? '';
  };
  return Array.from({ length: count }, (_, at) => ({
    ids: [...areas].map(([area, all]) => drawn(area, all)),
    server: serverNames[at % serverNames.length] ?? 'simulator',
  }));
}

/** Judges a mixture by all rules. If a rule reports something, variants are removed as long as it still does. */
export async function tryMixture(mixture: Mixture): Promise<Blamed> {
  let worst: Blamed = { ...mixture, red: await complaintsOf(mixture) };
  for (const id of worst.red.length === 0 ? [] : mixture.ids) {
    const fewer = { ...worst, ids: worst.ids.filter((one) => one !== id) };
    const red = await complaintsOf(fewer, worst.red);
    if (red.length > 0) worst = { ...fewer, red };
  }
  return worst;
}

/** Rules that fail or stay open; only those of `known`, if given. */
async function complaintsOf({ ids, server }: Mixture, known?: readonly Finding[]): Promise<readonly Finding[]> {
  const areas = known && [...new Set(known.map(({ rule }) => areaOf(rule) as Area))];
  const variant = mixed(ids.map(findDeviation), areas);
  const { red } = await tryDeviation(variant, ownServers[server], { depth: 'standard' });
  return red.filter(
    ({ rule, verdict }) => verdict !== 'warn' && (known === undefined || known.some((one) => one.rule === rule)),
  );
}

/** Several variants as one, by default judged by all areas. */
function mixed(variants: readonly Deviation[], areas: readonly Area[] | undefined): Deviation {
  const wire: Middleware = (next) => variants.reduce((handler, variant) => variant.wire(handler), next);
  const profile = (original: Profile): Profile =>
    variants.reduce((edited, { variant }) => variant?.profile?.(edited) ?? edited, original);
  const id = variants.map((one) => one.id).join(' + ');
  const hosts = variants.map(({ variant }) => variant?.fixtures);
  const fixtures = hosts.includes(true) && !hosts.includes(false);
  return {
    id,
    touches: 'all',
    summary: id,
    expected: 'pass',
    wire,
    variant: { profile, fixtures, ...(areas && { areas }) },
  };
}

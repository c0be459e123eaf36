import { UserError } from '../../../spec/index.ts';
import { areas } from '../../areas/catalogue.ts';
import type { Check } from '../../engine/checks/check.ts';
import type { Shard } from './options.ts';

/** Measured number of requests by area and kind, with shared requests: standard depth, embedded simulator. */
const MEASURED_REQUESTS: Readonly<Record<string, Partial<Record<Check['kind'], number>>>> = {
  auth: { scenario: 562 },
  errors: { scenario: 1_126 },
  domains: { response: 94, request: 21, scenario: 284 },
  embeddings: { response: 137, request: 107, scenario: 162 },
  rerank: { response: 291, request: 210, scenario: 319 },
  finder: { response: 139, request: 142, scenario: 158 },
  chat: { response: 144, request: 329, scenario: 242 },
  citations: { response: 233, scenario: 217 },
  attachments: { scenario: 315 },
  events: { response: 356, scenario: 251 },
  billing: { scenario: 1_174 },
};

/** Areas whose response rules share the traffic of another area. In different shards, each would send the same requests. */
const SHARED_TRAFFIC: Readonly<Record<string, string>> = { citations: 'chat', events: 'chat' };

/** Rules that stay in one shard, with their approximate number of requests. */
interface Bundle {
  readonly rules: string[];
  requests: number;
}

/**
 * The rules of one shard. Bundles are distributed by number of requests, the largest first, each to the shard with the
 * fewest so far, so that shards take about the same time. Response rules of one endpoint share responses and stay
 * together, unless there are fewer bundles than shards.
 *
 * @throws {UserError} if there are fewer rules than shards.
 */
export function shardOf(rules: readonly string[], shard: Shard | undefined): readonly string[] {
  if (shard === undefined) return rules;
  if (rules.length < shard.count)
    throw new UserError(
      `Cannot run shard ${shard.index}/${shard.count}: only ${rules.length} rules are chosen. Use no more shards than rules.`,
    );
  const bundles = bundleRules(rules, true);
  const shards = distribute(bundles.length < shard.count ? bundleRules(rules, false) : bundles, shard.count);
  const chosen = new Set(shards[shard.index - 1]?.flatMap((bundle) => bundle.rules));
  return rules.filter((rule) => chosen.has(rule));
}

function bundleRules(chosen: readonly string[], keepTogether: boolean): Bundle[] {
  const wanted = new Set(chosen);
  const bundles = new Map<string, Bundle>();
  for (const [area, checks] of Object.entries(areas))
    for (const { rule, kind } of checks) {
      if (!wanted.has(rule)) continue;
      const isShared = keepTogether && kind === 'response';
      const name = isShared ? (SHARED_TRAFFIC[area] ?? area) : rule;
      const sameKind = checks.filter((check) => check.kind === kind).length;
      const bundle = bundles.get(name) ?? { rules: [], requests: 0 };
      bundle.rules.push(rule);
      const measured = MEASURED_REQUESTS[area]?.[kind] ?? sameKind;
      bundle.requests = isShared ? Math.max(bundle.requests, measured) : measured / sameKind;
      bundles.set(name, bundle);
    }
  return [...bundles.values()];
}

function distribute(bundles: readonly Bundle[], count: number): Bundle[][] {
  const shards = Array.from({ length: count }, () => ({ requests: 0, bundles: [] as Bundle[] }));
  for (const bundle of bundles.toSorted((one, other) => other.requests - one.requests)) {
    const cheapest = shards.reduce((low, shard) => (shard.requests < low.requests ? shard : low));
    cheapest.requests += bundle.requests;
    cheapest.bundles.push(bundle);
  }
  return shards.map((shard) => shard.bundles);
}

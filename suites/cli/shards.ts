import { UserError } from '../../spec/index.ts';
import { areas } from '../catalogue.ts';
import type { Check } from '../engine/check.ts';
import type { Shard } from './options.ts';

/** Requests of an area's rules by kind, with all that they share: standard depth, embedded simulator. */
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

/** Areas whose response rules judge another endpoint's responses: apart, each shard would send those requests. */
const SHARED_TRAFFIC: Readonly<Record<string, string>> = { citations: 'chat', events: 'chat' };

/** Rules that stay together, with their approximate number of requests. */
interface Bundle {
  readonly rules: string[];
  requests: number;
}

/**
 * The rules of one shard. Bundles are distributed by cost, the most expensive first, each to the shard with the least
 * so far, so that shards end at about the same time. Response rules of one endpoint share responses and stay together,
 * unless there are fewer bundles than shards.
 *
 * @throws {UserError} if there are fewer rules than shards.
 */
export function shardOf(rules: readonly string[], shard: Shard | undefined): readonly string[] {
  if (shard === undefined) return rules;
  if (rules.length < shard.count)
    throw new UserError(
      `Cannot run shard ${shard.index}/${shard.count}: only ${rules.length} rules are chosen. Use no more shards than rules.`,
    );
  const together = bundleRules(rules, true);
  const shards = distribute(together.length < shard.count ? bundleRules(rules, false) : together, shard.count);
  const chosen = new Set(shards[shard.index - 1]?.flatMap((bundle) => bundle.rules));
  return rules.filter((rule) => chosen.has(rule));
}

function bundleRules(chosen: readonly string[], together: boolean): Bundle[] {
  const wanted = new Set(chosen);
  const found = new Map<string, Bundle>();
  for (const [area, checks] of Object.entries(areas))
    for (const { rule, kind } of checks) {
      if (!wanted.has(rule)) continue;
      const shared = together && kind === 'response';
      const name = shared ? (SHARED_TRAFFIC[area] ?? area) : rule;
      const alike = checks.filter((check) => check.kind === kind).length;
      const bundle = found.get(name) ?? { rules: [], requests: 0 };
      bundle.rules.push(rule);
      const measured = MEASURED_REQUESTS[area]?.[kind] ?? alike;
      bundle.requests = shared ? Math.max(bundle.requests, measured) : measured / alike;
      found.set(name, bundle);
    }
  return [...found.values()];
}

function distribute(dealt: readonly Bundle[], count: number): Bundle[][] {
  const shards = Array.from({ length: count }, () => ({ requests: 0, bundles: [] as Bundle[] }));
  for (const bundle of dealt.toSorted((one, other) => other.requests - one.requests)) {
    const cheapest = shards.reduce((low, shard) => (shard.requests < low.requests ? shard : low));
    cheapest.requests += bundle.requests;
    cheapest.bundles.push(bundle);
  }
  return shards.map((shard) => shard.bundles);
}

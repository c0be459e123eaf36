import { UserError } from '../../spec/index.ts';
import { areas } from '../catalogue.ts';
import type { Check } from '../engine/check.ts';
import type { Shard } from './options.ts';

/** Requests that the rules of an area took by their kind at standard depth on the embedded simulator, with all that they share. */
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

/** Areas whose response rules judge the answers of one endpoint: apart, each would pay for the same answers again. */
const SHARED_TRAFFIC: Readonly<Record<string, string>> = { citations: 'chat', events: 'chat' };

/** Rules that stay together, and about how many requests they take. */
interface Bundle {
  readonly rules: string[];
  requests: number;
}

/**
 * The rules of one shard. They are dealt out by what they cost, the dearest first and each to the shard that has least by then, so that shards end at
 * about the same time; response rules of one endpoint, which judge the same answers, stay together while there are enough others.
 *
 * @throws {UserError} for a shard without any rule.
 */
export function shardOf(rules: readonly string[], shard: Shard | undefined): readonly string[] {
  if (shard === undefined) return rules;
  if (rules.length < shard.count)
    throw new UserError(
      `Cannot run shard ${shard.index}/${shard.count}: only ${rules.length} rules are chosen. Use no more shards than rules.`,
    );
  const together = bundleRules(rules, true);
  const shards = distribute(together.length < shard.count ? bundleRules(rules, false) : together, shard.count);
  const own = new Set(shards[shard.index - 1]?.flatMap((bundle) => bundle.rules));
  return rules.filter((rule) => own.has(rule));
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
    const least = shards.reduce((low, shard) => (shard.requests < low.requests ? shard : low));
    least.requests += bundle.requests;
    least.bundles.push(bundle);
  }
  return shards.map((shard) => shard.bundles);
}

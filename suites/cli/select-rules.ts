import { rules, UserError } from '../../spec/index.ts';
import { checks } from '../catalogue.ts';
import type { Shard } from './options.ts';

/**
 * Ids of the checked rules that `patterns` (ids, or prefixes ending in `*`) name; all without patterns.
 * Throws {@link UserError} for a pattern that no rule has, or that names only rules which nobody can judge from outside.
 */
export function selectRules(patterns: readonly string[] | undefined): readonly string[] {
  const checked = new Set(checks.map((check) => check.rule));
  if (patterns === undefined) return rules.filter(({ id }) => checked.has(id)).map(({ id }) => id);
  const chosen = new Set<string>();
  for (const pattern of patterns) {
    const matched = rules.filter(({ id }) =>
      pattern.endsWith('*') ? id.startsWith(pattern.slice(0, -1)) : id === pattern,
    );
    if (matched.length === 0)
      throw new UserError(
        `Cannot select rules: no rule has the id "${pattern}".${nearest(pattern)} List the ids with \`assay rules\`.`,
      );
    for (const { id } of matched) if (checked.has(id)) chosen.add(id);
    const [only] = matched;
    if (matched.length === 1 && only && !checked.has(only.id))
      throw new UserError(
        `Cannot judge rule ${only.id}: ${only.unjudged ?? 'it has no check yet'}. Choose another with \`assay rules\`.`,
      );
  }
  return rules.filter(({ id }) => chosen.has(id)).map(({ id }) => id);
}

/** The rules of one shard: dealt out one by one, so that each gets its share of the costly areas. Throws UserError for an empty one. */
export function shardOf(rules: readonly string[], shard: Shard | undefined): readonly string[] {
  if (shard === undefined) return rules;
  const own = rules.filter((_, at) => at % shard.count === shard.index - 1);
  if (own.length > 0) return own;
  throw new UserError(
    `Cannot run shard ${shard.index}/${shard.count}: it has no rule, since only ${rules.length} are chosen. Use fewer shards.`,
  );
}

/** A hint at what was meant by a mistyped id: an area's prefix, or ids that share a word with it. */
export function nearest(given: string): string {
  const id = given.toLowerCase();
  if (rules.some((rule) => rule.id === id)) return ` Did you mean ${id}?`;
  const area = id.replace(/[.*]+$/, '');
  const inside = rules.filter((rule) => rule.id.startsWith(`${area}.`)).length;
  if (area !== '' && inside > 0) return ` Did you mean ${area}.* (${inside === 1 ? '1 rule' : `${inside} rules`})?`;
  const words = id
    .replace('*', '')
    .split(/[.-]/)
    .filter((word) => word.length > 2);
  const scored = rules
    .map((rule) => ({ id: rule.id, score: words.filter((word) => rule.id.includes(word)).length }))
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score)
    .slice(0, 3);
  return scored.length === 0 ? '' : ` Did you mean ${scored.map((entry) => entry.id).join(', ')}?`;
}

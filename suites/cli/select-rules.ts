import { plural } from '../../reports/index.ts';
import { rules, UserError } from '../../spec/index.ts';
import { checks } from '../catalogue.ts';
import type { Shard } from './options.ts';
import { resembling } from './resembling.ts';

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

/** A hint at what was meant by a mistyped id: an area's prefix, or the ids that resemble it. */
export function nearest(given: string): string {
  const area = given.toLowerCase().replace(/[.*]+$/, '');
  const inside = rules.filter((rule) => rule.id.startsWith(`${area}.`)).length;
  if (area !== '' && inside > 0) return ` Did you mean ${area}.* (${plural(inside, 'rule')})?`;
  const near = resembling(
    given,
    rules.map(({ id }) => id),
  );
  return near.length === 0 ? '' : ` Did you mean ${near.join(', ')}?`;
}

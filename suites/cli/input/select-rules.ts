import { plural } from '../../../reports/index.ts';
import { rules, UserError } from '../../../spec/index.ts';
import { checks } from '../../areas/catalogue.ts';
import { idMatches, suggestIds } from './ids.ts';

/**
 * Ids of the checked rules that match `patterns` (ids, or prefixes ending in `*`); all without patterns. Throws {@link
 * UserError} for a pattern that matches no rule, or only a rule that cannot be judged from outside.
 */
export function selectRules(patterns: readonly string[] | undefined): readonly string[] {
  const checked = new Set(checks.map((check) => check.rule));
  if (patterns === undefined) return rules.filter(({ id }) => checked.has(id)).map(({ id }) => id);
  const chosen = new Set<string>();
  for (const pattern of patterns) {
    const matched = rules.filter(({ id }) => idMatches(pattern, id));
    if (matched.length === 0)
      throw new UserError(
        `Cannot select rules: no rule has the id "${pattern}".${didYouMean(pattern)} List the ids with \`assay rules\`.`,
      );
    for (const { id } of matched) if (checked.has(id)) chosen.add(id);
    const [only] = matched;
    if (matched.length === 1 && only && !checked.has(only.id))
      throw new UserError(
        `Cannot judge rule ${only.id}: ${(only.unjudged ?? 'it has no check yet').replace(/\.$/, '')}. Choose another with \`assay rules\`.`,
      );
  }
  return rules.filter(({ id }) => chosen.has(id)).map(({ id }) => id);
}

/** A suggestion for a mistyped id: an area's prefix, or similar ids. */
export function didYouMean(given: string): string {
  const area = given.toLowerCase().replace(/[.*]+$/, '');
  const inside = rules.filter((rule) => rule.id.startsWith(`${area}.`)).length;
  if (area !== '' && inside > 0) return ` Did you mean ${area}.* (${plural(inside, 'rule')})?`;
  return suggestIds(
    given,
    rules.map(({ id }) => id),
  );
}

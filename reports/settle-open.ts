import type { RuleReport } from './report.ts';

/**
 * Settles rules that are open only because valid requests were refused: they get the verdict of their other cases, once
 * for each refusal one of the rules that answer for it is broken. Those rules may be in another shard, so shards keep
 * what they cannot settle.
 */
export function settleOpen(rules: readonly RuleReport[]): RuleReport[] {
  const broken = new Set(rules.flatMap(({ id, verdict }) => (['fail', 'known'].includes(verdict) ? [id] : [])));
  return rules.map((rule) => {
    const { elsewhere, reason: _, notes: __, ...rest } = rule;
    if (!elsewhere?.answering.every((answering) => answering.some((id) => broken.has(id)))) return rule;
    const { answering, ...outcome } = elsewhere;
    return { ...rest, ...outcome };
  });
}

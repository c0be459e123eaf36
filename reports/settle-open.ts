import type { RuleReport } from './report.ts';

/** What of a row is needed to settle it. */
type Row = Pick<RuleReport, 'id' | 'verdict'> & { readonly elsewhere?: RuleReport['elsewhere'] };

/**
 * Gives rules that are open only where valid requests were refused the verdict of their other cases, once for each refusal one of the rules that
 * answer for it is broken. Those rules may be in another shard, so that shards keep what they cannot settle.
 */
export function settleOpen<Open extends Row>(rows: readonly Open[]): Open[] {
  const broken = new Set(rows.flatMap(({ id, verdict }) => (['fail', 'known'].includes(verdict) ? [id] : [])));
  return rows.map((row) => {
    if (!row.elsewhere?.answering.every((rules) => rules.some((rule) => broken.has(rule)))) return row;
    const { elsewhere, reason: _, notes: __, ...rest } = row as Open & Pick<RuleReport, 'reason' | 'notes'>;
    const { answering: ___, ...outcome } = elsewhere as NonNullable<RuleReport['elsewhere']>;
    return { ...rest, ...outcome } as unknown as Open;
  });
}

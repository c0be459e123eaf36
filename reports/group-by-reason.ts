import type { CapabilityRung, RuleReport } from './report.ts';

/** Rules that share a verdict and its reason, and the profile lines that would unlock them. */
export interface ReasonGroup {
  reason: string;
  rules: RuleReport[];
  unlock: string[];
}

/**
 * Groups rules by reason, largest group first. What unlocks a group comes from the missing capabilities its rules
 * need; where a rule does not say what it needs, from those that its reason names.
 */
export function groupByReason(
  rules: readonly RuleReport[],
  capabilities: readonly CapabilityRung[] = [],
): ReasonGroup[] {
  const groups = new Map<string, RuleReport[]>();
  for (const rule of rules) {
    const reason = rule.reason ?? 'no reason given';
    groups.set(reason, [...(groups.get(reason) ?? []), rule]);
  }
  return [...groups]
    .map(([reason, own]) => ({ reason, rules: own, unlock: unlocks(reason, own, capabilities) }))
    .sort((a, b) => b.rules.length - a.rules.length);
}

/** Rules that carry one and the same note. */
export interface NoteGroup {
  note: string;
  rules: RuleReport[];
}

/** Counts in a note that differ from rule to rule though one thing is behind them all. */
const COUNTS = [/^\d+ (?=of its cases )/, / after \d+ attempts?/] as const;

/** Groups the notes of rules, each under the words of its first rule, in the order in which they come. */
export function groupNotes(rules: readonly RuleReport[]): NoteGroup[] {
  const groups = new Map<string, NoteGroup>();
  for (const rule of rules)
    for (const note of rule.notes ?? []) {
      const name = COUNTS.reduce((text, count) => text.replace(count, ''), note);
      const group = groups.get(name) ?? { note, rules: [] };
      groups.set(name, { note: group.note, rules: [...group.rules, rule] });
    }
  return [...groups.values()];
}

function unlocks(reason: string, rules: readonly RuleReport[], capabilities: readonly CapabilityRung[]): string[] {
  const needed = new Set(rules.flatMap((rule) => rule.needs ?? []));
  const missing = capabilities.filter(({ need, available }) => {
    return !available && (needed.size > 0 ? needed.has(need) : reason.includes(need));
  });
  return missing.flatMap(({ unlock }) => unlock ?? []);
}

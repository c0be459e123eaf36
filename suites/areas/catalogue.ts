import type { Check } from '../engine/checks/check.ts';
import { attachmentsChecks } from './attachments/checks.ts';
import { authChecks } from './auth/checks.ts';
import { billingChecks } from './billing/checks.ts';
import { chatChecks } from './chat/checks.ts';
import { citationsChecks } from './citations/checks.ts';
import { domainsChecks } from './domains/checks.ts';
import { embeddingsChecks } from './embeddings/checks.ts';
import { errorsChecks } from './errors/checks.ts';
import { eventsChecks } from './events/checks.ts';
import { finderChecks } from './finder/checks.ts';
import { rerankChecks } from './rerank/checks.ts';

/** Every check by area, in the order in which a run judges them: free requests first, chat last. */
export const areas: Readonly<Record<string, readonly Check[]>> = {
  auth: authChecks,
  errors: errorsChecks,
  domains: domainsChecks,
  embeddings: embeddingsChecks,
  rerank: rerankChecks,
  finder: finderChecks,
  chat: chatChecks,
  citations: citationsChecks,
  attachments: attachmentsChecks,
  events: eventsChecks,
  billing: billingChecks,
};

/** Every check. */
export const checks: readonly Check[] = Object.values(areas).flat();

/** The checks of some rules, in the order of a run. */
export function checksOf(rules: readonly string[]): readonly Check[] {
  const wanted = new Set(rules);
  return checks.filter(({ rule }) => wanted.has(rule));
}

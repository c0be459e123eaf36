import { chatChecks } from './chat/checks.ts';
import type { Check } from './engine/check.ts';
import { rerankChecks } from './rerank/checks.ts';

/** Every check by area, in the order in which a run judges them: what is free first, chat last. */
export const areas: Readonly<Record<string, readonly Check[]>> = {
  rerank: rerankChecks,
  chat: chatChecks,
};

/** Every check. */
export const checks: readonly Check[] = Object.values(areas).flat();

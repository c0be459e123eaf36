import { createHash } from 'node:crypto';
import clients from './client-rules.json' with { type: 'json' };
import readingRows from './readings.json' with { type: 'json' };
import type { Reading, Rule, readingRow, ruleRow } from './rule.ts';
import attachments from './rules/attachments.json' with { type: 'json' };
import auth from './rules/auth.json' with { type: 'json' };
import billing from './rules/billing.json' with { type: 'json' };
import chat from './rules/chat.json' with { type: 'json' };
import citations from './rules/citations.json' with { type: 'json' };
import domains from './rules/domains.json' with { type: 'json' };
import embeddings from './rules/embeddings.json' with { type: 'json' };
import errors from './rules/errors.json' with { type: 'json' };
import events from './rules/events.json' with { type: 'json' };
import finder from './rules/finder.json' with { type: 'json' };
import rerank from './rules/rerank.json' with { type: 'json' };
import versioning from './rules/versioning.json' with { type: 'json' };
import type { Shape } from './shape.ts';

/** How each open question of the specification is read. */
export const readings: readonly Reading[] = (readingRows as readonly Shape<typeof readingRow>[]).map((row) => ({
  accepted: [],
  warned: [],
  ...row,
}));

const areas = {
  auth,
  errors,
  domains,
  finder,
  embeddings,
  rerank,
  chat,
  citations,
  attachments,
  events,
  billing,
  versioning,
};

/** Every promise of the API, area by area. */
export const rules: readonly Rule[] = filled(Object.values(areas).flat() as readonly Shape<typeof ruleRow>[]);

/** What the specification asks of clients: judged by `assay clients` alone, never of a server. */
export const clientRules: readonly Rule[] = filled(clients as readonly Shape<typeof ruleRow>[]);

function filled(rows: readonly Shape<typeof ruleRow>[]): readonly Rule[] {
  return rows.map((row) => ({ since: 1, needs: [], readings: [], ...row }));
}

const byId = new Map(rules.map((rule) => [rule.id, rule]));

export const findRule = (id: string): Rule | undefined => byId.get(id);

/** The latest revision of the specification that a rule came with. */
export const revision = Math.max(...rules.map(({ since }) => since));

/** Which rules there are: the revision of the specification, and SHA-256 over ids, levels and statements. */
export const ruleSet = ruleSetOf(rules);

/** The same of the rules of clients. */
export const clientRuleSet = ruleSetOf(clientRules);

function ruleSetOf(own: readonly Rule[]): { readonly revision: string; readonly digest: string } {
  const rows = own.map(({ id, level, statement }) => [id, level, statement]);
  return { revision: String(revision), digest: createHash('sha256').update(JSON.stringify(rows)).digest('hex') };
}

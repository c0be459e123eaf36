import { expect, it } from 'vitest';
import type { Io } from '../run/io.ts';
import { explainRule } from './rules.ts';

/** What `assay explain` says of a rule, as one line. */
function explained(rule: string): string {
  let text = '';
  const stream = { write: (part: string) => (text += part) };
  expect(explainRule(rule, [], { stdout: stream, stderr: stream, env: {} } as unknown as Io)).toBe(0);
  return text.replace(/\s+/g, ' ');
}

it('assay explain lists what the requests of a rule vary in, and what a level needs', () => {
  const response = explained('chat.accepts-valid');
  expect(response).toContain('Circumstances it is tried in Requests in which all pairs of these levels meet');
  expect(response).toContain('stream: left out, false, true follow-ups:');
  expect(response).toContain('key: test, live (needs control_url)');
  expect(explained('rerank.top-n-min')).toContain('The pair is tried in each of these levels');
});

it.each(['domains.limit-min', 'chat.null-refused', 'billing.parallel'])('assay explain lists none for %s', (rule) => {
  expect(explained(rule)).not.toContain('Circumstances');
});

import { clientRules, UserError } from '../../spec/index.ts';
import { suggestIds } from '../cli/input/ids.ts';
import type { Io } from '../cli/run/io.ts';
import { scenarios } from './scenarios.ts';

/** `assay explain` for a rule of clients: the promise, its clause, and its scenarios. */
export function explainClientRule(id: string, io: Io): number {
  const rule = clientRules.find((one) => one.id === id);
  if (rule === undefined) {
    const hint = suggestIds(
      id,
      clientRules.map((one) => one.id),
    );
    throw new UserError(
      `Cannot explain "${id}": no rule of clients has that id.${hint} List them with \`assay clients --list\`.`,
    );
  }
  io.stdout.write(`${rule.id}  ${rule.level}  ${rule.endpoint}\n`);
  io.stdout.write(`\nPromise\n  ${rule.statement}\n\nClause\n  ${rule.clause}\n\nHow it is checked\n`);
  io.stdout.write('  `assay clients` runs the client in these scenarios:\n');
  for (const { id: scenario, about, rules } of scenarios)
    if (rules.includes(id)) io.stdout.write(`  ${scenario}: ${about}\n`);
  return 0;
}

import { elide } from './elide.ts';
import { stepsHtml } from './html-steps.ts';
import { type Html, html } from './html-template.ts';
import type { Failure, RuleReport } from './report.ts';
import { showValue } from './show-value.ts';

/** A page may show more than a terminal, but must still open. */
const LIMITS = { string: 4000, items: 100, lines: 400, width: 96 };
const LONGEST = 20_000;

/** One rule, folded; a failure is open. */
export function ruleHtml(rule: RuleReport): Html {
  const { id, verdict, level, clause, statement, reason, failure, notes = [] } = rule;
  const open = verdict === 'fail' ? html` open` : html``;
  return html`<details class="rule ${verdict}" id="rule-${id}"${open}>
<summary><span class="badge ${verdict}">${verdict}</span><code>${id}</code> ${statement}</summary>
<div><p class="soft">${level} · ${clause}</p><dl>${[
    row('why', reason),
    ...(failure === undefined ? [] : evidence(failure)),
    ...notes.map((note) => row('note', note)),
  ]}</dl></div>
</details>
`;
}

function evidence({ expected, actual, counterexample, curl, seed, path, seen, steps }: Failure): Html[] {
  return [
    row('expected', expected),
    row('actual', actual),
    row('seen', seen),
    html`<dt>shown by</dt><dd><pre>${showValue(counterexample, LIMITS)}</pre></dd>`,
    curl === '' ? html`` : html`<dt>try it</dt><dd><pre>${elide(curl, LONGEST)}</pre></dd>`,
    stepsHtml(steps),
    row('case', path === '' ? `seed ${seed}` : `seed ${seed}, path ${path}`),
  ];
}

function row(name: string, value: string | undefined): Html {
  return value === undefined ? html`` : html`<dt>${name}</dt><dd>${elide(value, LONGEST)}</dd>`;
}

import { elide } from './elide.ts';
import { type Html, html } from './html-template.ts';
import type { Failure, RuleReport, Step } from './report.ts';
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

/** Steps of one failure, and how much of a body: the page must open with a hundred failures too. */
const MOST_STEPS = 20;
const STEP_LIMITS = { string: 1000, items: 40, lines: 120, width: 96 };
const LONGEST_BODY = 6000;
const MOST_HEADERS = 2000;

/** The whole exchange of a counterexample: each request with its answer, folded but for the last. */
function stepsHtml(steps: readonly Step[] = []): Html {
  if (steps.length === 0) return html``;
  const left = Math.max(0, steps.length - MOST_STEPS);
  const more = left === 0 ? html`` : html`<p class="soft">${left} earlier ones are in report.json</p>`;
  const shown = steps.slice(left).map((step, i) => stepHtml(step, left + i + 1, left + i + 1 === steps.length));
  return html`<dt>exchange</dt><dd>${more}${shown}</dd>`;
}

function stepHtml({ to, method, url, headers, body, answer, at_ms, took_ms }: Step, n: number, last: boolean): Html {
  const sent = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const came = answer.headers.map(([name, value]) => `${name}: ${value}`);
  const where = to === 'control' ? 'control API, ' : '';
  const failed = answer.failure === undefined ? html`` : html`<p>${elide(answer.failure, 1000)}</p>`;
  return html`<details class="step"${last ? html` open` : html``}>
<summary>${n}. <code>${elide(method, 40)} ${elide(url, 300)}</code> → ${answer.status} <span class="soft">${where}at ${Math.round(at_ms)} ms, took ${Math.round(took_ms)} ms</span></summary>
<pre>${elide(sent.join('\n'), MOST_HEADERS)}</pre>${body === undefined ? html`` : html`<pre>${bodyOf(body)}</pre>`}
<pre>${elide([`status ${answer.status}`, ...came].join('\n'), MOST_HEADERS)}</pre><pre>${bodyOf(answer.body)}</pre>${failed}
</details>`;
}

/** Formatted where it is JSON, as it is where it is not. */
function bodyOf(body: string): string {
  try {
    return showValue(JSON.parse(body), STEP_LIMITS);
  } catch {
    return elide(body, LONGEST_BODY);
  }
}

import { elide } from './elide.ts';
import { type Html, html } from './html-template.ts';
import type { Step } from './report.ts';
import { showValue } from './show-value.ts';

/** Steps of one failure, and how much of a body: the page must open with a hundred failures too. */
const MOST_STEPS = 20;
const LIMITS = { string: 1000, items: 40, lines: 120, width: 96 };
const LONGEST = 6000;
const MOST_HEADERS = 2000;

/** The whole exchange of a counterexample: each request with its answer, folded but for the last. */
export function stepsHtml(steps: readonly Step[] = []): Html {
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
    return showValue(JSON.parse(body), LIMITS);
  } catch {
    return elide(body, LONGEST);
  }
}

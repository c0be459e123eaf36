import { causesOf } from './causes.ts';
import { gateLine } from './gate.ts';
import { type Html, html } from './html-template.ts';
import { interruptionOf, remarksOf } from './remarks.ts';
import type { Report } from './report.ts';

/** What everybody must know before the rules: that the run broke off, what hindered it, the verdict and the gate. */
export function headHtml(report: Report): Html {
  const { run, gate, verdict, verdict_reason = '' } = report;
  const alarm = interruptionOf(report);
  return html`${alarm === undefined ? html`` : html`<p class="alarm">${alarm}</p>`}
<div class="verdict ${verdict}"><strong>${verdict}</strong><span>${verdict_reason}</span></div>
${gate === undefined ? html`` : html`<p class="gate ${gate.passed ? 'pass' : 'fail'}">${gateLine(gate)}</p>`}
${(run.preflight ?? []).map((line) => html`<p>${line}</p>`)}
${remarksOf(report).map((remark) => html`<p class="remark">${remark}</p>`)}`;
}

/** The failed rules by likely cause. */
export function causesHtml({ rules }: Report): Html {
  const causes = causesOf(rules);
  if (causes.length === 0) return html``;
  const items = causes.map(({ label, rules: own }) => {
    return html`<dt>${own.length}</dt><dd>${label}<br>${own.map(({ id }) => html`<code>${id}</code> `)}</dd>`;
  });
  return html`<h2>Likely causes</h2><section class="card"><dl>${items}</dl></section>`;
}

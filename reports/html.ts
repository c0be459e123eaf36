import { createHash } from 'node:crypto';
import { causesOf } from './causes.ts';
import { depthFacts } from './depth.ts';
import { gateLine } from './gate.ts';
import { ruleHtml } from './html-rule.ts';
import { style } from './html-style.ts';
import { type Html, html } from './html-template.ts';
import { circumstancesHtml } from './html-triangle.ts';
import { interruptionOf, remarksOf } from './remarks.ts';
import type { Report, RuleReport, Verdict } from './report.ts';
import { runFacts } from './run-line.ts';
import { shares } from './shares.ts';
import { COLUMNS, tallyByEndpoint } from './summary.ts';

/** Only this one style sheet may take effect; whatever slipped through the escapes could neither load nor run. */
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** The report as one page that needs nothing else: no scripts, no network, light and dark. */
export function renderHtml(report: Report): string {
  const { target, tool, rules } = report;
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${target.name}: ${report.verdict}</title>
<style>${{ markup: style }}</style>
</head>
<body><main>
<h1>${target.name}</h1>
<p class="soft"><code>${target.base_url}</code> checked by ${tool.name} ${tool.version}, ${report.run.started_at}</p>
${verdictCard(report)}
${causesHtml(report)}
<h2>Rules</h2>
<div class="filter">${COLUMNS.map((verdict) => filterBox(verdict, report.summary[verdict]))}</div>
${tallyByEndpoint(rules).map(
  ({ endpoint, rules: own }) => html`<h2>${endpoint}</h2>
${worstFirst(own).map(ruleHtml)}`,
)}
${reachHtml(report)}
${circumstancesHtml(report)}
${readingsHtml(report)}
</main></body>
</html>
`;
  return page.markup;
}

function verdictCard(report: Report): Html {
  return html`<section class="card">
${headHtml(report)}
${bar(report.summary)}
<p class="soft">${runFacts(report).join(' · ')}</p>
${depthFacts(report).map((line) => html`<p class="soft">${line}</p>`)}
<table>
<tr><th>endpoint</th><th>rules</th>${COLUMNS.map((verdict) => html`<th>${verdict}</th>`)}<th class="bar"></th></tr>
${tallyByEndpoint(report.rules).map(
  ({ endpoint, counts }) => html`<tr><td>${endpoint}</td><td>${counts.rules}</td>${COLUMNS.map((verdict) =>
    counts[verdict] === 0 ? html`<td class="zero">0</td>` : html`<td>${counts[verdict]}</td>`,
  )}<td class="bar">${bar(counts)}</td></tr>
`,
)}</table>
</section>`;
}

/** What everybody must know before the rules: that the run broke off, what hindered it, the verdict and the gate. */
function headHtml(report: Report): Html {
  const { run, gate, verdict, verdict_reason = '' } = report;
  const alarm = interruptionOf(report);
  return html`${alarm === undefined ? html`` : html`<p class="alarm">${alarm}</p>`}
<div class="verdict ${verdict}"><strong>${verdict}</strong><span>${verdict_reason}</span></div>
${gate === undefined ? html`` : html`<p class="gate ${gate.passed ? 'pass' : 'fail'}">${gateLine(gate)}</p>`}
${(run.preflight ?? []).map((line) => html`<p>${line}</p>`)}
${remarksOf(report).map((remark) => html`<p class="remark">${remark}</p>`)}`;
}

/** The failed rules by likely cause. */
function causesHtml({ rules }: Report): Html {
  const causes = causesOf(rules);
  if (causes.length === 0) return html``;
  const items = causes.map(({ label, rules: own }) => {
    return html`<dt>${own.length}</dt><dd>${label}<br>${own.map(({ id }) => html`<code>${id}</code> `)}</dd>`;
  });
  return html`<h2>Likely causes</h2><section class="card"><dl>${items}</dl></section>`;
}

/** The capability ladder: what the profile opens, and what would open the rest. */
function reachHtml({ capabilities = [] }: Report): Html {
  if (capabilities.length === 0) return html``;
  const rows = capabilities.map(({ need, available, judged, rules, unlock }) => {
    // Open, yet nothing was judged there: that is no tick.
    const [look, word] = available
      ? judged > 0
        ? ['pass', 'open']
        : ['inconclusive', 'not judged']
      : ['skip', 'closed'];
    const state = html`<span class="badge ${look}">${word}</span>`;
    const key = unlock === undefined ? html`` : html` <span class="soft">unlock with</span> <code>${unlock}</code>`;
    return html`<p>${state}<code>${need}</code> ${judged} of ${rules} rules judged${key}</p>`;
  });
  return html`<h2>Reach of this run</h2><section class="card">${rows}</section>`;
}

/** Which way the target went where the specification leaves room. */
function readingsHtml({ readings = [] }: Report): Html {
  if (readings.length === 0) return html``;
  const items = readings.map(({ id, question, branches, consistent }) => {
    const ways = Object.entries(branches).map(([way, n]) => html`<code>${way}</code> ×${n} `);
    const doubt = consistent ? html`` : html`<span class="badge warn">not always the same</span>`;
    return html`<dt>${id}</dt><dd>${question}<br>${ways}${doubt}</dd>`;
  });
  return html`<h2>Readings of open questions</h2><section class="card"><dl>${items}</dl></section>`;
}

function bar(counts: Report['summary']): Html {
  const widths = shares(
    COLUMNS.map((verdict) => counts[verdict]),
    200,
  );
  const label = COLUMNS.map((verdict) => `${counts[verdict]} ${verdict}`).join(', ');
  let x = 0;
  const rects = COLUMNS.map((verdict, i) => {
    const width = widths[i] ?? 0;
    const rect = html`<rect class="${verdict}" x="${x}" y="0" width="${width}" height="10"></rect>`;
    x += width;
    return rect;
  });
  return html`<svg viewBox="0 0 200 10" preserveAspectRatio="none" role="img" aria-label="${label}">${rects}</svg>`;
}

/** Filters without a script: the style sheet hides the rules of a verdict whose box is not ticked. */
function filterBox(verdict: Verdict, count: number): Html {
  return html`<label><input type="checkbox" id="show-${verdict}" checked> ${verdict} ${count}</label>`;
}

const WORST_FIRST: readonly Verdict[] = ['fail', 'inconclusive', 'warn', 'known', 'skip', 'pass'];

function worstFirst(rules: readonly RuleReport[]): RuleReport[] {
  return WORST_FIRST.flatMap((verdict) => rules.filter((rule) => rule.verdict === verdict));
}

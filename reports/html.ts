import { createHash } from 'node:crypto';
import { reachHtml, readingsHtml } from './html-context.ts';
import { causesHtml, headHtml } from './html-head.ts';
import { ruleHtml } from './html-rule.ts';
import { style } from './html-style.ts';
import { type Html, html } from './html-template.ts';
import type { Report, RuleReport, Verdict } from './report.ts';
import { runFacts } from './run-line.ts';
import { shares } from './shares.ts';
import { tallyByEndpoint } from './tally.ts';

const VERDICTS = ['pass', 'fail', 'warn', 'known', 'inconclusive', 'skip'] as const satisfies Verdict[];

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
<div class="filter">${VERDICTS.map((verdict) => filterBox(verdict, report.summary[verdict]))}</div>
${tallyByEndpoint(rules).map(
  ({ endpoint, rules: own }) => html`<h2>${endpoint}</h2>
${worstFirst(own).map(ruleHtml)}`,
)}
${reachHtml(report)}
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
<table>
<tr><th>endpoint</th><th>rules</th>${VERDICTS.map((verdict) => html`<th>${verdict}</th>`)}<th class="bar"></th></tr>
${tallyByEndpoint(report.rules).map(
  ({ endpoint, counts }) => html`<tr><td>${endpoint}</td><td>${counts.rules}</td>${VERDICTS.map((verdict) =>
    counts[verdict] === 0 ? html`<td class="zero">0</td>` : html`<td>${counts[verdict]}</td>`,
  )}<td class="bar">${bar(counts)}</td></tr>
`,
)}</table>
</section>`;
}

function bar(counts: Report['summary']): Html {
  const widths = shares(
    VERDICTS.map((verdict) => counts[verdict]),
    200,
  );
  const label = VERDICTS.map((verdict) => `${counts[verdict]} ${verdict}`).join(', ');
  let x = 0;
  const rects = VERDICTS.map((verdict, i) => {
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

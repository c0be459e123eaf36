import { createHash } from 'node:crypto';
import { depthFacts } from '../content/depth.ts';
import { gateLine } from '../content/gate.ts';
import { interruptionOf, remarksOf, runFacts } from '../content/remarks.ts';
import type { Report, RuleReport, Verdict } from '../content/report.ts';
import { areaOf, COLUMNS, shares, tallyByEndpoint } from '../content/summary.ts';
import { causesHtml, indexHtml } from './failures.ts';
import { latencyHtml } from './latency.ts';
import { fieldsAsCode } from './marked.ts';
import { ruleHtml } from './rule.ts';
import { script } from './script.ts';
import { style } from './style.ts';
import { type Html, html } from './template.ts';
import { circumstancesHtml } from './triangle.ts';

const digest = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/**
 * Only this style sheet and this script may take effect: what slipped through the escaping could neither load nor run.
 */
const POLICY = [
  "default-src 'none'",
  `style-src ${digest(style)}`,
  `script-src ${digest(script)}`,
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** After this many bytes, the evidence of further failures is only in report.json. */
const MAX_EVIDENCE_BYTES = 2_500_000;

/** The report as one self-contained page: no network, light and dark, complete without its script. */
export function renderHtml(report: Report): string {
  const { target, tool } = report;
  const sections = sectionsOf(report);
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
${contentsHtml(sections)}
${verdictCard(report)}
${sections.map(sectionHtml)}
</main>
<script>${{ markup: script }}</script>
</body>
</html>
`;
  return page.markup;
}

/** A part of the page, which the list at its top links to. */
type Section = readonly [id: string, title: string, body: Html];

/** The sections that have something to say, in the order of the page. */
function sectionsOf(report: Report): Section[] {
  const sections: readonly Section[] = [
    ['causes', 'Likely causes', causesHtml(report)],
    ['failures', 'Index of failures', indexHtml(report)],
    ['rules', 'Rules', html`${controlsHtml(report)}\n${groupsHtml(report)}`],
    ['coverage', 'Circumstances covered', circumstancesHtml(report)],
    ['latencies', 'Latencies', latencyHtml(report)],
    ['readings', 'Readings of open questions', readingsHtml(report)],
    ['capabilities', 'Capabilities', capabilitiesHtml(report)],
  ];
  return sections.filter(([, , body]) => body.markup !== '');
}

const contentsHtml = (sections: readonly Section[]): Html =>
  html`<nav aria-label="parts of this report"><ul class="jump">${sections.map(([id, title]) => html`<li><a href="#${id}">${title}</a></li>`)}</ul></nav>`;

/** Rules have cards of their own, and filters that stay in view. */
const sectionHtml = ([id, title, body]: Section): Html =>
  html`<section><h2 id="${id}">${title}</h2>${id === 'rules' ? body : html`<div class="card">${body}</div>`}</section>
`;

function verdictCard(report: Report): Html {
  const { rung } = report.run;
  return html`<section class="card">
${headHtml(report)}
${bar(report.summary)}
<p class="soft">${[...(rung === undefined ? [] : [`rung ${rung}`]), ...runFacts(report)].join(' · ')}</p>
${depthFacts(report).map((line) => html`<p class="soft">${line}</p>`)}
<table class="tally">
<tr><th>endpoint</th><th>rules</th>${COLUMNS.map((verdict) => html`<th>${verdict}</th>`)}<th class="bar">share</th></tr>
${tallyByEndpoint(report.rules).map(
  ({ endpoint, counts }) => html`<tr><td>${endpoint}</td><td>${counts.rules}</td>${COLUMNS.map((verdict) =>
    counts[verdict] === 0 ? html`<td class="zero">0</td>` : html`<td>${counts[verdict]}</td>`,
  )}<td class="bar">${bar(counts)}</td></tr>
`,
)}</table>
</section>`;
}

/** What to know before the rules: that the run was interrupted, what disturbed it, the verdict and the gate. */
function headHtml(report: Report): Html {
  const { run, gate, verdict, verdict_reason = '' } = report;
  const alarm = interruptionOf(report);
  return html`${alarm === undefined ? html`` : html`<p class="alarm">${alarm}</p>`}
<div class="verdict ${verdict}"><strong>${verdict}</strong><span>${verdict_reason}</span></div>
${gate === undefined ? html`` : html`<p class="gate ${gate.passed ? 'pass' : 'fail'}">${gateLine(gate)}</p>`}
${(run.preflight ?? []).map((line) => html`<p>${fieldsAsCode(line)}</p>`)}
${remarksOf(report).map((remark) => html`<p class="remark">${fieldsAsCode(remark)}</p>`)}`;
}

/** Filters. Only the search needs the script; the style sheet does the rest. */
function controlsHtml({ rules, summary }: Report): Html {
  const endpoints = tallyByEndpoint(rules).map(({ endpoint }) => endpoint);
  const areas = [...new Set(rules.map(({ id }) => areaOf(id)))].sort();
  return html`<div class="controls" role="search" aria-label="rules to show">
<div data-script hidden><input type="search" id="search" placeholder="search ( / )" aria-label="search in the rules" autocomplete="off"><button type="button" id="open-all">open all</button><button type="button" id="fold-all">fold all</button><span class="soft" id="count" role="status"></span></div>
<div>${COLUMNS.map((verdict) => html`<label><input type="checkbox" id="show-${verdict}" checked> ${verdict} ${summary[verdict]}</label>`)}${selectHtml('only-endpoint', 'endpoint', 'every endpoint', endpoints)}${selectHtml('only-area', 'area', 'every area', areas)}</div></div>`;
}

function selectHtml(id: string, name: string, all: string, values: readonly string[]): Html {
  const options = values.map((value) => html`<option value="${value}">${value}</option>`);
  return html`<select id="${id}" aria-label="${name}" autocomplete="off"><option value="*">${all}</option>${options}</select>`;
}

/** The rules by endpoint, the worst first; once the page is full, without their exchanges. */
function groupsHtml({ rules }: Report): readonly Html[] {
  let bytes = 0;
  const shown = (rule: RuleReport): Html => {
    const block = ruleHtml(rule, bytes < MAX_EVIDENCE_BYTES ? 'whole' : 'brief');
    bytes += Buffer.byteLength(block.markup);
    return block;
  };
  return tallyByEndpoint(rules).map(
    ({ endpoint, rules: own }) => html`<section class="group"><h3>${endpoint}</h3>
${worstFirst(own).map((rule) => shown(rule))}</section>
`,
  );
}

/** What the profile lets assay judge, and the line that would add the rest. */
function capabilitiesHtml({ capabilities = [] }: Report): Html {
  const rows = capabilities.map(({ need, available, judged, rules, unlock }) => {
    // Available, but nothing was judged with it: no tick.
    const [look, word] = available
      ? judged > 0
        ? ['pass', 'available']
        : ['inconclusive', 'not judged']
      : ['skip', 'missing'];
    const state = html`<span class="badge ${look}">${word}</span>`;
    const line =
      unlock === undefined ? html`` : html` <span class="soft">add to the profile:</span> <code>${unlock}</code>`;
    return html`<p>${state}<code>${need}</code> ${judged} of ${rules} rules judged${line}</p>`;
  });
  return html`${rows}`;
}

/** How the target behaves on open questions of the specification. */
function readingsHtml({ readings = [] }: Report): Html {
  if (readings.length === 0) return html``;
  const items = readings.map(({ id, question, branches, consistent }) => {
    const ways = Object.entries(branches).map(([way, n]) => html`<code>${way}</code> ×${n} `);
    const doubt = consistent ? html`` : html`<span class="badge warn">not always the same</span>`;
    return html`<dt>${id}</dt><dd>${fieldsAsCode(question)}<br>${ways}${doubt}</dd>`;
  });
  return html`<dl>${items}</dl>`;
}

/** Cells of a bar: few enough that one of them is visible. */
const BAR_CELLS = 60;

function bar(counts: Report['summary']): Html {
  const widths = shares(
    COLUMNS.map((verdict) => counts[verdict]),
    BAR_CELLS,
  );
  const label = COLUMNS.map((verdict) => `${counts[verdict]} ${verdict}`).join(', ');
  let x = 0;
  const rects = COLUMNS.map((verdict, i) => {
    const width = widths[i] ?? 0;
    const rect = html`<rect class="${verdict}" x="${x}" y="0" width="${width}" height="10"></rect>`;
    x += width;
    return rect;
  });
  return html`<svg viewBox="0 0 ${BAR_CELLS} 10" preserveAspectRatio="none" role="img" aria-label="${label}">${rects}</svg>`;
}

const WORST_FIRST: readonly Verdict[] = ['fail', 'inconclusive', 'warn', 'known', 'skip', 'pass'];

function worstFirst(rules: readonly RuleReport[]): RuleReport[] {
  return WORST_FIRST.flatMap((verdict) => rules.filter((rule) => rule.verdict === verdict));
}

import { createHash } from 'node:crypto';
import { plural } from '../text/format.ts';
import { type Html, html } from './template.ts';

/** One part of the explanation of a rule: `Clause`, `Accepted` and so on. */
export interface ExplainedPart {
  readonly title: string;
  readonly lines: readonly string[];
}

export interface ExplainedRule {
  readonly id: string;
  readonly area: string;
  readonly level: string;
  readonly endpoint: string;
  readonly statement: string;
  readonly judged: boolean;
  readonly parts: readonly ExplainedPart[];
}

const style = `
:root { color-scheme: light dark; --ink: light-dark(#1b2430, #e4e9f0); --soft: light-dark(#5c6b7e, #93a1b3);
  --line: light-dark(#dde3ea, #2c3643); --page: light-dark(#f5f7fa, #11161d); --card: light-dark(#fff, #19202a); }
body { margin: 0; background: var(--page); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
main { max-width: 60rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; }
h1 { font-size: 1.6rem; margin: 0; } h2 { margin: 2.5rem 0 .75rem; font-size: 1.2rem; } h3 { font-size: 1rem; margin: 0; }
p { margin: .25rem 0; } .soft, dt { color: var(--soft); }
a { color: inherit; } code { font: 13px/1.5 ui-monospace, Menlo, Consolas, monospace; overflow-wrap: anywhere; }
nav { display: flex; flex-wrap: wrap; gap: .4rem 1.2rem; margin: 1rem 0; }
article { background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: .8rem 1rem; margin: .6rem 0; }
article:target { outline: 2px solid; outline-offset: 2px; }
h3 a { text-decoration: none; } h3 a:hover, h3 a:focus-visible { text-decoration: underline; }
dl { display: grid; grid-template-columns: 11rem minmax(0, 1fr); gap: .4rem 1rem; margin: .6rem 0 0; }
dd { margin: 0; overflow-wrap: anywhere; } ul { margin: 0; padding-left: 1.1rem; } summary { cursor: pointer; }
@media (max-width: 640px) { dl { grid-template-columns: 1fr; gap: .1rem; } dd { margin-bottom: .5rem; } }
@media print { article { break-inside: avoid; } }
`;

const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** The rules as one page to read beside the specification: no scripts, no network. */
export function renderRuleBook(
  { revision, digest, version }: { readonly revision: string; readonly digest: string; readonly version: string },
  rules: readonly ExplainedRule[],
): string {
  const areas = [...new Set(rules.map(({ area }) => area))];
  const ofArea = (area: string): readonly ExplainedRule[] => rules.filter((rule) => rule.area === area);
  const judged = rules.filter((rule) => rule.judged).length;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Rules of the specification, revision ${revision}</title>
<style>${{ markup: style }}</style>
</head>
<body><main>
<h1>Rules of the specification</h1>
<p class="soft">Revision ${revision}, digest <code>${digest.slice(0, 12)}…</code>, as assay ${version} judges them: ${plural(rules.length, 'rule')}, ${judged} of them judged.</p>
<nav aria-label="Areas">${areas.map((area) => html`<a href="#${area}">${area} (${ofArea(area).length})</a>`)}</nav>
${areas.map(
  (area) => html`<h2 id="${area}">${area}</h2>
${ofArea(area).map(ruleHtml)}`,
)}
</main></body>
</html>
`.markup;
}

function ruleHtml({ id, level, endpoint, statement, judged, parts }: ExplainedRule): Html {
  return html`<article id="${id}">
<h3><a href="#${id}"><code>${id}</code></a></h3>
<p>${statement}</p>
<p class="soft">${level} · ${endpoint}${judged ? '' : ' · not judged'}</p>
<dl>${parts.map(({ title, lines }) => html`<dt>${title}</dt><dd>${listOf(lines)}</dd>`)}</dl>
</article>
`;
}

/** One line as it is, a few as a list, many folded. */
function listOf(lines: readonly string[]): Html {
  const [only] = lines;
  if (lines.length === 1 && only !== undefined) return html`${only}`;
  const list = html`<ul>${lines.map((line) => html`<li>${line}</li>`)}</ul>`;
  return lines.length > 4 ? html`<details><summary>${lines.length}</summary>${list}</details>` : list;
}

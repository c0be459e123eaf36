import { type Html, html } from './html-template.ts';
import type { Report } from './report.ts';

/** The capability ladder: what the profile opens, and what would open the rest. */
export function reachHtml({ capabilities = [] }: Report): Html {
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
export function readingsHtml({ readings = [] }: Report): Html {
  if (readings.length === 0) return html``;
  const items = readings.map(({ id, question, branches, consistent }) => {
    const ways = Object.entries(branches).map(([way, n]) => html`<code>${way}</code> ×${n} `);
    const doubt = consistent ? html`` : html`<span class="badge warn">not always the same</span>`;
    return html`<dt>${id}</dt><dd>${question}<br>${ways}${doubt}</dd>`;
  });
  return html`<h2>Readings of open questions</h2><section class="card"><dl>${items}</dl></section>`;
}

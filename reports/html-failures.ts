import { type Cause, causesOf } from './causes.ts';
import { elide } from './elide.ts';
import { headOf, markedApart, named } from './html-marked.ts';
import { linkTo } from './html-rule.ts';
import { type Html, html } from './html-template.ts';
import { plural } from './plural.ts';
import type { Report, RuleReport, Verdict } from './report.ts';

/** Causes that are told with evidence, and rules that one of them names. */
const MOST_CAUSES = 15;
const MOST_LINKS = 12;
/** Of a sentence in one line. */
const LINE = 160;

/** The failed rules by likely cause, the largest group first; of each the rule that tells most. */
export function mendFirstHtml({ rules }: Report): Html {
  const causes = causesOf(rules);
  if (causes.length === 0) return html``;
  const left = causes.slice(MOST_CAUSES).reduce((sum, { rules: own }) => sum + own.length, 0);
  const more = left === 0 ? html`` : html`<p class="soft">${plural(left, 'more failure')} below</p>`;
  return html`<h2 id="mend-first">Mend first</h2><section class="card">
<p class="soft">Failed rules by likely cause. Of each group the rule that tells most is shown.</p>
<ol class="causes">${causes.slice(0, MOST_CAUSES).map(causeHtml)}</ol>${more}</section>
`;
}

function causeHtml({ label, rules }: Cause): Html {
  const telling = rules.find(({ failure }) => failure?.steps !== undefined) ?? rules[0];
  if (telling === undefined) return html``;
  const others = rules.filter((rule) => rule !== telling);
  const more = others.length > MOST_LINKS ? html` and ${others.length - MOST_LINKS} more` : html``;
  const also =
    others.length === 0 ? html`` : html`<p class="soft">also ${others.slice(0, MOST_LINKS).map(linkHtml)}${more}</p>`;
  const { expected = '', actual = telling.reason ?? '' } = telling.failure ?? {};
  const [due, came] = markedApart(elide(expected, LINE), elide(actual, LINE));
  return html`<li>${others.length === 0 ? html`` : html`<p class="cause">${named(label)}</p>`}<p>${linkHtml(telling)}</p>
<div class="sides"><div class="due">${due}</div><div class="came">${came}</div></div>${also}</li>
`;
}

const linkHtml = ({ id }: RuleReport): Html => html`<a href="${linkTo(id)}"><code>${id}</code></a> `;

const LISTED: readonly Verdict[] = ['fail', 'known', 'warn', 'inconclusive'];

/** Every rule that did not simply hold, in a line each. */
export function indexHtml({ rules }: Report): Html {
  const listed = LISTED.flatMap((verdict) => rules.filter((rule) => rule.verdict === verdict));
  if (listed.length === 0) return html``;
  const rows = listed.map((rule) => {
    const { verdict, failure, reason = '' } = rule;
    return html`<tr><td><span class="badge ${verdict}">${verdict}</span></td><td>${linkHtml(rule)}</td><td>${named(elide(headOf(failure?.actual ?? reason), LINE))}</td></tr>
`;
  });
  return html`<h2 id="failures">Index of failures</h2><section class="card"><table class="index">
<tr><th>verdict</th><th>rule</th><th>what came</th></tr>
${rows}</table></section>
`;
}

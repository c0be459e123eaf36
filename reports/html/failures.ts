import { type Cause, causesOf } from '../content/causes.ts';
import { groupByReason } from '../content/group-by-reason.ts';
import { type Report, type RuleReport, type Verdict, withoutCircumstances } from '../content/report.ts';
import { elide } from '../text/elide.ts';
import { plural } from '../text/format.ts';
import { fieldsAsCode, withoutQuote } from './marked.ts';
import { linkTo, sidesHtml } from './rule.ts';
import { type Html, html } from './template.ts';

/** Limits on causes with evidence, and on the rules that each names. */
const MAX_CAUSES = 15;
const MAX_LINKS = 12;
/** Of a sentence in one line. */
const LINE_LENGTH = 160;

/** The failed rules by likely cause, the largest group first, each with its most informative rule. */
export function causesHtml({ rules }: Report): Html {
  const causes = causesOf(rules);
  if (causes.length === 0) return html``;
  const left = causes.slice(MAX_CAUSES).reduce((sum, { rules: own }) => sum + own.length, 0);
  const more = left === 0 ? html`` : html`<p class="soft">${plural(left, 'more failure')} below</p>`;
  return html`<p class="soft">Failed rules that probably have the same cause, the largest group first: fix that one first. Of each group, one rule is shown with its evidence.</p>
<ol class="causes">${causes.slice(0, MAX_CAUSES).map(causeHtml)}</ol>${more}`;
}

function causeHtml({ label, rules }: Cause): Html {
  const clearest = rules.find(({ failure }) => failure?.steps !== undefined) ?? rules[0];
  if (clearest === undefined) return html``;
  const others = rules.filter((rule) => rule !== clearest);
  const also = others.length === 0 ? html`` : html`<p class="soft">also ${linksHtml(others)}</p>`;
  const { failure = { expected: '', actual: clearest.reason ?? '' } } = clearest;
  return html`<li>${others.length === 0 ? html`` : html`<p class="cause">${fieldsAsCode(label)}</p>`}<p>${linkHtml(clearest)}</p>
${sidesHtml(failure, LINE_LENGTH)}${also}</li>
`;
}

const linkHtml = ({ id }: RuleReport): Html => html`<a href="${linkTo(id)}"><code>${id}</code></a> `;

function linksHtml(rules: readonly RuleReport[]): Html {
  const more = rules.length > MAX_LINKS ? html`and ${rules.length - MAX_LINKS} more` : html``;
  return html`${rules.slice(0, MAX_LINKS).map(linkHtml)}${more}`;
}

const LISTED_VERDICTS: readonly Verdict[] = ['fail', 'known', 'warn'];

/** Every failed rule in a line each, and the rules that could not be judged, by reason. */
export function indexHtml({ rules }: Report): Html {
  const rows = LISTED_VERDICTS.flatMap((verdict) => rules.filter((rule) => rule.verdict === verdict)).map((rule) => {
    const { failure, reason = '' } = rule;
    const what = failure === undefined ? reason : withoutCircumstances(failure);
    return rowHtml(rule.verdict, linkHtml(rule), what, failure?.circumstances?.text);
  });
  const open = groupByReason(rules.filter(({ verdict }) => verdict === 'inconclusive')).map((group) =>
    rowHtml('inconclusive', linksHtml(group.rules), group.reason),
  );
  if (rows.length + open.length === 0) return html``;
  return html`<table class="index">
<tr><th>verdict</th><th>rule</th><th>actual</th></tr>
${rows}${open}</table>`;
}

function rowHtml(verdict: Verdict, links: Html, what: string, circumstances?: string): Html {
  const head = withoutQuote(what);
  const where = circumstances === undefined ? '' : ` ${elide(circumstances, LINE_LENGTH)}`;
  const line = `${elide(head.length < what.length ? `${head} …` : head, LINE_LENGTH)}${where}`;
  return html`<tr><td><span class="badge ${verdict}">${verdict}</span></td><td>${links}</td><td>${fieldsAsCode(line)}</td></tr>
`;
}

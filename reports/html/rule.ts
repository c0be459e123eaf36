import { type Failure, type RuleReport, withoutCircumstances } from '../content/report.ts';
import { areaOf } from '../content/summary.ts';
import { counterexampleText } from '../reproduce/evidence.ts';
import { hasScript, scriptOf } from '../reproduce/reproduce.ts';
import { elide } from '../text/elide.ts';
import { formatDuration, plural } from '../text/format.ts';
import { exchangeHtml, textHtml } from './exchange.ts';
import { fieldsAsCode, markDifferences } from './marked.ts';
import { type Html, html } from './template.ts';

/** Larger than for a terminal, but the page must still open. */
const LIMITS = { string: 4000, items: 100, lines: 200, width: 96 };
const MAX_LENGTH = 20_000;
const MAX_CIRCUMSTANCES = 1_000;
/** The length of each text once the page is full. */
const BRIEF_LENGTH = 160;

/** How much of a rule is shown: everything or, once the page is full, only expected and actual. */
export type Room = 'whole' | 'brief';

/** One rule, folded unless it failed. */
export function ruleHtml(rule: RuleReport, room: Room = 'whole'): Html {
  const { id, verdict, endpoint, statement, reason, failure, notes = [], method } = rule;
  const open = verdict === 'fail' ? html` open` : html``;
  const longest = room === 'whole' ? MAX_LENGTH : BRIEF_LENGTH;
  // A failure has its own words: expected, then actual.
  const why = failure !== undefined && reason === `${failure.expected} ${failure.actual}` ? undefined : reason;
  return html`<details class="rule ${verdict}" id="rule-${id}" data-endpoint="${endpoint}" data-area="${areaOf(id)}"${open}>
<summary><span class="badge ${verdict}">${verdict}</span><code>${id}</code> ${fieldsAsCode(statement)}</summary>
<div><p class="soft">${factsOf(rule).join(' · ')} · <a class="permalink" href="${linkTo(id)}">link</a></p>
${method === undefined ? html`` : html`<p class="soft">${fieldsAsCode(method)}</p>`}${failure === undefined ? html`` : sidesHtml(failure, longest)}<dl>${[
    row('why', why, longest),
    row('seen', failure?.seen, longest),
    ...notes.slice(0, room === 'whole' ? 20 : 0).map((note) => row('note', note, longest)),
  ]}</dl>${failure === undefined ? html`` : room === 'whole' ? evidence(failure, rule) : PAGE_IS_FULL}</div>
</details>
`;
}

/** The anchor of a rule in the page. */
export const linkTo = (id: string): string => `#rule-${encodeURIComponent(id.replace(/\p{Cs}/gu, ''))}`;

const PAGE_IS_FULL = html`<p class="soft">This page is full: the exchange of this failure is in report.json.</p>`;

/** The origin of the rule, and what was tried to judge it. */
function factsOf({ level, clause, judged, exchanges, duration_ms }: RuleReport): string[] {
  return [
    `${level} · ${clause}`,
    ...(judged === undefined ? [] : [`${plural(judged, 'case')} judged`]),
    ...(exchanges === undefined ? [] : [`${plural(exchanges, 'answer')} looked at`]),
    ...(duration_ms === undefined ? [] : [formatDuration(duration_ms)]),
  ];
}

/** Expected beside actual, with the difference marked, and below it the circumstances, which are never cut for it. */
export function sidesHtml(failure: Pick<Failure, 'expected' | 'actual' | 'circumstances'>, longest: number): Html {
  const [expected, actual] = markDifferences(
    elide(failure.expected, longest),
    elide(withoutCircumstances(failure), longest),
  );
  const { text } = failure.circumstances ?? {};
  const where =
    text === undefined ? html`` : html`<p class="where">${fieldsAsCode(elide(text, MAX_CIRCUMSTANCES))}</p>`;
  return html`<div class="sides"><div><p class="label">expected</p><div class="expected">${expected}</div></div><div><p class="label">actual</p><div class="actual">${actual}${where}</div></div></div>`;
}

function evidence(failure: Failure, rule: RuleReport): Html {
  const { counterexample, curl, seed, path, steps = [] } = failure;
  return html`${exchangeHtml(failure)}
${hasScript(rule) ? html`<p class="label">reproduce it, in the folder of this report</p><pre data-copy>sh ${scriptOf(rule.id)}</pre>` : html``}
${curl === '' ? html`` : html`<p class="label">send the request again</p><pre data-copy>${elide(curl, MAX_LENGTH)}</pre>`}
<details class="step"${steps.length === 0 ? html` open` : html``}><summary>counterexample <span class="soft">${path === '' ? `seed ${seed}` : `seed ${seed}, path ${path}`}</span></summary>${textHtml(counterexampleText(counterexample, LIMITS))}</details>`;
}

function row(name: string, value: string | undefined, longest: number): Html {
  return value === undefined ? html`` : html`<dt>${name}</dt><dd>${fieldsAsCode(elide(value, longest))}</dd>`;
}

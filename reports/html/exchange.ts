import { type Failure, type Step, shownStep } from '../content/report.ts';
import { partsOf } from '../reproduce/evidence.ts';
import { elide } from '../text/elide.ts';
import { formatDuration } from '../text/format.ts';
import { shapeDifference } from '../text/shape-difference.ts';
import { showValue } from '../text/show-value.ts';
import { fieldsAsCode, jsonMarked } from './marked.ts';
import { type Html, html } from './template.ts';
import { timelineHtml } from './timeline.ts';

/** Limits on steps and bodies: the page must still open with a hundred failures. */
const MAX_STEPS = 20;
const LIMITS = { string: 1000, items: 40, lines: 120, width: 52 };
const MAX_BODY = { last: 6000, other: 3000 };
const MAX_HEADERS = { last: 2000, other: 500 };
/** A text with more rows scrolls by itself, on a telephone too. */
const TALL = { rows: 18, width: 40 };

/**
 * The whole exchange of a counterexample: each request beside its response, folded but for what shows the failure;
 * streams with a timeline.
 */
export function exchangeHtml({ steps = [], expected, actual, reference, counterexample }: Failure): Html {
  const shownBest = shownStep(steps);
  if (shownBest === undefined) return html``;
  const left = Math.max(0, steps.length - MAX_STEPS);
  const more = left === 0 ? html`` : html`<p class="soft">${left} earlier ones are in report.json</p>`;
  const shown = steps.slice(left).map((step, i) => {
    return stepHtml(step, {
      number: left + i + 1,
      // What a call of the control API read last, such as a charge, shows it as well.
      open: step === shownBest || (step === steps.at(-1) && step.to === 'control'),
      sentences: [expected, actual],
      parts: step === shownBest ? partsOf(counterexample) : [],
      reference: step === shownBest ? reference : undefined,
    });
  });
  return html`${more}${shown}`;
}

interface Shown {
  number: number;
  open: boolean;
  /** Expected and actual; the fields and events that they name are marked. */
  sentences: readonly [expected: string, actual: string];
  /** The parts of a long response that the sentences name. */
  parts: ReturnType<typeof partsOf>;
  reference: Failure['reference'];
}

function stepHtml(step: Step, { number, open, sentences, parts, reference }: Shown): Html {
  const { to, method, url, headers, body, answer, at_ms, took_ms } = step;
  const place = open ? 'last' : 'other';
  const headersOf = (lines: readonly string[]): Html => textHtml(elide(lines.join('\n'), MAX_HEADERS[place]));
  const sent = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const received = answer.headers.map(([name, value]) => `${name}: ${value}`);
  const where = to === 'control' ? 'control API, ' : '';
  const failed = answer.failure === undefined ? html`` : html`<p class="actual">${elide(answer.failure, 1000)}</p>`;
  return html`<details class="step"${open ? html` open` : html``}>
<summary>${number}. <code>${elide(method, 40)} ${elide(url, 300)}</code> → ${answer.status} <span class="soft">${where}at ${formatDuration(at_ms)}, took ${formatDuration(took_ms)}</span></summary>
${timelineHtml(step, sentences[1])}<div class="sides${reference === undefined ? '' : ' three'}"><div><p class="label">request</p>${headersOf(sent)}${
    body === undefined ? html`` : textHtml(formatted(body, place))
  }</div>
<div><p class="label">answer</p>${headersOf([`status ${answer.status}`, ...received])}${parts.map(([path, part]) => html`<pre><mark>${path}</mark>: ${part}</pre>`)}${textHtml(formatted(answer.body, place), open ? sentences : [])}${failed}</div>${
    reference === undefined ? html`` : referenceHtml(reference, step)
  }</div></details>
`;
}

function referenceHtml({ status, content_type, body }: NonNullable<Failure['reference']>, { answer }: Step): Html {
  const differences = [
    ...(answer.status === status ? [] : [`its status is ${status}, not ${answer.status}`]),
    ...shapeDifference(body, answer.body),
  ];
  const words =
    differences.length === 0 ? html`` : html`<p class="expected">${fieldsAsCode(differences.join('; '))}</p>`;
  return html`
<div><p class="label">the reference simulator’s answer to it: a right one, others may be right too</p>${words}${textHtml(`status ${status}\ncontent-type: ${content_type}`)}${textHtml(formatted(body, 'last'))}</div>`;
}

/** A text as it is. If it scrolls, the keyboard can reach it. */
export function textHtml(text: string, sentences: readonly string[] = []): Html {
  const rows = text.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / TALL.width)), 0);
  const shown = jsonMarked(text, sentences);
  return rows > TALL.rows ? html`<pre class="tall" tabindex="0">${shown}</pre>` : html`<pre>${shown}</pre>`;
}

/** Indented if it is JSON, else unchanged. */
function formatted(body: string, place: keyof typeof MAX_BODY): string {
  let text = body;
  try {
    text = showValue(JSON.parse(body), LIMITS);
  } catch {
    // No JSON: unchanged.
  }
  return elide(text, MAX_BODY[place]);
}

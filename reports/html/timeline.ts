import type { Step } from '../content/report.ts';
import { CUT } from '../text/elide.ts';
import { formatDuration, plural } from '../text/format.ts';
import { type Html, html } from './template.ts';

/** An item of a stream with its time. */
interface TimedItem {
  /** Its `type`, or what it is instead of an event. */
  type: string;
  /** Its number among the events, as judges count them; undefined for anything else. */
  number: number | undefined;
  at: number;
}

/** Height of a lane, as in the style sheet. */
const LANE = 24;
/** Marks that are drawn, and lanes. */
const [MAX_MARKS, MAX_LANES] = [250, 12];
/** A wait of at least this share of the whole time is shown as a gap. */
const MIN_GAP = 0.12;

/**
 * When each event of a stream arrived: a lane for each type, the longest wait, the events that the judge names, and the
 * end.
 */
export function timelineHtml({ answer, took_ms }: Step, actual: string): Html {
  const { pieces = [], body, failure } = answer;
  const items = timedItems(body, pieces);
  const last = Math.max(pieces.at(-1)?.[0] ?? 0, failure === undefined ? 0 : took_ms);
  if (pieces.length === 0 || items.length === 0 || last <= 0) return html``;
  const x = (at: number): string => `${((Math.min(at, last) / last) * 100).toFixed(2)}%`;
  const wrong = new Set([...actual.matchAll(/\bevents? (\d+)/gi)].map(([, number]) => Number(number)));
  const lanes = [...new Set(items.map(({ type }) => type))].slice(0, MAX_LANES);
  const end =
    failure === undefined ? (items.some(({ type }) => type === '[DONE]') ? undefined : 'no [DONE]') : 'broke off';
  const every = Math.ceil(items.length / MAX_MARKS);
  const marks = items.flatMap((one, i) => {
    const { type, number, at } = one;
    const lane = lanes.indexOf(type);
    const named = number !== undefined && wrong.has(number);
    if (lane < 0 || (i % every !== 0 && !named)) return [];
    const words = `${number === undefined ? '' : `event ${number}: `}${type} at ${formatDuration(at)}`;
    return [
      html`<svg x="${x(at)}" y="${lane * LANE + LANE / 2}" overflow="visible"><path class="mark${named ? ' wrong' : ''}" d="${shapeOf(type, lane, named)}"><title>${words}</title></path></svg>`,
    ];
  });
  const height = lanes.length * LANE;
  const gap = longestWait(items);
  const together = items.every(({ at }) => at === items[0]?.at);
  const shown = gap !== undefined && gap.wait >= last * MIN_GAP && !together ? gap : undefined;
  return html`<p class="label">when each event came, from the request on${every > 1 ? ` (one of ${every} is drawn)` : ''}${together ? ': all came together' : ''}</p>
<div class="plot"><div>${lanes.map((type) => html`<p><code>${type.slice(0, 24)}</code> ×${items.filter((one) => one.type === type).length}</p>`)}<p class="soft">time</p></div>
<svg height="${height + LANE}" role="img" aria-label="${describeTimeline(items, { gap, end, wrong })}">
${shown === undefined ? html`` : html`<rect class="gap" x="${x(shown.from)}" y="0" width="${x(shown.wait)}" height="${height}"><title>${gapWords(shown)}</title></rect>`}
${lanes.map((_, lane) => html`<line x1="0" x2="100%" y1="${lane * LANE + LANE / 2}" y2="${lane * LANE + LANE / 2}"></line>`)}
${end === undefined ? html`` : html`<line class="wrong" x1="100%" x2="100%" y1="0" y2="${height}"></line>`}
${marks}<text x="0" y="${height + 15}">0</text>${
    shown === undefined
      ? html``
      : html`<text x="${x(shown.from + shown.wait / 2)}" y="${height + 15}" text-anchor="middle">${formatDuration(shown.wait)} of silence</text>`
  }<text${end === undefined ? html`` : html` class="wrong"`} x="100%" y="${height + 15}" text-anchor="end">${end === undefined ? '' : `${end}, `}${formatDuration(last)}</text></svg></div>
`;
}

/** A shape for each lane, so that colour is not the only difference; larger for what the judge names. */
function shapeOf(type: string, lane: number, large: boolean): string {
  const r = large ? 7 : 4.5;
  const shapes = [
    `M${-r} ${-r}h${2 * r}v${2 * r}h${-2 * r}z`,
    `M0 ${-r}a${r} ${r} 0 1 1 -0.01 0z`,
    `M0 ${-r}L${r} ${r}H${-r}z`,
    `M0 ${-r - 1}L${r + 1} 0L0 ${r + 1}L${-r - 1} 0z`,
  ];
  return type === '[DONE]' ? `M-2 ${-r - 3}h4v${2 * r + 6}h-4z` : (shapes[lane % shapes.length] ?? '');
}

/** The events of a body, each with the arrival time of its last byte. */
function timedItems(body: string, pieces: readonly (readonly number[])[]): TimedItem[] {
  const [head = '', tail] = body.split(CUT);
  const total = pieces.reduce((sum, [, bytes = 0]) => sum + bytes, 0);
  const first = itemsIn(head, 0, pieces);
  const rest =
    tail === undefined ? [] : itemsIn(tail.replace(/^[^\n]*\n/, ''), total - Buffer.byteLength(tail), pieces);
  // The part that was cut out held events that nobody counted.
  const numbered = tail === undefined ? first : first.slice(0, -1);
  const events = numbered.filter(({ number }) => number !== undefined);
  events.forEach((one, i) => {
    one.number = i + 1;
  });
  return [...numbered, ...rest.map((one) => ({ ...one, number: undefined }))];
}

function itemsIn(text: string, from: number, pieces: readonly (readonly number[])[]): TimedItem[] {
  const items: TimedItem[] = [];
  let [offset, piece, reached] = [from, 0, pieces[0]?.[1] ?? 0];
  for (const [line] of text.matchAll(/[^\n]*(?:\n|$)/g)) {
    offset += Buffer.byteLength(line);
    while (reached < offset && piece < pieces.length - 1) {
      piece += 1;
      reached += pieces[piece]?.[1] ?? 0;
    }
    const words = line.trim();
    if (words === '') continue;
    const data = /^data: ?(.*)$/s.exec(words)?.[1];
    if (data === undefined && /^(?:event|id|retry):/.test(words)) continue;
    const type = words.startsWith(':') ? 'comment' : data === undefined ? 'no data: line' : typeOf(data);
    items.push({ type, number: data === undefined ? undefined : 0, at: pieces[piece]?.[0] ?? 0 });
  }
  return items;
}

function typeOf(data: string): string {
  if (data === '[DONE]') return data;
  try {
    const { type } = JSON.parse(data);
    return typeof type === 'string' ? type : 'no type';
  } catch {
    return 'no JSON';
  }
}

interface Wait {
  from: number;
  wait: number;
  before: TimedItem;
}

function longestWait(items: readonly TimedItem[]): Wait | undefined {
  let longest: Wait | undefined;
  items.forEach((before, i) => {
    const from = items[i - 1]?.at ?? 0;
    const wait = before.at - from;
    if (wait > (longest?.wait ?? 0)) longest = { from, wait, before };
  });
  return longest;
}

const gapWords = ({ wait, before }: Wait): string =>
  `${formatDuration(wait)} of silence before ${before.number === undefined ? before.type : `event ${before.number} (${before.type})`}`;

function describeTimeline(
  items: readonly TimedItem[],
  { gap, end, wrong }: { gap: Wait | undefined; end: string | undefined; wrong: ReadonlySet<number> },
): string {
  const parts = [
    `${plural(items.length, 'event')} in ${formatDuration(items.at(-1)?.at ?? 0)}`,
    ...(gap === undefined ? [] : [`longest wait ${gapWords(gap)}`]),
    ...items
      .filter(({ number }) => number !== undefined && wrong.has(number))
      .map(({ number, type, at }) => `event ${number} (${type}), named by the failure, came at ${formatDuration(at)}`)
      .slice(0, 4),
    ...(end === undefined ? [] : [`it ended: ${end}`]),
  ];
  return `${parts.join('; ')}.`;
}

import type { Report } from '../content/report.ts';
import { formatDuration, plural } from '../text/format.ts';
import { type Html, html } from './template.ts';

const LANE = 24;

/** Response times, a row for each endpoint on one logarithmic scale, with the numbers in words. */
export function latencyHtml({ run }: Report): Html {
  const rows = Object.entries(run.latencies ?? {});
  if (rows.length === 0) return html``;
  const low = 10 ** Math.floor(Math.log10(Math.max(1, Math.min(...rows.map(([, { min }]) => min)))));
  const high = Math.max(low * 10, 10 ** Math.ceil(Math.log10(Math.max(...rows.map(([, { max }]) => max), 1))));
  const share = (ms: number): number => (100 * Math.log(Math.max(low, ms) / low)) / Math.log(high / low);
  const x = (ms: number): string => `${share(ms).toFixed(2)}%`;
  const ticks: number[] = [];
  for (let tick = low; tick <= high; tick *= 10) ticks.push(tick);
  const lines = ticks.map((tick) => html`<line x1="${x(tick)}" x2="${x(tick)}" y1="0" y2="${LANE}"></line>`);
  const items = rows.map(([endpoint, { count, min, p50, p90, p99, max }]) => {
    const words = `${plural(count, 'answer')}: half within ${formatDuration(p50)}, 90 % within ${formatDuration(p90)}, 99 % within ${formatDuration(p99)}, longest ${formatDuration(max)}`;
    const width = Math.max(0.5, share(p90) - share(p50)).toFixed(2);
    return html`<div><p><code>${endpoint}</code></p></div><div><svg height="${LANE}" role="img" aria-label="${words}">${lines}<line class="range" x1="${x(min)}" x2="${x(p99)}" y1="12" y2="12"></line><rect class="box" x="${x(p50)}" y="6" width="${width}%" height="12"></rect><circle class="far" cx="${x(max)}" cy="12" r="4"></circle></svg></div>
<div></div><div class="soft">${words}</div>`;
  });
  const scale = ticks.map((tick, i) => {
    const anchor = i === 0 ? 'start' : i === ticks.length - 1 ? 'end' : 'middle';
    return html`<text x="${x(tick)}" y="14" text-anchor="${anchor}">${formatDuration(tick)}</text>`;
  });
  return html`<p class="soft">Whole answers to accepted requests. The line runs from the fastest to the time that 99 of 100 kept, the bar from the median to 90 of 100, the dot is the slowest.</p>
<div class="plot">${items}<div></div><svg height="${LANE}" aria-hidden="true">${scale}</svg></div>`;
}

import { coveragesOf, coveredWords, type EndpointCoverage } from '../content/depth.ts';
import type { Report } from '../content/report.ts';
import { plural } from '../text/format.ts';
import { type Html, html } from './template.ts';

/**
 * Size of a cell with its gap, and the width of the longest factor name beside the last row, in units of the drawing.
 */
const CELL = 16;
const GAP = 2;
const NAMES = 96;

const MAX_NAMED = 10;

/**
 * The factors of valid requests and the pairs that were covered: a triangle of factors for each endpoint, with numbers.
 */
export function circumstancesHtml(report: Report): Html {
  const own = coveragesOf(report);
  if (own.length === 0) return html``;
  return html`<p class="soft">A cell is two factors that valid requests vary in. The fuller its colour, the more pairs of their levels met in a request that was accepted; an outlined one is not complete.</p>
<div class="triangles">${own.map(([endpoint, coverage]) => triangle(endpoint, coverage))}</div>`;
}

function triangle(endpoint: string, coverage: EndpointCoverage): Html {
  const { factors = [], shares = [] } = coverage;
  const caption = html`<figcaption><strong>${endpoint}</strong> ${coveredWords(coverage)}</figcaption>`;
  if (factors.length === 0) return html`<figure>${caption}</figure>`;
  const open: string[] = [];
  const cells = factors.flatMap((name, first) =>
    factors.slice(first + 1).map((other, i) => {
      const share = Math.min(1, Math.max(0, shares[first]?.[i] ?? 0));
      const words = `${name} × ${other}: ${Math.floor(share * 100)} %`;
      if (share < 1) open.push(words);
      const [x, y] = [first * CELL, (first + 1 + i) * CELL];
      const size = CELL - GAP;
      return html`<rect${share < 1 ? html` class="open"` : html``} x="${x}" y="${y}" width="${size}" height="${size}" fill-opacity="${share}"><title>${words}</title></rect>`;
    }),
  );
  // Each name stands at the end of its row and the start of its column.
  const names = factors.map(
    (name, at) => html`<text x="${at * CELL + GAP}" y="${at * CELL + CELL - 5}">${name}</text>`,
  );
  const [width, height] = [factors.length * CELL + NAMES, factors.length * CELL];
  return html`<figure>${caption}
<svg viewBox="0 -1 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="met-${endpoint} open-${endpoint}"><title id="met-${endpoint}">Pairs of circumstances of ${endpoint}: ${coveredWords(coverage)}</title><desc id="open-${endpoint}">${describeTriangle(open)}</desc>${cells}${names}</svg></figure>
`;
}

function describeTriangle(open: readonly string[]): string {
  if (open.length === 0) return 'Every pair of factors is complete.';
  const left = open.length - MAX_NAMED;
  const more = left > 0 ? `, and ${plural(left, 'other')}` : '';
  return `Not complete: ${open.slice(0, MAX_NAMED).join(', ')}${more}.`;
}

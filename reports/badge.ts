import type { Statement } from './certificate.ts';
import { html } from './html/template.ts';

/** Width of a character and the space beside a text, in pixels; `textLength` makes any font fit. */
const CHARACTER_WIDTH = 6.6;
const SPACE = 12;

/** A flat badge of a certificate, as SVG: rung and depth, known failures, date. It proves nothing; the certificate does. */
export function renderBadge({ rung, depth, rules, issued_at }: Statement): string {
  const known = Object.values(rules).filter((verdict) => verdict === 'known').length;
  const date = issued_at.slice(0, 10);
  const words = ['conforming', `rung ${rung}`, depth, ...(known === 0 ? [] : [`${known} known to fail`]), date].join(
    ' · ',
  );
  const left = Math.round('assay'.length * CHARACTER_WIDTH) + SPACE;
  const right = Math.round(words.length * CHARACTER_WIDTH) + SPACE;
  const width = left + right;
  return `${
    html`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="20" role="img" aria-label="assay: ${words}">
<title>assay: ${words}</title>
<clipPath id="round"><rect width="${width}" height="20" rx="3"/></clipPath>
<g clip-path="url(#round)"><rect width="${left}" height="20" fill="#444"/><rect x="${left}" width="${right}" height="20" fill="#1a6b34"/></g>
<g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11" aria-hidden="true"><text x="${SPACE / 2}" y="14" textLength="${left - SPACE}">assay</text><text x="${left + SPACE / 2}" y="14" textLength="${right - SPACE}">${words}</text></g>
</svg>`.markup
  }\n`;
}

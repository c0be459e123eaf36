import { clientRules, endpointNames, rules } from '../../spec/index.ts';
import { areaOf, COLUMNS } from '../content/summary.ts';

/** Filters without a script: hides rules whose verdict is not ticked, or whose endpoint or area is not chosen. */
const FILTERS = [
  ...COLUMNS.map((verdict) => `body:has(#show-${verdict}:not(:checked)) .rule.${verdict}`),
  ...[...endpointNames, 'all'].map(
    (name) => `body:has(#only-endpoint option[value="${name}"]:checked) .rule:not([data-endpoint="${name}"])`,
  ),
  ...[...new Set([...rules, ...clientRules].map(({ id }) => areaOf(id)))].map(
    (area) => `body:has(#only-area option[value="${area}"]:checked) .rule:not([data-area="${area}"])`,
  ),
].join(',\n');

/** One colour for each verdict, for words and drawings. */
const COLOURS = COLUMNS.map(
  (verdict) => `.badge.${verdict}, .verdict.${verdict} strong { color: var(--${verdict}); }
rect.${verdict} { fill: var(--${verdict}); } .rule.${verdict} { border-left-color: var(--${verdict}); }
#show-${verdict} { accent-color: var(--${verdict}); }`,
).join('\n');

/**
 * The style sheet of the page. No fonts, images or imports: the page must work alone, offline, under a strict policy.
 */
export const style = `
:root { color-scheme: light; --ink: #1b2430; --soft: #566476; --line: #d9e0e8; --page: #f4f6f9; --card: #fff; --link: #0b5cad;
  --pass: #17764a; --fail: #bf2639; --warn: #8a5a00; --known: #17698a; --inconclusive: #7a3fb0; --skip: #5d6a79; --mark: #ffe3a3; }
@media screen and (prefers-color-scheme: dark) { :root { color-scheme: dark; --ink: #e4e9f0; --soft: #9fadbe; --line: #303b49; --page: #11161d;
  --card: #19202a; --link: #7db8ff; --pass: #4cc38a; --fail: #ff7a88; --warn: #f0b13c; --known: #5fc0e4; --inconclusive: #c79bf3; --skip: #8794a4; --mark: #5c4510; } }
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body { margin: 0; background: var(--page); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
main { max-width: 82rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; }
h1 { font-size: 1.6rem; margin: 0; overflow-wrap: anywhere; }
h2 { font-size: 1.15rem; margin: 2.5rem 0 .75rem; } h3 { font-size: 1rem; margin: 1.5rem 0 .5rem; }
p { margin: .25rem 0; overflow-wrap: anywhere; }
a { color: var(--link); } a code { color: inherit; }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; border-radius: 4px; }
code, pre { font: 13px/1.5 ui-monospace, "SF Mono", Menlo, Consolas, monospace; overflow-wrap: anywhere; }
pre { margin: .3rem 0; padding: .55rem .7rem; background: var(--page); border: 1px solid var(--line); border-radius: 6px; white-space: pre-wrap; }
pre.tall { max-height: 21rem; overflow: auto; }
mark { background: var(--mark); color: inherit; border-radius: 3px; padding: 0 .15em; }
.soft { color: var(--soft); } .label { color: var(--soft); font-size: .85rem; margin: 0; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 1.25rem; margin: 1.25rem 0; }
.jump { display: flex; flex-wrap: wrap; gap: .35rem 1.1rem; margin: .75rem 0 0; padding: 0; list-style: none; }
.verdict { display: flex; gap: .9rem; align-items: baseline; flex-wrap: wrap; }
.verdict strong { font-size: 1.3rem; text-transform: uppercase; letter-spacing: .04em; }
.verdict.conforming strong { color: var(--pass); } .verdict.nonconforming strong { color: var(--fail); } .verdict.partial strong { color: var(--known); }
.gate { font-weight: 600; } .gate.pass { color: var(--pass); } .gate.fail, .alarm { color: var(--fail); }
.alarm { font-weight: 600; } .remark { color: var(--warn); }
.bar svg, .card > svg { display: block; width: 100%; height: 12px; border-radius: 6px; overflow: hidden; }
.card > svg { height: 18px; margin: 1rem 0; border-radius: 9px; }
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
th { font-weight: 500; color: var(--soft); text-align: right; } th:first-child, td:first-child { text-align: left; }
td { text-align: right; } th, td { padding: .35rem .5rem; border-bottom: 1px solid var(--line); }
tr:last-child td { border-bottom: 0; } td.bar { width: 34%; } .zero { color: var(--soft); }
.causes { margin: 0; padding: 0; list-style: none; }
.causes > li { padding: .9rem 0; border-bottom: 1px solid var(--line); } .causes > li:first-child { padding-top: 0; }
.causes > li:last-child { border-bottom: 0; padding-bottom: 0; } .causes .cause { font-weight: 600; }
.index th { text-align: left; } .index td { text-align: left; vertical-align: top; overflow-wrap: anywhere; } .index td:first-child { white-space: nowrap; }
.index td:nth-child(2) { width: 30%; }
.controls { position: sticky; top: 0; z-index: 1; background: var(--page); padding: .6rem 0; border-bottom: 1px solid var(--line); }
.controls > div { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; margin: .25rem 0; }
.controls label, button, select { display: inline-flex; gap: .4rem; align-items: center; padding: .3rem .75rem; cursor: pointer; font: inherit;
  border: 1px solid var(--line); border-radius: 99px; background: var(--card); color: var(--ink); }
.controls input[type=search] { flex: 1 1 14rem; min-width: 0; padding: .4rem .75rem; font: inherit; color: inherit;
  border: 1px solid var(--soft); border-radius: 8px; background: var(--card); }
[hidden] { display: none !important; }
main section { min-width: 0; } .rule, .group { scroll-margin-top: 7rem; }
.rule { background: var(--card); border: 1px solid var(--line); border-left: 4px solid var(--skip); border-radius: 6px; margin: .4rem 0; }
.rule > summary { padding: .5rem .75rem; cursor: pointer; overflow-wrap: anywhere; } .rule > div { padding: 0 1rem 1rem; }
.rule:target { border-color: var(--link); box-shadow: 0 0 0 2px var(--link); }
.badge { display: inline-block; min-width: 5.2em; margin-right: .5rem; font-size: .8rem; font-weight: 600; }
.sides { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 24rem), 1fr)); gap: .5rem 1rem; margin: .5rem 0; }
.sides.three { grid-template-columns: repeat(auto-fit, minmax(min(100%, 19rem), 1fr)); } .sides > div { min-width: 0; }
.expected, .actual { border-left: 3px solid var(--pass); padding: .1rem 0 .1rem .7rem; overflow-wrap: anywhere; white-space: pre-line; } .actual { border-color: var(--fail); } .where { margin: .3rem 0 0; }
.step { margin: .3rem 0; } .step > summary { cursor: pointer; overflow-wrap: anywhere; }
.copy { font-size: .8rem; padding: 0 .6rem; margin-left: .6rem; }
dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .4rem 1rem; margin: .6rem 0 0; }
dl:empty { display: none; } .card > dl { margin: 0; }
dt { color: var(--soft); } dd { margin: 0; overflow-wrap: anywhere; }
.triangles { columns: 20rem; column-gap: 1.5rem; } figure { margin: 0 0 1.25rem; break-inside: avoid; max-width: 100%; }
.triangles svg { width: auto; max-width: 100%; height: auto; margin-top: .5rem; overflow: visible; }
.triangles rect { fill: var(--pass); } .triangles rect.open { stroke: var(--warn); } svg text { fill: var(--ink); font-size: 11px; }
.plot { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 0 .75rem; margin: .4rem 0; }
.plot p { margin: 0; height: 24px; line-height: 24px; font-size: .85rem; white-space: nowrap; } .plot svg { display: block; width: 100%; overflow: visible; }
.plot svg text { fill: var(--soft); } .plot line { stroke: var(--line); } .plot .gap { fill: var(--mark); opacity: .55; }
.plot .mark { fill: var(--known); stroke: var(--card); } .plot .mark.wrong { fill: var(--fail); } .plot line.wrong { stroke: var(--fail); stroke-width: 2; stroke-dasharray: 4 3; }
.plot text.wrong { fill: var(--fail); font-weight: 600; }
.plot .range { stroke: var(--known); stroke-width: 2; } .plot .box { fill: var(--known); } .plot .far { fill: var(--warn); }
${COLOURS}
.badge.skip { color: var(--soft); }
${FILTERS} { display: none; }
@media (max-width: 640px) { td.bar, th.bar { display: none; } dl { grid-template-columns: 1fr; gap: .1rem; } dd { margin-bottom: .5rem; }
  main { padding: 1.25rem .75rem 3rem; } .card { padding: .9rem; } .controls { position: static; } .tally th, .tally td { padding: .3rem .1rem; font-size: .72rem; overflow-wrap: anywhere; }
  .rule > div { padding: 0 .7rem .8rem; } .index tr { display: block; padding: .3rem 0; border-bottom: 1px solid var(--line); } .index td { display: inline; border: 0; padding: 0; }
  .index tr:first-child { display: none; } .badge { min-width: 0; } }
@media print { .controls, .jump, .copy { display: none; } pre.tall { max-height: none; } body { background: none; font-size: 12px; } code, pre, .label { font-size: 10px; }
  main { max-width: none; padding: 0; } .card, .rule { break-inside: auto; } .rule > summary, h2, h3 { break-after: avoid; }
  .rule:is(.fail, .warn, .known)::details-content { display: block; content-visibility: visible; block-size: auto; } }
`;

/** The style sheet of the page. No fonts, images or imports: the page must work alone, offline, under a strict policy. */
export const style = `
:root { color-scheme: light dark; --ink: #1b2430; --soft: #5c6b7e; --line: #dde3ea; --page: #f5f7fa; --card: #fff;
  --pass: #2e9e6b; --fail: #d43f4f; --warn: #d98e04; --known: #2f8fb3; --inconclusive: #9256c8; --skip: #aab4c0; }
@media (prefers-color-scheme: dark) { :root { --ink: #e4e9f0; --soft: #93a1b3; --line: #2c3643; --page: #11161d;
  --card: #19202a; --pass: #4cc38a; --fail: #ff6b7a; --warn: #f0b13c; --known: #5fc0e4; --inconclusive: #bd8cf0; --skip: #566270; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
main { max-width: 62rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; }
h1 { font-size: 1.6rem; margin: 0; overflow-wrap: anywhere; }
h2 { font-size: 1.1rem; margin: 2.25rem 0 .75rem; }
p { margin: .25rem 0; }
code, pre { font: 13px/1.5 ui-monospace, "SF Mono", Menlo, Consolas, monospace; overflow-wrap: anywhere; }
pre { margin: 0; padding: .6rem .75rem; background: var(--page); border: 1px solid var(--line); border-radius: 6px;
  white-space: pre-wrap; max-height: 30rem; overflow: auto; }
.soft { color: var(--soft); }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 1.25rem; margin: 1.25rem 0; }
.verdict { display: flex; gap: .9rem; align-items: baseline; flex-wrap: wrap; }
.verdict strong { font-size: 1.15rem; text-transform: uppercase; letter-spacing: .04em; }
.conforming strong { color: var(--pass); } .nonconforming strong { color: var(--fail); }
.inconclusive strong { color: var(--inconclusive); } .partial strong { color: var(--known); }
.gate { font-weight: 600; } .gate.pass { color: var(--pass); } .gate.fail, .alarm { color: var(--fail); }
.alarm { font-weight: 600; } .remark { color: var(--warn); }
.step > summary { cursor: pointer; } .step pre { margin: .3rem 0; }
svg { display: block; width: 100%; height: 12px; border-radius: 6px; overflow: hidden; }
.card > svg { height: 18px; margin: 1rem 0; border-radius: 9px; }
.triangles { display: flex; flex-wrap: wrap; gap: 1.5rem; align-items: start; } figure { margin: 0; max-width: 100%; }
figure svg { width: auto; max-width: 100%; height: auto; margin-top: .5rem; border-radius: 0; overflow: visible; }
figure rect { fill: var(--pass); } figure rect.open { stroke: var(--warn); } figure text { fill: var(--ink); font-size: 11px; }
rect.pass { fill: var(--pass); } rect.fail { fill: var(--fail); } rect.warn { fill: var(--warn); }
rect.known { fill: var(--known); } rect.inconclusive { fill: var(--inconclusive); } rect.skip { fill: var(--skip); }
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
th { font-weight: 500; color: var(--soft); text-align: right; } th:first-child, td:first-child { text-align: left; }
td { text-align: right; } th, td { padding: .35rem .5rem; border-bottom: 1px solid var(--line); }
tr:last-child td { border-bottom: 0; } td.bar { width: 34%; }
.zero { color: var(--soft); opacity: .5; }
.filter { display: flex; flex-wrap: wrap; gap: .5rem; margin: 0 0 1rem; }
.filter label { display: inline-flex; gap: .4rem; align-items: center; padding: .3rem .75rem; cursor: pointer;
  border: 1px solid var(--line); border-radius: 99px; background: var(--card); }
#show-pass { accent-color: var(--pass); } #show-fail { accent-color: var(--fail); } #show-warn { accent-color: var(--warn); }
#show-known { accent-color: var(--known); } #show-inconclusive { accent-color: var(--inconclusive); } #show-skip { accent-color: var(--skip); }
.rule { background: var(--card); border: 1px solid var(--line); border-left: 4px solid var(--skip); border-radius: 6px; margin: .4rem 0; }
.rule > summary { padding: .5rem .75rem; cursor: pointer; }
.rule > div { padding: 0 .75rem .9rem 1.6rem; }
.rule.pass { border-left-color: var(--pass); } .rule.fail { border-left-color: var(--fail); }
.rule.warn { border-left-color: var(--warn); } .rule.known { border-left-color: var(--known); }
.rule.inconclusive { border-left-color: var(--inconclusive); }
.badge { display: inline-block; min-width: 5.2em; margin-right: .5rem; font-size: .8rem; font-weight: 600; }
.badge.pass { color: var(--pass); } .badge.fail { color: var(--fail); } .badge.warn { color: var(--warn); }
.badge.known { color: var(--known); } .badge.inconclusive { color: var(--inconclusive); } .badge.skip { color: var(--soft); }
dl:empty { display: none; } .card > dl { margin: 0; }
dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .4rem 1rem; margin: .6rem 0 0; }
dt { color: var(--soft); } dd { margin: 0; overflow-wrap: anywhere; }
body:has(#show-pass:not(:checked)) .rule.pass, body:has(#show-fail:not(:checked)) .rule.fail,
body:has(#show-warn:not(:checked)) .rule.warn, body:has(#show-known:not(:checked)) .rule.known,
body:has(#show-inconclusive:not(:checked)) .rule.inconclusive, body:has(#show-skip:not(:checked)) .rule.skip { display: none; }
@media (max-width: 640px) { td.bar, th.bar { display: none; } dl { grid-template-columns: 1fr; gap: .1rem; } dd { margin-bottom: .5rem; } }
@media print { .filter { display: none; } pre { max-height: none; } }
`;

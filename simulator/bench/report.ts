import type { Kind } from './contender.ts';
import { type CaseFigures, type Figures, isOurs, ratioOf } from './figures.ts';
import { type Curve, growthOf, mostGrowth } from './growth.ts';
import type { LifeFigure } from './life.ts';
import type { StoreFigures } from './stores.ts';

/** A run of the benchmark, as `--out` writes it and `--compare` reads it. */
export interface BenchReport {
  readonly assay_bench: 1;
  readonly node: string;
  readonly processor: string;
  readonly cases: readonly CaseFigures[];
  readonly curves: readonly Curve[];
  readonly life: readonly LifeFigure[];
  readonly stores: readonly StoreFigures[];
}

const titles = {
  raw: 'raw node:http',
  'bare-express': 'bare Express',
  express: 'assay, Express',
  node: 'assay, node',
} as const satisfies Record<Kind, string>;

/** All figures as tables; `before` is an earlier run to compare with. */
export function reportTables(report: BenchReport, before?: BenchReport): string {
  const tables = [
    ...(report.cases.length > 0 ? [requestTable(report, before)] : []),
    ...report.curves.map(curveTable),
    ...report.life.map(
      ({ name, value, unit, most }) => `${mark(value <= most)} ${name}: ${figure(value)} ${unit} (at most ${most})`,
    ),
  ];
  const stores = report.stores.map(
    (one) =>
      `  ${one.store.padEnd(12)}${String(one.replicas).padStart(3)} at once  ${one.requestsPerSecond.toFixed(0).padStart(7)} requests/s  ${one.cpuMicros.toFixed(0).padStart(6)} µs of the simulators`,
  );
  return [...tables, ...(stores.length > 0 ? [['stores', ...stores].join('\n')] : [])].join('\n\n');
}

/** Each server on each case. */
function requestTable(report: BenchReport, before?: BenchReport): string {
  const lines = report.cases.flatMap((one) => {
    const earlier = before?.cases.find(({ name }) => name === one.name);
    return [
      `${one.name} (answers of ${size(one.answerBytes)})`,
      ...one.servers.map((server) => lineOf(one, server, earlier)),
    ];
  });
  const head = ['requests/s', 'median ms', 'p99 ms', 'CPU µs', 'of limit', 'new texts µs', 'memory MB'];
  return [row('', [...head, ...(before ? ['CPU before'] : [])]), ...lines].join('\n');
}

function curveTable(curve: Curve): string {
  const points = curve.points.map(
    (point) => `  ${String(point.size).padStart(9)}  ${figure(point.micros).padStart(10)} µs`,
  );
  const growth = growthOf(curve);
  const most = mostGrowth[curve.of];
  return [
    `${mark(growth <= most)} ${curve.name}: the time grows with the power ${growth.toFixed(2)} (at most ${most})`,
    ...points,
  ].join('\n');
}

const mark = (isWell: boolean): string => (isWell ? '✓' : '✗');

const figure = (value: number): string => (value >= 100 ? value.toFixed(0) : String(Number(value.toFixed(2))));

function lineOf(one: CaseFigures, server: Figures, earlier: CaseFigures | undefined): string {
  const ratio = isOurs(server.kind) ? ratioOf(one, server.kind) : undefined;
  const then = earlier?.servers.find(({ kind }) => kind === server.kind)?.cpuMicros;
  return row(titles[server.kind], [
    server.requestsPerSecond.toFixed(0),
    server.medianMs.toFixed(2),
    server.p99Ms.toFixed(1),
    server.cpuMicros.toFixed(0),
    ratio === undefined ? '' : `${ratio.toFixed(2)} x`,
    server.newCpuMicros?.toFixed(0) ?? '',
    (server.rssBytes / 1e6).toFixed(0),
    ...(then === undefined ? [] : [`${then.toFixed(0)} (${(server.cpuMicros / then).toFixed(2)} x)`]),
  ]);
}

const row = (name: string, cells: readonly string[]): string =>
  `  ${name.padEnd(16)}${cells.map((cell) => cell.padStart(13)).join('')}`;

const size = (bytes: number): string => (bytes < 1_000 ? `${bytes} bytes` : `${(bytes / 1_000).toFixed(0)} kB`);

const colours = { raw: '#9aa0a6', 'bare-express': '#c7ccd1', express: '#1a73e8', node: '#188038' } as const;
const [lineHeight, caseGap, textWidth, barWidth] = [16, 30, 150, 620];

/** The processor time of each server on each case as bars, on a logarithmic scale: each case as multiples of raw node:http. */
export function pictureOf({ cases, stores, processor }: BenchReport): string {
  const most = Math.max(10, ...cases.flatMap((one) => one.servers.map((server) => multiple(one, server))));
  const x = (ratio: number): number => (barWidth * Math.log(Math.max(1, ratio))) / Math.log(most) + 3;
  let y = 46;
  const bars = cases.map((one) => {
    const title = `<text x="10" y="${y}" class="case">${escaped(one.name)}</text>`;
    const rows = one.servers.map((server, at) => {
      const top = y + 8 + at * lineHeight;
      const ratio = multiple(one, server);
      return `<text x="10" y="${top + 11}">${titles[server.kind]}</text><rect x="${textWidth}" y="${top}" width="${x(ratio).toFixed(1)}" height="${lineHeight - 4}" fill="${colours[server.kind]}"/><text x="${textWidth + 8 + x(ratio)}" y="${top + 11}">${ratio.toFixed(1)} x, ${server.cpuMicros.toFixed(0)} µs</text>`;
    });
    y += one.servers.length * lineHeight + caseGap;
    return [title, ...rows].join('\n');
  });
  const quickest = Math.max(1, ...stores.map(({ requestsPerSecond }) => requestsPerSecond));
  const storeBars = stores.map((one, at) => {
    const top = y + 8 + at * lineHeight;
    const width = (barWidth * one.requestsPerSecond) / quickest;
    return `<text x="10" y="${top + 11}">${escaped(one.store)}, ${one.replicas} at once</text><rect x="${textWidth}" y="${top}" width="${width.toFixed(1)}" height="${lineHeight - 4}" fill="${colours.node}"/><text x="${textWidth + 8 + width}" y="${top + 11}">${one.requestsPerSecond.toFixed(0)}/s</text>`;
  });
  if (stores.length > 0) {
    bars.push(`<text x="10" y="${y}" class="case">Simulators on one store: requests a second</text>`, ...storeBars);
    y += stores.length * lineHeight + caseGap;
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" width="920" height="${y}" viewBox="0 0 920 ${y}">
<style>text { font: 12px system-ui, sans-serif; fill: #202124 } .case { font-weight: 600 }</style>
<rect width="100%" height="100%" fill="#fff"/>
<text x="10" y="20">Processor time of the server for each request, as multiples of raw node:http that sends the same bytes (${escaped(processor)})</text>
${bars.join('\n')}
</svg>
`;
}

function multiple({ servers }: CaseFigures, { cpuMicros }: Figures): number {
  return cpuMicros / (servers.find(({ kind }) => kind === 'raw')?.cpuMicros ?? cpuMicros);
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

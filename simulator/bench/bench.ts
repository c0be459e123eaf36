/**
 * `npm run bench`: what one request costs the simulator, beside the limits: raw node:http and bare Express that send the very same bytes. All of them
 * are measured in one run, in turns, each in a process of its own; the load comes from this one. Then how the cost grows, and how a server starts and
 * lasts. Nothing leaves the machine.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { cases } from './cases.ts';
import { kinds } from './contender.ts';
import { measureGrowth } from './growth.ts';
import { measureLife } from './life.ts';
import { type BenchReport, pictureOf, reportTables } from './report.ts';
import { measureRequests } from './requests.ts';
import { measureStores } from './stores.ts';

const parts = ['requests', 'growth', 'life', 'stores'] as const;

const usage = `npm run bench -- [OPTIONS]
  --part      ${parts.join(',')}
  --servers   ${kinds.join(',')}
  --only      a part of ${cases.map(({ name }) => `«${name}»`).join(', ')}
  --rounds, --seconds (of a round), --bodies (different requests of a case): numbers above 0
  --stores    addresses as \`assay serve --store\` takes them, and \`file\` for a new one
  --compare   bench.json of an earlier run
  --out       a folder for bench.json and bench.svg
`;

function stop(reason: string): never {
  process.stderr.write(`Cannot measure: ${reason}.\n${usage}`);
  process.exit(2);
}

function optionsGiven() {
  try {
    return parseArgs({
      options: {
        help: { type: 'boolean', short: 'h', default: false },
        part: { type: 'string', default: parts.join(',') },
        only: { type: 'string', default: '' },
        servers: { type: 'string', default: kinds.join(',') },
        rounds: { type: 'string', default: '3' },
        seconds: { type: 'string', default: '1.5' },
        bodies: { type: 'string', default: '16' },
        out: { type: 'string', default: 'reports/out' },
        stores: { type: 'string', default: 'memory,file' },
        compare: { type: 'string' },
      },
    }).values;
  } catch (error) {
    return stop((error as Error).message.replace(/\.$/, ''));
  }
}

const values = optionsGiven();
if (values.help) {
  process.stdout.write(usage);
  process.exit(0);
}
const measures = (part: (typeof parts)[number]): boolean => values.part.split(',').includes(part);
const chosen = cases.filter(({ name }) => name.includes(values.only));
const servers = kinds.filter((kind) => values.servers.split(',').includes(kind));
const [rounds, seconds, bodies] = [Number(values.rounds), Number(values.seconds), Number(values.bodies)];
if (!parts.some(measures)) stop(`--part ${values.part} names no part`);
if (chosen.length === 0) stop(`--only ${values.only} names no case`);
if (servers.length === 0) stop(`--servers ${values.servers} names no server`);
if (!(rounds >= 1 && seconds > 0 && bodies >= 1)) stop('--rounds, --seconds and --bodies take numbers above 0');

const onProgress = (line: string): void => void process.stderr.write(`${line}\n`);
const before =
  values.compare === undefined ? undefined : (JSON.parse(await readFile(values.compare, 'utf8')) as BenchReport);
const report: BenchReport = {
  assay_bench: 1,
  node: process.version,
  processor: `${cpus().length} x ${cpus()[0]?.model ?? 'unknown'}`,
  cases: measures('requests')
    ? await measureRequests({ cases: chosen, servers, rounds, seconds, bodies }, onProgress)
    : [],
  curves: measures('growth') ? await measureGrowth(onProgress) : [],
  life: measures('life') ? await measureLife(onProgress) : [],
  stores: measures('stores') ? await measureStores(values.stores.split(','), seconds, onProgress) : [],
};
await mkdir(values.out, { recursive: true });
const [json, picture] = ['bench.json', 'bench.svg'].map((name) => join(values.out, name)) as [string, string];
await writeFile(json, `${JSON.stringify(report, null, 2)}\n`);
await writeFile(picture, pictureOf(report));
process.stdout.write(`${reportTables(report, before)}\n\nWritten: ${json}, ${picture}\n`);

/**
 * `npm run bench`: what one request costs the simulator, compared with its lower limits: raw node:http and bare Express that send the same bytes. All are
 * measured in one run, in turns, each in its own process; the load comes from this one. Then how the cost grows, how fast a server starts, and how it
 * behaves over time. Nothing leaves the machine.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { cases } from './cases.ts';
import { kinds } from './contender.ts';
import { measureGrowth } from './growth.ts';
import { measureLife } from './life.ts';
import { type BenchReport, pictureOf, reportTables } from './report.ts';
import { measureRequests } from './requests.ts';
import { measureStores } from './stores.ts';

const parts = ['requests', 'growth', 'life', 'stores'] as const;

const values = new Command('npm run bench --')
  .description('Measures the simulator and its lower limits; --only, --servers and --bodies are for «requests».')
  .option('--part <names>', 'with commas between them', parts.join(','))
  .option('--servers <names>', 'with commas between them', kinds.join(','))
  .option('--only <text>', `a part of ${cases.map(({ name }) => `«${name}»`).join(', ')}`, '')
  .option('--rounds <n>', 'turns of each server', '3')
  .option('--seconds <n>', 'length of a turn', '1.5')
  .option('--bodies <n>', 'different requests of a case', '16')
  .option('--stores <addresses>', 'as `assay serve --store` takes them, and `file` for a new one', 'memory,file')
  .option('--compare <file>', 'bench.json of an earlier run')
  .option('--out <dir>', 'for bench.json and bench.svg', 'reports/out')
  .parse()
  .opts<
    Record<'part' | 'servers' | 'only' | 'rounds' | 'seconds' | 'bodies' | 'stores' | 'out', string> & {
      compare?: string;
    }
  >();

function stop(reason: string): never {
  process.stderr.write(`Cannot measure: ${reason}. --help lists the options.\n`);
  process.exit(2);
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

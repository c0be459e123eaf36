/**
 * `npm run bench`: what one request costs the simulator, beside the limits: raw node:http and bare Express that send the very same bytes. All of them
 * are measured in one run, in turns, each in a process of its own; the load comes from this one. Nothing leaves the machine.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Pool, request } from 'undici';
import { type BenchCase, cases, wireOf } from './cases.ts';
import { type Kind, kinds, type ReadyAnswer } from './contender.ts';
import { type Contender, startContender } from './contenders.ts';
import { type BenchReport, figuresOf, pictureOf, type Sample, tableOf } from './figures.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    servers: { type: 'string', default: kinds.join(',') },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '1.5' },
    bodies: { type: 'string', default: '16' },
    out: { type: 'string', default: 'reports/out' },
    compare: { type: 'string' },
  },
});
const chosen = cases.filter(({ name }) => name.includes(values.only));
const servers = kinds.filter((kind) => values.servers.split(',').includes(kind));
const [rounds, seconds, bodies] = [values.rounds, values.seconds, values.bodies].map(Number) as [
  number,
  number,
  number,
];
if (chosen.length === 0 || servers.length === 0 || !(rounds >= 1 && seconds > 0 && bodies >= 1)) {
  process.stderr.write(
    `Cannot measure: --only ${values.only} --servers ${values.servers} --rounds ${values.rounds} --seconds ${values.seconds} --bodies ${values.bodies} leaves nothing to do.\n` +
      `Cases: ${cases.map(({ name }) => name).join('; ')}. Servers: ${kinds.join(', ')}.\n`,
  );
  process.exit(2);
}

/** The answer of our own server to the first request of a case, as the limits are to send it. */
async function readyAnswer(one: BenchCase, { url }: Contender): Promise<ReadyAnswer> {
  const { path, method, headers, body } = wireOf(one, 0);
  const response = await request(url + path, { method: method as 'GET', headers, ...(body && { body }) });
  const bytes = Buffer.from(await response.body.arrayBuffer());
  const contentType = String(response.headers['content-type']);
  if (response.statusCode !== 200)
    throw new Error(`${one.name} is answered ${response.statusCode}: ${bytes.toString().slice(0, 300)}`);
  const events =
    contentType === 'text/event-stream'
      ? bytes
          .toString()
          .split(/(?<=\n\n)/)
          .map((text) => Buffer.from(text))
      : [bytes];
  return { status: response.statusCode, contentType, pieces: events };
}

/** Sends so many requests of a case, over and over from `bodies` different ones, and gives how long each took, in milliseconds. */
async function load(one: BenchCase, pool: Pool, amount: number): Promise<number[]> {
  const requests = Array.from({ length: one.body ? Math.min(bodies, amount) : 1 }, (_, n) => wireOf(one, n));
  const latencies: number[] = [];
  let sent = 0;
  const sendOneByOne = async (): Promise<void> => {
    while (sent < amount) {
      const { method, path, headers, body } = requests[sent % requests.length] as (typeof requests)[number];
      sent += 1;
      const from = performance.now();
      const answer = await pool.request({ method: method as 'GET', path, headers, ...(body && { body }) });
      await answer.body.dump({ limit: Number.POSITIVE_INFINITY });
      if (answer.statusCode !== 200) throw new Error(`${one.name}: a request was answered ${answer.statusCode}.`);
      latencies.push(performance.now() - from);
    }
  };
  await Promise.all(Array.from({ length: one.connections }, sendOneByOne));
  return latencies.sort((left, right) => left - right);
}

/** One round of one server on one case: as many requests as it answers in about `seconds`, after about as many to warm up. */
async function sample(one: BenchCase, contender: Contender): Promise<Sample> {
  const pool = new Pool(contender.url, { connections: one.connections });
  try {
    // The first ones tell how quick it is, and let it warm up.
    let amount = Math.max(one.connections, 16);
    for (let took = 0; took < seconds; ) {
      const from = performance.now();
      await load(one, pool, amount);
      took = (performance.now() - from) / 1_000;
      amount = Math.ceil(amount * Math.min(8, Math.max(1, seconds / took)));
    }
    const before = await contender.usage();
    const begun = performance.now();
    const latencies = await load(one, pool, amount);
    const elapsed = (performance.now() - begun) / 1_000;
    const after = await contender.usage();
    const at = (share: number): number => latencies[Math.floor(latencies.length * share)] ?? 0;
    return {
      requestsPerSecond: amount / elapsed,
      medianMs: at(0.5),
      p99Ms: at(0.99),
      cpuMicros: (after.cpuMicros - before.cpuMicros) / amount,
      rssBytes: after.rssBytes,
    };
  } finally {
    await pool.close();
  }
}

const contenders = await Promise.all(servers.map(startContender));
const ours = contenders.find(({ kind }) => kind === 'express' || kind === 'node') ?? (await startContender('express'));
const before =
  values.compare === undefined ? undefined : (JSON.parse(await readFile(values.compare, 'utf8')) as BenchReport);
const report: BenchReport = {
  assay_bench: 1,
  node: process.version,
  processor: `${cpus().length} x ${cpus()[0]?.model ?? 'unknown'}`,
  cases: [],
};
try {
  const measured: BenchReport['cases'][number][] = [];
  for (const one of chosen) {
    const answer = await readyAnswer(one, ours);
    for (const contender of contenders) contender.prepare(answer);
    const samples = new Map<Kind, Sample[]>(servers.map((kind) => [kind, []]));
    for (let round = 1; round <= rounds; round += 1) {
      for (const contender of contenders) {
        process.stderr.write(`${one.name}, round ${round} of ${rounds}, ${contender.kind}\n`);
        samples.get(contender.kind)?.push(await sample(one, contender));
      }
    }
    measured.push({
      name: one.name,
      answerBytes: answer.pieces.reduce((sum, piece) => sum + piece.byteLength, 0),
      servers: servers.map((kind) => figuresOf(kind, samples.get(kind) ?? [])),
    });
  }
  const done = { ...report, cases: measured };
  await mkdir(values.out, { recursive: true });
  await writeFile(join(values.out, 'bench.json'), `${JSON.stringify(done, null, 2)}\n`);
  await writeFile(join(values.out, 'bench.svg'), pictureOf(done));
  process.stdout.write(
    `${tableOf(done, before)}\n\nWritten: ${join(values.out, 'bench.json')}, ${join(values.out, 'bench.svg')}\n`,
  );
} finally {
  for (const contender of new Set([...contenders, ours])) contender.close();
}

import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type EndpointName, models } from '../../spec/index.ts';
import { isBytes } from '../core/wire.ts';
import { createSimulator, type Simulator } from '../simulator.ts';
import { callsOf, chat, embeddings, list, pdfOf, question, rerank, user, type WireCall, wireOf } from './cases.ts';

/** How the time of one request, or of one run, grows with a size. */
export interface Curve {
  readonly name: string;
  /** `input`: the request grows, and the time may grow in proportion. `history`: only what came before grows, and the time must not. */
  readonly of: 'input' | 'history';
  readonly points: readonly { readonly size: number; readonly micros: number }[];
}

const characters = (count: number, n: number): string =>
  list(Math.ceil(count / 40), n)
    .join(' ')
    .slice(0, count);

/** Requests that grow with a size. */
const inputs: readonly {
  readonly name: string;
  readonly sizes: readonly number[];
  readonly endpoint: EndpointName;
  readonly bodies: (size: number) => (n: number) => object;
}[] = [
  { name: 'documents to rerank', sizes: [10, 100, 1_000], endpoint: 'rerank', bodies: rerank },
  { name: 'texts to embed', sizes: [1, 10, 100], endpoint: 'embeddings', bodies: embeddings },
  {
    name: 'messages of 1,000 characters',
    sizes: [1, 10, 100, 200],
    endpoint: 'chat',
    bodies: (size) => chat((n) => Array.from({ length: size }, (_, at) => user(characters(1_000, n * size + at)))),
  },
  {
    name: 'characters of a message',
    sizes: [100, 1_000, 10_000, 32_000],
    endpoint: 'chat',
    bodies: (size) => chat((n) => [user(characters(size, n))]),
  },
  {
    name: 'pages of a PDF, which are sources',
    sizes: [1, 5, 30, 60],
    endpoint: 'chat',
    bodies: (size) => chat((n) => [user(question(n), pdfOf(size))], { model: models.chatPro }),
  },
];

/** Measures all curves, one after the other, in this process. `onProgress` is called with what comes next. */
export async function measureGrowth(onProgress: (line: string) => void): Promise<Curve[]> {
  const curves: Curve[] = [];
  for (const { name, sizes, endpoint, bodies } of inputs) {
    onProgress(name);
    const simulator = createSimulator();
    const points = [];
    for (const size of sizes) {
      const times = Math.max(6, Math.ceil(200 / size));
      const calls = callsOf({ endpoint, body: bodies(size) }, 2 * times);
      await sendAll(simulator, calls.slice(0, times));
      points.push({ size, micros: await cpuOf(times, () => sendAll(simulator, calls.slice(times))) });
    }
    await simulator.close();
    curves.push({ name, of: 'input', points });
  }
  onProgress('history');
  for (const history of histories) curves.push(await withHistory(history));
  onProgress('recordings');
  curves.push(await withRecordings());
  return curves;
}

const small = wireOf({ endpoint: 'finder', body: () => ({ query: 'asthma in children' }) }, 0);
const again = 5_000;

/** What comes before a small request: `add` adds so many of them, and may give the key to ask with. */
interface History {
  readonly name: string;
  readonly sizes: readonly number[];
  add(simulator: Simulator, count: number): Promise<string | undefined>;
}

const histories: readonly History[] = [
  {
    name: 'keys',
    sizes: [1, 1_000, 10_000, 100_000],
    add: async (simulator, count) => {
      const order = { method: 'POST', path: '/_control/keys', headers: {}, body: '{"balance_micros":1000000000000}' };
      await sendAll(simulator, Array(count - 1).fill(order));
      return (JSON.parse(await send(simulator, order)) as { key: string }).key;
    },
  },
  {
    // The journal grows too. The last of them are measured.
    name: 'charges of one key, and requests in the journal',
    sizes: [again, 20_000, 100_000],
    add: async (simulator, count) => {
      await sendAll(simulator, Array(count - again).fill(small));
      return undefined;
    },
  },
];

async function withHistory({ name, sizes, add }: History): Promise<Curve> {
  const simulator = createSimulator();
  const points = [];
  let before = 0;
  for (const size of sizes) {
    const key = await add(simulator, size - before);
    before = size;
    const headers = key === undefined ? small.headers : { ...small.headers, authorization: `Bearer ${key}` };
    const calls = Array(again).fill({ ...small, headers });
    points.push({ size, micros: await cpuOf(again, () => sendAll(simulator, calls)) });
  }
  await simulator.close();
  return { name, of: 'history', points };
}

/** The elapsed time of the command that judges a recording, by its number of exchanges. */
async function withRecordings(): Promise<Curve> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-bench-'));
  const file = join(folder, 'recording.ndjson');
  const out = ['--out', join(folder, 'out'), '--format', 'json'];
  const points = [];
  try {
    for (const rules of ['domains.*', 'domains.*,finder.*,rerank.*', '*']) {
      await run('check', '--depth', 'quick', '--rules', rules, '--record', file, ...out);
      const size = (await readFile(file, 'utf8')).split('\n').length;
      const from = performance.now();
      await run('judge', file, ...out);
      points.push({ size, micros: Math.round((performance.now() - from) * 1_000) });
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return { name: 'exchanges of a recording that is judged', of: 'input', points };
}

const run = (...args: readonly string[]): Promise<unknown> =>
  promisify(execFile)('node', [fileURLToPath(new URL('../../assay.js', import.meta.url)), ...args], { maxBuffer: 1e8 });

async function sendAll(simulator: Simulator, calls: readonly WireCall[]): Promise<void> {
  for (const call of calls) await send(simulator, call);
}

async function send(simulator: Simulator, { body = '', ...call }: WireCall): Promise<string> {
  const answer = await simulator.handle({ ...call, body: Buffer.from(body) });
  if (!isBytes(answer.body)) throw new Error('This is measured without streams.');
  const text = Buffer.from(answer.body).toString('utf8', 0, 300);
  if (answer.status >= 300) throw new Error(`A request to ${call.path} was answered ${answer.status}: ${text}`);
  return text;
}

async function cpuOf(times: number, work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / times;
}

/** The exponent of the growth between the first and the last point: 0 is constant, 1 linear, 2 quadratic. */
export function growthOf({ points }: Curve): number {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return 0;
  return Math.log(last.micros / first.micros) / Math.log(last.size / first.size);
}

/** The highest acceptable exponents: history may make a request a little slower (processor caches), about a tenth for each factor of ten. */
export const mostGrowth = { input: 1.1, history: 0.05 } as const;

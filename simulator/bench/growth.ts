import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type EndpointName, models } from '../../spec/index.ts';
import { isBytes } from '../core/wire.ts';
import { createSimulator, type Simulator } from '../simulator.ts';
import { list, question, type WireCall, wireOf } from './cases.ts';

/** How the time of one request, or of one run, grows with a size. */
export interface Curve {
  readonly name: string;
  /** `input`: the request grows, and the time may grow in proportion. `history`: only what came before grows, and the time must not. */
  readonly of: 'input' | 'history';
  readonly points: readonly { readonly size: number; readonly micros: number }[];
}

/** A request of a size; each `n` gives other texts. */
type Sized = (size: number, n: number) => { readonly endpoint: EndpointName; readonly body: object };

const characters = (count: number, n: number): string =>
  list(Math.ceil(count / 40), n)
    .join(' ')
    .slice(0, count);
const user = (text: string, more: object = {}): object => ({ role: 'user', text, ...more });

const inputs: readonly { readonly name: string; readonly sizes: readonly number[]; readonly make: Sized }[] = [
  {
    name: 'documents to rerank',
    sizes: [10, 100, 1_000],
    make: (size, n) => ({
      endpoint: 'rerank',
      body: { model: models.rerank, query: question(n), documents: list(size, n) },
    }),
  },
  {
    name: 'texts to embed',
    sizes: [1, 10, 100],
    make: (size, n) => ({ endpoint: 'embeddings', body: { model: models.embeddings, input: list(size, n) } }),
  },
  {
    name: 'messages of 1,000 characters',
    sizes: [1, 10, 100, 200],
    make: (size, n) => ({
      endpoint: 'chat',
      body: {
        model: models.chat,
        messages: Array.from({ length: size }, (_, at) => user(characters(1_000, n * size + at))),
      },
    }),
  },
  {
    name: 'characters of a message',
    sizes: [100, 1_000, 10_000, 32_000],
    make: (size, n) => ({ endpoint: 'chat', body: { model: models.chat, messages: [user(characters(size, n))] } }),
  },
  {
    name: 'pages of a PDF, which are sources',
    sizes: [1, 5, 30, 60],
    make: (size, n) => ({
      endpoint: 'chat',
      body: {
        model: models.chatPro,
        messages: [user(question(n), { pdf_urls: [`https://fixtures.assay.test/pages-${size}.pdf`] })],
      },
    }),
  },
];

/** Measures all curves, one after the other, in this process. `onProgress` is called with what comes next. */
export async function measureGrowth(onProgress: (line: string) => void): Promise<Curve[]> {
  const curves: Curve[] = [];
  for (const { name, sizes, make } of inputs) {
    onProgress(name);
    const simulator = createSimulator();
    const points = [];
    for (const size of sizes) {
      const times = Math.max(6, Math.ceil(200 / size));
      const calls = Array.from({ length: 2 * times }, (_, n) =>
        wireOf({ endpoint: make(size, n).endpoint, body: () => make(size, n).body }, n),
      );
      await sendAll(simulator, calls.slice(0, times));
      points.push({ size, micros: await cpuOf(times, () => sendAll(simulator, calls.slice(times))) });
    }
    await simulator.close();
    curves.push({ name, of: 'input', points });
  }
  onProgress('history');
  curves.push(await withKeys(), await withCharges());
  onProgress('recordings');
  curves.push(await withRecordings());
  return curves;
}

const small = wireOf({ endpoint: 'finder', body: () => ({ query: 'asthma in children' }) }, 0);
const again = 5_000;

/** The time of a small request by the number of keys. */
async function withKeys(): Promise<Curve> {
  const simulator = createSimulator();
  const points = [];
  let made = 0;
  for (const size of [1, 1_000, 10_000, 100_000]) {
    let key = '';
    for (; made < size; made += 1) {
      const answer = await send(simulator, {
        method: 'POST',
        path: '/_control/keys',
        headers: {},
        body: '{"balance_micros":1000000000000}',
      });
      key = (JSON.parse(answer) as { key: string }).key;
    }
    points.push({ size, micros: await ofSmall(simulator, key) });
  }
  await simulator.close();
  return { name: 'keys', of: 'history', points };
}

/** The time of a small request by the number of earlier charges of its key; the journal grows too. */
async function withCharges(): Promise<Curve> {
  const simulator = createSimulator();
  const points = [];
  let charged = 0;
  for (const size of [again, 20_000, 100_000]) {
    await sendAll(simulator, Array(size - charged - again).fill(small));
    points.push({ size, micros: await ofSmall(simulator) });
    charged = size;
  }
  await simulator.close();
  return { name: 'charges of one key, and requests in the journal', of: 'history', points };
}

async function ofSmall(simulator: Simulator, key?: string): Promise<number> {
  const call = key === undefined ? small : { ...small, headers: { ...small.headers, authorization: `Bearer ${key}` } };
  return cpuOf(again, () => sendAll(simulator, Array(again).fill(call)));
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

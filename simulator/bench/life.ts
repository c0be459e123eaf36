import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Pool, request } from 'undici';
import { optionRules } from '../server/option-rules.ts';
import { callsOf, cases, wireOf } from './cases.ts';
import { startContender } from './contenders.ts';
import { load } from './requests.ts';

/** One figure about a server over time, and its upper bound. */
export interface LifeFigure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly most: number;
}

const named = (name: string) => cases.filter((one) => one.name === name);
const starts = 5;

/** Measures startup, memory growth, and many parallel streams. `onProgress` is called with what comes next. */
export async function measureLife(onProgress: (line: string) => void): Promise<LifeFigure[]> {
  const figures: LifeFigure[] = [];
  for (const adapter of optionRules.adapter.choices) {
    onProgress(`start, ${adapter}`);
    const times: number[] = [];
    for (let count = 0; count < starts; count += 1) times.push(await firstAnswer(adapter));
    times.sort((left, right) => left - right);
    figures.push({ name: `first answer after start, ${adapter}`, value: times[2] as number, unit: 'ms', most: 300 });
  }
  onProgress('memory');
  figures.push(await memory());
  onProgress('2,000 streams at once');
  figures.push(...(await manyStreams()));
  return figures;
}

/** Milliseconds from the start of the command to the end of the first answer. */
async function firstAnswer(adapter: string): Promise<number> {
  const command = fileURLToPath(new URL('../../assay.js', import.meta.url));
  const from = performance.now();
  const server = spawn('node', [command, 'serve', '--port', '0', '--adapter', adapter, '--log', 'silent']);
  try {
    for await (const line of createInterface({ input: server.stdout })) {
      const [url] = /http:\S+/.exec(line) ?? [];
      if (url === undefined) continue;
      const { method, path, headers, body } = wireOf({ endpoint: 'finder', body: () => ({ query: 'asthma' }) }, 0);
      const answer = await request(url + path, { method: method as 'POST', headers, body: body as string });
      await answer.body.dump();
      return performance.now() - from;
    }
    throw new Error('The server ended before it listened.');
  } finally {
    server.kill();
    await once(server, 'exit');
  }
}

const early = 10_000;
const late = 100_000;

/** Memory after many requests with new texts, as a multiple of that after a tenth of them. */
async function memory(): Promise<LifeFigure> {
  const server = await startContender('node');
  const pool = new Pool(server.url, { connections: 16 });
  try {
    let sent = 0;
    const sendUntil = async (count: number): Promise<number> => {
      for (; sent < count; sent += 1_000) {
        const calls = ['finder', 'chat, JSON', 'embeddings, 1 text', 'chat, stream']
          .flatMap(named)
          .flatMap((one, at) => callsOf(one, 250, sent + at * 250));
        await load(pool, calls, calls.length, 16);
      }
      return (await server.usage()).rssBytes;
    };
    const before = await sendUntil(early);
    const after = await sendUntil(late);
    return {
      name: `memory after 100,000 requests (${Math.round(after / 1e6)} MB) to that after 10,000`,
      value: after / before,
      unit: 'x',
      most: 1.2,
    };
  } finally {
    await pool.close();
    server.close();
  }
}

const streams = 2_000;

/** Streams at the pace of a model, all at the same time: none may be lost, and none may be much slower. */
async function manyStreams(): Promise<LifeFigure[]> {
  const server = await startContender('node', { ttftMs: 500, tokensPerSecond: 120 });
  const pool = new Pool(server.url, { connections: streams });
  try {
    const calls = named('chat, stream').flatMap((one) => callsOf(one, 50));
    // For comparison: the time of each text when streamed alone.
    const alone = await Promise.all(calls.map(async (call) => (await load(pool, [call], 1, 1))[0] as number));
    const took = await load(pool, calls, streams, streams);
    const median = took[Math.floor(took.length / 2)] as number;
    return [
      { name: '2,000 streams at once that are not complete', value: streams - took.length, unit: '', most: 0 },
      {
        name: `the longest of them to the median (${Math.round(median)} ms; alone, at most ${Math.round(Math.max(...alone))} ms)`,
        value: (took.at(-1) as number) / median,
        unit: 'x',
        most: 2,
      },
    ];
  } finally {
    await pool.close();
    server.close();
  }
}

import { Pool, request } from 'undici';
import { type BenchCase, callsOf, type WireCall } from './cases.ts';
import type { Kind, ReadyAnswer } from './contender.ts';
import { type Contender, startContender } from './contenders.ts';
import { type CaseFigures, figuresOf, isOurs, type Sample } from './figures.ts';

/** What to measure, and how long. */
export interface RequestPlan {
  readonly cases: readonly BenchCase[];
  readonly servers: readonly Kind[];
  readonly rounds: number;
  /** Of each round, after as many to warm up. */
  readonly seconds: number;
  /** Different requests of a case, which are repeated. */
  readonly bodies: number;
}

/** Measures each case on each server, in turns. `onProgress` is called with what comes next. */
export async function measureRequests(plan: RequestPlan, onProgress: (line: string) => void): Promise<CaseFigures[]> {
  const { cases, servers, rounds } = plan;
  const contenders = await Promise.all(servers.map((kind) => startContender(kind)));
  const ours = contenders.find(({ kind }) => isOurs(kind)) ?? (await startContender('node'));
  const measured: CaseFigures[] = [];
  try {
    for (const one of cases) {
      const answers = await Promise.all(requestsOf(one, plan).map((call) => readyAnswer(call, ours)));
      for (const contender of contenders) await contender.prepare(answers);
      const samples = new Map<Kind, Sample[]>(servers.map((kind) => [kind, []]));
      for (let round = 1; round <= rounds; round += 1) {
        for (const contender of contenders) {
          onProgress(`${one.name}, round ${round} of ${rounds}, ${contender.kind}`);
          samples.get(contender.kind)?.push(await sample(one, contender, plan, round));
        }
      }
      measured.push({
        name: one.name,
        answerBytes: Math.round(
          answers.flatMap(({ pieces }) => pieces).reduce((sum, piece) => sum + piece.byteLength, 0) / answers.length,
        ),
        servers: servers.map((kind) => figuresOf(kind, samples.get(kind) ?? [])),
      });
    }
    return measured;
  } finally {
    for (const contender of new Set([...contenders, ours])) contender.close();
  }
}

/** The requests of a case, which are repeated. */
const requestsOf = (one: BenchCase, { bodies }: RequestPlan): WireCall[] => callsOf(one, one.body ? bodies : 1);

/** The answer of the simulator to a request, for the lower limits to send. */
async function readyAnswer({ path, method, headers, body }: WireCall, { url }: Contender): Promise<ReadyAnswer> {
  const response = await request(url + path, { method: method as 'GET', headers, ...(body && { body }) });
  const bytes = Buffer.from(await response.body.arrayBuffer());
  const contentType = String(response.headers['content-type']);
  if (response.statusCode !== 200)
    throw new Error(`A request to ${path} is answered ${response.statusCode}: ${bytes.toString().slice(0, 300)}`);
  const events =
    contentType === 'text/event-stream'
      ? bytes
          .toString()
          .split(/(?<=\n\n)/)
          .map((text) => Buffer.from(text))
      : [bytes];
  return { status: response.statusCode, contentType, pieces: events };
}

/** Sends `amount` requests, `atOnce` in parallel, repeating the given ones. Gives how long each took, in milliseconds, shortest first. */
export async function load(
  pool: Pool,
  requests: readonly WireCall[],
  amount: number,
  atOnce: number,
): Promise<number[]> {
  const latencies: number[] = [];
  let sent = 0;
  const sendOneByOne = async (): Promise<void> => {
    while (sent < amount) {
      const { method, path, headers, body } = requests[sent % requests.length] as WireCall;
      sent += 1;
      const from = performance.now();
      const answer = await pool.request({ method: method as 'GET', path, headers, ...(body && { body }) });
      await answer.body.dump({ limit: Number.POSITIVE_INFINITY });
      if (answer.statusCode !== 200) throw new Error(`A request to ${path} was answered ${answer.statusCode}.`);
      latencies.push(performance.now() - from);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, sendOneByOne));
  return latencies.sort((left, right) => left - right);
}

/** One round of one server on one case: as many requests as it answers in about `seconds`, after a warm-up of about as many. */
async function sample(one: BenchCase, contender: Contender, plan: RequestPlan, round: number): Promise<Sample> {
  const pool = new Pool(contender.url, { connections: one.connections });
  const requests = requestsOf(one, plan);
  try {
    // The warm-up also finds how many requests fit into the time.
    let amount = Math.max(one.connections, plan.bodies);
    for (let took = 0; took < plan.seconds; ) {
      const from = performance.now();
      await load(pool, requests, amount, one.connections);
      took = (performance.now() - from) / 1_000;
      amount = Math.ceil(amount * Math.min(8, Math.max(1, plan.seconds / took)));
    }
    const measured = await measure(contender, pool, requests, amount, one.connections);
    if (one.body === undefined || !isOurs(contender.kind)) return measured;
    return { ...measured, newCpuMicros: await measureNew(one, contender, pool, plan, round) };
  } finally {
    await pool.close();
  }
}

/** Requests with new texts, to measure answers that are not cached: at most so many a round, sent in parts until the time of a round is over. */
const NEW = { most: 300, part: 20 };

/** CPU time of an answer that is not cached, in microseconds. */
async function measureNew(
  one: BenchCase,
  contender: Contender,
  pool: Pool,
  { bodies, seconds }: RequestPlan,
  round: number,
): Promise<number> {
  const first = bodies + round * NEW.most;
  const before = await contender.usage();
  const from = performance.now();
  let sent = 0;
  while (sent < NEW.most && performance.now() - from < seconds * 1_000) {
    const part = callsOf(one, NEW.part, first + sent);
    await load(pool, part, part.length, one.connections);
    sent += part.length;
  }
  return ((await contender.usage()).cpuMicros - before.cpuMicros) / sent;
}

async function measure(
  contender: Contender,
  pool: Pool,
  requests: readonly WireCall[],
  amount: number,
  atOnce: number,
): Promise<Sample> {
  const before = await contender.usage();
  const from = performance.now();
  const latencies = await load(pool, requests, amount, atOnce);
  const elapsed = (performance.now() - from) / 1_000;
  const after = await contender.usage();
  const at = (share: number): number => latencies[Math.floor(latencies.length * share)] ?? 0;
  return {
    requestsPerSecond: amount / elapsed,
    medianMs: at(0.5),
    p99Ms: at(0.99),
    cpuMicros: (after.cpuMicros - before.cpuMicros) / amount,
    rssBytes: after.rssBytes,
  };
}

/**
 * `npm run quality [-- --sets FOLDER]`: how well the simulator understands what people type, on sets that were written separately from its
 * corpus. Nothing leaves the process. Exit code 1 if a set is below its bound.
 */

import { Command, Option } from 'commander';
import { testKeys, wholeCorpus } from '../../fixtures/index.ts';
import {
  type ChatResponse,
  type EmbeddingsResponse,
  type FinderResponse,
  models,
  type RerankResponse,
} from '../../spec/index.ts';
import { createSimulator } from '../index.ts';
import { citedSentences, cosine, type Found, faultOfSources, meets } from './judge.ts';
import {
  type ConversationCase,
  type Expected,
  ownSets,
  type Part,
  type QuestionCase,
  type RerankCase,
  readSets,
  type Triple,
} from './sets.ts';

const corpus = wholeCorpus();

/** The result of one case. */
interface Verdict {
  readonly asked: string;
  readonly expected: string;
  /** What came instead; null if it passed. */
  readonly fault: string | null;
}

/** A labelled set, with the verdicts on its cases. */
interface LabelledSet {
  readonly name: string;
  /** Per cent of the cases that must pass. */
  readonly bound: number;
  verdicts(part: Part): Promise<Verdict[]>;
}

const values = new Command('npm run quality --')
  .description('Measures how well the simulator understands what people type.')
  .addOption(new Option('--part <part>', 'which of the cases').choices(['tuning', 'held-out', 'all']).default('tuning'))
  .option('--sets <folder>', 'labelled sets of your own, in files as those of simulator/quality')
  .option('--show-held-out', 'name failures of the part held-out too', false)
  .parse()
  .opts<{ part: Part | 'all'; sets?: string; showHeldOut: boolean }>();
const chosen = (['tuning', 'held-out'] as const).filter((part) => [part, 'all'].includes(values.part));
const { aspects, conversations, noSource, questions, rerankCases, triples } =
  values.sets === undefined ? ownSets : readSets(values.sets);

const simulator = createSimulator();
const topicByUrl = new Map(corpus.map(({ url, topic }) => [url, topic]));
const topicOf = (url: string): string => topicByUrl.get(url) ?? url;

async function post<Answer>(path: string, body: object): Promise<Answer> {
  const { status, body: answer } = await simulator.handle({
    method: 'POST',
    path,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${testKeys.active}` },
    body: new TextEncoder().encode(JSON.stringify(body)),
  });
  const text = new TextDecoder().decode(answer as Uint8Array);
  if (status !== 200) throw new Error(`${path} answered ${status} to ${JSON.stringify(body)}: ${text}`);
  return JSON.parse(text) as Answer;
}

async function chat(turns: ConversationCase['turns']): Promise<Found[]> {
  const messages = turns.map(({ user, assistant }) =>
    user === undefined ? { role: 'assistant', text: assistant } : { role: 'user', text: user },
  );
  const answer = await post<ChatResponse>('/v1/chat/completions', { model: models.chat, messages });
  const cited = citedSentences(answer.message);
  return (answer.sources ?? []).map(({ id, url }) => ({
    topic: topicOf(url),
    texts: cited.filter(({ ids }) => ids.includes(id)).map(({ sentence }) => sentence),
  }));
}

async function find(query: string): Promise<Found[]> {
  const { results } = await post<FinderResponse>('/v1/finder', { query });
  return (results ?? []).map(({ url, content }) => ({ topic: topicOf(url), texts: [content] }));
}

function sourcesVerdict(asked: string, expected: Expected, found: readonly Found[]): Verdict {
  const topics = expected.topics.join(expected.all ? ' and ' : ' or ') || 'no source';
  return {
    asked,
    expected: expected.aspect === undefined ? topics : `${topics}, ${expected.aspect}`,
    fault: faultOfSources(expected, found, aspects),
  };
}

const inChat = async (one: QuestionCase) => sourcesVerdict(one.ask, one, await chat([{ user: one.ask }]));
const inFinder = async (one: QuestionCase) => sourcesVerdict(one.ask, one, await find(one.ask));
const inConversation = async (one: ConversationCase) => {
  const asked = one.turns.map(({ user, assistant }) => user ?? `(${assistant})`).join(' / ');
  return sourcesVerdict(asked, one, await chat(one.turns));
};

async function inVectors({ anchor, near, far }: Triple): Promise<Verdict> {
  const input = [anchor, near, far];
  const { data } = await post<EmbeddingsResponse>('/v1/embeddings', { model: models.embeddings, input });
  const [from, ...others] = data.map(({ embedding }) => embedding as number[]);
  const [nearness = 0, farness = 0] = others.map((other) => cosine(from ?? [], other));
  return {
    asked: anchor,
    expected: `nearer to «${near}» than to «${far}»`,
    fault: nearness > farness ? null : `${nearness.toFixed(3)} and ${farness.toFixed(3)}`,
  };
}

async function inRanking({ query, documents, best }: RerankCase): Promise<Verdict> {
  const { results } = await post<RerankResponse>('/v1/rerank', { model: models.rerank, query, documents });
  const first = results[0]?.index;
  return {
    asked: query,
    expected: `«${documents[best]}»`,
    fault: first === best ? null : `«${documents[first ?? -1]}»`,
  };
}

function labelled<Case extends { readonly part: Part }>(
  name: string,
  bound: number,
  cases: readonly Case[],
  attempt: (one: Case) => Promise<Verdict>,
): LabelledSet {
  return { name, bound, verdicts: (part) => Promise.all(cases.filter((one) => one.part === part).map(attempt)) };
}

const sets = [
  labelled('chat', 90, questions, inChat),
  labelled('chat, no source', 95, noSource, inChat),
  labelled('finder', 90, questions, inFinder),
  labelled('finder, no source', 95, noSource, inFinder),
  labelled('conversations', 90, conversations, inConversation),
  labelled('embeddings', 90, triples, inVectors),
  labelled('rerank', 90, rerankCases, inRanking),
];

const row = (...cells: readonly (string | number)[]): string =>
  cells.map((cell, at) => (at < 2 ? String(cell).padEnd(19) : String(cell).padStart(8))).join('');

/** Runs these parts of all sets. A bound applies to all parts of a set together. */
async function run(parts: readonly Part[], showHeldOut: boolean): Promise<boolean> {
  const failures: string[] = [];
  const under: string[] = [];
  console.log(row('set', 'part', 'passed', 'of', '%', 'bound'));
  for (const { name, bound, verdicts } of sets) {
    const show = (part: string, passed: number, of: number): void =>
      console.log(row(name, part, passed, of, Math.floor((100 * passed) / of), bound));
    let passed = 0;
    let of = 0;
    for (const part of parts) {
      const all = await verdicts(part);
      if (all.length === 0) continue;
      const wrong = all.filter(({ fault }) => fault !== null);
      show(part, all.length - wrong.length, all.length);
      passed += all.length - wrong.length;
      of += all.length;
      if (part === 'held-out' && !showHeldOut) continue;
      failures.push(
        ...wrong.map(({ asked, expected, fault }) => `${name}: «${asked}» expected ${expected}; got ${fault}`),
      );
    }
    if (parts.length > 1 && of > 0) show('all', passed, of);
    if (!meets(passed, of, bound)) under.push(name);
  }
  console.log(['', ...failures].join('\n'));
  console.log(under.length === 0 ? 'All bounds are met.' : `Under the bound: ${under.join('; ')}.`);
  return under.length === 0;
}

if (!(await run(chosen, values.showHeldOut))) process.exitCode = 1;
await simulator.close();

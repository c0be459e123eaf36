import { createHash } from 'node:crypto';
import { lengthOf, messagesOf, papersOf, textOf } from './checks.ts';
import type { Body, StreamItem } from './wire.ts';

/** A whole number that depends on `text` alone. */
export const seedOf = (text: string): number => createHash('sha1').update(text).digest().readUInt32BE(0);

interface Source extends Body {
  id: string;
  title: string;
  url: string;
  relevance_score: number;
}

/** The content of a chat answer, before it becomes JSON or a stream. */
export interface Reply {
  steps: Body[];
  fragments: string[];
  sources: Source[];
  followUps: string[];
}

/** Which faults were armed for this answer. */
export interface Scarcity {
  noSources: boolean;
  noFollowUps: boolean;
}

/** A chat answer: one to three web sources, one more article for the larger model, fragments that split tokens. */
export function reply(body: Body, scarce: Scarcity): Reply {
  const asked = String(messagesOf(body).at(-1)?.text ?? '');
  const talk = messagesOf(body).map(({ role, text, image_urls = [], pdf_urls = [] }) => [
    role,
    text,
    image_urls,
    pdf_urls,
  ]);
  const seed = seedOf(JSON.stringify([body.model, talk, body.language ?? null, body.instructions ?? null]));
  const source = (prefix: string, number: number, score: number): Source => ({
    id: `${prefix}${number}`,
    title: `${prefix} paper ${(seed + number) % 997}`,
    url: `https://www.${prefix.toLowerCase()}${seed % 13}.gov/doc/${number}`,
    relevance_score: score,
  });
  const count = scarce.noSources ? 0 : 1 + (seed % 3);
  const web = Array.from({ length: count }, (_, at) => source('SW', at + 1, 7.5 - at * 4));
  const articles = body.model === 'svc-chat-pro-v1' && !scarce.noSources ? [source('PM', 1, -0.25)] : [];
  const pages = papersOf(body).flatMap((paper) =>
    Array.from({ length: paper?.pages ?? 0 }, (_, at) => ({
      title: `${paper?.filename || 'document.pdf'} (p.${at + 1})`,
      url: paper?.url ?? '',
      relevance_score: 1,
    })),
  );
  const sources = [...pages.map((page, at) => ({ id: `PF${at + 1}`, ...page })), ...web, ...articles];
  const cited = sources
    .filter((_, at) => at % 3 === 0)
    .map(({ id }) => `It is described [${id}]. `)
    .join('');
  const message = `On “${asked.slice(0, 40)}”: naïve reading ${seed % 1_000}. ${cited}See a doctor – soon.`;
  const fragments = message.match(/.{1,13}/gsu) ?? [message];
  const found = sources.map(({ title, url }) => ({ title, url, content: `Part of ${title}` }));
  const action = { type: 'search_official_source', input: { query: asked.slice(0, 60) }, result: found };
  const steps = [
    { description: 'Thinking about the question', actions: [] },
    { description: 'Reading the literature', actions: [action] },
  ];
  const followUps = scarce.noFollowUps || seed % 6 === 0 ? [] : ['Is it dangerous?', 'Which doses are usual?'];
  return { steps, fragments, sources, followUps };
}

/** A chat answer without a stream. */
export function plain(body: Body, { steps, fragments, sources, followUps }: Reply): Body {
  const asked = body.include_follow_ups === true;
  return {
    message: fragments.join(''),
    sources: sources.length > 0 ? sources : null,
    steps,
    follow_up_questions: asked && followUps.length > 0 ? followUps : null,
  };
}

/** The same as a stream: an object is one JSON event, a string one literal `data:` line. */
export function events(body: Body, { steps, fragments, sources, followUps }: Reply): StreamItem[] {
  const [first = {}, second = {}] = steps;
  const done = { ...second, actions: sources.map(({ title, url }) => ({ title, url })), sources };
  const follow = { type: 'follow_up_questions', follow_up_questions: followUps };
  return [
    { type: 'steps', steps: [first] },
    { type: 'steps', steps: [first, { ...second, actions: [] }] },
    { type: 'steps', steps: [first, done] },
    ...fragments.map((content) => ({ type: 'message', content })),
    { type: 'sources', sources },
    ...(body.include_follow_ups === true ? [follow] : []),
    '[DONE]',
  ];
}

/** The finder's answer: at most four documents, none of them scored. */
export function find(body: Body, scarce: { noResults: boolean; noAnswer: boolean }): Body {
  const query = String(body.query);
  const seed = seedOf(query);
  const count = Math.min(Number(body.max_results ?? 5), 4);
  const results = Array.from({ length: count }, (_, at) => ({
    title: `Leaflet ${at} on ${query.slice(0, 20)}`,
    url: `https://leaflets${seed % 5}.org/${at}`,
    content: `An excerpt of page ${seed % 7}${at}.`,
    score: 0,
  }));
  return {
    id: `fnd_${seed.toString(16).padStart(8, '0')}`,
    object: 'finder.result',
    created: 1_764_000_000,
    model: 'svc-finder-v1',
    query,
    answer: body.include_answer === true && !scarce.noAnswer ? `In short: ${query.slice(0, 30)}.` : null,
    results: scarce.noResults ? null : results,
    usage: { query_count: 1 },
    response_time: 0.3,
  };
}

function vector(text: string): number[] {
  let state = seedOf(text) || 1;
  return Array.from({ length: 1_536 }, () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return Math.trunc(state / 2 ** 21) / 100;
  });
}

/** The embeddings answer: vectors of any length, one token for every four characters. */
export function embed(body: Body): Body {
  const inputs = (Array.isArray(body.input) ? body.input : [body.input]) as string[];
  const tokens = inputs.reduce((sum, text) => sum + Math.ceil(lengthOf(text) / 4), 0);
  return {
    id: `emb_${seedOf(inputs.join()).toString(16).toUpperCase().padStart(8, '0')}`,
    object: 'list',
    created: 1_764_000_001,
    model: 'svc-embed-v1',
    data: inputs.map((text, index) => ({ object: 'embedding', index, embedding: vector(text) })),
    usage: { prompt_tokens: tokens, total_tokens: tokens },
  };
}

/** The rerank answer: scores are logits, and among equal scores the later document is first. */
export function rank(body: Body): Body {
  const documents = body.documents as unknown[];
  const query = new Set(String(body.query).toLowerCase().split(/\W+/));
  const score = (text: string): number => {
    const words = text.toLowerCase().split(/\W+/);
    return words.filter((word) => query.has(word)).length - 3.5;
  };
  const ranked = documents
    .map((document, index) => ({ index, relevance_score: score(textOf(document)), text: textOf(document) }))
    .sort((a, b) => b.relevance_score - a.relevance_score || b.index - a.index)
    .slice(0, (body.top_n as number | null | undefined) ?? documents.length);
  const told = body.return_documents !== false;
  return {
    id: `rrk_${seedOf(JSON.stringify([body.query, documents])).toString(16)}`,
    object: 'rerank',
    created: 1_764_000_002,
    model: 'svc-rerank-v1',
    results: ranked.map(({ index, relevance_score, text }) => ({
      index,
      relevance_score,
      ...(told ? { document: { text } } : {}),
    })),
    usage: { search_count: Math.ceil(documents.length / 100), documents_count: documents.length },
  };
}

import { together } from '../../simulator/mutants/change.ts';
import { changeReply } from '../../simulator/mutants/change-reply.ts';
import type { ApiResponse } from '../../simulator/wire.ts';
import { chatAnswers, cut } from './edits.test-support.ts';
import { type Handle, isPublic, type Variant } from './variant.test-support.ts';

const envelope = (type: string, code: string): Uint8Array =>
  Buffer.from(JSON.stringify({ error: { message: 'Not now.', type, code, param: null } }));

const busy: ApiResponse = {
  status: 503,
  headers: { 'content-type': 'application/json' },
  body: envelope('server_error', 'service_unavailable'),
};
const crowded: ApiResponse = { ...busy, status: 429, headers: { 'retry-after': '0' }, body: Buffer.from('') };
const gateway: ApiResponse = {
  status: 502,
  headers: { 'content-type': 'text/html' },
  body: Buffer.from('<h1>Bad gateway</h1>'),
};

/** Answers every so many public requests with something else; the next try of the same request succeeds. */
const nowAndThen =
  (every: number, ...instead: readonly ApiResponse[]) =>
  (handle: Handle): Handle => {
    let count = 0;
    return async (request) => {
      if (!isPublic(request)) return handle(request);
      count += 1;
      const turn = count / every;
      return Number.isInteger(turn) ? (instead[turn % instead.length] ?? busy) : handle(request);
    };
  };

/** Servers that do not answer twice alike, or not always at once. */
export const unsteadyVariants: readonly Variant[] = [
  {
    name: 'answers otherwise each time',
    change: (behaviour) => {
      let count = 0;
      return together(
        chatAnswers((answer) => {
          count += 1;
          const words = `Answer ${count}. ${'Indeed. '.repeat(count % 4)}`;
          const sources = answer.sources.map((source) => ({
            ...source,
            relevance_score: source.relevance_score + count,
          }));
          return {
            ...answer,
            fragments: cut(words + answer.fragments.join(''), 5 + (count % 7)),
            sources,
            followUps: answer.followUps?.toReversed().slice(count % 2) ?? null,
            steps: answer.steps.map((step) => ({
              ...step,
              description: `${step.description} (${count})`,
              ...('sources' in step ? { sources } : {}),
            })),
          };
        }),
        changeReply('finder', (reply) => ({
          ...reply,
          answer: reply.answer && `${reply.answer} ${count}`,
          results: reply.results?.slice(0, 1 + (count++ % 4)) ?? null,
        })),
        changeReply('rerank', (reply) => {
          const shift = count++ % 5;
          const results = reply.results.map((result) => ({
            ...result,
            relevance_score: result.relevance_score - shift,
          }));
          return { ...reply, results };
        }),
        changeReply('embeddings', (reply) => ({
          ...reply,
          data: reply.data.map((entry) => ({
            ...entry,
            embedding: entry.embedding.map((value) => value + (count++ % 7) * 1e-2),
          })),
        })),
      )(behaviour);
    },
    profile: (profile) => ({ ...profile, deterministic: false }),
  },
  { name: 'answers every fortieth request with 503', front: nowAndThen(40, busy) },
  {
    name: 'is overrun now and then: 429, to be tried again at once',
    areas: ['auth', 'errors', 'domains', 'finder', 'events', 'billing'],
    front: nowAndThen(31, crowded),
  },
  {
    name: 'stands behind a gateway that fails now and then',
    areas: ['auth', 'errors', 'domains', 'finder', 'chat', 'events', 'billing'],
    front: nowAndThen(23, gateway, busy),
  },
  {
    name: 'breaks a connection off now and then',
    areas: ['auth', 'errors', 'domains', 'finder', 'events', 'billing'],
    connection: () => {
      let count = 0;
      return (response, { url = '' }) => {
        if (url.includes('/_control/')) return;
        count += 1;
        if (count % 37 === 0) response.destroy();
      };
    },
  },
];

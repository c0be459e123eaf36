import type { ApiResponse, Middleware } from '../../../simulator/index.ts';
import type { JsonObject } from '../../../spec/index.ts';
import { variantsOf } from '../deviation.ts';
import { editAnswer, editSteps, isPage } from '../wire/chat-answer.ts';
import { editAt } from '../wire/edit.ts';
import { editReply, errorOf, intercept, together } from '../wire/wire.ts';

const busy = errorOf('service_unavailable');
const crowded: ApiResponse = { status: 429, headers: { 'retry-after': '0' }, body: new Uint8Array() };
const gateway: ApiResponse = {
  status: 502,
  headers: { 'content-type': 'text/html' },
  body: Buffer.from('<h1>Bad gateway</h1>'),
};
/** The work is done, but the answer is lost. */
const lost = 'lost';

/** Gives every n-th request another answer; the next attempt of the same request succeeds. */
const nowAndThen =
  (every: number, ...instead: readonly (ApiResponse | typeof lost)[]): Middleware =>
  (next) => {
    let count = 0;
    return intercept('all', async ({ request }) => {
      count += 1;
      const turn = count / every;
      if (!Number.isInteger(turn)) return next(request);
      const other = instead[turn % instead.length] ?? busy;
      if (other !== lost) return other;
      await next(request);
      throw new Error('the connection broke off');
    })(next);
  };

/** Edits answers by the number of requests that came so far. */
const counted =
  (edit: (count: () => number) => Middleware): Middleware =>
  (next) => {
    let count = 0;
    return intercept('all', ({ request }, inner) => {
      count += 1;
      return inner(request);
    })(edit(() => count)(next));
  };

/** Edits the scores of sources but of pages, which are always 1. */
const scored = (sources: readonly JsonObject[], edit: (score: unknown) => number): readonly JsonObject[] =>
  sources.map((one) => (isPage(one) ? one : (editAt(one, 'relevance_score', edit) as JsonObject)));

/** Answers with different words, numbers, scores and results each time. */
const neverTheSame = counted((count) => {
  const shifted = (by: number) => (value: unknown) => Number(value) + by;
  return together(
    editAnswer(({ message, sources, followUps }) => ({
      message: `Answer ${count()}. ${'Indeed. '.repeat(count() % 4)}${message}`,
      sources: scored(sources, shifted(count())),
      followUps: followUps.toReversed().slice(count() % 2),
    })),
    editSteps((steps) => steps.map((step) => ({ ...step, description: `${step.description} (${count()})` }))),
    editReply('finder', ({ answer, results, ...body }) => ({
      ...body,
      answer: answer && `${answer} ${count()}`,
      results: results && (results as readonly JsonObject[]).slice(0, 1 + (count() % 4)),
    })),
    editReply('rerank', (body) => editAt(body, 'results/*/relevance_score', shifted(-(count() % 5)))),
    editReply('embeddings', (body) => editAt(body, 'data/*/embedding/*', shifted((count() % 7) * 1e-2))),
  );
});

/** Calculates in parallel, so that numbers of equal answers differ in their last digits. */
const roundsOtherwise = counted((count) => {
  const rounded = (value: unknown) => Number(value) + ((count() % 3) - 1) * 1e-6;
  return together(
    editAnswer(({ sources }) => ({ sources: scored(sources, rounded) })),
    editReply('finder', (body) => editAt(body, 'results/*/score', rounded)),
    editReply('rerank', (body) => editAt(body, 'results/*/relevance_score', rounded)),
    editReply('embeddings', (body) => editAt(body, 'data/*/embedding/*', rounded)),
  );
});

/** Servers whose answers differ each time, or do not always come at once. Longer and worse days are in `whole-runs`. */
export const unsteadyDeviations = variantsOf('all', {
  'all/never-the-same': [
    'Answers are others each time.',
    neverTheSame,
    { reading: 'S23', profile: (profile) => ({ ...profile, deterministic: false }) },
  ],
  'all/rounds-otherwise': ['Scores and vectors of equal answers differ a little.', roundsOtherwise, { reading: 'S23' }],
  'all/unavailable-now-and-then': ['Every fortieth request gets 503.', nowAndThen(40, busy), { reading: 'S27a' }],
  'all/overrun-now-and-then': [
    'Every 31st request gets 429, to be tried again at once.',
    nowAndThen(31, crowded),
    { reading: 'S27a', areas: ['auth', 'errors', 'domains', 'finder', 'events', 'billing'] },
  ],
  'all/gateway-fails-now-and-then': [
    'Every 23rd request gets 503, or 502 with a page.',
    nowAndThen(23, gateway, busy),
    { reading: 'S27a', areas: ['auth', 'errors', 'domains', 'finder', 'chat', 'events', 'billing'] },
  ],
  'all/lost-now-and-then': [
    'The answer to every 37th request is lost.',
    nowAndThen(37, lost),
    { reading: 'S27a', areas: ['auth', 'errors', 'domains', 'finder', 'events', 'billing'] },
  ],
});

import { changing, type FrontAnswer, type Middleware } from './front.test-support.ts';

type Json = Readonly<Record<string, unknown>>;

const edited = (answer: FrontAnswer, edit: (body: Json) => Json): FrontAnswer => ({
  ...answer,
  body: Buffer.from(JSON.stringify(edit(JSON.parse(String(answer.body)) as Json))),
});

/** Every second chat without messages meets another version, which gives the other of the two codes (readings R1). */
export const twoCodes: Middleware = (scene) => {
  let count = 0;
  return changing((answer, { endpoint }) => {
    if (answer.status !== 400 || !String(answer.body).includes('missing_required_field')) return undefined;
    count += 1;
    if (endpoint !== 'chat' || count % 2 === 0) return undefined;
    return edited(answer, ({ error }) => ({ error: { ...Object(error), code: 'invalid_request' } }));
  })(scene);
};

/** The scores of a rerank answer come to 1, so that each depends on which others are returned. */
export const relevanceInShares = changing((answer, { endpoint }) => {
  if (endpoint !== 'rerank' || answer.status !== 200) return undefined;
  return edited(answer, ({ results, ...body }) => {
    const ranked = results as readonly { relevance_score: number }[];
    const lowest = Math.min(...ranked.map((one) => one.relevance_score));
    const sum = ranked.reduce((all, one) => all + one.relevance_score - lowest + 1, 0);
    const share = (score: number): number => (score - lowest + 1) / sum;
    return { ...body, results: ranked.map((one) => ({ ...one, relevance_score: share(one.relevance_score) })) };
  });
});

/**
 * Decides by chance whether to generate follow-up questions, and by bad luck never for the first request after a fault was armed, which is then not used
 * up.
 */
export const invokedByChance: Middleware = ({ struck }) => {
  const unlucky = new Set<string>();
  return async (request, next) => {
    const text = String(request.body);
    if (request.endpoint === 'control' && text.includes('"no_follow_ups"'))
      unlucky.add((JSON.parse(text) as { key: string }).key);
    const asks = request.endpoint === 'chat' && text.includes('"include_follow_ups":true');
    if (!asks || text.includes('"stream":true') || !unlucky.delete(request.key ?? '')) return next(request);
    struck();
    return next({ ...request, body: Buffer.from(text.replace('_ups":true', '_ups":false')) });
  };
};

/** Every third answer of chat (without a stream) and rerank comes from a new version, which says other things: its rank is the other way round. */
export const newVersion: Middleware = (scene) => {
  let count = 0;
  return changing((answer, request) => {
    const isStream = String(request.body).includes('"stream":true');
    if (!['chat', 'rerank'].includes(request.endpoint) || answer.status !== 200 || isStream) return undefined;
    count += 1;
    if (count % 3 !== 0) return undefined;
    return edited(answer, ({ message, results, ...body }) =>
      request.endpoint === 'chat'
        ? { ...body, message: `In short: ${message}` }
        : { ...body, results: (results as readonly Json[]).toReversed().map(withOppositeScore) },
    );
  })(scene);
};

const withOppositeScore = (one: Json): Json => ({ ...one, relevance_score: -Number(one.relevance_score) });

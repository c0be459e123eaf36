import type { JsonObject } from '../../spec/index.ts';
import type { Exchange } from '../http/exchange/exchange.ts';
import { broken, type JudgeAll, tolerated } from './judgement.ts';
import { bodyOf, requestBodyOf } from './read.ts';

/** With fewer different requests, equal ids prove nothing. */
const MIN_REQUESTS = 3;

/**
 * Different requests get different ids. `contentOf` extracts the part that makes requests different; case and white space
 * are ignored, because a cache may answer such requests with the first id. One id for all fails, and so does a majority of
 * repeated ids; fewer repeated ids warn. Short ids may collide by coincidence. Source: Resources; readings S41.
 */
export const judgeIdsDiffer =
  (contentOf: (request: JsonObject) => unknown): JudgeAll =>
  (exchanges) => {
    const idBy = new Map<string, { id: string; exchange: Exchange }>();
    for (const exchange of exchanges) {
      const id = bodyOf(exchange)?.id;
      const request = normalized(contentOf(requestBodyOf(exchange)));
      if (typeof id === 'string' && !idBy.has(request)) idBy.set(request, { id, exchange });
    }
    const all = [...idBy.values()];
    const ids = all.map(({ id }) => id);
    const different = new Set(ids).size;
    if (ids.length < MIN_REQUESTS) return 'nothing';
    const duplicate = ids.find((id, at) => ids.indexOf(id) !== at);
    // Ids that are numbers have no leading zeros: the longest id shows how many ids are possible.
    const digits = Math.max(...ids.map((id) => id.length - id.indexOf('_') - 1));
    // Twice the mean, and three times its spread above it: chance hardly ever gives more.
    const expectedCollisions = Math.ceil(ids.length ** 2 / 16 ** digits + 3 * (ids.length / 4 ** digits));
    const message = `${ids.length} different requests had ${different} different ids; ${duplicate} was used more than once.`;
    const together = all
      .filter(({ id }) => id === duplicate)
      .map(({ exchange }) => exchange)
      .slice(0, 2);
    const evidence = { together, shownBy: together[1] };
    if (different === 1) return { ...broken(message), ...evidence };
    if (duplicate === undefined || ids.length - different <= expectedCollisions) return 'fine';
    return { ...(different < ids.length / 2 ? broken : tolerated)(message), ...evidence };
  };

const normalized = (content: unknown): string =>
  (JSON.stringify(content) ?? '').toLowerCase().replaceAll(/\s|\\[nrt]/g, '');

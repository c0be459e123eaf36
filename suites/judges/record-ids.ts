import type { JsonObject } from '../../spec/index.ts';
import type { Exchange } from '../target/exchange.ts';
import { broken, type JudgeAll, tolerated } from './judgement.ts';
import { bodyOf, requestOf } from './read.ts';

/** Fewer different requests prove nothing. */
const MIN_REQUESTS = 3;

/**
 * Different requests get different ids. `asked` extracts what makes requests different, apart from case and white
 * space: equal ones may be answered from a cache, with the first id. One id for all fails, and so does a majority of
 * repeated ids; fewer warn. Short ids may collide by chance. Source: Resources; readings S41.
 */
export const judgeIdsDiffer =
  (asked: (request: JsonObject) => unknown): JudgeAll =>
  (exchanges) => {
    const idBy = new Map<string, { id: string; exchange: Exchange }>();
    for (const exchange of exchanges) {
      const id = bodyOf(exchange)?.id;
      const request = normalized(asked(requestOf(exchange)));
      if (typeof id === 'string' && !idBy.has(request)) idBy.set(request, { id, exchange });
    }
    const all = [...idBy.values()];
    const ids = all.map(({ id }) => id);
    const different = new Set(ids).size;
    if (ids.length < MIN_REQUESTS) return 'nothing';
    const twice = ids.find((id, at) => ids.indexOf(id) !== at);
    // Numbers have only as many digits as they need: the longest shows how many ids are possible.
    const digits = Math.max(...ids.map((id) => id.length - id.indexOf('_') - 1));
    const byChance = Math.ceil(ids.length ** 2 / 16 ** digits);
    const words = `${ids.length} different requests had ${different} different ids; ${twice} came more than once.`;
    const together = all
      .filter(({ id }) => id === twice)
      .flatMap(({ exchange }) => exchange)
      .slice(0, 2);
    const shown = { together, shownBy: together[1] };
    if (different === 1) return { ...broken(words), ...shown };
    if (twice === undefined || ids.length - different <= byChance) return 'fine';
    return { ...(different < ids.length / 2 ? broken : tolerated)(words), ...shown };
  };

const normalized = (asked: unknown): string =>
  (JSON.stringify(asked) ?? '').toLowerCase().replaceAll(/\s|\\[nrt]/g, '');

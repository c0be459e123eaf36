import { plural } from '../../../reports/index.ts';
import { limits } from '../../../spec/index.ts';
import type { Exchange } from '../../http/exchange/exchange.ts';
import { broken, type Judgement, tolerated } from '../../judges/judgement.ts';
import {
  describeQuery,
  type Entry,
  entriesOf,
  holdsIgnoringCase,
  namesOf,
  queryOf,
  sameIgnoringCase,
} from './entries.ts';

const shown = (names: readonly string[]): string =>
  names.length === 0 ? 'none' : `${names.slice(0, 3).join(', ')}${names.length > 3 ? ', …' : ''} (${names.length})`;

/** Both answers list the same names in the same order. */
function sameNames(
  due: readonly string[],
  got: readonly string[],
  [when, other]: readonly [string, string],
): Judgement {
  const at = due.findIndex((name, index) => got[index] !== name);
  if (at === -1 && due.length === got.length) return due.length === 0 ? 'nothing' : 'fine';
  const where = at === -1 ? due.length : at;
  // Where the answer that it is compared with is the shorter one, that one may be the wrong one.
  const counts = due.length < got.length ? `only ${due.length} ${other}` : `${due.length} due`;
  return broken(
    `domains[${where}] is ${got[where] ?? 'missing'} ${when}; it is ${due[where] ?? 'missing'} ${other}${got.length === due.length ? '' : ` (${plural(got.length, 'domain')} came, ${counts})`}.`,
  );
}

/**
 * A smaller limit gives the first domains of the larger one; too many are another rule's matter. Two answers under the largest limit differ in their filters alone: what
 * the filters find is among all, with the same counts, unless those were cut. Source: Resources, domains catalog, query parameters and rules.
 */
export function isPrefix(larger: Exchange, exchange: Exchange): Judgement {
  const { limit } = queryOf(exchange);
  if (limit === queryOf(larger).limit) return isAmong(larger, exchange);
  const most = Number(limit);
  const [due, got] = [namesOf(larger).slice(0, most), namesOf(exchange).slice(0, most)];
  return sameNames(due, got, [`with ${describeQuery(exchange)}`, `with ${describeQuery(larger)}`]);
}

function isAmong(whole: Exchange, exchange: Exchange): Judgement {
  const names = namesOf(whole);
  const all = new Set(names);
  const counts = new Map(entriesOf(whole).map((entry) => [rowOf(entry), entry.count]));
  const countOf = (entry: Entry): unknown => (counts.has(rowOf(entry)) ? counts.get(rowOf(entry)) : entry.count);
  const odd = entriesOf(exchange).find((entry) => entry.count !== countOf(entry));
  if (odd)
    return broken(
      'Filters choose domains and change nothing of them.',
      `With ${describeQuery(exchange)}, ${odd.domain} has the \`document_count\` ${odd.count}, and ${countOf(odd)} without filters.`,
    );
  // A domain that is listed in two categories takes two places of the limit.
  if (names.length >= limits.domainsLimit.max || namesOf(exchange).length === 0) return 'nothing';
  const other = namesOf(exchange).find((name) => !all.has(name));
  return other === undefined
    ? 'fine'
    : broken(
        'Without filters, `limit` 1000 gives every domain unless there are more than 1000.',
        `With ${describeQuery(exchange)}, ${other} is returned, which is not among the ${all.size} domains without filters.`,
      );
}

/** A domain that is listed in two categories may have a count in each. */
const rowOf = ({ domain, category }: Entry): string => JSON.stringify([domain, category]);

/** Without `limit` as many domains come as its default allows. Source: Resources, domains catalog, query parameters. */
export function countsByDefault(larger: Exchange, exchange: Exchange): Judgement {
  const [all, got] = [namesOf(larger).length, namesOf(exchange).length];
  const due = Math.min(all, limits.domainsLimit.default);
  if (all === 0) return 'nothing';
  return got === due
    ? 'fine'
    : broken(
        `Without \`limit\` ${limits.domainsLimit.default} domains come, its default, or all where there are fewer.`,
        `The answer holds ${plural(got, 'domain')}, while ${describeQuery(larger)} gives ${all}.`,
      );
}

/** The case of `q` makes no difference to what is found; the order is another rule's matter. Source: Resources, domains catalog, query parameters. */
export function sameInOtherCase(asIs: Exchange, exchange: Exchange): Judgement {
  const [due, got] = [namesOf(asIs), namesOf(exchange)];
  const missing = due.filter((name) => !got.includes(name));
  const odd = got.filter((name) => !due.includes(name));
  if (missing.length + odd.length === 0 && due.length === got.length) return due.length === 0 ? 'nothing' : 'fine';
  return broken(
    `With \`q\` ${JSON.stringify(queryOf(exchange).q)} instead of ${JSON.stringify(queryOf(asIs).q)}, the answer holds ${plural(got.length, 'domain')} instead of ${due.length}; missing: ${shown(missing)}; unexpected: ${shown(odd)}.`,
  );
}

/** Every domain of the whole list that the filter means is there. */
function complete(whole: Exchange, exchange: Exchange, meant: (entry: Entry) => boolean): Judgement {
  const due = entriesOf(whole)
    .filter(meant)
    .map(({ domain }) => domain);
  if (due.length === 0) return 'nothing';
  const got = new Set(namesOf(exchange));
  const missing = due.filter((name) => !got.has(name));
  return missing.length === 0
    ? 'fine'
    : broken(
        `With ${describeQuery(exchange)}, ${missing.length} of ${plural(due.length, 'expected domain')} ${missing.length === 1 ? 'is' : 'are'} missing: ${shown(missing)}.`,
      );
}

/** `category`, in any case, finds every domain of that category, and leaves it as it is written. Source: readings S20 and S34. */
export function categoryComplete(whole: Exchange, exchange: Exchange): Judgement {
  const { category = '' } = queryOf(exchange);
  const isMeant = (entry: Entry): boolean => entry.category !== undefined && sameIgnoringCase(entry.category, category);
  const judgement = complete(whole, exchange, isMeant);
  if (judgement !== 'fine') return judgement;
  const meant = entriesOf(whole).filter(isMeant);
  const [written, rows] = [new Map(meant.map((entry) => [entry.domain, entry.category])), new Set(meant.map(rowOf))];
  const odd = entriesOf(exchange).find((entry) => written.has(entry.domain) && !rows.has(rowOf(entry)));
  // A domain may be listed in another category, too.
  if (odd === undefined || !isMeant(odd)) return 'fine';
  return tolerated(
    'Filters choose domains and change nothing of them.',
    `With ${describeQuery(exchange)}, ${odd.domain} has the category "${odd.category}", and "${written.get(odd.domain)}" without filters.`,
  );
}

/** `q` finds every domain whose name contains it. Source: readings S20. */
export function partComplete(whole: Exchange, exchange: Exchange): Judgement {
  const { q = '' } = queryOf(exchange);
  return complete(whole, exchange, ({ domain }) => holdsIgnoringCase(domain, q));
}

/** Both filters together keep the domains that meet both. Source: readings S20. */
export function bothMet(whole: Exchange, exchange: Exchange): Judgement {
  const { category = '', q = '' } = queryOf(exchange);
  const meant = (entry: Entry): boolean =>
    entry.category !== undefined && sameIgnoringCase(entry.category, category) && holdsIgnoringCase(entry.domain, q);
  const other = entriesOf(exchange).find((entry) => entry.category !== undefined && !meant(entry));
  if (other)
    return broken(`With ${describeQuery(exchange)}, ${other.domain} is returned, of the category "${other.category}".`);
  const judgement = complete(whole, exchange, meant);
  return judgement === 'nothing' ? 'fine' : judgement;
}

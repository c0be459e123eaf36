import { broken, type Judgement } from '../engine/signals.ts';
import type { Exchange } from '../target/exchange.ts';
import { type Entry, entriesOf, holdsIgnoringCase, namesOf, sameIgnoringCase } from './entries.ts';

const queryOf = (exchange: Exchange): Readonly<Record<string, string>> => exchange.call.query ?? {};
const shown = (names: readonly string[]): string =>
  names.length === 0 ? 'none' : `${names.slice(0, 3).join(', ')}${names.length > 3 ? ', …' : ''} (${names.length})`;

/** Both answers list the same names in the same order. */
function sameNames(due: readonly string[], got: readonly string[], expected: string, when: string): Judgement {
  const at = due.findIndex((name, index) => got[index] !== name);
  if (at === -1 && due.length === got.length) return due.length === 0 ? 'nothing' : 'fine';
  const where = at === -1 ? due.length : at;
  return broken(
    expected,
    `${when} ${got.length} domains came where ${due.length} were due; domains[${where}] is ${got[where] ?? 'missing'} instead of ${due[where] ?? 'nothing'}.`,
  );
}

/** A smaller limit gives the first domains of the larger one. Source: Resources, domains catalog, rules. */
export function isPrefix(whole: Exchange, exchange: Exchange): Judgement {
  const { limit } = queryOf(exchange);
  const due = namesOf(whole).slice(0, Number(limit));
  return sameNames(
    due,
    namesOf(exchange),
    'Within one snapshot, a smaller `limit` gives the first domains of a larger one.',
    `With \`limit\` ${limit},`,
  );
}

/** Leaving `limit` out is the same as giving its default. Source: Resources, domains catalog, query parameters. */
export const sameAsDefault = (explicit: Exchange, exchange: Exchange): Judgement =>
  sameNames(
    namesOf(explicit),
    namesOf(exchange),
    'Without `limit` the answer is that of `limit` 200, its default.',
    'Without it,',
  );

/** The case of `q` makes no difference. Source: Resources, domains catalog, query parameters. */
export const sameInOtherCase = (asIs: Exchange, exchange: Exchange): Judgement =>
  sameNames(
    namesOf(asIs),
    namesOf(exchange),
    '`q` finds the same domains in any case.',
    `With \`q\` ${JSON.stringify(queryOf(exchange).q)} instead of ${JSON.stringify(queryOf(asIs).q)},`,
  );

/** Every domain of the whole list that the filter means is there. */
function complete(whole: Exchange, exchange: Exchange, meant: (entry: Entry) => boolean, expected: string): Judgement {
  const due = entriesOf(whole)
    .filter(meant)
    .map(({ domain }) => domain);
  if (due.length === 0) return 'nothing';
  const got = new Set(namesOf(exchange));
  const missing = due.filter((name) => !got.has(name));
  return missing.length === 0
    ? 'fine'
    : broken(expected, `With ${asked(exchange)}, these are missing: ${shown(missing)}, of ${due.length} due.`);
}

const asked = (exchange: Exchange): string =>
  Object.entries(queryOf(exchange))
    .filter(([name]) => name !== 'limit')
    .map(([name, value]) => `\`${name}\` ${JSON.stringify(value)}`)
    .join(' and ');

/** `category`, in any case, finds every domain of that category. Source: readings S20. */
export function categoryComplete(whole: Exchange, exchange: Exchange): Judgement {
  const { category = '' } = queryOf(exchange);
  return complete(
    whole,
    exchange,
    (entry) => sameIgnoringCase(entry.category, category),
    'Within one snapshot, `category` in any case finds every domain of that category.',
  );
}

/** `q` finds every domain whose name contains it. Source: readings S20. */
export function partComplete(whole: Exchange, exchange: Exchange): Judgement {
  const { q = '' } = queryOf(exchange);
  return complete(
    whole,
    exchange,
    ({ domain }) => holdsIgnoringCase(domain, q),
    'Within one snapshot, `q` finds every domain whose name contains it.',
  );
}

/** Both filters together keep the domains that meet both. Source: readings S20. */
export function bothMet(whole: Exchange, exchange: Exchange): Judgement {
  const { category = '', q = '' } = queryOf(exchange);
  const expected = '`category` and `q` together keep the domains that meet both, and only those.';
  const meant = (entry: Entry): boolean =>
    sameIgnoringCase(entry.category, category) && holdsIgnoringCase(entry.domain, q);
  const other = entriesOf(exchange).find((entry) => !meant(entry));
  if (other)
    return broken(expected, `With ${asked(exchange)}, ${other.domain} came, of the category "${other.category}".`);
  const judgement = complete(whole, exchange, meant, expected);
  return judgement === 'nothing' ? 'fine' : judgement;
}

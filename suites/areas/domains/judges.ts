import { plural } from '../../../reports/index.ts';
import type { JsonObject } from '../../../spec/index.ts';
import type { Exchange } from '../../http/exchange/exchange.ts';
import { broken, type Judge, tolerated } from '../../judges/judgement.ts';
import { bodyOf, countIn, judgeEach, objectsIn } from '../../judges/read.ts';
import { categoryIn, describeQuery, holdsIgnoringCase, queryOf, sameIgnoringCase } from './entries.ts';

const domainsOf = (exchange: Exchange): ReturnType<typeof objectsIn> => objectsIn(bodyOf(exchange)?.domains);

/** `total_domains` counts the returned domains. Source: Resources, domains catalog, response. */
export const total: Judge = (exchange) => {
  const [stated, count] = [bodyOf(exchange)?.total_domains, countIn(exchange, 'domains')];
  if (typeof stated !== 'number' || count === undefined) return 'nothing';
  return stated === count
    ? 'fine'
    : broken(`\`total_domains\` is ${stated}, while the answer holds ${plural(count, 'domain')}.`);
};

/** What no normalized name holds: a scheme, port, path, query, fragment, user or white space. */
const NOT_IN_A_NAME = /[\s/\\:?#@]/;

/** Names are normalized. Source: Resources, domains catalog, response. */
export const normalized: Judge = (exchange) =>
  judgeEach(domainsOf(exchange), ({ at, item: { domain } }) => {
    if (typeof domain !== 'string') return 'nothing';
    return domain === domain.toLowerCase() && !NOT_IN_A_NAME.test(domain)
      ? 'fine'
      : broken(`domains[${at}].domain is ${JSON.stringify(domain)}.`);
  });

/** Each entry with the one before it. */
function neighboursIn(
  exchange: Exchange,
): readonly { readonly before: JsonObject; readonly entry: JsonObject; readonly at: number }[] {
  const entries = new Map(domainsOf(exchange).map(({ at, item }) => [at, item]));
  return [...entries].flatMap(([at, entry]) => {
    const before = entries.get(at - 1);
    return before ? [{ before, entry, at }] : [];
  });
}

/** `document_count` never rises. Source: Resources, domains catalog, rules. */
export const sortedByCount: Judge = (exchange) =>
  judgeEach(neighboursIn(exchange), ({ before, entry, at }) => {
    const [higher, lower] = [before.document_count, entry.document_count];
    if (typeof higher !== 'number' || typeof lower !== 'number') return 'nothing';
    return lower <= higher
      ? 'fine'
      : broken(`domains[${at}] (${String(entry.domain)}) has ${lower}, more than the ${higher} before it.`);
  });

/** Among equal counts, names rise; by another alphabet than that of code units they may, which warns. Source: Resources, domains catalog, rules; readings S33. */
export const sortedByName: Judge = (exchange) => {
  const ties = neighboursIn(exchange).flatMap(({ before, entry, at }) => {
    const [first, second] = [before.domain, entry.domain];
    const tied = typeof entry.document_count === 'number' && before.document_count === entry.document_count;
    return tied && typeof first === 'string' && typeof second === 'string' ? [{ first, second, at }] : [];
  });
  if (ties.length === 0) return 'nothing';
  const falling = ties.find(({ first, second }) => !rises(first, second));
  if (!falling) return 'fine';
  const actual = `domains[${falling.at}] is "${falling.second}" after "${falling.first}", both with the same \`document_count\``;
  return risesByAnAlphabet(ties)
    ? tolerated(`${actual}: the order is that of another alphabet than the code units.`)
    : broken(`${actual}.`);
};

/** With `limit` never more than that. Source: Resources, domains catalog, query parameters. */
export const limited: Judge = (exchange) => {
  const [{ limit }, count] = [queryOf(exchange), countIn(exchange, 'domains')];
  if (limit === undefined || count === undefined) return 'nothing';
  return count <= Number(limit)
    ? 'fine'
    : broken(
        `With \`limit\` ${limit} at most ${plural(Number(limit), 'domain')} may come.`,
        `With ${describeQuery(exchange)}, ${plural(count, 'domain')} came.`,
      );
};

/** Only domains of the category asked for, whole and in any case; beside `q` another rule judges it. Source: domains catalog, query parameters; readings S20. */
export const inCategory: Judge = (exchange) => {
  const { category: asked, q } = queryOf(exchange);
  if (asked === undefined || q !== undefined) return 'nothing';
  return judgeEach(domainsOf(exchange), ({ at, item }) => {
    const category = categoryIn(item.category);
    if (category === undefined) return 'nothing';
    return sameIgnoringCase(category, asked)
      ? 'fine'
      : broken(
          '`category` keeps the domains of exactly that category, in any case.',
          `With \`category\` ${JSON.stringify(asked)}, domains[${at}] has the category ${JSON.stringify(category)}.`,
        );
  });
};

/** Only domains whose name holds `q`, in any case; beside `category` another rule judges it. Source: domains catalog, query parameters; readings S20. */
export const holdsPart: Judge = (exchange) => {
  const { q, category } = queryOf(exchange);
  if (q === undefined || category !== undefined) return 'nothing';
  return judgeEach(domainsOf(exchange), ({ at, item: { domain } }) => {
    if (typeof domain !== 'string') return 'nothing';
    return holdsIgnoringCase(domain, q)
      ? 'fine'
      : broken(
          '`q` keeps the domains whose name contains it as plain text, in any case.',
          `With \`q\` ${JSON.stringify(q)}, domains[${at}] is "${domain}".`,
        );
  });
};

/** Two names, the second of which should not come before the first. */
interface Tie {
  readonly first: string;
  readonly second: string;
}

/** Languages whose alphabets order the letters of names each in its own way: root order, å after z, aa as å, ch after h, y beside i, and so on. */
const LANGUAGES = ['en', 'de-u-co-phonebk', 'sv', 'da', 'cs', 'es-u-co-trad', 'et', 'lt', 'hu', 'tr', 'ja', 'zh'];

let known: readonly Intl.Collator[] | undefined;

/** Every language with and without punctuation, digits one by one or as numbers; case and accents never count, so that either order of them passes. */
const alphabets = (): readonly Intl.Collator[] =>
  (known ??= LANGUAGES.flatMap((language) =>
    [false, true].flatMap((ignorePunctuation) =>
      [false, true].map((numeric) => new Intl.Collator(language, { sensitivity: 'base', ignorePunctuation, numeric })),
    ),
  ));

/** True when a name does not come before the other by code units, or by code points, as UTF-8 sorts them. */
const rises = (first: string, second: string): boolean =>
  first <= second || Buffer.compare(Buffer.from(first), Buffer.from(second)) <= 0;

const asTheyAre = (name: string): string => name;

/** Collation of Java passes over hyphens, and over no other mark. */
const withoutHyphens = (name: string): string => name.replaceAll('-', '');

/** True when one alphabet explains the order of all names. Source: readings S33. */
const risesByAnAlphabet = (ties: readonly Tie[]): boolean =>
  [asTheyAre, withoutHyphens].some((form) =>
    alphabets().some((alphabet) => ties.every(({ first, second }) => alphabet.compare(form(first), form(second)) <= 0)),
  );

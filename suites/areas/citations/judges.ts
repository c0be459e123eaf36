import { models } from '../../../spec/index.ts';
import type { Exchange } from '../../http/exchange/exchange.ts';
import { chatAnswerOf } from '../../judges/chat-answer.ts';
import { broken, type Judge, type JudgeAll, remarked, tolerated } from '../../judges/judgement.ts';
import { judgeEach, listIn, objectsIn, requestBodyOf } from '../../judges/read.ts';

/** Inline tokens as clients match them. Source: Citation rules, rule 1. */
const TOKEN = /\[([A-Z]{2,}\d+)\]/g;
const ID = /^([A-Z]{2,})(\d+)$/;

/** The prefixes that the specification names; others are not judged (readings S3). */
const NAMED = /^(SW|PM|PF)\d+$/;

/** Ids that the text of an answer cites, in order. */
const citedIn = (exchange: Exchange): readonly string[] =>
  [...(chatAnswerOf(exchange).message ?? '').matchAll(TOKEN)].map((match) => match[1] ?? '');

/** String ids of the sources, each with its position. */
const idsIn = (exchange: Exchange): readonly { readonly at: number; readonly id: string }[] =>
  (chatAnswerOf(exchange).sources ?? []).flatMap(({ at, item: { id } }) =>
    typeof id === 'string' ? [{ at, id }] : [],
  );

/** What `sources` holds, by their ids: sources whose id is no string are not missing. */
function heldBy(exchange: Exchange): string {
  const ids = idsIn(exchange).map(({ id }) => id);
  if (ids.length > 0) return ids.join(', ');
  return (chatAnswerOf(exchange).sources ?? []).length > 0 ? 'no entry with a string `id`' : 'no source';
}

/** Every token has its source. Source: Citation rules, rule 1; readings S3, S12. */
export const tokensResolve: Judge = (exchange) => {
  if (chatAnswerOf(exchange).sources === undefined) return 'nothing';
  const ids = idsIn(exchange).map(({ id }) => id);
  return judgeEach(
    citedIn(exchange).filter((id) => NAMED.test(id)),
    (id) =>
      ids.includes(id) ? 'fine' : broken(`The message cites [${id}], but \`sources\` holds ${heldBy(exchange)}.`),
  );
};

/** What may be meant as tokens: short texts between brackets of any kind. */
const BRACKETED = /[[({<【〔]([^[\](){}<>【】〔〕]{1,80})[\])}>】〕]/gu;
const MEANT = /[a-z]{2,}[\s._:#-]*\d+/gi;
const BETWEEN = /^(?:[\s,;&/|+^\\、-]|and)*$/i;

/** Ids that the text names in brackets as no client matches them: `[sw1]`, `(SW1)`, `[SW1, SW2]`, `[SW 1]`, `\[SW1\]`, `【SW1】`. */
function misspeltIn(message: string, ids: readonly string[]): readonly string[] {
  const inBrackets = [...message.replaceAll(TOKEN, ' ').normalize('NFKC').matchAll(BRACKETED)];
  return inBrackets.flatMap(([whole, inner = '']) => {
    const named = (inner.match(MEANT) ?? []).map((id) => id.replace(/[\s._:#-]/g, '').toUpperCase());
    return BETWEEN.test(inner.replaceAll(MEANT, '')) && named.some((id) => ids.includes(id)) ? [whole] : [];
  });
}

/** Answers that cite nothing tell something only where there are several. */
const SEVERAL = 3;

/**
 * The text cites its sources, by tokens as clients match them. A source need not be cited, and brackets may mean anything, so that what no answer
 * holds is judged: no token at all. Source: Chat response body; Citation rules, rule 1; readings S42.
 */
export const tokensForm: JudgeAll = (exchanges) => {
  const answers = exchanges.flatMap((exchange) => {
    const [ids, { message }] = [idsIn(exchange).map(({ id }) => id), chatAnswerOf(exchange)];
    if (ids.length === 0 || message === undefined) return [];
    const proper = citedIn(exchange).filter((id) => ids.includes(id));
    // A number that the question holds may be quoted from it.
    const asked = JSON.stringify(exchange.call.body ?? '');
    const numbered = [...message.matchAll(/\[\d+\]/g)].some(([one]) => !asked.includes(one));
    return [{ proper: proper.length, misspelt: misspeltIn(message, ids), numbered, ids }];
  });
  const [silent] = answers.filter(({ proper, misspelt }) => proper === 0 && misspelt.length > 0);
  const [first] = silent?.misspelt ?? [];
  const words = `${first} stands where ${silent?.ids[0]} is meant`;
  if (answers.some(({ proper }) => proper > 0)) {
    if (silent !== undefined) return tolerated(`In an answer without any other token ${words}.`);
    // In square brackets hardly anything else can be meant.
    const beside = answers.flatMap(({ misspelt, ids }) =>
      misspelt.filter((one) => one.startsWith('[')).map((one) => ({ one, ids })),
    );
    const [odd] = beside;
    if (odd === undefined) return 'fine';
    return tolerated(`Beside tokens ${odd.one} stands, with the sources ${odd.ids.join(', ')}: no client matches it.`);
  }
  if (silent !== undefined) return broken(`Of ${answers.length} answers with sources none has a token; ${words}.`);
  if (answers.length < SEVERAL) return 'nothing';
  const uncited = `${answers.length} answers have sources, and none cites any`;
  return answers.some(({ numbered }) => numbered)
    ? tolerated(`${uncited} but by a number in brackets.`)
    : remarked(`${uncited}.`);
};

/** No id twice. Source: Citation rules, rule 3; readings S2. */
export const uniqueIds: Judge = (exchange) => {
  const ids = idsIn(exchange);
  return judgeEach(ids, ({ at, id }) => {
    const first = ids.find((other) => other.id === id)?.at;
    return first === at
      ? 'fine'
      : broken(`sources[${first}] and sources[${at}] both have the id ${JSON.stringify(id)}.`);
  });
};

/** Ids look like what stands between the brackets of a token. Source: Citation rules, rule 1. */
export const idForm: Judge = (exchange) =>
  judgeEach(idsIn(exchange), ({ at, id }) =>
    ID.test(id) ? 'fine' : broken(`sources[${at}].id is ${JSON.stringify(id)}.`),
  );

/** SW and PM count 1, 2, 3 each by itself; PDF pages have rules of their own. Source: Citation rules, rule 3; readings S2. */
export const numbering: Judge = (exchange) =>
  judgeEach(['SW', 'PM'], (prefix) => {
    const numbers = idsIn(exchange).flatMap(({ id }) => {
      const [, own, digits] = ID.exec(id) ?? [];
      return own === prefix ? [Number(digits)] : [];
    });
    if (numbers.length === 0) return 'nothing';
    const expected = `The numbers of ${prefix} sources are positive and run 1, 2, 3 within the prefix.`;
    const actual = `The numbers of ${prefix} are ${numbers.join(', ')}.`;
    if (numbers.includes(0)) return broken(expected, actual);
    return Math.max(...numbers) > new Set(numbers).size ? tolerated(expected, actual) : 'fine';
  });

/** Literature is the pro model's alone. Source: Citation rules, rule 2. */
export const pmProOnly: Judge = (exchange) =>
  requestBodyOf(exchange).model === models.chat ? without(exchange, 'PM') : 'nothing';

/** The pro model adds the literature, though not to every answer. Source: Models; readings S47. */
export const pmWithPro: JudgeAll = (exchanges) => {
  const found = exchanges
    .filter((exchange) => requestBodyOf(exchange).model === models.chatPro)
    .map((exchange) => idsIn(exchange).filter(({ id }) => /^(SW|PM)\d+$/.test(id)))
    .filter((sources) => sources.length > 0);
  if (found.flat().some(({ id }) => id.startsWith('PM'))) return 'fine';
  return found.length < SEVERAL
    ? 'nothing'
    : broken(
        `${found.length} answers of \`${models.chatPro}\` have sources that were searched for, and none is \`PM\`.`,
      );
};

/** Pages of PDFs come from PDFs. Source: Events, rule 2; Citation rules, rule 2. */
export const pfOnlyWithPdf: Judge = (exchange) => {
  const attached = objectsIn(requestBodyOf(exchange).messages).some(({ item }) => listIn(item.pdf_urls).length > 0);
  return attached ? 'nothing' : without(exchange, 'PF');
};

/** No token and no source of a prefix. */
function without(exchange: Exchange, prefix: string): ReturnType<Judge> {
  const { message, sources } = chatAnswerOf(exchange);
  if (message === undefined && sources === undefined) return 'nothing';
  const own = (id: string): boolean => id.startsWith(prefix) && NAMED.test(id);
  const source = idsIn(exchange).find(({ id }) => own(id));
  if (source) return broken(`sources[${source.at}].id is ${JSON.stringify(source.id)}.`);
  const token = citedIn(exchange).find(own);
  return token === undefined ? 'fine' : broken(`The message cites [${token}].`);
}

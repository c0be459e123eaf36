import { listed } from '../../../reports/index.ts';
import type { JsonObject } from '../../../spec/index.ts';
import type { Exchange } from '../../http/exchange/exchange.ts';
import { chatAnswerOf } from '../../judges/chat-answer.ts';
import { quoteBoth } from '../../judges/difference.ts';
import { broken, type Judge, type Judgement } from '../../judges/judgement.ts';
import { isPage } from '../../judges/odd-values.ts';
import { judgeEach, listIn, objectsIn, requestBodyOf } from '../../judges/read.ts';
import { changeOf } from '../../judges/text-change.ts';
import { PAGES } from '../attachments/files.ts';

/** What the citation of one attached page must be. */
interface Page {
  readonly id: string;
  readonly title: string;
  readonly url: string;
}

/** A source that cites an attached page. */
interface Citation {
  readonly at: number;
  readonly item: JsonObject;
  /** The page that its id names, or undefined when there is no such page. */
  readonly due: Page | undefined;
  /** Another page, the one that title and url both speak of: then its number is wrong, and only that. */
  readonly other: Page | undefined;
}

/** The PDFs of a request, message by message. */
const attachedTo = (exchange: Exchange): readonly (readonly string[])[] =>
  objectsIn(requestBodyOf(exchange).messages).map(({ item }) => listIn(item.pdf_urls).map(String));

/** Worked out from the request alone. Source: Citation rules, rule 4. */
function pagesOf(exchange: Exchange): readonly Page[] {
  const counts: Readonly<Record<string, number>> = PAGES;
  return attachedTo(exchange)
    .flat()
    .flatMap((url) => {
      const [name = ''] = url.slice(url.lastIndexOf('/') + 1).split('?');
      return Array.from({ length: counts[name] ?? 0 }, (_, at) => ({ title: `${name} (p.${at + 1})`, url }));
    })
    .map((page, at) => ({ ...page, id: `PF${at + 1}` }));
}

function citationsOf(exchange: Exchange): readonly Citation[] {
  const pages = pagesOf(exchange);
  return (chatAnswerOf(exchange).sources ?? [])
    .filter(({ item }) => isPage(item))
    .map(({ at, item }) => {
      const due = pages.find(({ id }) => id === item.id);
      const told = pages.filter(({ title, url }) => title === item.title && url === item.url);
      return { at, item, due, other: told.includes(due as Page) ? undefined : told[0] };
    });
}

/** `PF1` to `PFn` for all pages of the PDFs in one message. Source: Citation rules, rule 4; readings A6. */
export const sequence: Judge = (exchange) => (messagesWithPdfs(exchange) === 1 ? inSequence(exchange) : 'nothing');

/** The same over the PDFs of several messages. Source: Citation rules, rule 4; readings A6. */
export const acrossMessages: Judge = (exchange) => (messagesWithPdfs(exchange) > 1 ? inSequence(exchange) : 'nothing');

const messagesWithPdfs = (exchange: Exchange): number => attachedTo(exchange).filter((urls) => urls.length > 0).length;

/** The same of PDFs whose page counts nobody knows: the ids are counted through. */
export const sequenceInAny: Judge = (exchange) =>
  messagesWithPdfs(exchange) === 1 ? countedThrough(exchange) : 'nothing';

/** The same over the PDFs of several messages. */
export const acrossMessagesInAny: Judge = (exchange) =>
  messagesWithPdfs(exchange) > 1 ? countedThrough(exchange) : 'nothing';

function countedThrough(exchange: Exchange): Judgement {
  if (chatAnswerOf(exchange).sources === undefined) return 'nothing';
  const got = citationsOf(exchange).map(({ item }) => String(item.id));
  // Where nobody knows how many pages a PDF has, it may have none that could be read.
  if (got.length === 0) return 'nothing';
  const due = got.map((_, at) => `PF${at + 1}`);
  return got.join() === due.join()
    ? 'fine'
    : broken(
        'The pages of the attached PDFs are the sources PF1, PF2 and so on, in the order of the request.',
        `The page sources are ${got.join(', ')} instead of ${due.join(', ')}.`,
      );
}

function inSequence(exchange: Exchange): Judgement {
  if (chatAnswerOf(exchange).sources === undefined) return 'nothing';
  const due = pagesOf(exchange).map(({ id }) => id);
  const citations = citationsOf(exchange);
  const got = citations.map(({ item }) => String(item.id));
  const expected = `The ${due.length} pages of the attached PDFs are the sources PF1 to PF${due.length}, in the order of the request.`;
  if (got.length === 0) return broken(expected, 'No entry of `sources` has an `id` such as `PF1`.');
  if (got.join() !== due.join())
    return broken(
      expected,
      `The page sources are ${got.join(', ')} instead of ${due.length === 1 ? 'PF1' : `PF1 to PF${due.length}`}.`,
    );
  const moved = citations.find(({ other }) => other !== undefined);
  return moved
    ? broken(
        expected,
        `${String(moved.item.id)} is ${JSON.stringify(moved.other?.title)} instead of ${JSON.stringify(moved.due?.title)}.`,
      )
    : 'fine';
}

/** `FILENAME (p.N)`. Whether a query belongs to the name is nowhere said: then only the end is judged. Source: Citation rules, rule 4; readings A5. */
export const title: Judge = (exchange) =>
  judgeOwn(exchange, ({ at, item }, page) =>
    item.title === page.title ||
    (page.url.includes('?') && String(item.title).endsWith(page.title.slice(page.title.lastIndexOf(' '))))
      ? 'fine'
      : broken(`sources[${at}] (${page.id}) is called ${quoteBoth(item.title, page.title).join(' instead of ')}.`),
  );

/** The same of PDFs whose page counts nobody knows: the page in the title is counted for each URL; the name is judged where it is one of the fixtures'. */
export const titleInAny: Judge = (exchange) => {
  // If a page is missing, it is unknown which one; the rule about the sequence fails.
  if (typeof countedThrough(exchange) === 'object') return 'nothing';
  const attached = attachedTo(exchange).flat();
  const citations = citationsOf(exchange);
  // Nor which page of a PDF one is, if another has a url of none: the rule about the url fails.
  if (citations.some(({ item }) => !attached.includes(String(item.url)))) return 'nothing';
  const seen = new Map<unknown, number>();
  return judgeEach(citations, ({ at, item }) => {
    const page = (seen.get(item.url) ?? 0) + 1;
    seen.set(item.url, page);
    if (attached.filter((url) => url === item.url).length !== 1) return 'nothing';
    const name = String(item.url).slice(String(item.url).lastIndexOf('/') + 1);
    const isKnown = Object.hasOwn(PAGES, name);
    const end = `${isKnown ? name : ''} (p.${page})`;
    const isRight = typeof item.title === 'string' && (isKnown ? item.title === end : item.title.endsWith(end));
    return isRight
      ? 'fine'
      : broken(
          `sources[${at}] (${String(item.id)}), page ${page} of ${String(item.url)}, is called ${quoteBoth(item.title, isKnown ? end : `FILENAME${end}`).join(' instead of ')}.`,
        );
  });
};

/** The URL as it was given. Source: Citation rules, rule 4. */
export const url: Judge = (exchange) =>
  judgeOwn(exchange, ({ at, item }, page) =>
    item.url === page.url
      ? 'fine'
      : broken(`sources[${at}] (${page.id}) has the url ${changedUrl(item.url, page.url)}.`),
  );

/** Characters of a URL to show. */
const MAX_URL = 120;

/** Two URLs, of long ones the part that shows their difference, and how one became the other. */
function changedUrl(got: unknown, due: string): string {
  const isLong = typeof got === 'string' && got.length > MAX_URL && due.length > MAX_URL;
  const both = quoteBoth(got, due, isLong).map((one) =>
    one.length > MAX_URL + 2 ? `${one.slice(0, MAX_URL)}…"` : one,
  );
  const change = typeof got === 'string' ? changeOf(due, got) : undefined;
  return `${both.join(' instead of ')}${change === undefined ? '' : `, that is, ${change}`}`;
}

/** The same of PDFs whose page counts nobody knows: the URL is one that was given. */
export const urlInAny: Judge = (exchange) => {
  const attached = attachedTo(exchange).flat();
  return judgeEach(citationsOf(exchange), ({ at, item }) =>
    typeof item.url === 'string' && attached.includes(item.url)
      ? 'fine'
      : broken(
          `sources[${at}] (${String(item.id)}) has the url ${JSON.stringify(item.url) ?? 'nothing'}, which is that of no PDF in the request.`,
        ),
  );
};

/** Judges the citations whose number is right. */
const judgeOwn = (exchange: Exchange, judge: (citation: Citation, page: Page) => Judgement): Judgement =>
  judgeEach(citationsOf(exchange), (citation) =>
    citation.due === undefined || citation.other !== undefined ? 'nothing' : judge(citation, citation.due),
  );

/** Always 1.0. Source: Citation rules, rule 4. */
export const score: Judge = (exchange) =>
  judgeEach(citationsOf(exchange), ({ at, item }) =>
    item.relevance_score === 1
      ? 'fine'
      : broken(`sources[${at}] (${String(item.id)}) scores ${JSON.stringify(item.relevance_score) ?? 'nothing'}.`),
  );

/** Sources that a message names. */
const MAX_IDS = 12;

/** Pages before everything retrieved. Source: Citation rules, rule 5. */
export const front: Judge = (exchange) => {
  const sources = chatAnswerOf(exchange).sources ?? [];
  const retrieved = sources.find(({ item }) => typeof item.id === 'string' && !isPage(item));
  const last = sources.findLast(({ item }) => isPage(item));
  if (!retrieved || !last) return 'nothing';
  return last.at < retrieved.at
    ? 'fine'
    : broken(
        `sources[${last.at}] is ${String(last.item.id)}, behind sources[${retrieved.at}], ${String(retrieved.item.id)}; the order is ${listed(
          sources.map(({ item }) => String(item.id)),
          MAX_IDS,
        )}.`,
      );
};

import type { ChatRequest, Source } from '../../spec/index.ts';
import { answerChat, type ChatAnswer, chatParts } from '../answers/index.ts';
import type { Mutant } from '../mutant.ts';
import { type Change, mutant } from './change.ts';
import { changeAnswers, chatWith } from './change-answer.ts';

const { citationId, compose, pageSources, searchesLiterature } = chatParts;

type Pages = ReturnType<typeof pageSources>;

/** Changes the whole chat answer, JSON and stream alike. */
const answerBy = (change: (answer: ChatAnswer, request: ChatRequest) => ChatAnswer): Change =>
  changeAnswers({ chat: (request, context) => change(answerChat(request, context), request) });

/** Changes the sources and leaves the text alone. */
const sourcesBy = (change: (sources: readonly Source[], request: ChatRequest) => readonly Source[]): Change =>
  answerBy((answer, request) => {
    const sources = change(answer.sources, request);
    return { ...answer, sources, steps: answer.steps.map((step) => (step.sources ? { ...step, sources } : step)) };
  });

/** Changes the pages of PDFs before they are cited; `place` tells the PDF (from 0) and the page (from 1) of each. */
const pagesBy = (
  change: (page: Pages[number]['source'], place: { pdf: number; page: number; at: number }) => Source,
): Change =>
  chatWith({
    pageSources: (pdfs, ...rest) => {
      const places = pdfs.flatMap(({ pages }, pdf) => pages.map(({ page }) => ({ pdf, page })));
      return pageSources(pdfs, ...rest).map((page, at) => ({
        ...page,
        source: change(page.source, { pdf: places[at]?.pdf ?? 0, page: places[at]?.page ?? 1, at }),
      }));
    },
  });

/** Begins the numbers of pages anew at each message. */
const restartedByMessage: Change = changeAnswers({
  chat: (request, context) => {
    const messageOf = request.messages.flatMap(({ pdf_urls = [] }, message) => pdf_urls.map(() => message));
    const restarted: typeof pageSources = (pdfs, ...rest) =>
      [...new Set(messageOf)].flatMap((message) =>
        pageSources(
          pdfs.filter((_, at) => messageOf[at] === message),
          ...rest,
        ),
      );
    return answerChat(request, context, { ...chatParts, pageSources: restarted });
  },
});

/** Gives ids another form, in the text too. */
const idsReading = (form: (prefix: string, number: number) => string): Change =>
  chatWith({ citationId: (prefix, position) => form(prefix, position + 1) });

/** Adds a sentence to the text. */
const adding = (sentence: string): Change =>
  chatWith({ compose: (draft, chance) => `${compose(draft, chance)}\n\n${sentence}` });

/** Mutants of the citations in chat answers. */
export const citationsMutants: readonly Mutant[] = [
  mutant(
    'citations.tokens-resolve/invented',
    'The text cites a source that is not listed.',
    adding('More is known about this [SW99].'),
  ),
  mutant(
    'citations.tokens-resolve/best-listed',
    'Only the best two sources are listed, while the text cites more.',
    sourcesBy((sources) => sources.slice(0, 2)),
  ),
  mutant(
    'citations.tokens-resolve/renumbered',
    'Sources are numbered anew after the text was written.',
    sourcesBy((sources) =>
      sources.map((source) => ({ ...source, id: source.id.replace(/\d+$/, (digits) => `${Number(digits) + 1}`) })),
    ),
  ),
  mutant(
    'citations.tokens-resolve/not-listed-with-standard',
    '`svc-chat-v1` cites sources and lists none.',
    answerBy((answer, { model }) => (model === 'svc-chat-v1' ? { ...answer, sources: [] } : answer)),
  ),
  mutant(
    'citations.unique-ids/one-prefix',
    'Literature is numbered from `SW1` like web pages.',
    chatWith({ citationId: (prefix, position) => citationId(prefix === 'PM' ? 'SW' : prefix, position) }),
  ),
  mutant(
    'citations.unique-ids/listed-twice',
    'The best source is listed again at the end.',
    sourcesBy((sources) => [...sources, ...sources.slice(0, 1)]),
  ),
  mutant(
    'citations.id-form/lower-case',
    'Ids are in lower case.',
    idsReading((prefix, number) => `${prefix.toLowerCase()}${number}`),
  ),
  mutant(
    'citations.id-form/hyphen',
    'Ids have a hyphen between prefix and number.',
    idsReading((prefix, number) => `${prefix}-${number}`),
  ),
  mutant(
    'citations.id-form/bracketed',
    'Ids are listed with their brackets.',
    sourcesBy((sources) => sources.map((source) => ({ ...source, id: `[${source.id}]` }))),
  ),
  mutant(
    'citations.id-form/number-only',
    'Web pages have numbers alone as ids.',
    idsReading((prefix, number) => (prefix === 'SW' ? `${number}` : `${prefix}${number}`)),
  ),
  mutant(
    'citations.numbering/from-zero',
    'Numbers begin with 0.',
    idsReading((prefix, number) => (prefix === 'PF' ? `PF${number}` : `${prefix}${number - 1}`)),
  ),
  mutant(
    'citations.numbering/literature-from-zero',
    'Numbers of literature begin with 0.',
    idsReading((prefix, number) => `${prefix}${prefix === 'PM' ? number - 1 : number}`),
  ),
  mutant(
    'citations.pm-pro-only/searched-always',
    '`svc-chat-v1` cites literature too.',
    chatWith({ searchesLiterature: () => true }),
  ),
  mutant(
    'citations.pm-pro-only/with-follow-ups',
    '`svc-chat-v1` cites web pages under `PM` when follow-up questions are asked for.',
    changeAnswers({
      chat: (request, context) =>
        answerChat(request, context, {
          ...chatParts,
          citationId: (prefix, position) =>
            citationId(
              prefix === 'SW' && !searchesLiterature(request.model) && request.include_follow_ups ? 'PM' : prefix,
              position,
            ),
        }),
    }),
  ),
  mutant(
    'citations.pf-only-with-pdf/images',
    'Images are cited as `PF1`, `PF2` ….',
    sourcesBy((sources, request) => [
      ...request.messages
        .flatMap(({ image_urls = [] }) => image_urls)
        .map((url, at) => ({ id: `PF${at + 1}`, title: `image ${at + 1}`, url, relevance_score: 1 })),
      ...sources,
    ]),
  ),
  mutant(
    'citations.pf-only-with-pdf/web-pages',
    'Web pages are cited under `PF` where no PDF was given.',
    changeAnswers({
      chat: (request, context) =>
        answerChat(request, context, {
          ...chatParts,
          citationId: (prefix, position) =>
            citationId(prefix === 'SW' && context.pdfs.length === 0 ? 'PF' : prefix, position),
        }),
    }),
  ),
  mutant(
    'citations.pf-sequence/restarted',
    'The numbers of pages begin anew with each PDF.',
    pagesBy((source, { page }) => ({ ...source, id: `PF${page}` })),
  ),
  mutant(
    'citations.pf-sequence/from-zero',
    'The numbers of pages begin with 0.',
    pagesBy((source, { at }) => ({ ...source, id: `PF${at}` })),
  ),
  mutant(
    'citations.pf-sequence/one-a-file',
    'A PDF has one citation, not one for each page.',
    chatWith({
      pageSources: (pdfs, ...rest) =>
        pageSources(
          pdfs.map((pdf) => ({ ...pdf, pages: pdf.pages.slice(0, 1) })),
          ...rest,
        ),
    }),
  ),
  mutant(
    'citations.pf-sequence/shortest-first',
    'PDFs are cited in the order in which they were read, the shortest first.',
    chatWith({
      pageSources: (pdfs, ...rest) =>
        pageSources(
          pdfs.toSorted((left, right) => left.pages.length - right.pages.length),
          ...rest,
        ),
    }),
  ),
  mutant(
    'citations.pf-sequence/last-page-lost',
    'The last page of the last PDF has no citation.',
    chatWith({ pageSources: (...given) => pageSources(...given).slice(0, -1) }),
  ),
  mutant(
    'citations.pf-across-messages/restarted',
    'The numbers of pages begin anew with each message.',
    restartedByMessage,
  ),
  mutant(
    'citations.pf-across-messages/last-message-only',
    'Only the PDFs of the last message are cited.',
    changeAnswers({
      chat: (request, context) => {
        const last = request.messages.findLast(({ pdf_urls = [] }) => pdf_urls.length > 0)?.pdf_urls?.length ?? 0;
        return answerChat(request, { ...context, pdfs: last === 0 ? [] : context.pdfs.slice(-last) });
      },
    }),
  ),
  mutant(
    'citations.pf-title/no-space',
    'The title of a page is `FILENAME(p.N)`.',
    chatWith({ pageTitle: (filename, page) => `${filename}(p.${page})` }),
  ),
  mutant(
    'citations.pf-title/page-spaced',
    'The title of a page is `FILENAME (p. N)`.',
    chatWith({ pageTitle: (filename, page) => `${filename} (p. ${page})` }),
  ),
  mutant(
    'citations.pf-title/from-zero',
    'Pages are counted from 0 in titles.',
    chatWith({ pageTitle: (filename, page) => `${filename} (p.${page - 1})` }),
  ),
  mutant(
    'citations.pf-title/counted-through',
    'Pages are counted over all PDFs in titles.',
    pagesBy((source, { at }) => ({ ...source, title: source.title.replace(/\(p\.\d+\)$/, `(p.${at + 1})`) })),
  ),
  mutant(
    'citations.pf-title/file-only',
    'The title of a page is the file name alone.',
    chatWith({ pageTitle: (filename) => filename }),
  ),
  mutant(
    'citations.pf-title/without-extension',
    'The title of a page lacks the extension of the file.',
    chatWith({ pageTitle: (filename, page) => `${filename.replace(/\.pdf$/, '')} (p.${page})` }),
  ),
  mutant(
    'citations.pf-url/fragment',
    'The `url` of a page points to the page with `#page=N`.',
    pagesBy((source, { page }) => ({ ...source, url: `${source.url}#page=${page}` })),
  ),
  mutant(
    'citations.pf-url/first-file',
    'The pages of all PDFs carry the `url` of the first.',
    chatWith({
      pageSources: (...given) => {
        const pages = pageSources(...given);
        return pages.map((page) => ({
          ...page,
          source: { ...page.source, url: pages[0]?.source.url ?? page.source.url },
        }));
      },
    }),
  ),
  mutant(
    'citations.pf-url/own-store',
    'The `url` of a page points to a copy.',
    pagesBy((source, { pdf }) => ({ ...source, url: `https://attachments.example/${pdf}.pdf` })),
  ),
  mutant(
    'citations.pf-score/ranked',
    '`relevance_score` of pages falls from 1.0.',
    pagesBy((source, { at }) => ({ ...source, relevance_score: 1 / (at + 1) })),
  ),
  mutant(
    'citations.pf-score/zero',
    '`relevance_score` of pages is 0.',
    pagesBy((source) => ({ ...source, relevance_score: 0 })),
  ),
  mutant(
    'citations.pf-score/hundred',
    '`relevance_score` of pages is 100.',
    pagesBy((source) => ({ ...source, relevance_score: 100 })),
  ),
  mutant(
    'citations.pf-front/by-score',
    'All sources are sorted by score.',
    sourcesBy((sources) => sources.toSorted((left, right) => right.relevance_score - left.relevance_score)),
  ),
  mutant(
    'citations.pf-front/last',
    'Pages stand after retrieval.',
    chatWith({ orderSources: (pages, web, literature) => [...web, ...literature, ...pages] }),
  ),
  mutant(
    'citations.pf-front/before-literature',
    'Pages stand between web pages and literature.',
    chatWith({ orderSources: (pages, web, literature) => [...web, ...pages, ...literature] }),
  ),
];

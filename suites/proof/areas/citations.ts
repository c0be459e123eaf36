import type { Middleware } from '../../../simulator/index.ts';
import { type JsonObject, models } from '../../../spec/index.ts';
import { type Deviation, madeBy, mutantsOf, variantsOf } from '../deviation.ts';
import { editAnswer, editIds, editSources, isPage } from '../wire/chat-answer.ts';
import { isStandard, messagesIn, wantsFollowUps } from '../wire/chat-request.ts';
import { editEventField } from '../wire/stream.ts';
import { editInput, listIn } from '../wire/wire.ts';

const editSource = (edit: (source: JsonObject, at: number) => JsonObject): Middleware =>
  editSources((sources) => sources.map(edit));

/** A cited page: its index among all pages, its PDF and message (all from 0), and its number in the PDF (from 1). */
interface Page {
  readonly source: JsonObject;
  readonly at: number;
  readonly pdf: number;
  readonly message: number;
  readonly page: number;
}

/** Edits the citations of attached pages as a list; retrieved sources and the text do not change. */
const editPages = (edit: (pages: readonly Page[]) => readonly JsonObject[]): Middleware =>
  editSources((sources, input) => {
    const messageOf = messagesIn(input).flatMap(({ pdf_urls }, message) => listIn(pdf_urls).map(() => message));
    let pdf = -1;
    const pages = sources.filter(isPage).map((source, at) => {
      const page = Number(/\(p\.(\d+)\)$/.exec(String(source.title))?.[1]);
      if (page === 1) pdf += 1;
      return { source, at, pdf, page, message: messageOf[pdf] ?? 0 };
    });
    return [...edit(pages), ...sources.filter((source) => !isPage(source))];
  });

const editPage = (edit: (page: Page) => object): Middleware =>
  editPages((pages) => pages.map((page) => ({ ...page.source, ...edit(page) })));

const pageTitled = (form: (filename: string, page: Page) => string): Middleware =>
  editPage((page) => ({ title: form(String(page.source.title).replace(/ \(p\.\d+\)$/, ''), page) }));

const pageLinked = (form: (url: string, page: number) => string): Middleware =>
  editPage(({ source: { url }, page }) => ({ url: form(String(url), page) }));

/** Cites only some pages, or in another order, renumbered. */
const pagesChosen = (choose: (pages: readonly Page[]) => readonly Page[]): Middleware =>
  editPages((pages) => choose(pages).map(({ source }, at) => ({ ...source, id: `PF${at + 1}` })));

const hasPdf = (input: JsonObject): boolean => messagesIn(input).some(({ pdf_urls }) => listIn(pdf_urls).length > 0);
const lengthOf = (pages: readonly Page[], pdf: number): number => pages.filter((page) => page.pdf === pdf).length;
const areas = ['chat', 'citations', 'events'] as const;
const scores = [-12.5, 0, 1e9, 3, -0.000001];

const byScore = (one: JsonObject, other: JsonObject): number =>
  Number(other.relevance_score) - Number(one.relevance_score);

const tokensAs = (write: (id: string) => string): Middleware =>
  editAnswer(({ message }) => ({ message: message.replace(/\[([A-Z]{2,}\d+)\]/g, (_, id: string) => write(id)) }));

const mutants = mutantsOf({
  'citations.tokens-resolve': {
    'of-earlier-answers': [
      'The text cites again what an earlier answer cited.',
      editAnswer(({ message }, input) => ({
        message: [message, ...JSON.stringify(input.messages).matchAll(/\[PM\d+\]/g)].join(' '),
      })),
    ],
    'first-listed': [
      'Only the first source is listed, while the text cites more.',
      editSources((sources) => sources.slice(0, 1)),
    ],
    'not-listed-with-standard': [
      '`svc-chat-v1` cites sources and lists none.',
      editSources((sources, input) => (isStandard(input) ? [] : sources)),
    ],
  },
  'citations.tokens-form': {
    ...madeBy(tokensAs, {
      'lower-case': ['Tokens are in lower case.', (id) => `[${id.toLowerCase()}]`],
      round: ['Tokens stand in round brackets.', (id) => `(${id})`],
      spaced: ['Tokens have a blank before their number.', (id) => `[${id.slice(0, 2)} ${id.slice(2)}]`],
      wide: ['Tokens stand in wide brackets.', (id) => `【${id}】`],
      footnote: ['Tokens are written as footnotes.', (id) => `[^${id}]`],
      joined: ['Two tokens stand in one pair of brackets.', (id) => `[${id}, ${id}]`],
    }),
    numbers: ['Tokens are numbers alone.', tokensAs((id) => `[${id.slice(2)}]`), 'warn'],
    'lower-case-streamed': [
      'Tokens are in lower case in streams.',
      editEventField('message', '/content', (content) => String(content).toLowerCase()),
      'warn',
    ],
  },
  'citations.unique-ids': {
    'one-prefix': [
      'Literature is numbered from `SW1` like web pages.',
      editIds((prefix, number) => `${prefix === 'PM' ? 'SW' : prefix}${number}`),
    ],
    'listed-twice': [
      'The first source is listed again at the end.',
      editSources((sources) => [...sources, ...sources.slice(0, 1)]),
    ],
  },
  'citations.id-form': {
    'lower-case': ['Ids are in lower case.', editIds((prefix, number) => `${prefix.toLowerCase()}${number}`)],
    hyphen: ['Ids have a hyphen between prefix and number.', editIds((prefix, number) => `${prefix}-${number}`)],
    bracketed: ['Ids are listed with their brackets.', editSource((source) => ({ ...source, id: `[${source.id}]` }))],
    'number-only': [
      'Web pages have numbers alone as ids.',
      editIds((prefix, number) => (prefix === 'SW' ? `${number}` : `${prefix}${number}`)),
    ],
  },
  'citations.numbering': {
    'from-zero': [
      'Numbers of web pages begin with 0.',
      editIds((prefix, number) => `${prefix}${prefix === 'SW' ? number - 1 : number}`),
    ],
    'literature-from-zero': [
      'Numbers of literature begin with 0.',
      editIds((prefix, number) => `${prefix}${prefix === 'PM' ? number - 1 : number}`),
    ],
    'one-sequence': [
      'Literature is numbered on from the web pages.',
      editAnswer(({ message, sources }) => {
        const first = sources.findIndex(({ id }) => id === 'PM1');
        const renamed = (text: unknown): string =>
          String(text).replace(/\bPM(\d+)\b/g, (_, digits) => `PM${Number(digits) + first}`);
        return { message: renamed(message), sources: sources.map((source) => ({ ...source, id: renamed(source.id) })) };
      }),
      'warn',
    ],
  },
  'citations.pm-pro-only/with-follow-ups': [
    '`svc-chat-v1` cites web pages under `PM` when follow-up questions are asked for.',
    editIds((prefix, number, input) =>
      prefix === 'SW' && isStandard(input) && wantsFollowUps(input) ? `PM${number}` : `${prefix}${number}`,
    ),
  ],
  'citations.pm-with-pro/as-standard': [
    '`svc-chat-pro-v1` answers as `svc-chat-v1` does, without literature.',
    editInput('chat', (input) => (isStandard(input) ? undefined : { ...input, model: models.chat })),
  ],
  'citations.pf-only-with-pdf': {
    images: [
      'Images are cited as `PF1`, `PF2` ….',
      editSources((sources, input) => [
        ...messagesIn(input)
          .flatMap(({ image_urls }) => listIn(image_urls))
          .map((url, at) => ({ id: `PF${at + 1}`, title: `image ${at + 1}`, url, relevance_score: 1 })),
        ...sources,
      ]),
    ],
    'web-pages': [
      'Web pages are cited under `PF` where no PDF was given.',
      editIds((prefix, number, input) => `${prefix === 'SW' && !hasPdf(input) ? 'PF' : prefix}${number}`),
    ],
  },

  'citations.pf-sequence': {
    restarted: ['The numbers of pages begin anew with each PDF.', editPage(({ page }) => ({ id: `PF${page}` }))],
    'one-a-file': [
      'A PDF has one citation, not one for each page.',
      pagesChosen((pages) => pages.filter(({ page }) => page === 1)),
    ],
    'shortest-first': [
      'PDFs are cited in the order in which they were read, the shortest first.',
      pagesChosen((pages) => pages.toSorted((one, other) => lengthOf(pages, one.pdf) - lengthOf(pages, other.pdf))),
    ],
    'cited-only': [
      'Pages that the text does not cite are not listed.',
      editAnswer(({ message, sources }) => ({
        sources: sources.filter((source) => !isPage(source) || message.includes(`[${source.id}]`)),
      })),
    ],
  },
  'citations.pf-across-messages': {
    'third-restarted': [
      'The numbers of pages begin anew with the third message that has PDFs.',
      editPages((pages) => {
        const third = [...new Set(pages.map(({ message }) => message))][2];
        const first = pages.findIndex(({ message }) => message === third);
        return pages.map(({ source, at, message }) =>
          message === third ? { ...source, id: `PF${at + 1 - first}` } : source,
        );
      }),
    ],
    'last-message-only': [
      'Only the PDFs of the last message are cited.',
      pagesChosen((pages) => pages.filter(({ message }) => message === pages.at(-1)?.message)),
    ],
  },
  'citations.pf-title': madeBy(pageTitled, {
    'no-space': ['The title of a page is `FILENAME(p.N)`.', (filename, { page }) => `${filename}(p.${page})`],
    'counted-through': ['Titles count pages over all PDFs.', (filename, { at }) => `${filename} (p.${at + 1})`],
    'whole-path': [
      'The title of a page tells the folders of its file.',
      (_, { page, source }) => `${decodeURIComponent(new URL(String(source.url)).pathname.slice(1))} (p.${page})`,
    ],
    'first-segment': [
      'The title of a page tells the first part of the path.',
      (_, { page, source }) => `${new URL(String(source.url)).pathname.split('/')[1]} (p.${page})`,
    ],
  }),
  'citations.pf-url': {
    ...madeBy(pageLinked, {
      fragment: [
        'From page 2 on, the `url` of a page points to it with `#page=N`.',
        (url, page) => (page === 1 ? url : `${url}#page=${page}`),
      ],
      decoded: ['The `url` of a page is not percent-encoded as it was given.', decodeURI],
      normalised: ['The `url` of a page is what a URL library makes of it.', (url) => new URL(url).href],
      'without-folders': [
        'The `url` of a page lacks the folders of its file.',
        (url) => url.replace(/(?<=\w)\/.*\//, '/'),
      ],
    }),
    'first-file': [
      'The pages of all PDFs carry the `url` of the first.',
      editPages((pages) => pages.map(({ source }) => ({ ...source, url: pages[0]?.source.url }))),
    ],
  },
  'citations.pf-score/tenth-page': [
    '`relevance_score` of pages is 0.9 behind the tenth.',
    editPage(({ at }) => (at >= 10 ? { relevance_score: 0.9 } : {})),
  ],
  'citations.pf-front': {
    'by-score': ['All sources are sorted by score.', editSources((sources) => sources.toSorted(byScore))],
    'before-literature': [
      'Pages stand between web pages and literature.',
      editSources((sources) => {
        const isLiterature = ({ id }: JsonObject): boolean => String(id).startsWith('PM');
        return [
          ...sources.filter((source) => !isPage(source) && !isLiterature(source)),
          ...sources.filter(isPage),
          ...sources.filter(isLiterature),
        ];
      }),
    ],
  },
});

const variants = variantsOf(areas, {
  'citations/own-prefixes': [
    'It cites by prefixes of its own too.',
    editAnswer(({ message, sources }) =>
      sources.length === 0
        ? {}
        : {
            message: `${message} See [NOTE1], [ABC12] and [GL3].`,
            sources: [...sources, { id: 'GL3', title: 'A guideline', url: 'urn:isbn:0451450523', relevance_score: 2 }],
          },
    ),
    { reading: 'S3', warned: ['chat.response.source-url', 'events.source-url'] },
  ],
  'citations/untitled': [
    'It cites sources without titles, by addresses of other kinds.',
    editSource((source, at) => (isPage(source) ? source : { ...source, title: '', url: `/library/${at}` })),
    {
      reading: 'S37',
      skipped: ['chat.response.sources-differ'],
      warned: ['chat.response.source-title', 'chat.response.source-url', 'events.source-title', 'events.source-url'],
    },
  ],
  'citations/brackets': [
    'Its text holds numbers, names and ids in brackets of all kinds beside its tokens.',
    editAnswer(({ message }) => ({ message: `${message} See (SW1), [sw7], [1] and [see SW1] for more (SW7 2AZ).` })),
    { reading: 'S42' },
  ],
  'citations/joined': [
    'It names two sources in one pair of square brackets beside its tokens.',
    editAnswer(({ message }) => ({ message: `${message} [SW1, SW2]` })),
    { reading: 'S42', warned: ['citations.tokens-form'] },
  ],
  'citations/rarely': [
    'It cites its first source in one answer of two.',
    editAnswer(({ message, sources }) => ({
      message: message.split(' ').length % 2 === 0 ? message : message.replaceAll(/\[[A-Z]{2}\d+\]/g, ''),
      sources,
    })),
    { reading: 'S42' },
  ],
  'citations/gaps': [
    'It leaves gaps in the numbers of its sources.',
    editIds((prefix, number) => `${prefix}${prefix === 'PF' ? number : number * 3}`),
    { reading: 'S2', warned: ['citations.numbering'] },
  ],
  'citations/any-order': [
    'It lists its sources in no order of their numbers, but for pages of PDFs.',
    editSources((sources) => [...sources.filter(isPage), ...sources.filter((one) => !isPage(one)).toReversed()]),
  ],
  'citations/any-score': [
    'It scores its sources below zero, at zero and beyond any range.',
    editSource((source, at) =>
      isPage(source) ? source : { ...source, relevance_score: scores[at % scores.length] ?? 0 },
    ),
  ],
});

/** Deviations of the citations of chat answers, with and without a stream. */
export const citationsDeviations: readonly Deviation[] = [...mutants, ...variants];

import type { ChatAnswer } from '../../simulator/answers/index.ts';
import { changeReply } from '../../simulator/mutants/change-reply.ts';
import { chatAnswers, cut, messages, renumbered } from './edits.test-support.ts';
import type { Area, Variant } from './variant.test-support.ts';

const areas: readonly Area[] = ['chat', 'citations', 'events'];

const TOKEN = /\[(?:SW|PM|PF)\d+\]/g;

/** What no token is, and what careless readers stumble over. */
const odd = '\n\t🩺 Ärztlicher Rat, 喘息 و الربو 👩‍⚕️ \u0000\u2028<b>&amp;</b> "x" \\ [SW] [sw1] [SW 1] [S1] SW1 ()\r\n';

const uncited = (answer: ChatAnswer): ChatAnswer => ({
  ...answer,
  fragments: cut(answer.fragments.join('').replace(TOKEN, ''), 8),
  sources: [],
  steps: answer.steps.map(({ sources: _, ...step }) => step),
});

/** The same sources in the answer and on its retrieving step. */
const withSources = (answer: ChatAnswer, sources: ChatAnswer['sources']): ChatAnswer => ({
  ...answer,
  sources,
  steps: answer.steps.map((step) => ('sources' in step ? { ...step, sources } : step)),
});

const scores = [-12.5, 0, 1e9, 3, -0.000001];

/** What a chat answer may hold, with and without a stream. */
export const chatVariants: readonly Variant[] = [
  {
    name: 'answers in other words, with emoji, other scripts, control characters and brackets that cite nothing',
    areas: [...areas, 'billing'],
    change: messages((message) => odd + message.replaceAll('. ', '.\n\n').repeat(3) + odd),
  },
  {
    name: 'answers in a word, with sources that it does not cite',
    areas,
    change: messages(() => 'Maybe, yes.'),
    skipped: ['citations.tokens-resolve'],
  },
  {
    name: 'never has a source',
    areas: [...areas, 'billing'],
    change: chatAnswers(uncited),
    skipped: [
      ...['source-id', 'source-score', 'source-title', 'source-url'].flatMap((field) => [
        `chat.response.${field}`,
        `events.${field}`,
      ]),
      ...['id-form', 'numbering', 'tokens-resolve', 'unique-ids'].map((rule) => `citations.${rule}`),
      'events.step-sources',
      'events.step-sources-final',
    ],
  },
  {
    name: 'generates no follow-up questions, though asked',
    areas: [...areas, 'billing'],
    change: chatAnswers((answer) => ({ ...answer, followUps: answer.followUps && [] })),
  },
  {
    name: 'gives a single follow-up question of a few words',
    areas,
    change: chatAnswers((answer) => ({
      ...answer,
      followUps: answer.followUps?.slice(0, 1).map(() => 'Et après ? 🙂') ?? null,
    })),
  },
  {
    name: 'cites by prefixes of its own too',
    areas,
    change: chatAnswers((answer, _request, { faults }) => {
      if (faults.has('no_sources')) return answer;
      const own = { id: 'GL3', title: 'A guideline', url: 'urn:isbn:0451450523', relevance_score: 2 };
      const fragments = [...answer.fragments, ' See [NOTE1]', ', [ABC', '12] and [GL3].'];
      return withSources({ ...answer, fragments }, [...answer.sources, own]);
    }),
    warned: ['chat.response.source-url', 'events.source-url'],
  },
  {
    name: 'cites sources without titles, by addresses of other kinds',
    areas,
    change: chatAnswers((answer) =>
      withSources(
        answer,
        answer.sources.map((source, at) => ({
          ...source,
          title: source.id.startsWith('PF') || at % 2 === 0 ? source.title : '',
          url: source.id.startsWith('PF') || at % 2 === 0 ? source.url : `/library/${at}`,
        })),
      ),
    ),
    warned: [
      ...['chat.response.source-title', 'chat.response.source-url'],
      ...['events.source-title', 'events.source-url'],
    ],
  },
  {
    name: 'leaves gaps in the numbers of its sources',
    areas,
    change: chatAnswers((answer) => renumbered(answer, (id) => `${id.slice(0, 2)}${Number(id.slice(2)) * 3}`)),
    warned: ['citations.numbering'],
  },
  {
    name: 'lists its sources in no order of their numbers',
    areas,
    change: chatAnswers((answer) => withSources(answer, answer.sources.toReversed())),
  },
  {
    name: 'scores its sources below zero, at zero and beyond any range',
    areas,
    change: chatAnswers((answer) =>
      withSources(
        answer,
        answer.sources.map((source, at) => ({ ...source, relevance_score: scores[at % scores.length] ?? 0 })),
      ),
    ),
  },
  {
    name: 'reports steps without any action',
    areas,
    change: changeReply('chat', (reply) => ({
      ...reply,
      steps: reply.steps.map(({ description }) => ({ description, actions: [] })),
    })),
    skipped: ['action-input', 'action-result', 'action-type', 'search-input', 'search-result'].map(
      (field) => `chat.response.${field}`,
    ),
  },
  {
    name: 'reports actions of other types, with results that are no documents',
    areas,
    change: changeReply('chat', (reply) => ({
      ...reply,
      steps: reply.steps.map((step) => ({
        ...step,
        actions: [{ type: 'calculate_dose', input: { weight: 70, unit: null }, result: [2.5, 'mg', null, ['a']] }],
      })),
    })),
    skipped: ['chat.response.search-input', 'chat.response.search-result'],
  },
  {
    name: 'lists pages without titles and texts among what its searches found',
    areas: ['chat'],
    change: changeReply('chat', (reply) => ({
      ...reply,
      steps: reply.steps.map(({ description }) => ({
        description,
        actions: [
          {
            type: 'search_official_source',
            input: { query: 'q' },
            result: [{ title: '', url: 'https://who.int', content: '' }],
          },
        ],
      })),
    })),
    warned: ['chat.response.search-result'],
  },
  {
    name: 'searches in vain: its search actions have empty results',
    areas,
    change: changeReply('chat', (reply) => ({
      ...reply,
      steps: reply.steps.map(({ description }) => ({
        description,
        actions: [{ type: 'search_official_source', input: { query: '' }, result: [] }],
      })),
    })),
    skipped: ['chat.response.search-result'],
  },
];

import fc from 'fast-check';
import { models } from '../../../spec/index.ts';
import type { Traffic } from '../../engine/checks/response-rule.ts';
import { IN_CHUNKS, twoPages } from '../../generate/bases.ts';
import { equallyHashed, lowestHashed } from '../../generate/hashed-texts.ts';
import { text } from '../../generate/text-arbitraries.ts';
import type { Call } from '../../http/exchange/exchange.ts';

const documents = [
  'Inhaled corticosteroids are a mainstay of asthma treatment.',
  'A broken wrist is set and kept in a cast.',
  'Migraine often comes with sensitivity to light.',
  { text: 'Short-acting bronchodilators relieve acute symptoms of asthma.' },
  'Asthma action plans tell patients when to step up treatment.',
];

/** More documents than a first page would hold, of mixed relevance; the first is far longer than the others. */
export const fourteenDocuments: readonly string[] = Array.from({ length: 14 }, (_, at) => {
  const matters = ['treatment of asthma', 'asthma, seen in passing', 'treatment of a wrist', 'a broken leg'];
  const note = `Case note ${at + 1}: ${matters[at % matters.length]}.`;
  return at === 0 ? `${note} ${'The history of asthma in the family was taken at length. '.repeat(80)}`.trim() : note;
});

/** Texts that a careless echo changes or cuts. */
const awkward: readonly string[] = [
  '  cafe\u0301 or café? 1+1 50%20 \u200b<b>喘息</b>\r\n\tSecond  LINE &amp; 🫁 ',
  'Asthma',
  'asthma ',
  '12345',
  // A text that careless code takes for none, and a name that every object of JavaScript has.
  '0',
  'constructor',
  // Texts that careless code parses.
  '{"text": "asthma"}',
  'null',
  '"Chest pain" me@clinic.example 1234567 2026-02-28 \u2028\u0085\u200e 천식 İzmir “5–10 mg” patient’s… (a [b ~5 ^ * ! 5\u00adHT Maß 𠮷 US$ HbA1c <7 \ufeff',
  ...equallyHashed,
  lowestHashed,
  twoPages,
];

const call = (body: object): Call => ({
  endpoint: 'rerank',
  body: { model: models.rerank, query: 'treatment of asthma', ...body },
});

const note = 'Patient seen for follow-up.';

/** Equal documents, so that a failure can be shown as a short expression. */
const many = (count: number, text = note): string[] => Array.from({ length: count }, () => text);

/** The same words, each time in one other way: a cache that takes two of them for one must not give back the other. */
const alike = [
  ['Asthma inhaler', 'Spacer'],
  ['ASTHMA INHALER', 'spacer'],
  [' Asthma inhaler ', 'Spacer\n'],
  ['Asthma inhaler Spacer'],
].map((each) => call({ documents: each }));

/** Valid rerank calls: every field given and left out, units on both sides of 100, ties, objects and strings. */
export const rerankTraffic: Traffic = {
  name: 'valid rerank requests',
  endpoint: 'rerank',
  examples: ({ requestsAreFree }) => [
    call({ documents }),
    // As the smallest request, which was sent before, but for one option: a cache that leaves it out gives back that answer.
    ...[{ top_n: 2 }, { return_documents: false }].map((option) =>
      call({ documents: documents.slice(0, 3), ...option }),
    ),
    call({ documents: documents.slice(0, 1), return_documents: true, top_n: 1 }),
    call({ documents: documents.slice(0, 3), top_n: 7 }),
    call({ documents: [{ text: 'Same text.' }, 'Same text.', 'Same text.'], top_n: null }),
    { ...call({ documents: awkward }), headers: IN_CHUNKS },
    call({ documents: fourteenDocuments, top_n: null }),
    // However long it is, a document counts as one.
    call({ documents: [...many(99), twoPages], return_documents: false }),
    call({ query: '0', documents: many(101), return_documents: false }),
    call({ documents: many(101), top_n: 5 }),
    call({ documents: many(250), top_n: 3, return_documents: false }),
    call({ query: 'treatment of <b>asthma</b> [12] & "wheeze"', documents: many(50), top_n: 3 }),
    // Some 1.1 MB: more than a gateway or a reader of bodies lets through unless it was told so.
    call({ documents: many(600, `${note} `.repeat(70).trim()), top_n: 3, return_documents: false }),
    // A query longer than what a target cuts; it may refuse it (readings S49).
    ...(requestsAreFree ? [...alike, call({ query: twoPages, documents, return_documents: true })] : []),
  ],
  arbitrary: fc
    .record(
      {
        query: text,
        documents: fc.array(fc.oneof(text, fc.record({ text })), { minLength: 1, maxLength: 12 }),
        top_n: fc.option(fc.integer({ min: 1, max: 15 })),
        return_documents: fc.boolean(),
      },
      { requiredKeys: ['query', 'documents'] },
    )
    .map(call),
};

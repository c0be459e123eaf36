import fc from 'fast-check';
import { chatModels, models } from '../../../spec/index.ts';
import type { Traffic } from '../../engine/checks/response-rule.ts';
import { asStream, bases, IN_CHUNKS } from '../../generate/bases.ts';
import { lowestHashed } from '../../generate/hashed-texts.ts';
import { text } from '../../generate/text-arbitraries.ts';
import type { Call } from '../../http/exchange/exchange.ts';
import { wantsStream } from '../../http/exchange/wire.ts';

const call = (body: object): Call => ({ endpoint: 'chat', body });

/** A conversation of one question, or of three turns that ends with a question. */
const conversation = fc
  .array(text, { minLength: 1, maxLength: 3 })
  .map((turns) => (turns.length === 2 ? turns.slice(0, 1) : turns))
  .map((turns) => turns.map((turn, at) => ({ role: at % 2 === 0 ? 'user' : 'assistant', text: turn })));

const filter = fc.oneof(
  fc.constant({}),
  fc.record({ include_domains: fc.constantFrom(['who.int'], ['nih.gov', 'nhs.uk'], [], null) }),
  fc.record({ exclude_domains: fc.constantFrom(['news.example'], ['who.int', 'blog.example'], [], null) }),
);

const optional = fc.record(
  {
    include_follow_ups: fc.boolean(),
    instructions: fc.constantFrom('Answer in short sentences.', 'Write for a nurse.', '', null),
    language: fc.constantFrom('en', 'pt-BR', 'Japanese', '日本語', 'auto', null),
    stream: fc.constant(false),
  },
  { requiredKeys: [] },
);

/** Calls that every run sends, also where few can be paid for: one in another notation, one with signs that careless code mishandles. */
const sentAlways: readonly Call[] = [
  ...bases.chat.map(call),
  {
    ...call({
      model: models.chatPro,
      messages: [{ role: 'user', text: 'Which trials compare SGLT2 inhibitors with placebo in heart failure?' }],
      include_follow_ups: true,
      exclude_domains: ['news.example'],
      instructions: 'Answer in short sentences.',
      language: 'pt-BR',
    }),
    notation: 'indented',
  },
  call({
    model: models.chat,
    messages: [
      {
        role: 'user',
        text: String.raw`Ménière’s or migraine – when is imaging needed? 🧠 <b>BP</b> & "HbA1c" 7.5% \ it's`,
      },
    ],
    stream: false,
    include_follow_ups: true,
    language: '',
    include_domains: ['who.int', 'nih.gov'],
  }),
];

/** Calls for targets that bill nobody: some of one question and no option, for which a target may have a way of its own. */
const sentWhereFree: readonly Call[] = [
  ...[
    [models.chat, 'How is gout told from septic arthritis, and what is done first?'],
    // As pasted from a record.
    [models.chat, '{"resourceType": "Observation", "code": {"text": "potassium"}, "valueQuantity": {"value": 6.1}}'],
    // The end marker of a stream, where it ends none.
    [models.chatPro, 'data: [DONE]\n\nWhat is known about the long-term outcome of sepsis?'],
    // A cache of answers by text that is an object has this name in JavaScript from the start.
    [models.chat, 'constructor'],
  ].map(([model, text]) => call({ model, messages: [{ role: 'user', text }] })),
  // The default of this model, given, a domain listed twice, which nothing forbids, the ends of a page and of a line, as in what is copied from a PDF, and a backslash with nothing behind it.
  {
    ...call({
      model: models.chatPro,
      messages: [{ role: 'user', text: 'Which scores predict\fthe\u2028course of pancreatitis? \\' }],
      include_domains: ['who.int', 'nih.gov', 'who.int'],
      language: 'auto',
    }),
    headers: IN_CHUNKS,
  },
  call({
    model: models.chatPro,
    messages: [
      { role: 'user', text: 'What raises the risk of stroke?' },
      { role: 'assistant', text: 'How strong is your headache, from 0 to 10?' },
      // An answer that careless code takes for none.
      { role: 'user', text: '0' },
      // An answer as it came, with tokens of its own.
      {
        role: 'assistant',
        text: 'High blood pressure [SW9], smoking [PM12] and atrial fibrillation [PF1].',
        pdf_urls: [],
      },
      { role: 'user', text: 'How much does blood pressure treatment lower it?', image_urls: [], pdf_urls: [] },
    ],
    include_follow_ups: false,
    instructions: '',
    language: '日本語',
  }),
  // Somebody who asks the same again, and nobody answered in between; over a connection that is closed, as many proxies open them.
  {
    ...call({
      model: models.chat,
      messages: Array.from({ length: 2 }, () => ({ role: 'user', text: lowestHashed })),
    }),
    notation: 'indented',
    headers: { connection: 'close' },
  },
  // Some 150 kB, and yet far from every bound: more than a reader of bodies takes unless it was told so.
  call({
    model: models.chat,
    messages: Array.from({ length: 151 }, (_, at) => ({
      role: at % 2 === 0 ? 'user' : 'assistant',
      text: `About anaemia, part ${at + 1}. ${'The history was taken at length, and nothing else was found. '.repeat(15)}`,
    })),
    instructions: 'Set {terms} apart, s’il vous plaît 🫁.',
    // A server may look it up in a table that is an object, where JavaScript has this name.
    language: 'constructor',
  }),
];

/** Some 4 MB, which 200 messages of 32,000 characters exceed by half: more than many a server reads unless it was told so. */
const large = call({
  model: models.chat,
  messages: Array.from({ length: 131 }, (_, at) => ({
    role: at % 2 === 0 ? 'user' : 'assistant',
    text: 'About anaemia. '.padEnd(32_000, 'The history was taken at length. '),
  })),
});

/**
 * Valid chat calls without attachments: both models, follow-ups asked for and not, filters, instructions, language, one message
 * and several. The first two are the controls of the request rules, so that those cost nothing more.
 */
export const chatTraffic: Traffic = {
  name: 'valid chat requests without a stream',
  endpoint: 'chat',
  includes: (call) => !wantsStream(call),
  examples: ({ requestsAreFree }) => (requestsAreFree ? [...sentAlways, ...sentWhereFree, large] : sentAlways),
  arbitrary: fc
    .tuple(fc.constantFrom(...chatModels), conversation, optional, filter)
    .map(([model, messages, options, domains]) => call({ model, messages, ...options, ...domains })),
};

/** The same calls with `stream` true. */
export const streamTraffic: Traffic = {
  name: 'valid chat requests with a stream',
  endpoint: 'chat',
  includes: wantsStream,
  examples: (context) =>
    chatTraffic
      .examples(context)
      .filter((one, at) => one !== large && (context.requestsAreFree || at !== 1))
      .map(asStream),
  arbitrary: chatTraffic.arbitrary.map(asStream),
};

/** Chat calls with and without a stream, for what holds of every answer. */
export const answerTraffic: Traffic = {
  name: 'valid chat requests with and without a stream',
  endpoint: 'chat',
  examples: (context) => [...chatTraffic.examples(context), ...streamTraffic.examples(context)],
  arbitrary: fc.oneof(chatTraffic.arbitrary, streamTraffic.arbitrary),
};

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { topics, wholeCorpus } from '../../fixtures/index.ts';
import type { ChatRequest } from '../../spec/index.ts';
import { answerChat, type ChatAnswer } from './chat.ts';
import { anyText, givenChat, givenContext, givenPdf } from './given.test-support.ts';
import { sentencesOf } from './question/page-passages.ts';
import { framesIn } from './wording/frames.ts';
import { notice } from './wording/notice.ts';

const corpus = wholeCorpus();

const messageOf = (answer: ChatAnswer): string => answer.fragments.join('');

/** The citation tokens of a message, each with the text before it. */
const citationsIn = (message: string) =>
  [...message.matchAll(/\[([A-Z]{2,}\d+)\]/g)].map((token) => ({
    id: token[1],
    before: message.slice(0, token.index),
  }));

const topicName = fc.constantFrom(...topics.map(({ name }) => name));
const wild = fc.oneof(anyText(), fc.constantFrom('[SW9]', 'cites [PF1] and [PM99].', '{topic}', '$&'));
const text = fc.oneof(
  topicName.map((name) => `What helps with ${name}?`),
  fc.tuple(topicName, wild).map((parts) => parts.join(' ')),
  wild,
);
const page = fc.oneof(text, fc.constant('# Letter\n\nThe patient has asthma. See [SW7] and [PF8]. Asthma is stable.'));
const pdfs = fc.array(
  fc.array(page, { minLength: 1, maxLength: 4 }).map((pages) => givenPdf('https://files.test/letter.pdf', ...pages)),
  { maxLength: 3 },
);
const request: fc.Arbitrary<ChatRequest> = fc.record({
  model: fc.constantFrom('svc-chat-v1', 'svc-chat-pro-v1'),
  messages: fc.array(fc.record({ role: fc.constantFrom('user', 'assistant'), text }), { minLength: 1, maxLength: 4 }),
  include_follow_ups: fc.boolean(),
  instructions: fc.option(wild, { nil: null }),
  language: fc.option(fc.oneof(wild, fc.constantFrom('es', 'German', 'auto')), { nil: null }),
});
const asked = fc.tuple(request, fc.record({ seed: fc.nat(), pdfs }).map(givenContext));

it('cites only listed sources, each after a sentence from it', () => {
  fc.assert(
    fc.property(asked, ([question, context]) => {
      const answer = answerChat(question, context);
      const pages = context.pdfs.flatMap((pdf) => pdf.pages.map(({ markdown }) => sentencesOf(markdown)));
      for (const { id, before } of citationsIn(messageOf(answer))) {
        const source = answer.sources.find((candidate) => candidate.id === id);
        expect(source, `[${id}] has no source`).toBeDefined();
        const sentences = id?.startsWith('PF')
          ? pages[Number(id.slice(2)) - 1]
          : corpus.find(({ url }) => url === source?.url)?.sentences;
        expect(sentences?.some((sentence) => before.endsWith(`${sentence} `))).toBe(true);
      }
    }),
  );
});

it('quotes a sentence of the attached page that answers, and cites that page', () => {
  const pdf = givenPdf('https://files.test/a.pdf', 'The weather was fine.', 'The\nasthma is well controlled. Bye.');
  const answer = answerChat(givenChat('Is my asthma controlled?'), givenContext({ pdfs: [pdf] }));
  expect(messageOf(answer)).toContain('The asthma is well controlled. [PF2]');
  expect(messageOf(answer)).not.toContain('[PF1]');
});

it('quotes the first page when the question only points at the document', () => {
  const pdf = givenPdf('https://files.test/a.pdf', 'The weather was fine.', 'Bye.');
  const answer = answerChat(givenChat('Please summarise the document.'), givenContext({ pdfs: [pdf] }));
  expect(messageOf(answer)).toContain('The weather was fine. [PF1]');
});

it('of the pro model cites literature if there is any', () => {
  for (const { name } of topics) {
    const pro = answerChat(givenChat(`About ${name}`, { model: 'svc-chat-pro-v1' }), givenContext());
    expect(messageOf(pro)).toContain('[PM1]');
  }
});

const notices = [notice, ...['de', 'es', 'fr', 'it', 'nl', 'pt'].flatMap((tag) => framesIn(tag)?.notice ?? [])];

it('says that it is simulated and no medical advice, whatever is asked', () => {
  fc.assert(
    fc.property(asked, ([question, context]) => {
      const { language } = question;
      // Without a language, that of the question counts, and odd texts may look like any.
      const isOpen = language == null || language === 'auto';
      const said = isOpen ? notices : [framesIn(language)?.notice ?? notice];
      const message = messageOf(answerChat(question, context));
      expect(said.filter((one) => message.includes(one))).toHaveLength(1);
    }),
  );
});

it('is about the topic of the question', () => {
  for (const { slug, name } of topics) {
    const answer = answerChat(givenChat(`How is ${name} treated?`), givenContext());
    const urls = new Set(answer.sources.map(({ url }) => url));
    const found = corpus.filter(({ url }) => urls.has(url));
    expect(found.map(({ topic }) => topic)).toContain(slug);
    expect(messageOf(answer)).toContain(name);
  }
});

it('has no sources for a question off any topic', () => {
  const answer = answerChat(givenChat('xyzzy', { include_follow_ups: true }), givenContext());
  expect([answer.sources, answer.followUps, answer.followUpsInvoked]).toEqual([[], [], true]);
});

it('depends only on seed and question, not on delivery or earlier requests', () => {
  fc.assert(
    fc.property(asked, ([question, context]) => {
      const first = answerChat(question, context);
      answerChat(givenChat('About eczema'), context);
      expect(answerChat({ ...question, stream: true }, context)).toEqual(first);
      expect(messageOf(answerChat({ ...question, include_follow_ups: true }, context))).toBe(messageOf(first));
    }),
  );
});

it('has other words with another seed', () => {
  const messages = [1, 2, 3, 4, 5].map((seed) => messageOf(answerChat(givenChat('asthma'), givenContext({ seed }))));
  expect(new Set(messages).size).toBeGreaterThan(1);
});

it('frames the quotes in the requested language, or says that it cannot, and repeats no free text', () => {
  const asked = (language: string) => messageOf(answerChat(givenChat('asthma', { language }), givenContext()));
  for (const language of ['de', 'de-AT', 'German', 'Deutsch']) {
    expect(asked(language)).toMatch(/^Diese Antwort ist simuliert/);
    expect(asked(language)).toContain('[SW1]');
    expect(asked(language)).toContain('englischen Original');
  }
  expect(asked('Swedish')).toContain('The language asked for is Swedish');
  // A word that every object of JavaScript has.
  expect(asked('constructor')).toMatch(/^This answer is simulated/);
  expect(asked('de [SW99]')).not.toContain('SW99');
});

it('follows instructions that are simple: short, as points, in plain words', () => {
  const told = (instructions: string, model: 'svc-chat-v1' | 'svc-chat-pro-v1' = 'svc-chat-v1') =>
    messageOf(answerChat(givenChat('How is asthma treated?', { instructions, model }), givenContext()));
  const tokens = (message: string) => citationsIn(message).length;
  expect(tokens(told('Be brief.'))).toBeLessThan(tokens(told('Be kind.')));
  expect(told('Answer in bullet points')).toMatch(/^- .* \[SW\d+\]$/m);
  expect(told('Use plain words', 'svc-chat-pro-v1')).not.toContain('[PM');
  expect(tokens(told('Answer in one sentence.'))).toBe(1);
  expect(told('You are a nurse. Always answer in German.')).toMatch(/^Diese Antwort ist simuliert/);
  expect(told('Réponds en français.')).toMatch(/^Cette réponse est simulée/);
  expect(told('You speak with French patients.')).toMatch(/^This answer is simulated/);
});

it('follows a question that asks for a style, and hears none in «short of breath»', () => {
  const told = (text: string) => messageOf(answerChat(givenChat(text), givenContext()));
  const tokens = (text: string) => citationsIn(told(text)).length;
  expect(tokens('How is asthma treated? Answer in one sentence please')).toBe(1);
  expect(tokens('Briefly, how is asthma treated?')).toBe(2);
  expect(told('How is asthma treated? Use bullet points')).toMatch(/^- .* \[SW\d+\]$/m);
  expect(tokens('My asthma makes me short of breath, what helps?')).toBeGreaterThan(2);
});

it.each([
  ['my child has a fever', 'fever', /Children with fever/],
  ['warfarin and ibuprofen', 'warfarin', /Warfarin taken with ibuprofen.*bleeding/],
  ['what are the side effects of Tylenol', 'paracetamol', /side effects of paracetamol/],
  ['my gran has numonia', 'pneumonia', /older people/],
])('answers what was asked: %s', (question, topic, sentence) => {
  const answer = answerChat(givenChat(question), givenContext());
  expect(answer.sources[0]?.url).toContain(`/${topic}/`);
  expect(messageOf(answer)).toMatch(sentence);
});

it('says no sentence twice', () => {
  for (const { name } of topics) {
    const message = messageOf(answerChat(givenChat(`What is ${name}?`, { model: 'svc-chat-pro-v1' }), givenContext()));
    const sentences = message.split(/ \[[A-Z]+\d+\]\s*/);
    expect(new Set(sentences).size).toBe(sentences.length);
  }
});

it('comes in several fragments, none empty, none with half a character', () => {
  fc.assert(
    fc.property(asked, ([question, context]) => {
      const { fragments } = answerChat(question, context);
      expect(fragments.length).toBeGreaterThan(2);
      for (const fragment of fragments) expect(fragment).toMatch(/^\P{Cs}+$/u);
    }),
  );
});

it('asks two to four different questions about the topic, when asked to', () => {
  for (const { name } of topics) {
    const { followUps, followUpsInvoked } = answerChat(
      givenChat(`About ${name}`, { include_follow_ups: true }),
      givenContext(),
    );
    const questions = followUps ?? [];
    expect(followUpsInvoked).toBe(true);
    expect(questions.length).toBeGreaterThanOrEqual(2);
    expect(questions.length).toBeLessThanOrEqual(4);
    expect(new Set(questions).size).toBe(questions.length);
    expect(questions.every((question) => question.includes(name) && question.endsWith('?'))).toBe(true);
  }
});

import fc from 'fast-check';
import { wholeCorpus } from '../../fixtures/index.ts';
import type { ChatMessage, ChatRequest } from '../../spec/index.ts';
import type { PdfDocument } from '../attachments/index.ts';
import { answerChat } from './chat.ts';
import type { AnswerContext } from './context.ts';
import { readAsked } from './question/asked.ts';
import { subjectOf } from './question/subject.ts';

/** A context; by default with seed 1, no faults and no attachments. */
export function givenContext(given: Partial<AnswerContext> = {}): AnswerContext {
  return {
    seed: 1,
    faults: new Set(),
    pdfs: [],
    nowSeconds: 1_767_225_600,
    nextId: (prefix) => `${prefix}_000000000000000000000001`,
    ...given,
  };
}

/** A chat request with one question. */
export function givenChat(text: string, given: Partial<ChatRequest> = {}): ChatRequest {
  return { model: 'svc-chat-v1', messages: [{ role: 'user', text }], ...given };
}

/** Messages of a user and an assistant in turn. */
export const givenTurns = (...texts: readonly string[]): ChatMessage[] =>
  texts.map((text, at) => ({ role: at % 2 === 0 ? 'user' : 'assistant', text }));

/** The message that answers a question. */
export const messageTo = (text: string, given: Partial<ChatRequest> = {}): string =>
  answerChat(givenChat(text, given), givenContext()).fragments.join('');

/** The sentences of a list, between `|` or on lines of their own. */
export const sentences = (list: string): string[] => list.trim().split(/\s*[|\n]\s*/);

/** The topics of a question, best first. */
export const topicsOf = (text: string): string[] => [...subjectOf(readAsked(text)).topics.keys()];

/** The topic of the document at an address. */
export const topicAt = (url: string | undefined): string =>
  wholeCorpus().find((document) => document.url === url)?.topic ?? 'no source';

/** A PDF with these pages. */
export function givenPdf(url: string, ...pages: readonly string[]): PdfDocument {
  const filename = url.split('/').at(-1) ?? '';
  return { url, filename, pages: pages.map((markdown, at) => ({ page: at + 1, markdown })) };
}

const character = fc
  .oneof(fc.integer({ min: 0, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map((code) => String.fromCodePoint(code));

/** Texts of any characters. fast-check's own unit `binary` takes a second for its first text. */
export const anyText = (minLength = 0): fc.Arbitrary<string> => fc.string({ unit: character, minLength });

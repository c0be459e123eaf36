import fc from 'fast-check';
import type { ChatRequest } from '../../spec/index.ts';
import type { PdfDocument } from '../attachments/index.ts';
import type { AnswerContext } from './context.ts';

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

import type { AnswerContext, ChatAnswer } from '../../simulator/answers/index.ts';
import { ApiError } from '../../simulator/errors.ts';
import type { Ledger } from '../../simulator/ledger.ts';
import type { Change } from '../../simulator/mutants/change.ts';
import { changeResponse } from '../../simulator/mutants/change-response.ts';
import type { ApiResponse } from '../../simulator/wire.ts';
import type { ChatRequest, EndpointName } from '../../spec/index.ts';

export type Loose = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Loose =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A copy of a JSON document with every object in it edited, the innermost first. */
export function eachObject(value: unknown, edit: (object: Loose) => Loose): unknown {
  if (Array.isArray(value)) return typeof value[0] === 'number' ? value : value.map((item) => eachObject(item, edit));
  if (!isObject(value)) return value;
  return edit(Object.fromEntries(Object.entries(value).map(([name, item]) => [name, eachObject(item, edit)])));
}

/** Edits every JSON body, of answers and errors alike, and every event. */
export function everyDocument(edit: (document: unknown) => unknown): Change {
  return (behaviour) => ({
    ...behaviour,
    tapJson: (from, status, body, request) => edit(behaviour.tapJson(from, status, body, request)),
    frame: (event) => behaviour.frame(edit(event) as typeof event),
  });
}

/** Edits the text of every JSON body. */
export const everyBodyText = (edit: (json: string) => string): Change =>
  changeResponse((response) =>
    response.body instanceof Uint8Array && response.body.byteLength > 0
      ? { ...response, body: Buffer.from(edit(Buffer.from(response.body).toString())) }
      : response,
  );

/** Edits the JSON text of every event. */
export const everyEventText =
  (edit: (json: string) => string): Change =>
  (behaviour) => ({
    ...behaviour,
    frame: (event) => behaviour.frame(event).replace(/^data: (.*)$/m, (_, json: string) => `data: ${edit(json)}`),
  });

/** Edits the bytes of streams. */
export const streamBytes = (edit: (body: AsyncIterable<Uint8Array>) => ApiResponse['body']): Change =>
  changeResponse((response) =>
    response.body instanceof Uint8Array ? response : { ...response, body: edit(response.body) },
  );

/** Adds headers to every response; a value may be a list, which is sent as several headers. */
export const withHeaders = (added: (headers: Loose) => Readonly<Record<string, string | readonly string[]>>): Change =>
  changeResponse((response) => ({ ...response, headers: added(response.headers) as Record<string, string> }));

/** Edits chat answers before they are delivered, so that JSON and stream agree. */
export const chatAnswers =
  (edit: (answer: ChatAnswer, request: ChatRequest, context: AnswerContext) => ChatAnswer): Change =>
  (behaviour) => ({
    ...behaviour,
    answers: {
      ...behaviour.answers,
      chat: (request, context) => edit(behaviour.answers.chat(request, context), request, context),
    },
  });

/** Edits the whole message of chat answers, which is then cut after every eighth character. */
export const messages = (edit: (message: string, answer: ChatAnswer) => string): Change =>
  chatAnswers((answer) => ({ ...answer, fragments: cut(edit(answer.fragments.join(''), answer), 8) }));

/** The text in pieces of so many UTF-16 units. */
export const cut = (text: string, length: number): string[] => text.match(new RegExp(`[^]{1,${length}}`, 'g')) ?? [''];

/** The same answer with other ids for its citations, in text, sources and steps. */
export function renumbered(answer: ChatAnswer, rename: (id: string) => string): ChatAnswer {
  const whole = JSON.stringify({ ...answer, fragments: [answer.fragments.join('')] });
  const renamed = JSON.parse(whole.replace(/\b(?:SW|PM)\d+\b/g, rename)) as ChatAnswer;
  return { ...renamed, fragments: cut(renamed.fragments.join(''), 8) };
}

/** Replaces operations of the ledger. */
export const ledgers =
  (operations: (ledger: Ledger) => Partial<Ledger>): Change =>
  (behaviour) => ({
    ...behaviour,
    createLedger: (initial) => {
      const ledger = behaviour.createLedger(initial);
      return { ...ledger, ...operations(ledger) };
    },
  });

/** Answers requests that the body reader refuses in another way. */
export const unreadable =
  (instead: (error: ApiError, endpoint: EndpointName) => Error): Change =>
  (behaviour) => ({
    ...behaviour,
    readBody: (request, endpoint) => {
      try {
        return behaviour.readBody(request, endpoint);
      } catch (error) {
        throw error instanceof ApiError ? instead(error, endpoint) : error;
      }
    },
  });

import { fetchPaper, type Paper } from './library.ts';
import { type Check, eachMessage, oneFilterOnly, optional, required } from './schema.ts';
import { type Answer, type Body, isObject, type PaidEndpoint, refuse, unprocessable } from './wire.ts';

/** Every PDF of a request, in order; undefined if one could not be read. */
export const papersOf = (body: Body): (Paper | undefined)[] => urlsOf(body, 'pdf_urls').map(fetchPaper);

/** Maximum of attachment pages of a request, by model. */
const mostPages: Record<string, number> = { 'svc-chat-v1': 30, 'svc-chat-pro-v1': 60 };

export const messagesOf = (body: Body): Body[] => (body.messages as unknown[]).filter(isObject);
export const lengthOf = (text: unknown): number => [...String(text)].length;
export const urlsOf = (body: Body, field: string): string[] =>
  messagesOf(body).flatMap((message) => (message[field] as string[] | undefined) ?? []);
export const textOf = (document: unknown): string => (isObject(document) ? String(document.text) : String(document));

/** Attachment pages of a request: one for each image, and the pages of its PDFs. */
export const pagesOf = (body: Body): number =>
  papersOf(body).reduce((sum, paper) => sum + (paper?.pages ?? 0), urlsOf(body, 'image_urls').length);

const invalid = (message: string, param: string): Answer => refuse(400, 'invalid_request', message, param);
const modelIn =
  (...known: string[]): Check =>
  (body) =>
    known.includes(String(body.model))
      ? undefined
      : refuse(400, 'model_not_found', `model ${String(body.model)} does not exist`, 'model');

const atMost =
  (field: string, most: number): Check =>
  (body) =>
    typeof body[field] === 'string' && lengthOf(body[field]) > most
      ? unprocessable('string_too_long', ['body', field], `String should have at most ${most} characters`)
      : undefined;

const chat: Record<string, Check> = {
  model: required('model', 'string'),
  messages: required('messages', 'array'),
  text: eachMessage('text', 'string', true),
  role: eachMessage('role', 'string', true),
  imageUrls: eachMessage('image_urls', 'strings', false),
  pdfUrls: eachMessage('pdf_urls', 'strings', false),
  stream: optional('stream', 'boolean'),
  followUps: optional('include_follow_ups', 'boolean'),
  include: optional('include_domains', 'strings', true),
  exclude: optional('exclude_domains', 'strings', true),
  instructions: optional('instructions', 'string', true),
  language: optional('language', 'string', true),
  instructionsLength: atMost('instructions', 4_000),
  languageLength: atMost('language', 64),
  filters: oneFilterOnly,
  modelName: modelIn('svc-chat-v1', 'svc-chat-pro-v1'),
  noMessages: (body) =>
    messagesOf(body).length === 0 ? refuse(400, 'missing_required_field', 'messages is empty', 'messages') : undefined,
  tooMany: (body) =>
    messagesOf(body).length > 200 ? refuse(400, 'too_many_messages', 'too many messages') : undefined,
  roleName: (body) =>
    messagesOf(body).every(({ role }) => role === 'user' || role === 'assistant')
      ? undefined
      : invalid('role is neither user nor assistant', 'messages'),
  tooLong: (body) =>
    messagesOf(body).some(({ text }) => lengthOf(text) > 32_000)
      ? refuse(400, 'content_too_long', 'a message is too long', 'messages')
      : undefined,
  imageScheme: (body) =>
    urlsOf(body, 'image_urls').every((url) => /^https:\/\//i.test(url))
      ? undefined
      : refuse(422, 'invalid_request', 'images are fetched over https only', 'image_urls'),
  imagePages: (body) =>
    urlsOf(body, 'image_urls').length > (mostPages[String(body.model)] ?? 0)
      ? refuse(422, 'content_too_long', 'too many pages', 'image_urls')
      : undefined,
  pdf: (body) =>
    papersOf(body).includes(undefined)
      ? refuse(422, 'invalid_request', 'a document could not be fetched', 'pdf_urls')
      : undefined,
  payload: (body) =>
    papersOf(body).reduce((sum, paper) => sum + (paper?.megabytes ?? 0), 0) > 40
      ? refuse(422, 'invalid_request', 'the documents are over 40 MB', 'pdf_urls')
      : undefined,
  pages: (body) =>
    papersOf(body).length > 0 && pagesOf(body) > (mostPages[String(body.model)] ?? 0)
      ? refuse(422, 'content_too_long', 'too many pages', 'pdf_urls')
      : undefined,
};

const finder: Record<string, Check> = {
  query: required('query', 'string'),
  depth: optional('search_depth', 'string'),
  maxResults: (body) => {
    const value = body.max_results;
    if (value === undefined) return undefined;
    const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
    if (!Number.isInteger(number)) return unprocessable('int_parsing', ['body', 'max_results'], 'not an integer');
    if (Number(number) < 1) return unprocessable('greater_than_equal', ['body', 'max_results'], 'less than 1');
    if (Number(number) > 20)
      return unprocessable('less_than_equal', ['body', 'max_results'], 'above 20', { ctx: { le: 20 } });
    return undefined;
  },
  answer: optional('include_answer', 'boolean'),
  include: optional('include_domains', 'strings', true),
  exclude: optional('exclude_domains', 'strings', true),
  filters: oneFilterOnly,
  noQuery: (body) => (body.query === '' ? refuse(400, 'missing_required_field', 'query is empty', 'query') : undefined),
  depthName: (body) =>
    ['basic', 'advanced', undefined].includes(body.search_depth as string | undefined)
      ? undefined
      : invalid('search_depth is basic or advanced', 'search_depth'),
};

const inputs = (body: Body): unknown[] => (Array.isArray(body.input) ? body.input : [body.input]);
const embeddings: Record<string, Check> = {
  model: required('model', 'string'),
  input: (body) => {
    if (!('input' in body)) return unprocessable('missing', ['body', 'input'], 'Field required');
    const fine = inputs(body).length > 0 && inputs(body).every((item) => typeof item === 'string');
    return fine ? undefined : unprocessable('union', ['body', 'input'], 'a string or strings');
  },
  format: optional('encoding_format', 'string'),
  modelName: modelIn('svc-embed-v1'),
  tooMany: (body) =>
    inputs(body).length > 100 ? refuse(400, 'batch_size_exceeded', 'too many inputs', 'input') : undefined,
  empty: (body) => (inputs(body).includes('') ? invalid('an input is empty', 'input') : undefined),
  formatName: (body) =>
    ['float', undefined].includes(body.encoding_format as string | undefined)
      ? undefined
      : invalid('only float', 'encoding_format'),
};

const documents = (body: Body): unknown[] => body.documents as unknown[];
const rerank: Record<string, Check> = {
  model: required('model', 'string'),
  query: required('query', 'string'),
  documents: required('documents', 'array'),
  each: (body) => {
    const bad = documents(body).findIndex((item) => typeof (isObject(item) ? item.text : item) !== 'string');
    return bad < 0 ? undefined : unprocessable('model_type', ['body', 'documents', bad], 'a string or {text}');
  },
  topN: optional('top_n', 'integer', true),
  topNLeast: (body) =>
    typeof body.top_n === 'number' && body.top_n < 1
      ? unprocessable('greater_than_equal', ['body', 'top_n'], 'at least 1', { ctx: { ge: 1 } })
      : undefined,
  returnDocuments: optional('return_documents', 'boolean'),
  modelName: modelIn('svc-rerank-v1'),
  noQuery: (body) => (body.query === '' ? invalid('query is empty', 'query') : undefined),
  noDocuments: (body) => (documents(body).length === 0 ? invalid('documents is empty', 'documents') : undefined),
  tooMany: (body) =>
    documents(body).length > 1_000 ? refuse(400, 'documents_limit_exceeded', 'too many documents') : undefined,
  blank: (body) =>
    documents(body).some((item) => textOf(item).trim() === '')
      ? invalid('a document is blank', 'documents')
      : undefined,
};

/** Every check of every endpoint, in the order they are made. */
export const checks: Record<PaidEndpoint, Record<string, Check>> = { chat, finder, embeddings, rerank };

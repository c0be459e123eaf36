import { type Bugs, rechecked, refusing, stricter, told, unchecked } from './bugs.test-support.ts';
import { lengthOf, messagesOf, urlsOf } from '../proof/second-server/checks.ts';
import { type Body, isObject, refuse, unprocessable } from '../proof/second-server/wire.ts';

const invalid = refuse(400, 'invalid_request', 'no', null);
const schema = unprocessable('value_error', ['body', 'messages'], 'no');
const only = (pick: (messages: unknown[]) => unknown[]) => (before: (body: Body) => unknown) => (body: Body) =>
  before({ ...body, messages: pick(body.messages as unknown[]) }) as ReturnType<typeof refuse> | undefined;
const first = only((messages) => messages.slice(0, 1));
const last = only((messages) => messages.slice(-1));
const longest = (measure: (text: string) => number, most: number) => () => (body: Body) =>
  messagesOf(body).some(({ text }) => measure(String(text)) > most)
    ? refuse(400, 'content_too_long', 'too long', 'messages')
    : undefined;
const bytes = (text: unknown): number => Buffer.byteLength(String(text));
const both = (include: (body: Body) => boolean) => () => (body: Body) =>
  include(body) ? unprocessable('value_error', ['body'], 'one only') : undefined;

/** Mistakes in reading a chat request. */
export const chatRequestBugs: Bugs = {
  'only the first role is checked': ['chat.role-unknown', rechecked('chat', 'roleName', first)],
  'only the last role is checked': ['chat.role-unknown', rechecked('chat', 'roleName', last)],
  'role as a literal of the schema': ['chat.role-unknown', refusing('chat', 'roleName', schema)],
  'role system let in': [
    'chat.role-unknown',
    rechecked(
      'chat',
      'roleName',
      (before) => (body) => before({ ...body, messages: messagesOf(body).filter(({ role }) => role !== 'system') }),
    ),
  ],
  'role in any case': [
    'chat.role-unknown',
    rechecked(
      'chat',
      'roleName',
      (before) => (body) =>
        before({ ...body, messages: messagesOf(body).map(({ role }) => ({ role: String(role).toLowerCase() })) }),
    ),
  ],
  'assistant turns refused': [
    'chat.role-assistant',
    stricter('chat', (body) => (messagesOf(body).some(({ role }) => role === 'assistant') ? invalid : undefined)),
  ],
  'role type of the first message only': ['chat.role-type', rechecked('chat', 'role', first)],
  'text type of the first message only': ['chat.text-type', rechecked('chat', 'text', first)],
  'text may be left out': [
    'chat.text-required',
    rechecked(
      'chat',
      'text',
      (before) => (body) =>
        before({
          ...body,
          messages: (body.messages as unknown[]).map((one) => (isObject(one) ? { text: '', ...one } : one)),
        }),
    ),
  ],
  'messages that are no objects skipped': [
    'chat.message-type',
    (house) => {
      for (const name of ['text', 'role', 'imageUrls', 'pdfUrls'])
        rechecked(
          'chat',
          name,
          only((messages) => messages.filter(isObject)),
        )(house);
    },
  ],
  'text limit on the last message only': ['chat.text-max', rechecked('chat', 'tooLong', last)],
  'text limit on the first message only': ['chat.text-max', rechecked('chat', 'tooLong', first)],
  'text limit in bytes': ['chat.text-max', rechecked('chat', 'tooLong', longest(bytes, 32_000))],
  'text limit off by one up': ['chat.text-max', rechecked('chat', 'tooLong', longest(lengthOf, 32_001))],
  'text limit off by one down': ['chat.text-max', rechecked('chat', 'tooLong', longest(lengthOf, 31_999))],
  'text limit over all messages together': [
    'chat.text-max',
    rechecked(
      'chat',
      'tooLong',
      () => (body) =>
        messagesOf(body).reduce((sum, { text }) => sum + lengthOf(text), 0) > 32_000
          ? refuse(400, 'content_too_long', 'too long', 'messages')
          : undefined,
    ),
  ],
  'text limit of 32,768': ['chat.text-max', rechecked('chat', 'tooLong', longest(lengthOf, 32_768))],
  'text too long by the schema': ['chat.text-max', refusing('chat', 'tooLong', schema)],
  'text too long as 413': ['chat.text-max', refusing('chat', 'tooLong', refuse(413, 'content_too_long', 'no'))],
  'text limit of user messages only': [
    'chat.text-max',
    rechecked(
      'chat',
      'tooLong',
      only((messages) => messages.filter((one) => isObject(one) && one.role === 'user')),
    ),
  ],
  'text limit not in streams': [
    'events.early-errors-plain',
    rechecked('chat', 'tooLong', (before) => (body) => (body.stream === true ? undefined : before(body))),
  ],
  'messages limit of 199': [
    'chat.messages-max',
    rechecked(
      'chat',
      'tooMany',
      () => (body) => (messagesOf(body).length > 199 ? refuse(400, 'too_many_messages', 'no') : undefined),
    ),
  ],
  'messages limit of 201': [
    'chat.messages-max',
    rechecked(
      'chat',
      'tooMany',
      () => (body) => (messagesOf(body).length > 201 ? refuse(400, 'too_many_messages', 'no') : undefined),
    ),
  ],
  'messages limit counts user turns': [
    'chat.messages-max',
    rechecked(
      'chat',
      'tooMany',
      only((messages) => messages.filter((one) => isObject(one) && one.role === 'user')),
    ),
  ],
  'too many messages by the schema': ['chat.messages-max', refusing('chat', 'tooMany', schema)],
  'too many messages under a wrong code': [
    'chat.messages-max',
    refusing('chat', 'tooMany', refuse(400, 'batch_size_exceeded', 'no')),
  ],
  'no messages by the schema': ['chat.messages-empty', refusing('chat', 'noMessages', schema)],
  'messages missing as 400': [
    'chat.messages-required',
    refusing('chat', 'messages', refuse(400, 'missing_required_field', 'no')),
  ],
  'model missing as 400': [
    'chat.model-required',
    rechecked(
      'chat',
      'model',
      (before) => (body) => ('model' in body ? before(body) : refuse(400, 'model_not_found', 'no', 'model')),
    ),
  ],
  'model has a default': [
    'chat.model-required',
    (house) => {
      rechecked('chat', 'model', (before) => (body) => ('model' in body ? before(body) : undefined))(house);
      rechecked('chat', 'modelName', (before) => (body) => ('model' in body ? before(body) : undefined))(house);
    },
  ],
  'model by its beginning': [
    'chat.model-unknown',
    rechecked(
      'chat',
      'modelName',
      (before) => (body) => (String(body.model).startsWith('svc-chat-v1') ? undefined : before(body)),
    ),
  ],
  'model in any case': [
    'chat.model-unknown',
    rechecked('chat', 'modelName', (before) => (body) => before({ ...body, model: String(body.model).toLowerCase() })),
  ],
  'model trimmed': [
    'chat.model-unknown',
    rechecked('chat', 'modelName', (before) => (body) => before({ ...body, model: String(body.model).trim() })),
  ],
  'every known model in chat': [
    'chat.model-unknown',
    rechecked(
      'chat',
      'modelName',
      (before) => (body) =>
        ['svc-embed-v1', 'svc-rerank-v1', 'svc-finder-v1'].includes(String(body.model)) ? undefined : before(body),
    ),
  ],
  'model unknown as 404': ['chat.model-unknown', refusing('chat', 'modelName', refuse(404, 'model_not_found', 'no'))],
  'model unknown by the schema': [
    'chat.model-unknown',
    refusing('chat', 'modelName', unprocessable('enum', ['body', 'model'], 'no')),
  ],
  'stream of any type': ['chat.stream-type', unchecked('chat', 'stream')],
  'follow-ups of any type': ['chat.follow-ups-type', unchecked('chat', 'followUps')],
  'stream may be null': [
    'chat.null-refused',
    rechecked('chat', 'stream', (before) => (body) => (body.stream === null ? undefined : before(body))),
  ],
  'include_domains may not be null': [
    'chat.nullable-accepted',
    rechecked(
      'chat',
      'include',
      (before) => (body) =>
        body.include_domains === null ? unprocessable('list_type', ['body', 'include_domains'], 'no') : before(body),
    ),
  ],
  'language may not be null': [
    'chat.nullable-accepted',
    rechecked(
      'chat',
      'language',
      (before) => (body) =>
        body.language === null ? unprocessable('string_type', ['body', 'language'], 'no') : before(body),
    ),
  ],
  'include_domains of anything': [
    'chat.include-domain-type',
    rechecked(
      'chat',
      'include',
      (before) => (body) => (Array.isArray(body.include_domains) ? undefined : before(body)),
    ),
  ],
  'exclude_domains checked in its first entry': [
    'chat.exclude-domain-type',
    rechecked(
      'chat',
      'exclude',
      (before) => (body) =>
        Array.isArray(body.exclude_domains)
          ? before({ exclude_domains: body.exclude_domains.slice(0, 1) })
          : before(body),
    ),
  ],
  'exclude_domains unchecked': ['chat.exclude-domains-type', unchecked('chat', 'exclude')],
  'both filters let in': ['chat.filters-exclusive', unchecked('chat', 'filters')],
  'both filters as 400': ['chat.filters-exclusive', refusing('chat', 'filters', invalid)],
  'both filters refused when one is empty': [
    'chat.filter-beside-empty',
    rechecked(
      'chat',
      'filters',
      both((body) => Array.isArray(body.include_domains) && Array.isArray(body.exclude_domains)),
    ),
  ],
  'both filters refused when one is null': [
    'chat.filter-beside-empty',
    rechecked(
      'chat',
      'filters',
      both((body) => 'include_domains' in body && 'exclude_domains' in body),
    ),
  ],
  'both filters refused only when they overlap': [
    'chat.filters-exclusive',
    rechecked(
      'chat',
      'filters',
      both((body) =>
        ((body.include_domains ?? []) as string[]).some((one) =>
          ((body.exclude_domains ?? []) as string[]).includes(one),
        ),
      ),
    ),
  ],
  'filters that look like no domain as 404': [
    'chat.filter-lenient',
    stricter('chat', (body) =>
      ((body.exclude_domains ?? []) as string[]).every((one) => /^[a-z0-9.-]+$/.test(one))
        ? undefined
        : refuse(404, 'invalid_request', 'no'),
    ),
  ],
  'filters must be in the catalogue': [
    'chat.filter-off-catalogue',
    stricter('chat', (body) =>
      ((body.exclude_domains ?? []) as string[]).every((one) => /^health\d/.test(one)) ? undefined : schema,
    ),
  ],
  'instructions limit off by one up': [
    'chat.instructions-max',
    rechecked(
      'chat',
      'instructionsLength',
      (before) => (body) => (lengthOf(body.instructions ?? '') > 4_001 ? before(body) : undefined),
    ),
  ],
  'instructions limit off by one down': [
    'chat.instructions-max',
    stricter('chat', (body) =>
      lengthOf(body.instructions ?? '') > 3_999 ? unprocessable('too_long', ['body', 'instructions'], 'no') : undefined,
    ),
  ],
  'instructions limit in bytes': [
    'chat.instructions-max',
    stricter('chat', (body) =>
      bytes(body.instructions ?? '') > 4_000 ? unprocessable('too_long', ['body', 'instructions'], 'no') : undefined,
    ),
  ],
  'instructions cut, not refused': ['chat.instructions-max', unchecked('chat', 'instructionsLength')],
  'language limit off by one up': [
    'chat.language-max',
    rechecked(
      'chat',
      'languageLength',
      (before) => (body) => (lengthOf(body.language ?? '') > 65 ? before(body) : undefined),
    ),
  ],
  'language limit in bytes': [
    'chat.language-max',
    stricter('chat', (body) =>
      bytes(body.language ?? '') > 64 ? unprocessable('too_long', ['body', 'language'], 'no') : undefined,
    ),
  ],
  'language limit of 63': [
    'chat.language-max',
    stricter('chat', (body) =>
      lengthOf(body.language ?? '') > 63 ? unprocessable('too_long', ['body', 'language'], 'no') : undefined,
    ),
  ],
  'language from a list': [
    'chat.accepts-valid',
    stricter('chat', (body) =>
      [undefined, null, 'en', 'de', 'fr', 'ja', 'auto'].includes(body.language as string)
        ? undefined
        : unprocessable('enum', ['body', 'language'], 'no'),
    ),
  ],
  'language must be a tag': [
    'chat.accepts-valid',
    stricter('chat', (body) =>
      /^[a-z]{2}(-\w+)?$|^auto$/i.test(String(body.language ?? 'en'))
        ? undefined
        : unprocessable('pattern', ['body', 'language'], 'no'),
    ),
  ],
  'image_urls of the first message only': ['chat.image-url-type', rechecked('chat', 'imageUrls', first)],
  'image_urls may be null': [
    'chat.null-refused',
    rechecked(
      'chat',
      'imageUrls',
      only((messages) => messages.filter((one) => !isObject(one) || one.image_urls !== null)),
    ),
  ],
};

const scheme = (pick: (urls: string[]) => string[], pattern: RegExp) => () => (body: Body) =>
  pick(urlsOf(body, 'image_urls')).every((url) => pattern.test(url))
    ? undefined
    : refuse(422, 'invalid_request', 'no', 'image_urls');
const images = (count: (body: Body) => number, most?: Record<string, number>) => () => (body: Body) =>
  count(body) > ((most ?? { 'svc-chat-v1': 30, 'svc-chat-pro-v1': 60 })[String(body.model)] ?? 0)
    ? refuse(422, 'content_too_long', 'no', 'image_urls')
    : undefined;
const count = (body: Body) => urlsOf(body, 'image_urls').length;
const noPapers = (refused: (url: string) => boolean) => () => (body: Body) =>
  urlsOf(body, 'pdf_urls').some(refused) ? refuse(422, 'invalid_request', 'no', 'pdf_urls') : undefined;
const fetched = (url: string) => url.startsWith('https://fixtures.assay.test/');
const privates = /^https:\/\/(10\.|127\.|192\.168\.|localhost|169\.254|172\.(1[6-9]|2\d|3[01]))/;

/** Mistakes with images and PDFs. */
export const attachmentBugs: Bugs = {
  'image scheme of the first URL only': [
    'attachments.image-scheme',
    rechecked(
      'chat',
      'imageScheme',
      scheme((urls) => urls.slice(0, 1), /^https:/),
    ),
  ],
  'image scheme of the last URL only': [
    'attachments.image-scheme',
    rechecked(
      'chat',
      'imageScheme',
      scheme((urls) => urls.slice(-1), /^https:/),
    ),
  ],
  'image scheme of the first message only': ['attachments.image-scheme', rechecked('chat', 'imageScheme', first)],
  'image scheme of user turns only': [
    'attachments.image-scheme',
    rechecked(
      'chat',
      'imageScheme',
      only((messages) => messages.filter((one) => isObject(one) && one.role === 'user')),
    ),
  ],
  'images over http': [
    'attachments.image-scheme',
    rechecked(
      'chat',
      'imageScheme',
      scheme((urls) => urls, /^https?:/),
    ),
  ],
  'images as data URLs': [
    'attachments.image-scheme',
    rechecked(
      'chat',
      'imageScheme',
      scheme((urls) => urls, /^(https|data):/),
    ),
  ],
  'images over ftp': [
    'attachments.image-scheme',
    rechecked(
      'chat',
      'imageScheme',
      scheme((urls) => urls, /^(https|ftp):/),
    ),
  ],
  'images with https somewhere': [
    'attachments.image-scheme',
    rechecked(
      'chat',
      'imageScheme',
      scheme((urls) => urls, /https:\/\//),
    ),
  ],
  'image scheme as 400': [
    'attachments.image-scheme',
    refusing('chat', 'imageScheme', refuse(400, 'invalid_request', 'no', 'image_urls')),
  ],
  'image scheme by the schema': ['attachments.image-scheme', refusing('chat', 'imageScheme', schema)],
  'image cap for each message': [
    'attachments.image-cap-across-messages',
    rechecked(
      'chat',
      'imagePages',
      images((body) =>
        Math.max(...messagesOf(body).map((message) => urlsOf({ messages: [message] }, 'image_urls').length)),
      ),
    ),
  ],
  'image cap of different images': [
    'attachments.image-cap-standard',
    rechecked(
      'chat',
      'imagePages',
      images((body) => new Set(urlsOf(body, 'image_urls')).size),
    ),
  ],
  'image cap of user turns': [
    'attachments.image-cap-across-messages',
    rechecked(
      'chat',
      'imagePages',
      only((messages) => messages.filter((one) => isObject(one) && one.role === 'user')),
    ),
  ],
  'image cap of 31': [
    'attachments.image-cap-standard',
    rechecked(
      'chat',
      'imagePages',
      images((body) => count(body) - 1, { 'svc-chat-v1': 30, 'svc-chat-pro-v1': 61 }),
    ),
  ],
  'image cap of 29': [
    'attachments.image-cap-reached',
    rechecked(
      'chat',
      'imagePages',
      images((body) => count(body) + 1),
    ),
  ],
  'image cap of pro as of standard': [
    'attachments.image-cap-reached',
    rechecked('chat', 'imagePages', images(count, { 'svc-chat-v1': 30, 'svc-chat-pro-v1': 30 })),
  ],
  'image cap of standard as of pro': [
    'attachments.image-cap-standard',
    rechecked('chat', 'imagePages', images(count, { 'svc-chat-v1': 60, 'svc-chat-pro-v1': 60 })),
  ],
  'image cap of pro open': [
    'attachments.image-cap-pro',
    rechecked('chat', 'imagePages', images(count, { 'svc-chat-v1': 30, 'svc-chat-pro-v1': 999 })),
  ],
  'image cap as 400': [
    'attachments.image-cap-standard',
    refusing('chat', 'imagePages', refuse(400, 'content_too_long', 'no', 'image_urls')),
  ],
  'image cap names pdf_urls': [
    'attachments.image-cap-pro',
    refusing('chat', 'imagePages', refuse(422, 'content_too_long', 'no', 'pdf_urls')),
  ],
  'image cap as invalid_request': [
    'attachments.image-cap-standard',
    refusing('chat', 'imagePages', refuse(422, 'invalid_request', 'no', 'image_urls')),
  ],
  'PDF scheme unchecked': [
    'attachments.pdf-scheme',
    rechecked(
      'chat',
      'pdf',
      (before) => (body) =>
        urlsOf(body, 'pdf_urls').every((url) => url.startsWith('http:')) ? undefined : before(body),
    ),
  ],
  'PDF as a data URL': [
    'attachments.pdf-scheme',
    rechecked(
      'chat',
      'pdf',
      noPapers((url) => !fetched(url) && !url.startsWith('data:')),
    ),
  ],
  'PDF scheme of the first only': [
    'attachments.pdf-scheme',
    rechecked(
      'chat',
      'pdf',
      (before) => (body) => before({ messages: [{ pdf_urls: urlsOf(body, 'pdf_urls').slice(0, 1) }] }),
    ),
  ],
  'PDFs of the first message only': ['attachments.pdf-scheme', rechecked('chat', 'pdf', first)],
  'PDF refused as 400': [
    'attachments.pdf-scheme',
    refusing('chat', 'pdf', refuse(400, 'invalid_request', 'no', 'pdf_urls')),
  ],
  'PDF refused without a param': [
    'attachments.pdf-scheme',
    refusing('chat', 'pdf', refuse(422, 'invalid_request', 'no', null)),
  ],
  'PDF refused as messages': [
    'attachments.pdf-unreachable',
    refusing('chat', 'pdf', refuse(422, 'invalid_request', 'no', 'messages')),
  ],
  'PDF refused under a code of its own': [
    'attachments.pdf-unreachable',
    refusing('chat', 'pdf', refuse(422, 'pdf_fetch_failed', 'no', 'pdf_urls')),
  ],
  'private addresses fetched': [
    'attachments.private-address',
    rechecked(
      'chat',
      'pdf',
      noPapers((url) => !fetched(url) && !privates.test(url)),
    ),
  ],
  'link-local addresses fetched': [
    'attachments.private-address',
    rechecked(
      'chat',
      'pdf',
      noPapers((url) => !fetched(url) && !/169\.254/.test(url)),
    ),
  ],
  'IPv6 loopback fetched': [
    'attachments.private-address',
    rechecked(
      'chat',
      'pdf',
      noPapers((url) => !fetched(url) && !/\[::1\]/.test(url)),
    ),
  ],
  'mapped IPv6 fetched': [
    'attachments.odd-address',
    rechecked(
      'chat',
      'pdf',
      noPapers((url) => !fetched(url) && !/\[::ffff:/i.test(url)),
    ),
  ],
  'decimal addresses fetched': [
    'attachments.odd-address',
    rechecked(
      'chat',
      'pdf',
      noPapers((url) => !fetched(url) && !/\/\/(\d+|0x[0-9a-f]+)([/:]|$)/i.test(url)),
    ),
  ],
  'localhost by name fetched': [
    'attachments.odd-address',
    rechecked(
      'chat',
      'pdf',
      noPapers((url) => !fetched(url) && !/localhost/.test(url)),
    ),
  ],
  'unreachable PDFs left out': ['attachments.pdf-unreachable', unchecked('chat', 'pdf')],
  'unreachable PDFs as 500': [
    'attachments.pdf-unreachable',
    refusing('chat', 'pdf', refuse(500, 'internal_error', 'no')),
  ],
  'one readable PDF is enough': [
    'attachments.pdf-all-or-nothing',
    rechecked(
      'chat',
      'pdf',
      (before) => (body) =>
        urlsOf(body, 'pdf_urls').some((url) => /\/pages-\d+\.pdf$/.test(url)) ? undefined : before(body),
    ),
  ],
  'payload unbounded': ['attachments.payload-size', unchecked('chat', 'payload')],
  'PDF pages uncapped': ['attachments.pdf-cap-standard', unchecked('chat', 'pages')],
  'PDF pages and images capped apart': [
    'attachments.cap-mixed',
    rechecked(
      'chat',
      'pages',
      (before) => (body) => before({ ...body, messages: messagesOf(body).map((one) => ({ ...one, image_urls: [] })) }),
    ),
  ],
  'PDF pages capped in each message': [
    'attachments.pdf-cap-across-messages',
    rechecked(
      'chat',
      'pages',
      (before) => (body) =>
        messagesOf(body)
          .map((one) => before({ ...body, messages: [one] }))
          .find(Boolean),
    ),
  ],
  'PDF overflow names image_urls': [
    'attachments.pdf-cap-standard',
    refusing('chat', 'pages', refuse(422, 'content_too_long', 'no', 'image_urls')),
  ],
  'PDF overflow as invalid_request': [
    'attachments.pdf-cap-pro',
    refusing('chat', 'pages', refuse(422, 'invalid_request', 'no', 'pdf_urls')),
  ],
  'pro takes 61 pages': [
    'attachments.pdf-cap-pro',
    (house) => {
      house.limits.pages['svc-chat-pro-v1'] = 61;
    },
  ],
  'PF numbers start again with each PDF': [
    'citations.pf-sequence',
    told('chat', (body) => {
      let number = 0;
      for (const source of (body.sources ?? []) as Body[])
        if (String(source.id).startsWith('PF')) {
          number = /\(p\.1\)$/.test(String(source.title)) ? 1 : number + 1;
          source.id = `PF${number}`;
        }
      return undefined;
    }),
  ],
  'PF pages at the end': [
    'citations.pf-front',
    told('chat', (body) => {
      const all = (body.sources ?? []) as Body[];
      const pages = all.filter(({ id }) => String(id).startsWith('PF'));
      return all.length > 0
        ? { ...body, sources: [...all.filter((one) => !pages.includes(one)), ...pages] }
        : undefined;
    }),
  ],
  'PF titles count pages through': [
    'citations.pf-title',
    told('chat', (body) => {
      for (const source of (body.sources ?? []) as Body[])
        source.title = String(source.title).replace(/\(p\.\d+\)/, `(p.${String(source.id).slice(2)})`);
      return undefined;
    }),
  ],
  'PF scores sink': [
    'citations.pf-score',
    told('chat', (body) => {
      for (const [at, source] of ((body.sources ?? []) as Body[]).entries())
        if (String(source.id).startsWith('PF')) source.relevance_score = at === 0 ? 1 : 0.99;
      return undefined;
    }),
  ],
  'PF urls with a fragment': [
    'citations.pf-url',
    told('chat', (body) => {
      for (const source of (body.sources ?? []) as Body[])
        if (/\(p\.[2-9]\)/.test(String(source.title))) source.url = `${source.url}#page=2`;
      return undefined;
    }),
  ],
  'PF for cited pages only': [
    'citations.pf-sequence',
    told('chat', (body) =>
      body.sources
        ? { ...body, sources: (body.sources as Body[]).filter(({ id }) => String(body.message).includes(`[${id}]`)) }
        : undefined,
    ),
  ],
  'PF title without its extension': [
    'citations.pf-title',
    told('chat', (body) => {
      for (const source of (body.sources ?? []) as Body[])
        source.title = String(source.title).replace('.pdf (p.', ' (p.');
      return undefined;
    }),
  ],
  'PF of one message only': [
    'citations.pf-across-messages',
    told('chat', (body) => {
      const pages = ((body.sources ?? []) as Body[]).filter(({ id }) => String(id).startsWith('PF'));
      const kept = pages.filter(({ url }) => url === pages.at(-1)?.url);
      return pages.length > 0
        ? {
            ...body,
            sources: ((body.sources ?? []) as Body[]).filter((one) => !pages.includes(one) || kept.includes(one)),
          }
        : undefined;
    }),
  ],
};

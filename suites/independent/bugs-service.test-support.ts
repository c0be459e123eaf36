import { answered, type Bugs, detailed, enveloped, set } from './bugs.test-support.ts';
import { messagesOf, pagesOf, urlsOf } from '../proof/second-server/checks.ts';
import type { House } from '../proof/second-server/house.ts';
import type { Account, Ledger, Line } from '../proof/second-server/ledger.ts';
import { type Body, type Call, isObject, type PaidEndpoint, refuse } from '../proof/second-server/wire.ts';

const anyone = (ledger: Ledger): Account | undefined =>
  [...ledger.accounts.values()].find((one) => one.balance > 1_000_000);
const admitting = (admit: (header: string, ledger: Ledger, call: Call) => Account | undefined) =>
  set((house) => {
    const before = house.authorize;
    return { authorize: (header, ledger, call) => before(header, ledger, call) ?? admit(header ?? '', ledger, call) };
  });
const turningAway = (when: (header: string, account: Account, call: Call) => boolean) =>
  set((house) => {
    const before = house.authorize;
    return {
      authorize: (header, ledger, call) => {
        const account = before(header, ledger, call);
        return account && when(header ?? '', account, call) ? undefined : account;
      },
    };
  });
const tokenOf = (header: string): string => header.replace(/^bearer\s*/i, '');
const unauthorized = (edit: (error: Body, call: Call) => void, on?: PaidEndpoint) =>
  answered(on ?? 'all', (answer, call) => {
    const body = structuredClone(answer.body);
    if (answer.status !== 401 || !isObject(body) || !isObject(body.error)) return undefined;
    edit(body.error, call);
    return { ...answer, body };
  });

/** Mistakes with keys. */
export const authBugs: Bugs = {
  'any key of the right form': [
    'auth.unknown-key',
    admitting((header, ledger) =>
      /^Bearer svc_(test|live)_[0-9a-f]{32}$/.test(header) && !ledger.accounts.has(tokenOf(header))
        ? anyone(ledger)
        : undefined,
    ),
  ],
  'any live key': [
    'auth.unknown-key',
    admitting((header, ledger) =>
      /^Bearer svc_live_[0-9a-f]{32}$/.test(header) && !ledger.accounts.has(tokenOf(header))
        ? anyone(ledger)
        : undefined,
    ),
  ],
  'any test key': [
    'auth.unknown-key',
    admitting((header, ledger) =>
      /^Bearer svc_test_[0-9a-f]{32}$/.test(header) && !ledger.accounts.has(tokenOf(header))
        ? anyone(ledger)
        : undefined,
    ),
  ],
  'anything that begins like a key': [
    'auth.malformed-key',
    admitting((header, ledger) =>
      /^Bearer svc_(test|live)_/.test(header) && !/^Bearer svc_(test|live)_[0-9a-f]{32}$/.test(header)
        ? anyone(ledger)
        : undefined,
    ),
  ],
  'keys compared by their first 32 characters': [
    'auth.malformed-key',
    admitting((header, ledger) =>
      [...ledger.accounts.values()].find(
        (one) => !one.revoked && one.balance > 0 && tokenOf(header).startsWith(one.key),
      ),
    ),
  ],
  'keys of other makers': [
    'auth.malformed-key',
    admitting((header, ledger) => (/^Bearer (sk|pk)/.test(header) ? anyone(ledger) : undefined)),
  ],
  'no key at all': ['auth.key-required', admitting((header, ledger) => (header === '' ? anyone(ledger) : undefined))],
  'no key on the finder': [
    'auth.key-required',
    admitting((header, ledger, call) => (header === '' && call.endpoint === 'finder' ? anyone(ledger) : undefined)),
  ],
  'no key on rerank': [
    'auth.key-required',
    admitting((header, ledger, call) => (header === '' && call.endpoint === 'rerank' ? anyone(ledger) : undefined)),
  ],
  'no key for streams': [
    'events.early-errors-plain',
    admitting((header, ledger, call) => (header === '' && call.stream ? anyone(ledger) : undefined)),
  ],
  'unknown keys for streams': [
    'events.early-errors-plain',
    admitting((header, ledger, call) => (header !== '' && call.stream ? anyone(ledger) : undefined)),
  ],
  'empty tokens': [
    'auth.empty-token',
    admitting((header, ledger) => (/^bearer *$/i.test(header) ? anyone(ledger) : undefined)),
  ],
  'Basic as well': [
    'auth.other-scheme',
    admitting((header, ledger) => (/^basic/i.test(header) ? anyone(ledger) : undefined)),
  ],
  'bare keys as well': ['auth.other-scheme', admitting((header, ledger) => ledger.accounts.get(header))],
  'Token as well': [
    'auth.other-scheme',
    admitting((header, ledger) => ledger.accounts.get(/^token (.*)/i.exec(header)?.[1] ?? '')),
  ],
  'any scheme before the key': [
    'auth.other-scheme',
    admitting((header, ledger) => ledger.accounts.get(header.split(' ')[1] ?? '')),
  ],
  'revoked keys work': ['auth.revoked-key', admitting((header, ledger) => ledger.accounts.get(tokenOf(header)))],
  'revoked keys work on embeddings': [
    'auth.revoked-key',
    admitting((header, ledger, call) =>
      call.endpoint === 'embeddings' ? ledger.accounts.get(tokenOf(header)) : undefined,
    ),
  ],
  'revoked keys work for streams': [
    'events.early-errors-plain',
    admitting((header, ledger, call) => (call.stream ? ledger.accounts.get(tokenOf(header)) : undefined)),
  ],
  'revocation a request late': [
    'auth.revocation-takes-effect',
    (house) => {
      const grace = new Map<string, number>();
      admitting((header, ledger) => {
        const account = ledger.accounts.get(tokenOf(header));
        if (!account || account.requests < 2 || grace.has(account.key)) return undefined;
        grace.set(account.key, 1);
        return account;
      })(house);
    },
  ],
  'revoking one revokes all': [
    'auth.several-keys',
    set((house) => {
      const before = house.authorize;
      return {
        authorize: (header, ledger, call) => {
          const found = before(header, ledger, call);
          const made = [...ledger.accounts.values()].filter(
            ({ key }) => !Object.values(ledger.profileKeys).includes(key),
          );
          return found && made.length > 1 && found !== made.at(-1) && made.includes(found) ? undefined : found;
        },
      };
    }),
  ],
  'live keys not on embeddings': [
    'auth.live-and-test-alike',
    turningAway((_, account, call) => account.environment === 'live' && call.endpoint === 'embeddings'),
  ],
  'live keys not for streams': [
    'auth.live-and-test-alike',
    turningAway((_, account, call) => account.environment === 'live' && call.stream),
  ],
  'live keys not for pro': [
    'auth.live-and-test-alike',
    turningAway((_, account, call) => account.environment === 'live' && call.body.model === 'svc-chat-pro-v1'),
  ],
  'permissions unread': ['auth.permission-denied', set({ permitted: () => true })],
  'permissions unread for streams': [
    'events.early-errors-plain',
    set({ permitted: (account, call) => call.stream || account.permissions.includes(call.endpoint) }),
  ],
  'permissions read as one': [
    'auth.permission-denied',
    set({ permitted: (account) => account.permissions.length > 0 }),
  ],
  'permission refused as 401': [
    'auth.permission-denied',
    answered('all', (answer) => (answer.status === 403 ? refuse(401, 'authentication_error', 'no') : undefined)),
  ],
  'permission refused as forbidden': [
    'auth.permission-denied',
    answered('all', (answer) => (answer.status === 403 ? refuse(403, 'forbidden', 'no') : undefined)),
  ],
  'permission refused under another type': [
    'errors.type-by-code',
    enveloped(
      (error) => error.code === 'permission_denied',
      (error) => {
        error.type = 'invalid_request_error';
        return undefined;
      },
    ),
  ],
  '401 as 403 without a header': [
    'auth.key-required',
    answered('all', (answer, call) =>
      answer.status === 401 && !call.authorization ? { ...answer, status: 403 } : undefined,
    ),
  ],
  '401 as the framework says it': [
    'auth.error-code',
    answered('all', (answer, call) =>
      answer.status === 401 && !call.authorization
        ? { status: 401, headers: {}, body: { detail: 'Not authenticated' } }
        : undefined,
    ),
  ],
  '401 invalid_api_key': [
    'auth.error-code',
    unauthorized((error) => {
      error.code = 'invalid_api_key';
    }),
  ],
  '401 invalid_api_key on rerank': [
    'auth.error-code',
    unauthorized((error) => {
      error.code = 'invalid_api_key';
    }, 'rerank'),
  ],
  '401 revoked_key when revoked': [
    'auth.error-code',
    answered('all', (answer, call) =>
      answer.status === 401 && (call.authorization ?? '').length === 48
        ? {
            status: 401,
            headers: {},
            body: { error: { message: 'no', type: 'authentication_error', code: 'revoked_key', param: null } },
          }
        : undefined,
    ),
  ],
  '401 without a type on embeddings': [
    'auth.error-type',
    unauthorized((error) => {
      delete error.type;
    }, 'embeddings'),
  ],
  '401 of type invalid_request_error': [
    'auth.error-type',
    unauthorized((error) => {
      error.type = 'invalid_request_error';
    }),
  ],
  '401 names the header': [
    'auth.error-param',
    unauthorized((error) => {
      error.param = 'Authorization';
    }),
  ],
  '401 without param on the finder': [
    'auth.error-param',
    unauthorized((error) => {
      delete error.param;
    }, 'finder'),
  ],
  '401 in a stream': [
    'events.early-errors-plain',
    set((house) => ({
      after: ((before) => (call, answer) => {
        const made = before(call, answer);
        return call.stream && made.status === 401 ? { ...made, status: 200 } : made;
      })(house.after),
    })),
  ],
};

const stream = (status: number) => (house: House) => {
  const { after, print } = house;
  const struck = new WeakSet<object>();
  house.after = (call, answer) => {
    const made = after(call, answer);
    if (!call.stream || made.status !== status) return made;
    struck.add(made.body as object);
    return { ...made, status: 200, headers: { 'content-type': 'text/event-stream' } };
  };
  house.print = (body, call) =>
    isObject(body) && struck.has(body)
      ? `data: ${JSON.stringify({ type: 'error', ...body })}\n\ndata: [DONE]\n\n`
      : print(body, call);
};

/** Mistakes in error answers and in how answers are written. */
export const errorBugs: Bugs = {
  '402 in the stream': ['events.early-errors-plain', stream(402)],
  '400 in the stream': ['events.early-errors-plain', stream(400)],
  '422 in the stream': ['events.early-errors-plain', stream(422)],
  '401 as an event': ['events.early-errors-plain', stream(401)],
  '500 before the stream as an event': ['events.early-errors-plain', stream(500)],
  'errors as strings': [
    'errors.envelope',
    answered('all', (answer) =>
      isObject(answer.body) && isObject(answer.body.error)
        ? { ...answer, body: { error: answer.body.error.message } }
        : undefined,
    ),
  ],
  'errors without an envelope': [
    'errors.envelope',
    answered('all', (answer) =>
      isObject(answer.body) && isObject(answer.body.error) ? { ...answer, body: answer.body.error } : undefined,
    ),
  ],
  'errors under detail': [
    'errors.envelope',
    answered('all', (answer) =>
      isObject(answer.body) && isObject(answer.body.error) ? { ...answer, body: { detail: answer.body } } : undefined,
    ),
  ],
  'param left out when null': [
    'errors.envelope-param',
    enveloped(
      (error) => error.param === null,
      (error) => {
        delete error.param;
        return undefined;
      },
    ),
  ],
  'param left out of 402': [
    'errors.envelope-param',
    enveloped(
      (error) => error.code === 'insufficient_credits',
      (error) => {
        delete error.param;
        return undefined;
      },
    ),
  ],
  'param left out of content_too_long': [
    'errors.envelope-param',
    enveloped(
      (error, _, status) => error.code === 'content_too_long' && status === 400,
      (error) => {
        delete error.param;
        return undefined;
      },
    ),
  ],
  'param left out of batch_size_exceeded': [
    'errors.envelope-param',
    enveloped(
      (error) => error.code === 'batch_size_exceeded',
      (error) => {
        delete error.param;
        return undefined;
      },
    ),
  ],
  'param left out of too_many_messages': [
    'errors.envelope-param',
    enveloped(
      (error) => error.code === 'too_many_messages',
      (error) => {
        delete error.param;
        return undefined;
      },
    ),
  ],
  'param left out of 500': [
    'errors.envelope-param',
    enveloped(
      (error) => error.code === 'internal_error',
      (error) => {
        delete error.param;
        return undefined;
      },
    ),
  ],
  'param left out of 503': [
    'errors.envelope-param',
    enveloped(
      (error) => error.code === 'service_unavailable',
      (error) => {
        delete error.param;
        return undefined;
      },
    ),
  ],
  'param left out of model_not_found on rerank': [
    'errors.envelope-param',
    enveloped(
      (error, call) => error.code === 'model_not_found' && call.endpoint === 'rerank',
      (error) => {
        delete error.param;
        return undefined;
      },
    ),
  ],
  'param a path': [
    'errors.envelope-param',
    enveloped(
      (error) => error.param !== null,
      (error) => {
        error.param = [error.param];
        return undefined;
      },
    ),
  ],
  'code a number': [
    'errors.envelope-code',
    enveloped(
      (error) => error.code === 'too_many_messages',
      (error) => {
        error.code = 400;
        return undefined;
      },
    ),
  ],
  'code is the type': [
    'errors.type-by-code',
    enveloped(
      (error) => error.code === 'insufficient_credits',
      (error) => {
        error.type = 'invalid_request_error';
        return undefined;
      },
    ),
  ],
  'model_not_found of type not_found_error': [
    'errors.envelope-type',
    enveloped(
      (error) => error.code === 'model_not_found',
      (error) => {
        error.type = 'not_found_error';
        return undefined;
      },
    ),
  ],
  'documents limit of type server_error': [
    'errors.type-by-code',
    enveloped(
      (error) => error.code === 'documents_limit_exceeded',
      (error) => {
        error.type = 'server_error';
        return undefined;
      },
    ),
  ],
  'content_too_long of another type': [
    'errors.envelope-type',
    enveloped(
      (error) => error.code === 'content_too_long',
      (error) => {
        error.type = 'validation_error';
        return undefined;
      },
    ),
  ],
  'attachment errors of another type': [
    'errors.type-by-code',
    enveloped(
      (error, _, status) => status === 422 && error.code === 'invalid_request',
      (error) => {
        error.type = 'server_error';
        return undefined;
      },
    ),
  ],
  'message null': [
    'errors.envelope-message',
    enveloped(
      (error) => error.code === 'too_many_messages',
      (error) => {
        error.message = null;
        return undefined;
      },
    ),
  ],
  'message an array': [
    'errors.envelope-message',
    enveloped(
      (error) => error.code === 'model_not_found',
      (error) => {
        error.message = ['no'];
        return undefined;
      },
    ),
  ],
  'type missing on 402': [
    'errors.envelope-type',
    enveloped(
      (error) => error.code === 'insufficient_credits',
      (error) => {
        delete error.type;
        return undefined;
      },
    ),
  ],
  'detail a list of strings': ['errors.detail', detailed(({ msg }) => msg)],
  'detail items without type': [
    'errors.detail-type',
    detailed((item) => {
      delete item.type;
      return item;
    }),
  ],
  'detail items without msg': [
    'errors.detail-msg',
    detailed((item) => ({ ...item, msg: undefined, message: item.msg })),
  ],
  'loc a string': ['errors.detail-loc', detailed((item) => ({ ...item, loc: (item.loc as string[]).join('.') }))],
  'loc of the body only': ['errors.detail-names-field', detailed((item) => ({ ...item, loc: ['body'] }))],
  'loc without the inner field': [
    'errors.detail-names-field',
    detailed((item) => ({ ...item, loc: (item.loc as string[]).slice(0, 2) })),
  ],
  'loc of the query left out': [
    'errors.detail-names-field',
    detailed((item, call) => (call.endpoint === 'domains' ? { ...item, loc: ['query'] } : item)),
  ],
  'detail beside an error': [
    'errors.detail-without-code',
    answered('all', (answer) =>
      isObject(answer.body) && 'detail' in answer.body
        ? {
            ...answer,
            body: {
              ...answer.body,
              error: { message: 'no', type: 'invalid_request_error', code: 'invalid_request', param: null },
            },
          }
        : undefined,
    ),
  ],
  'empty detail': [
    'errors.detail',
    answered('all', (answer) =>
      isObject(answer.body) && 'detail' in answer.body ? { ...answer, body: { detail: [] } } : undefined,
    ),
  ],
  'errors labelled as problems': [
    'errors.content-type',
    answered('all', (answer) =>
      answer.status >= 400 ? { ...answer, headers: { 'content-type': 'application/problem+json' } } : undefined,
    ),
  ],
  '422 labelled as text': [
    'errors.content-type',
    answered('all', (answer) =>
      answer.status === 422 ? { ...answer, headers: { 'content-type': 'text/plain' } } : undefined,
    ),
  ],
  'broken JSON as 500': [
    'errors.malformed-json',
    answered('all', (answer) =>
      /json_invalid/.test(JSON.stringify(answer.body)) ? refuse(500, 'internal_error', 'no') : undefined,
    ),
  ],
  'arrays as bodies crash': [
    'errors.non-object-body',
    answered('all', (answer) =>
      /model_attributes_type.*body"\]/.test(JSON.stringify(answer.body))
        ? refuse(500, 'internal_error', 'no')
        : undefined,
    ),
  ],
  'failures as text': [
    'errors.internal-error',
    answered('all', (answer) =>
      answer.status === 500
        ? { status: 500, headers: { 'content-type': 'text/plain' }, body: 'Internal Server Error' }
        : undefined,
    ),
  ],
  'failures under another code': [
    'errors.internal-error',
    answered('all', (answer) => (answer.status === 500 ? refuse(500, 'server_error', 'no') : undefined)),
  ],
  'failures of the catalogue as 503': [
    'errors.internal-error',
    answered('domains', (answer) => (answer.status === 500 ? refuse(503, 'service_unavailable', 'no') : undefined)),
  ],
  'failures of another type': [
    'errors.internal-error',
    enveloped(
      (error) => error.code === 'internal_error',
      (error) => {
        error.type = 'internal_error';
        return undefined;
      },
    ),
  ],
  'answers in Latin-1': [
    'finder.json-content-type',
    set({ print: (body) => Buffer.from(JSON.stringify(body), 'latin1') }),
  ],
  'chat labelled as a stream': [
    'chat.json-content-type',
    answered('chat', (answer) =>
      answer.status === 200 ? { ...answer, headers: { 'content-type': 'text/event-stream' } } : undefined,
    ),
  ],
  'rerank without a label': [
    'rerank.json-content-type',
    answered('rerank', (answer) => ({ ...answer, headers: { 'content-type': 'text/html; charset=utf-8' } })),
  ],
};

const priced = (edit: (lines: Line[], call: Call, invoked: boolean) => Line[]) =>
  set((house) => {
    const before = house.bill;
    return { bill: (call, invoked) => edit(structuredClone(before(call, invoked)), call, invoked) };
  });
const unit = (item: string, price: (line: Line, call: Call) => number | undefined) =>
  priced((lines, call) =>
    lines.map((one) => (one.item === item ? { ...one, unit_micros: price(one, call) ?? one.unit_micros } : one)),
  );
const times = (item: string, count: (line: Line, call: Call) => number | undefined) =>
  priced((lines, call) =>
    lines.map((one) => (one.item === item ? { ...one, quantity: count(one, call) ?? one.quantity } : one)),
  );
const extra = (when: (call: Call, invoked: boolean) => boolean, amount = 10_000) =>
  priced((lines, call, invoked) =>
    when(call, invoked) ? [...lines, { item: 'base', quantity: 1, unit_micros: amount }] : lines,
  );
const documents = (call: Call): number => (call.body.documents as unknown[]).length;
const asked = (call: Call): boolean => call.body.include_follow_ups === true;

/** Mistakes with money. */
export const billingBugs: Bugs = {
  'standard at 0.10': [
    'billing.chat-base-standard',
    unit('base', (line) => (line.unit_micros === 150_000 ? 100_000 : undefined)),
  ],
  'pro at the standard price': ['billing.chat-base-pro', unit('base', () => 150_000)],
  'pro at 5.00': [
    'billing.chat-base-pro',
    unit('base', (line) => (line.unit_micros === 500_000 ? 5_000_000 : undefined)),
  ],
  'streams free': ['billing.chat-stream', set({ charges: (call) => (call.stream ? 0 : 1) })],
  'streams charged twice': ['billing.one-charge', set({ charges: (call) => (call.stream ? 2 : 1) })],
  'pro streams charged twice': [
    'billing.model',
    set({ charges: (call) => (call.stream && call.body.model === 'svc-chat-pro-v1' ? 2 : 1) }),
  ],
  'plain chats charged twice': [
    'billing.one-charge',
    set({ charges: (call) => (call.endpoint === 'chat' && !call.stream ? 2 : 1) }),
  ],
  'streams dearer': ['billing.chat-stream', extra((call) => call.stream)],
  'follow-ups free': ['billing.follow-ups', priced((lines) => lines.filter(({ item }) => item !== 'follow_ups'))],
  'follow-ups free in streams': [
    'billing.follow-ups-stream',
    priced((lines, call) => lines.filter(({ item }) => item !== 'follow_ups' || !call.stream)),
  ],
  'follow-ups at 0.05 for pro': [
    'billing.follow-ups',
    unit('follow_ups', (_, call) => (call.body.model === 'svc-chat-pro-v1' ? 50_000 : undefined)),
  ],
  'follow-ups at 0.001': ['billing.follow-ups', unit('follow_ups', () => 1_000)],
  'follow-ups by the question': ['billing.follow-ups', times('follow_ups', () => 2)],
  'follow-ups always': ['billing.follow-ups-unasked', extra((call) => call.endpoint === 'chat' && !asked(call))],
  'follow-ups always in streams': ['billing.follow-ups-unasked', extra((call) => call.stream && !asked(call))],
  'follow-ups though not invoked': [
    'billing.follow-ups-not-invoked',
    extra((call, invoked) => asked(call) && !invoked),
  ],
  'follow-ups though not invoked in streams': [
    'billing.follow-ups-not-invoked',
    extra((call, invoked) => asked(call) && call.stream && !invoked),
  ],
  'each message charged': ['billing.model', times('base', (_, call) => messagesOf(call.body).length)],
  'instructions charged': ['billing.chat-base-pro', extra((call) => typeof call.body.instructions === 'string')],
  'language charged': ['billing.chat-base-standard', extra((call) => typeof call.body.language === 'string')],
  'filters charged': ['billing.chat-base-standard', extra((call) => Array.isArray(call.body.include_domains))],
  'pages at the price of pro': ['billing.images-standard', unit('attachment_pages', () => 10_000)],
  'pages at the price of standard': ['billing.images-pro', unit('attachment_pages', () => 3_000)],
  'PDF pages free': [
    'billing.pdf-pages-standard',
    priced((lines, call) =>
      lines.filter(({ item }) => item !== 'attachment_pages' || urlsOf(call.body, 'pdf_urls').length === 0),
    ),
  ],
  'a PDF is a page': [
    'billing.pdf-pages-pro',
    times(
      'attachment_pages',
      (_, call) => urlsOf(call.body, 'pdf_urls').length + urlsOf(call.body, 'image_urls').length,
    ),
  ],
  'pages free beside follow-ups': [
    'billing.chat-additive',
    priced((lines, call) => lines.filter(({ item }) => item !== 'attachment_pages' || !asked(call))),
  ],
  'pages of streams free': [
    'billing.images-standard',
    priced((lines, call) => lines.filter(({ item }) => item !== 'attachment_pages' || !call.stream)),
  ],
  'first page free': ['billing.images-standard', times('attachment_pages', (_, call) => pagesOf(call.body) - 1)],
  'equal images once': [
    'billing.images-standard',
    times('attachment_pages', (line, call) =>
      urlsOf(call.body, 'pdf_urls').length > 0
        ? undefined
        : Math.min(line.quantity, new Set(urlsOf(call.body, 'image_urls')).size),
    ),
  ],
  'finder basic at 0.04': [
    'billing.finder-basic',
    unit('search', (line) => (line.unit_micros === 35_000 ? 40_000 : undefined)),
  ],
  'finder advanced at the basic price': ['billing.finder-advanced', unit('search', () => 35_000)],
  'finder basic when said at the advanced price': [
    'billing.finder-basic',
    unit('search', (_, call) => (call.body.search_depth === 'basic' ? 70_000 : undefined)),
  ],
  'finder by default at the advanced price': [
    'billing.finder-basic',
    unit('search', (_, call) => ('search_depth' in call.body ? undefined : 70_000)),
  ],
  'finder answers charged': ['billing.finder-basic', extra((call) => call.body.include_answer === true)],
  'finder results charged': [
    'billing.finder-advanced',
    times('search', (_, call) => (Number(call.body.max_results ?? 5) > 10 ? 2 : 1)),
  ],
  'rerank by the document': ['billing.rerank-unit', times('rerank_units', (_, call) => documents(call))],
  'rerank rounded down': [
    'billing.rerank-part-unit',
    times('rerank_units', (_, call) => Math.max(1, Math.floor(documents(call) / 100))),
  ],
  'rerank a unit too many at full hundreds': [
    'billing.rerank-unit',
    times('rerank_units', (_, call) => Math.floor(documents(call) / 100) + 1),
  ],
  'rerank rounded to the nearest': [
    'billing.rerank-part-unit',
    times('rerank_units', (_, call) => Math.max(1, Math.round(documents(call) / 100))),
  ],
  'rerank nine units at most': [
    'billing.rerank-part-unit',
    times('rerank_units', (line) => Math.min(9, line.quantity)),
  ],
  'rerank by top_n': [
    'billing.rerank-part-unit',
    times('rerank_units', (line, call) => (call.body.top_n ? Math.ceil(Number(call.body.top_n) / 100) : line.quantity)),
  ],
  'rerank at 0.02': ['billing.rerank-unit', unit('rerank_units', () => 20_000)],
  'overdraft in parallel': ['billing.parallel', set({ reserves: false })],
  'credit while there is any': ['billing.one-short', set({ affordable: (account) => account.balance > 0 })],
  'credit while there is any for streams': [
    'billing.one-short',
    set({ affordable: (account, need, call) => account.balance >= (call.stream ? 1 : need) }),
  ],
  'credit down to zero and below': ['billing.zero-balance', set({ affordable: (account) => account.balance >= 0 })],
  'exact credit is too little': [
    'billing.exact-balance',
    set({ affordable: (account, need) => account.balance > need }),
  ],
  'credit for one unit only': [
    'billing.one-short',
    set({ affordable: (account, need, call) => account.balance >= (call.endpoint === 'rerank' ? 15_000 : need) }),
  ],
  'credit unchecked on rerank': [
    'billing.zero-balance',
    set({
      affordable: (account, need, call) =>
        call.endpoint === 'rerank' || (account.balance > 0 && account.balance >= need),
    }),
  ],
  'credit unchecked for streams': [
    'billing.zero-balance',
    set({ affordable: (account, need, call) => call.stream || (account.balance > 0 && account.balance >= need) }),
  ],
  '402 as 403 on the finder': [
    'billing.zero-balance',
    answered('finder', (answer) => (answer.status === 402 ? refuse(403, 'permission_denied', 'no') : undefined)),
  ],
  '402 insufficient_quota': [
    'billing.zero-balance',
    enveloped(
      (error) => error.code === 'insufficient_credits',
      (error) => {
        error.code = 'insufficient_quota';
        return undefined;
      },
    ),
  ],
  'catalogue asks for credit': [
    'billing.domains-free',
    set((house) => ({
      after: (
        (before) => (call, answer) =>
          call.endpoint === 'domains' && /svc_live_/.test(call.authorization ?? '')
            ? refuse(402, 'insufficient_credits', 'no')
            : before(call, answer)
      )(house.after),
    })),
  ],
  'finder never charged': ['billing.one-charge', set({ charges: (call) => (call.endpoint === 'finder' ? 0 : 1) })],
  'rerank never charged above 500 documents': [
    'billing.rerank-part-unit',
    set({ charges: (call) => (call.endpoint === 'rerank' && documents(call) > 500 ? 0 : 1) }),
  ],
};

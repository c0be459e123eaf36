import { setTimeout as pause } from 'node:timers/promises';
import type { ApiResponse, Charge, ChargeLine, Middleware } from '../../../simulator/index.ts';
import { endpointNames, type JsonObject, models, type PaidEndpoint } from '../../../spec/index.ts';
import { type Deviation, madeBy, mutantsOf, variantsOf } from '../deviation.ts';
import {
  booking,
  lending,
  type Passing,
  plenty,
  type Spent,
  servedAnyway,
  totalOf,
  type Work,
  withControl,
} from '../wire/accounts.ts';
import { messagesIn, wantsFollowUps } from '../wire/chat-request.ts';
import { editAt } from '../wire/edit.ts';
import { whenFailed, whenLeft } from '../wire/stream.ts';
import { editError, editInput, errorBody, errorOf, jsonIn, listIn, together, withJson } from '../wire/wire.ts';

const { chat: standard, chatPro: pro } = models;
const cent = 10_000;
const noCredit = errorOf('insufficient_credits');

const isChat = ({ input }: Spent, model: string): boolean => input.model === model && 'messages' in input;
const streams = ({ input }: Spent): boolean => input.stream === true;
const asks = ({ input }: Spent): boolean => wantsFollowUps(input);
const messages = ({ input }: Spent): readonly JsonObject[] => messagesIn(input);
const attached = (one: Spent, field: 'image_urls' | 'pdf_urls', of = messages(one)): readonly unknown[] =>
  of.flatMap((message) => listIn(message[field]));
const images = (one: Spent): number => attached(one, 'image_urls').length;
const pdfs = (one: Spent): number => attached(one, 'pdf_urls').length;
const documents = ({ input }: Spent): number => listIn(input.documents).length;
const listsFollowUps = ({ charge }: Spent): boolean => charge.lines.some(({ item }) => item === 'follow_ups');
const ofEndpoint = (one: Spent, endpoint: PaidEndpoint): boolean => one.charge.endpoint === endpoint;

const each = (edit: (one: Spent) => Charge | readonly Charge[]): Middleware =>
  booking({ listed: (spent) => spent.flatMap(edit) });

/** Lists a charge `times` times. */
const charged = (times: (one: Spent) => number): Middleware =>
  each((one) => Array.from({ length: times(one) }, () => one.charge));

/** Lists no charge, or two, if `when` is true. */
const uncharged = (when: (one: Spent) => boolean): Middleware => charged((one) => (when(one) ? 0 : 1));
const twice = (when: (one: Spent) => boolean): Middleware => charged((one) => (when(one) ? 2 : 1));

/** Replaces the lines of charges; the amount is their sum. */
const lines = (edit: (lines: readonly ChargeLine[], one: Spent) => readonly ChargeLine[]): Middleware =>
  each((one) => {
    const edited = edit(one.charge.lines, one);
    const amount = edited.reduce((sum, { quantity, unit_micros }) => sum + quantity * unit_micros, 0);
    return { ...one.charge, lines: edited, amount_micros: amount };
  });

/** What replaces a line: undefined keeps it, null removes it. */
type EditLine = (one: Spent, line: ChargeLine) => Partial<ChargeLine> | null | undefined;

/** Charges an item differently if `when` is true. */
const line = (item: ChargeLine['item'], edit: EditLine, when: (one: Spent) => boolean = () => true): Middleware =>
  lines((all, one) =>
    all.flatMap((old) => {
      const edited = old.item === item && when(one) ? edit(one, old) : undefined;
      return edited === null ? [] : [{ ...old, ...edited }];
    }),
  );

/** Charges a cent on top. */
const extra = (when: (one: Spent) => boolean): Middleware =>
  lines((all, one) => (when(one) ? [...all, { item: 'base', quantity: 1, unit_micros: cent }] : all));

const base = (model: string, edit: EditLine): Middleware => line('base', edit, (one) => isChat(one, model));
const pages = (model: string, edit: EditLine): Middleware =>
  line('attachment_pages', edit, (one) => isChat(one, model));
const basic = (edit: EditLine): Middleware => line('search', edit, ({ input }) => input.search_depth !== 'advanced');
const advanced = (edit: EditLine): Middleware => line('search', edit, ({ input }) => input.search_depth === 'advanced');
const units = (count: (documents: number, one: Spent, units: number) => number): Middleware =>
  line('rerank_units', (one, { quantity }) => ({ quantity: count(documents(one), one, quantity) }));

/** Lists charges unchanged, but takes another amount off the balance. */
const taking = (taken: (one: Spent) => number): Middleware =>
  booking({
    listed: (spent) => spent.map(({ charge }) => charge),
    paid: (spent) => spent.reduce((sum, one) => sum + taken(one), 0),
  });

/** Serves what is refused for want of credit if `when` is true. A key that is refused for another reason stays so. */
const unchecked = (when: (balance: number, endpoint: PaidEndpoint, input: JsonObject) => boolean): Middleware =>
  withControl(async (passing) => {
    const { request, endpoint, input = {}, key, control, next } = passing;
    const paid = endpoint !== undefined && endpoint !== 'domains' && key !== '';
    const answer = await next(request);
    if (!paid || answer.status !== 402) return answer;
    return when(await control.balance(key), endpoint, input) ? servedAnyway(passing) : answer;
  });

/** Changes how much a call of the control API credits. */
const crediting = (amount: (amount: number, balance: number) => number): Middleware =>
  withControl(async ({ request, about, control, next }) => {
    const sent = about?.rest === '/credit' ? jsonIn(request)?.amount_micros : undefined;
    if (about === undefined || typeof sent !== 'number') return next(request);
    const edited = { amount_micros: amount(sent, await control.balance(about.key)) };
    return next({ ...request, body: Buffer.from(JSON.stringify(edited)) });
  });

/** The least time of a request, in milliseconds: of a server that answers at once, no two would overlap, over HTTP neither. */
const LEAST_MS = 5;

/** Counts what runs, by name. */
function tally() {
  const running = new Map<string, number>();
  const count = (name: string, by: number): void => void running.set(name, (running.get(name) ?? 0) + by);
  return {
    of: (name: string): number => running.get(name) ?? 0,
    during: async <Result>(name: string, work: () => Promise<Result>): Promise<Result> => {
      count(name, 1);
      return work().finally(() => count(name, -1));
    },
  };
}

/** Loses credit that comes while a request of the key runs: the balance from before is written back. */
const losesCredit: Middleware = (next) => {
  const running = tally();
  return withControl(async ({ request, endpoint, key, about }) => {
    if (about?.rest === '/credit' && running.of(about.key) > 0)
      return next({ ...request, body: Buffer.from('{"amount_micros":0}') });
    return endpoint === undefined ? next(request) : running.during(key, () => next(request));
  })(next);
};

/** Loses credit of the same amount as the one before. */
const creditsOnce: Middleware = (next) => {
  const last = new Map<string, unknown>();
  return (request) => {
    const key = /\/keys\/(.*)\/credit$/.exec(request.path)?.[1];
    if (key === undefined) return next(request);
    const amount = jsonIn(request)?.amount_micros;
    const isSame = last.get(key) === amount;
    last.set(key, amount);
    return next(isSame ? { ...request, body: Buffer.from('{"amount_micros":0}') } : request);
  };
};

/** Serves chat to credited keys, whatever they hold. */
const creditsOpenChat: Middleware = (next) => {
  const credited = new Set<string>();
  return withControl(async (passing) => {
    const { request, about, endpoint, key } = passing;
    if (about?.rest === '/credit') credited.add(about.key);
    const answer = await passing.next(request);
    return answer.status === 402 && endpoint === 'chat' && credited.has(key) ? servedAnyway(passing) : answer;
  })(next);
};

/** Refuses chats of a key of which one was refused for want of credit, whatever it is credited. */
const chatRefusedForGood: Middleware = (next) => {
  const refused = new Set<string>();
  return withControl(async ({ request, endpoint, key, next }) => {
    if (endpoint === 'chat' && refused.has(key)) return noCredit;
    const answer = await next(request);
    if (endpoint === 'chat' && answer.status === 402) refused.add(key);
    return answer;
  })(next);
};

/** Serves no streams with a key that was credited. */
const creditBarsStreams: Middleware = (next) => {
  const credited = new Set<string>();
  return withControl(async ({ request, about, input, key }) => {
    if (about?.rest === '/credit') credited.add(about.key);
    return input?.stream === true && credited.has(key) ? noCredit : next(request);
  })(next);
};

/** Serves one request after a credit, and no more. */
const creditServesOnce: Middleware = (next) => {
  const unused = new Map<string, boolean>();
  return withControl(async ({ request, about, endpoint, key }) => {
    if (about?.rest === '/credit') unused.set(about.key, true);
    if (endpoint !== undefined && unused.get(key) === false) return noCredit;
    const answer = await next(request);
    if (endpoint !== undefined && answer.status === 200 && unused.has(key)) unused.set(key, false);
    return answer;
  })(next);
};

/** Counts the other requests of the same key that are in progress. */
const beside =
  (work: (others: number, passing: Passing) => ReturnType<Work>): Middleware =>
  (next) => {
    const running = tally();
    return withControl(async (passing) => {
      const { key, endpoint, request } = passing;
      if (endpoint === undefined || key === '') return next(request);
      const others = running.of(key);
      return running.during(key, () => pause(LEAST_MS).then(() => work(others, passing)));
    })(next);
  };

/** Lists charges, and takes them off the balance, this many milliseconds after the answer. */
const late = (listedAfter: number, paidAfter = listedAfter): Middleware => {
  const olderThan = (spent: readonly Spent[], age: number): readonly Charge[] =>
    spent.filter(({ at }) => performance.now() - at > age).map(({ charge }) => charge);
  return booking({
    listed: (spent) => olderThan(spent, listedAfter),
    paid: (spent) => totalOf(olderThan(spent, paidAfter)),
  });
};

const embeddingsAt = (micros: number): Middleware =>
  together(
    booking({
      listed: (spent) =>
        spent.map(({ charge }) => {
          if (charge.endpoint !== 'embeddings') return charge;
          const lines: ChargeLine[] = [{ item: 'embeddings', quantity: 1, unit_micros: micros }];
          return { ...charge, amount_micros: micros, lines };
        }),
      paid: (spent) => totalOf(spent.map(({ charge }) => charge)),
    }),
    withControl(async ({ request, endpoint, key, control, next }) => {
      if (endpoint !== 'embeddings') return next(request);
      const balance = await control.balance(key);
      if (balance > 0 && balance < micros) return noCredit;
      const response = await next(request);
      if (response.status === 200) await control.credit(key, -micros);
      return response;
    }),
  );

/** Charges a cent for requests that are refused and for those that fail, including streams. */
const failuresBilled: Middleware = (next) => {
  const billed = new Map<string, readonly Charge[]>();
  return withControl(async ({ request, endpoint, key, about, control, next }) => {
    const bill = async (): Promise<void> => {
      if (key === '' || (await control.balance(key)) < cent) return;
      await control.credit(key, -cent);
      const charge = { endpoint: endpoint as PaidEndpoint, model: standard, amount_micros: cent, lines: [] };
      billed.set(key, [...(billed.get(key) ?? []), charge]);
    };
    const response = await next(request);
    if (about?.rest === '/charges' && response.status === 200) {
      const charges = (jsonIn(response)?.charges ?? []) as readonly Charge[];
      return withJson(response, { charges: [...charges, ...(billed.get(about.key) ?? [])] });
    }
    if (endpoint === undefined || endpoint === 'domains') return response;
    if ([400, 422, 500].includes(response.status)) await bill();
    return whenFailed(response, bill);
  })(next);
};

/** Keeps a micro of the keys that `noting` collects held, unseen in the balance. */
const keepingHeld =
  (noting: (held: Set<string | undefined>) => Middleware): Middleware =>
  (next) => {
    const held = new Set<string | undefined>();
    return lending((balance, { request }) => (balance > 0 && held.has(request.headers.authorization) ? -1 : 0))(
      noting(held)(next),
    );
  };

/** After a failed request (with `streamsToo`, also a failed stream). */
const heldOnceFailed = (fails: (response: ApiResponse) => boolean, streamsToo = false): Middleware =>
  keepingHeld((held) => (next) => async (request) => {
    const response = await next(request);
    const { authorization } = request.headers;
    if (fails(response)) held.add(authorization);
    return streamsToo ? whenFailed(response, () => void held.add(authorization)) : response;
  });

/** After a stream that its client left. */
const heldOnceLeft = keepingHeld((held) => whenLeft((authorization) => held.add(authorization)));

/** Charges two answers for a stream that its client left. */
const twiceOnceLeft: Middleware = (next) => {
  const whole = editInput('chat', (input) => ({ ...input, stream: false }))(next);
  return (request) => whenLeft(() => void whole(request).then(() => whole(request)))(next)(request);
};

/** Knows a key only half a second after it was created. */
const keysKnownLate: Middleware = (next) => {
  const createdAt = new Map<unknown, number>();
  return withControl(async ({ request, endpoint, key, next }) => {
    if (endpoint !== undefined && endpoint !== 'domains' && performance.now() - (createdAt.get(key) ?? 0) < 500)
      return next({ ...request, headers: { ...request.headers, authorization: `Bearer svc_test_${'0'.repeat(32)}` } });
    const response = await next(request);
    if (endpoint === undefined && response.status === 201) createdAt.set(jsonIn(response)?.key, performance.now());
    return response;
  })(next);
};

/** Serves two more requests of a key that was revoked. */
const revokedLate: Middleware = (next) => {
  const left = new Map<string, number>();
  return withControl(async ({ request, key, about, control, next }) => {
    if (about?.rest === '' && request.method === 'DELETE') {
      left.set(about.key, 2);
      return { status: 204, headers: {}, body: new Uint8Array() };
    }
    const more = left.get(key);
    if (more === 0) await control.call('DELETE', `/keys/${key}`);
    if (more !== undefined) left.set(key, more - 1);
    return next(request);
  })(next);
};

/** Serves a parallel request that gets 402, if its key holds anything and `when` is true. */
const overdrawing = (when: (passing: Passing) => boolean = () => true): Middleware =>
  beside(async (others, passing) => {
    const balance = await passing.control.balance(passing.key);
    const response = await passing.next(passing.request);
    const isOverdrawn = response.status === 402 && others > 0 && balance > 0 && when(passing);
    return isOverdrawn ? servedAnyway(passing) : response;
  });

/** Serves what is refused for want of credit while others of the same key go on running: their prices are taken when they end. */
const overdrawingWhileOthersRun: Middleware = (next) => {
  const running = tally();
  return withControl(async (passing) => {
    const { key, endpoint, request, control } = passing;
    if (endpoint === undefined || key === '') return next(request);
    const balance = await control.balance(key);
    const response = await running.during(key, () => next(request));
    if (response.status !== 402 || balance <= 0) return response;
    await pause(RUNNING_MS);
    return running.of(key) > 0 ? servedAnyway(passing) : response;
  })(next);
};

/** Serves what is refused for want of credit while a request of the same key to another endpoint runs. */
const overdrawnElsewhere: Middleware = (next) => {
  const running = tally();
  return withControl(async (passing) => {
    const { key, endpoint, request, control } = passing;
    if (endpoint === undefined || key === '') return next(request);
    const isElsewhere = (): boolean => endpointNames.some((one) => one !== endpoint && running.of(`${key} ${one}`) > 0);
    const balance = await control.balance(key);
    return running.during(`${key} ${endpoint}`, async () => {
      await pause(LEAST_MS);
      const beside = isElsewhere();
      const response = await next(request);
      return response.status === 402 && balance > 0 && beside ? servedAnyway(passing) : response;
    });
  })(next);
};

/** Longer than a server needs that answers at once, in milliseconds. */
const RUNNING_MS = 100;

const accounts = ['auth', 'billing'] as const;

const mutants = mutantsOf({
  // Credit
  'billing.zero-balance': {
    ...madeBy(unchecked, {
      'finder-unchecked': [
        'Finder answers a key without credit.',
        (left, endpoint) => left <= 0 && endpoint === 'finder',
      ],
      'rerank-unchecked': [
        'Rerank answers a key without credit.',
        (left, endpoint) => left <= 0 && endpoint === 'rerank',
      ],
      'streams-unchecked': [
        'Streams are sent to a key without credit.',
        (left, _, { stream }) => left <= 0 && stream === true,
      ],
      'zero-is-credit': ['A balance of zero is enough for any request, one below zero is not.', (left) => left === 0],
    }),
    'permission-denied': [
      'Finder answers a key without credit with 403 `permission_denied`.',
      editError('finder', (_, { status }) =>
        status === 402
          ? { status: 403, body: errorBody({ status: 403, format: 'envelope', code: 'permission_denied' }) }
          : undefined,
      ),
    ],
    'other-code': [
      'A 402 has the code `insufficient_funds`.',
      editError('all', (body, { status }) =>
        status === 402 ? { body: editAt(body, '/error/code', () => 'insufficient_funds') } : undefined,
      ),
    ],
  },
  'billing.domains-free': {
    'credit-asked-for': [
      'The catalogue answers 402 to a key without credit.',
      withControl(async ({ request, endpoint, key, control, next }) =>
        endpoint === 'domains' && key !== '' && (await control.balance(key)) <= 0 ? noCredit : next(request),
      ),
    ],
    charged: [
      'A request to the catalogue that carries a key takes 0.001 US dollars off its balance.',
      withControl(async ({ request, endpoint, key, control, next }) => {
        const response = await next(request);
        if (endpoint === 'domains' && key !== '' && response.status === 200) await control.credit(key, -1_000);
        return response;
      }),
    ],
  },

  // Prices of chat
  'billing.chat-base-standard': {
    'by-message': [
      'Each message costs the base price of `svc-chat-v1`.',
      base(standard, (one) => ({ quantity: messages(one).length })),
    ],
    'by-length': [
      'The base price of `svc-chat-v1` rises with `instructions`.',
      extra((one) => isChat(one, standard) && Boolean(one.input.instructions)),
    ],
    'by-language': ['`language` costs 0.01 US dollars.', extra(({ input }) => typeof input.language === 'string')],
    'by-filter': [
      'A domain filter costs 0.01 US dollars in chat.',
      extra(({ input }) => 'messages' in input && Array.isArray(input.include_domains)),
    ],
  },
  'billing.chat-base-pro/by-length': [
    'The base price of `svc-chat-pro-v1` rises with `instructions`.',
    extra((one) => isChat(one, pro) && Boolean(one.input.instructions)),
  ],
  'billing.chat-stream': {
    surcharge: ['A streamed request costs 0.01 US dollars more.', extra(streams)],
    free: ['Streamed requests cost nothing, and no charge is listed.', uncharged(streams)],
  },
  'billing.follow-ups/standard-only': [
    'Follow-up questions cost nothing with `svc-chat-pro-v1`.',
    line('follow_ups', (one) => (isChat(one, pro) && !streams(one) ? null : undefined)),
  ],
  'billing.follow-ups-stream/free': [
    'Follow-up questions cost nothing in a stream.',
    line('follow_ups', (one) => (streams(one) ? null : undefined)),
  ],
  'billing.follow-ups-unasked': {
    streams: ['Every stream costs the surcharge for follow-up questions.', extra((one) => streams(one) && !asks(one))],
  },
  'billing.follow-ups-not-invoked/streams': [
    'In a stream the surcharge is billed as soon as follow-up questions are asked for.',
    extra((one) => asks(one) && streams(one) && !listsFollowUps(one)),
  ],

  // Prices of attachments
  'billing.images-standard': {
    'cut-off': [
      'Prices are binary fractions of dollars, and what is less than a micro is cut off.',
      base(standard, (one) => {
        const count = images(one);
        return { unit_micros: Math.floor((0.15 + 0.003 * count) * 1_000_000) - 3_000 * count };
      }),
    ],
    'last-of-cap-free': [
      'Of exactly 30 pages with `svc-chat-v1`, one costs nothing.',
      pages(standard, (_, { quantity }) => ({ quantity: quantity === 30 ? 29 : quantity })),
    ],
    distinct: [
      'Equal images are billed once with `svc-chat-v1`.',
      pages(standard, (one, { quantity }) => ({
        quantity: quantity - images(one) + new Set(attached(one, 'image_urls')).size,
      })),
    ],
    'last-message': [
      'Only images of the last message are billed with `svc-chat-v1`.',
      pages(standard, (one, { quantity }) => ({
        quantity: quantity - images(one) + attached(one, 'image_urls', messages(one).slice(-1)).length,
      })),
    ],
    'streams-free': [
      'Attachments of streams cost nothing.',
      line('attachment_pages', (one) => (streams(one) ? null : undefined)),
    ],
  },
  'billing.images-pro': {
    'one-more-asked': [
      'An image more than there are is billed with `svc-chat-pro-v1` where follow-ups are asked for, which cost as much.',
      pages(pro, (one, { quantity }) => ({ quantity: quantity + (asks(one) && images(one) > 0 ? 1 : 0) })),
    ],
    'cents-cut-off': [
      'Cents of pages with `svc-chat-pro-v1` come from binary fractions of dollars, and are cut off.',
      pages(pro, (_, { quantity }) => ({ quantity: Math.floor(0.01 * quantity * 100) })),
    ],
    'sum-cut-off': [
      'Cents of a request with `svc-chat-pro-v1` come from binary fractions of dollars, and are cut off.',
      base(pro, (one) => ({ unit_micros: (Math.floor((0.5 + 0.01 * images(one)) * 100) - images(one)) * cent })),
    ],
  },
  'billing.pdf-pages-standard/by-file': [
    'A PDF costs one page with `svc-chat-v1`, however long.',
    pages(standard, (one) => ({ quantity: images(one) + pdfs(one) })),
  ],
  'billing.pdf-pages-pro': {
    'by-file': [
      'A PDF costs one page with `svc-chat-pro-v1`, however long.',
      pages(pro, (one) => ({ quantity: images(one) + pdfs(one) })),
    ],
    'standard-rate': [
      'A PDF page costs 0.003 US dollars with `svc-chat-pro-v1`.',
      pages(pro, (one) => (images(one) === 0 ? { unit_micros: 3_000 } : undefined)),
    ],
  },
  'billing.chat-additive': {
    'surcharge-or-pages': [
      'Pages are not billed where follow-up questions are.',
      line('attachment_pages', (one) => (listsFollowUps(one) ? null : undefined)),
    ],
    'surcharge-by-page': [
      'The surcharge for follow-up questions is billed once for each page.',
      line('follow_ups', ({ charge }) => ({
        quantity: charge.lines.find(({ item }) => item === 'attachment_pages')?.quantity ?? 1,
      })),
    ],
  },

  // Prices of finder and rerank
  'billing.finder-basic': madeBy(basic, {
    'advanced-by-default': [
      'Without `search_depth` finder costs the price of `advanced`.',
      ({ input }) => ('search_depth' in input ? {} : { unit_micros: 70_000 }),
    ],
    'advanced-when-said': [
      'With `search_depth` `basic` finder costs the price of `advanced`.',
      ({ input }) => ('search_depth' in input ? { unit_micros: 70_000 } : {}),
    ],
    'by-answer': [
      'An answer doubles the price of `basic`.',
      ({ input }) => ({ quantity: input.include_answer ? 2 : 1 }),
    ],
  }),
  'billing.finder-advanced': {
    'by-results': [
      'More than 10 results double the price of `advanced`.',
      advanced(({ input }) => (Number(input.max_results) > 10 ? { quantity: 2 } : undefined)),
    ],
    'few-results-basic': [
      'An `advanced` request for 6 to 19 results costs the price of `basic`.',
      advanced(({ input }) =>
        Number(input.max_results) > 5 && Number(input.max_results) < 20 ? { unit_micros: 35_000 } : undefined,
      ),
    ],
  },
  'billing.rerank-unit': {
    'by-parts': [
      'A long document costs as much as one for each 2,000 characters.',
      units((_count, { input }) =>
        Math.ceil(
          listIn(input.documents).reduce<number>((sum, one) => sum + Math.ceil(JSON.stringify(one).length / 2_000), 0) /
            100,
        ),
      ),
    ],
    'hundred-is-two': ['100 documents cost two units.', units((count) => Math.floor(count / 100) + 1)],
  },
  'billing.rerank-part-unit': {
    rounded: ['Units are rounded to the nearest.', units((count) => Math.max(1, Math.round(count / 100)))],
    'nine-at-most': ['No rerank request costs more than nine units.', units((_, __, units) => Math.min(9, units))],
    'by-top-n': [
      'With `top_n` the results are billed, not the documents.',
      units((_count, { input }, units) => (input.top_n ? Math.ceil(Number(input.top_n) / 100) : units)),
    ],
    'middle-dear': [
      'Requests with 301 to 899 documents cost a unit more.',
      units((count, _one, own) => (count > 300 && count < 900 ? own + 1 : own)),
    ],
    'many-uncharged': ['Requests of more than 500 documents are free.', uncharged((one) => documents(one) > 500)],
  },

  // Charges and balances
  'billing.whole-bill': {
    'streams-of-pro-with-follow-ups': [
      'A streamed request to `svc-chat-pro-v1` that asks for follow-ups costs a cent more.',
      extra((one) => isChat(one, pro) && streams(one) && asks(one)),
    ],
    'standard-streams-twice': [
      'A streamed request to `svc-chat-v1` is charged twice.',
      twice((one) => isChat(one, standard) && streams(one)),
    ],
  },
  'billing.one-charge': {
    'crowd-twice': [
      'Chat requests are charged twice while four others of the same key run.',
      beside(async (others, { request, endpoint, next }) => {
        const response = await next(request);
        if (endpoint === 'chat' && others >= 4 && response.status === 200) await next(request);
        return response;
      }),
    ],
    'left-twice': ['A stream that its client left is charged as two answers.', twiceOnceLeft],
    'finder-twice': ['Finder requests are charged twice.', twice((one) => ofEndpoint(one, 'finder'))],
    'finder-uncharged': ['Finder requests are not charged.', uncharged((one) => ofEndpoint(one, 'finder'))],
    'streams-free': ['Streamed requests are not charged.', uncharged(streams)],
    'streams-twice': ['Streamed requests are charged twice.', twice(streams)],
    'plain-chat-twice': [
      'Chat requests without a stream are charged twice.',
      twice((one) => ofEndpoint(one, 'chat') && !streams(one)),
    ],
    'nothing-found-free': ['Finder requests that find nothing are not charged.', uncharged((one) => one.foundNothing)],
    'equal-chat-free': [
      'A chat request that was answered before with the same key is not charged again.',
      booking({
        listed: (spent) => {
          const seen = new Set<string>();
          return spent.flatMap((one) => {
            const text = JSON.stringify(one.input);
            const isRepeated = ofEndpoint(one, 'chat') && seen.has(text);
            seen.add(text);
            return isRepeated ? [] : [one.charge];
          });
        },
      }),
    ],
    'free-after-refusal': ['The request after a refused one is not charged.', uncharged((one) => one.afterRefusal)],
    'double-after-refusal': [
      'The request after a refused one is charged for two.',
      booking({
        listed: (spent) =>
          spent.map(({ charge, afterRefusal }) =>
            afterRefusal ? { ...charge, amount_micros: charge.amount_micros * 2 } : charge,
          ),
      }),
    ],
    'repetition-free': [
      'A request that costs the same as the one before is not charged.',
      booking({
        listed: (spent) =>
          spent.flatMap(({ charge }, at) => {
            const before = spent[at - 1]?.charge;
            const same = before?.endpoint === charge.endpoint && before.amount_micros === charge.amount_micros;
            return same ? [] : [charge];
          }),
      }),
    ],
  },
  'billing.balance': {
    'refunds-refusals': [
      'What a refused request would have cost is added to the balance.',
      withControl(async ({ request, endpoint, key, control, next }) => {
        const response = await next(request);
        if (endpoint === 'finder' && response.status === 422) await control.credit(key, 35_000);
        return response;
      }),
    ],
    'large-batches-dear': [
      'Embeddings of twenty inputs and more take 0.001 US dollars more than the charge says.',
      withControl(async ({ request, endpoint, input, key, control, next }) => {
        const response = await next(request);
        if (endpoint === 'embeddings' && response.status === 200 && listIn(input?.input).length >= 20)
          await control.credit(key, -1_000);
        return response;
      }),
    ],
    'many-documents-dear': [
      'Rerank of more than 500 documents takes its price twice.',
      taking((one) => one.charge.amount_micros * (documents(one) > 500 ? 2 : 1)),
    ],
    'whole-cents': [
      'The balance falls by whole cents, while charges list fractions.',
      taking(({ charge }) => Math.ceil(charge.amount_micros / cent) * cent),
    ],
    'lines-apart': [
      'The amount of a charge is not the sum of its lines.',
      each(({ charge }) => ({
        ...charge,
        lines: charge.lines.map((one) => ({ ...one, quantity: one.quantity + 1 })),
      })),
    ],
  },
  'billing.exact-balance': {
    'more-than-cost': ['A balance must be above the cost of a request.', lending(() => -1)],
    'held-after-failures': [
      'What a failed request would have cost stays held.',
      heldOnceFailed(({ status }) => status >= 500),
    ],
    'held-after-refusals': [
      'What a refused request would have cost stays held.',
      heldOnceFailed(({ status }) => status === 400 || status === 422),
    ],
    'held-once-left': ['What a stream costs that its client did not read to the end stays held.', heldOnceLeft],
    'held-after-broken-streams': ['The price of a stream that fails stays held.', heldOnceFailed(() => false, true)],
  },
  'billing.one-short': {
    'any-credit-for-streams': [
      'Any credit above zero is enough for a stream.',
      lending((balance, { input }) => (balance > 0 && input?.stream === true ? plenty : 0)),
    ],
    'one-unit': [
      'Credit for one unit is enough for any rerank request.',
      lending((balance, { endpoint }) => (balance >= 15_000 && endpoint === 'rerank' ? plenty : 0)),
    ],
    'whole-cents': [
      'The balance is rounded to whole cents before it is compared with the cost.',
      lending((balance) => (balance > 0 ? Math.round(balance / cent) * cent - balance : 0)),
    ],
  },
  'billing.parallel': {
    'credit-lost': ['Credit that comes while a request runs is lost.', losesCredit],
    'checked-then-taken': ['Parallel requests overdraw the balance.', overdrawing()],
    'taken-at-the-end': [
      'Requests overdraw the balance while others run, of a server that answers at once.',
      overdrawingWhileOthersRun,
    ],
    'overdrawn-live': [
      'Parallel requests overdraw the balance of a live key.',
      overdrawing(({ key }) => key.startsWith('svc_live_')),
    ],
    'endpoints-apart': ['Parallel requests to different endpoints overdraw the balance.', overdrawnElsewhere],
    'streams-overdrawn': ['Parallel streams overdraw the balance.', overdrawing(({ input }) => input?.stream === true)],
    'rest-overdrawn': [
      'Parallel rerank requests are served as long as anything is left on the key.',
      beside(async (others, passing) => {
        const response = await passing.next(passing.request);
        const isRefused = passing.endpoint === 'rerank' && response.status === 402 && others > 0;
        return isRefused && (await passing.control.balance(passing.key)) > 0 ? servedAnyway(passing) : response;
      }),
    ],
    'one-at-a-time': [
      'A request gets 402 while another one of the same key runs and the key holds less than one US dollar.',
      beside(async (others, { request, key, control, next }) =>
        others > 0 && (await control.balance(key)) < 1_000_000 ? noCredit : next(request),
      ),
    ],
  },
  'billing.not-throttling': {
    'many-at-once': [
      'A request gets 402 while eighteen others of the same key run.',
      beside(async (others, { request, next }) => (others >= 18 ? noCredit : next(request))),
    ],
    'embeddings-alone': [
      'An embeddings request gets 402 while ten others of the same key run.',
      beside(async (others, { request, endpoint, next }) =>
        others >= 10 && endpoint === 'embeddings' ? noCredit : next(request),
      ),
    ],
  },
  'billing.model': {
    'credit-replaces': [
      'Credit replaces the balance instead of adding to it.',
      crediting((amount, balance) => amount - balance),
    ],
    'chat-unchecked-after-credit': [
      'Chat is served without a look at the balance once the key was credited.',
      creditsOpenChat,
    ],
    'chat-refused-for-good': [
      'A key that had too little credit for one chat gets 402 for others, whatever it is credited.',
      chatRefusedForGood,
    ],
    'credit-unseen-by-streams': ['Streams get 402 with a key that was credited.', creditBarsStreams],
    'credit-serves-once': ['A credit is good for one request, whatever is left of it.', creditServesOnce],
    'same-credit-once': ['Credit of the same amount as the one before is not added.', creditsOnce],
    'credit-in-cents': ['Credit is added in whole cents.', crediting((amount) => amount - (amount % cent))],
    'wraps-at-32-bits': [
      'Balances are held in 32 bits.',
      lending((balance) => (balance > 2 ** 31 - 1 ? (balance | 0) - balance : 0)),
    ],
    'pro-streams-twice': [
      'Streams with `svc-chat-pro-v1` are charged twice.',
      twice((one) => isChat(one, pro) && streams(one)),
    ],
    'spent-out-forbidden': [
      'A key whose credit is spent gets 403, and one that never had any 402.',
      withControl(async ({ request, key, control, next }) => {
        const response = await next(request);
        const isSpent = response.status === 402 && (await control.charges(key)).length > 0;
        return isSpent ? errorOf('permission_denied') : response;
      }),
    ],
    'spent-out-charged': [
      'A request that gets 402 takes what is left of the balance.',
      withControl(async ({ request, key, control, next }) => {
        const response = await next(request);
        if (response.status === 402) await control.credit(key, -Math.max(0, await control.balance(key)));
        return response;
      }),
    ],
  },
});

const variants = variantsOf(accounts, {
  // How a correct server may keep accounts
  'billing/settles-late': ['Charges are listed and taken 100 ms after the answer.', late(100), { reading: 'S35' }],
  'billing/embeddings-priced': ['Embeddings cost 40 micros.', embeddingsAt(40), { reading: 'R18' }],
  'billing/embeddings-priced-and-late': [
    'Embeddings cost 40 micros; charges are listed and taken 100 ms after the answer.',
    together(late(100), embeddingsAt(40)),
    { reading: 'S35' },
  ],
  'billing/listed-before-taken': [
    'Embeddings cost 40 micros; a charge is listed 80 ms before the balance falls.',
    together(late(60, 140), embeddingsAt(40)),
    { reading: 'S35' },
  ],
  'billing/no-charges-of-zero': [
    'Charges of 0 are not listed.',
    charged(({ charge }) => (charge.amount_micros > 0 ? 1 : 0)),
    { reading: 'S36' },
  ],
  'billing/free-without-credit': [
    'Embeddings, which are free, are served to keys without credit.',
    withControl(async (passing) => {
      const response = await passing.next(passing.request);
      return response.status === 402 && passing.endpoint === 'embeddings' ? servedAnyway(passing) : response;
    }),
    { reading: 'S36', areas: ['billing', 'errors', 'auth'] },
  ],
  'billing/no-lines': ['Charges are listed without their lines.', each(({ charge }) => ({ ...charge, lines: [] }))],
  'billing/failures-billed': [
    'A request that is refused or fails costs 0.01 US dollars.',
    failuresBilled,
    { reading: 'R20', areas: ['billing', 'errors', 'events'] },
  ],
  'billing/follow-ups-unreserved': [
    'Nothing is held for follow-up questions, so that they may overdraw a balance.',
    lending((balance, { input }) => (balance > 0 && input && wantsFollowUps(input) ? cent : 0)),
    { reading: 'R21' },
  ],
  'billing/talks-without-follow-ups': [
    'It generates no follow-up questions for conversations of more than two messages, and takes nothing for them.',
    editInput('chat', (input) =>
      listIn(input.messages).length > 2 && wantsFollowUps(input) && input.stream !== true
        ? { ...input, include_follow_ups: false }
        : undefined,
    ),
    { reading: 'R21', areas: ['billing', 'chat'] },
  ],
  'billing/keys-known-late': [
    'A new key is known half a second after it was made.',
    keysKnownLate,
    { areas: ['auth', 'errors', 'billing'] },
  ],
  'billing/revoked-late': [
    'A key that was revoked serves two more requests.',
    revokedLate,
    {
      reading: 'S35',
      areas: ['auth', 'errors', 'billing'],
      profile: ({ keys: { active }, ...profile }) => ({ ...profile, keys: { active } }),
      warned: ['auth.revocation-takes-effect'],
    },
  ],
});

/** Deviations of the area `billing` that are not generated from rows of the specification. */
export const billingDeviations: readonly Deviation[] = [...mutants, ...variants];

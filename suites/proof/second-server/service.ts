import { type Catalogue, catalogue } from './catalogue.ts';
import { checks, type Limits, limits, pagesOf } from './checks.ts';
import type { Reply } from './content.ts';
import type { Account, Ledger, Line } from './ledger.ts';
import type { Check } from './schema.ts';
import type { Answer, Body, Call, PaidEndpoint, StreamItem } from './wire.ts';

/** Every decision of this server. A planted bug replaces one of them; everything else is plumbing. */
export interface Service {
  limits: Limits;
  checks: Record<PaidEndpoint, Record<string, Check>>;
  catalogue: Catalogue;
  /** The account behind an Authorization header, or nothing for a 401. */
  authorize(header: string | undefined, ledger: Ledger, call: Call): Account | undefined;
  permitted(account: Account, call: Call): boolean;
  /** What an answered request costs; `invoked` tells whether follow-ups were generated. */
  bill(call: Call, invoked: boolean): Line[];
  /** What the balance must cover before the work begins, in micros. */
  need(call: Call): number;
  affordable(account: Account, need: number, call: Call): boolean;
  /** Whether the money is set aside before the work begins. */
  reserves: boolean;
  /** How many times an answered request is written down. */
  charges(call: Call): number;
  /** Whether a request that was refused, or failed, is charged all the same. */
  chargesRefused(call: Call, answer: Answer): boolean;
  plain(call: Call, reply: Reply): Body;
  events(call: Call, reply: Reply): StreamItem[];
  /** The items after which a stream that fails has reached its end. */
  failure(): StreamItem[];
  frame(item: StreamItem, call: Call): string;
  streamHeaders: Record<string, string>;
  /** Which calls of the control API there are, by method and path. */
  offers(controlCall: string): boolean;
  /** The last word on every JSON answer but those of the control API. */
  after(call: Call, answer: Answer): Answer;
  /** Rewrites the bytes of a JSON answer. */
  print(body: unknown, call: Call): string | Buffer;
}

const line = (item: string, quantity: number, unit_micros: number): Line => ({ item, quantity, unit_micros });

/** The price list (Limits, Pricing). */
function bill({ endpoint, body }: Call, invoked: boolean): Line[] {
  if (endpoint === 'embeddings') return [line('embeddings', 1, 0)];
  if (endpoint === 'finder') return [line('search', 1, body.search_depth === 'advanced' ? 70_000 : 35_000)];
  if (endpoint === 'rerank')
    return [line('rerank_units', Math.ceil((body.documents as unknown[]).length / 100), 15_000)];
  const pro = body.model === 'svc-chat-pro-v1';
  const lines = [line('base', 1, pro ? 500_000 : 150_000)];
  if (invoked) lines.push(line('follow_ups', 1, 10_000));
  const pages = pagesOf(body);
  if (pages > 0) lines.push(line('attachment_pages', pages, pro ? 10_000 : 3_000));
  return lines;
}

function plain({ body }: Call, { steps, fragments, sources, followUps }: Reply): Body {
  const asked = body.include_follow_ups === true;
  return {
    message: fragments.join(''),
    sources: sources.length > 0 ? sources : null,
    steps,
    follow_up_questions: asked && followUps.length > 0 ? followUps : null,
  };
}

function events({ body }: Call, { steps, fragments, sources, followUps }: Reply): StreamItem[] {
  const [first = {}, second = {}] = steps;
  const done = { ...second, actions: sources.map(({ title, url }) => ({ title, url })), sources };
  const follow = { type: 'follow_up_questions', follow_up_questions: followUps };
  return [
    { type: 'steps', steps: [first] },
    { type: 'steps', steps: [first, { ...second, actions: [] }] },
    { type: 'steps', steps: [first, done] },
    ...fragments.map((content) => ({ type: 'message', content })),
    { type: 'sources', sources },
    ...(body.include_follow_ups === true ? [follow] : []),
    '[DONE]',
  ];
}

const escaped = (text: string): string =>
  text.replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** A correct server. */
export function service(): Service {
  const limit = limits();
  const made: Service = {
    limits: limit,
    checks: checks(limit),
    catalogue: catalogue(),
    authorize(header, ledger) {
      const [, key = ''] = /^bearer +(svc_(?:test|live)_[0-9a-f]{32})$/i.exec(header ?? '') ?? [];
      const account = ledger.accounts.get(key);
      return account?.revoked ? undefined : account;
    },
    permitted: (account, { endpoint }) => account.permissions.includes(endpoint),
    bill,
    need: (call) => {
      const lines = made.bill(call, call.body.include_follow_ups === true);
      return lines.reduce((sum, { quantity, unit_micros }) => sum + quantity * unit_micros, 0);
    },
    affordable: (account, need) => account.balance > 0 && account.balance >= need,
    reserves: true,
    charges: () => 1,
    chargesRefused: () => false,
    plain,
    events,
    failure: () => [
      { type: 'error', error: { type: 'server_error', code: 'internal_error', message: 'it broke' } },
      '[DONE]',
    ],
    frame: (item) => `data: ${typeof item === 'string' ? item : escaped(JSON.stringify(item))}\n\n`,
    streamHeaders: { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store' },
    offers: () => true,
    after: (_, answer) => answer,
    print: (body) => escaped(JSON.stringify(body)),
  };
  return made;
}

import { ApiError } from '../../simulator/errors.ts';
import { together } from '../../simulator/mutants/change.ts';
import { changeDetail, changeEnvelope } from '../../simulator/mutants/change-errors.ts';
import { withHeaders } from './edits.test-support.ts';
import type { Area, Variant } from './variant.test-support.ts';

const areas: readonly Area[] = ['errors', 'domains'];
type Loc = readonly (string | number)[];

const locs = (edit: (loc: Loc) => Loc) =>
  changeDetail(({ detail }) => ({ detail: detail.map((item) => ({ ...item, loc: edit(item.loc) })) }));

/** A place as text, as in `messages[2].text`. */
const dotted = (loc: Loc): string =>
  loc.map((step, at) => (typeof step === 'number' ? `[${step}]` : at === 0 ? step : `.${step}`)).join('');

const rambling = `⚠️ Nope.\n\t${'This will not do. '.repeat(500)}`;

const tooLong = (param: string): ApiError =>
  new ApiError('Too much.', { code: 'content_too_long', status: 422, param });

const unreachable = (): ApiError =>
  new ApiError('Cannot fetch.', { code: 'invalid_request', status: 422, param: 'image_urls' });

/** What error answers may be like. */
export const errorVariants: readonly Variant[] = [
  { name: 'begins no loc with the part of the request', areas, change: locs((loc) => loc.slice(1)) },
  { name: 'begins each loc with more parts', areas, change: locs((loc) => ['request', 'json', ...loc]) },
  { name: 'writes positions in a loc as strings', areas, change: locs((loc) => loc.map(String)) },
  { name: 'writes each loc as one JSON pointer', areas, change: locs((loc) => [`/${loc.slice(1).join('/')}`]) },
  { name: 'writes each loc as one dotted path', areas, change: locs((loc) => ['body', dotted(loc.slice(1))]) },
  {
    name: 'adds input, context and a link to each schema failure, and lists it twice',
    areas,
    change: changeDetail(({ detail }) => ({
      detail: detail.flatMap((item) => [
        {
          ...item,
          input: { any: ['thing', null] },
          ctx: { error: {}, le: 20 },
          url: 'https://errors.example/v/missing',
        },
        { ...item, type: 'union_tag', msg: '' },
      ]),
    })),
  },
  {
    name: 'puts an envelope without a code beside its schema failures',
    areas,
    change: changeDetail(({ detail }) => ({
      detail,
      error: { message: 'Validation failed.', type: 'invalid_request_error', code: null, param: null },
    })),
  },
  {
    name: 'explains its errors at length',
    change: together(
      changeEnvelope((body) => ({ error: { ...body.error, message: rambling } })),
      changeDetail(({ detail }) => ({ detail: detail.map((item) => ({ ...item, msg: rambling })) })),
    ),
    areas: [...areas, 'events'],
  },
  {
    name: 'names no parameter where none is specified',
    areas: ['errors', 'auth', 'embeddings', 'attachments'],
    change: changeEnvelope((body, status) => ({
      error: { ...body.error, param: status === 422 ? body.error.param : null },
    })),
  },
  {
    name: 'names parameters of its own, also where credit or permission is missing',
    areas: ['errors', 'auth', 'rerank', 'billing'],
    change: changeEnvelope((body, status) => ({
      error: { ...body.error, param: [401, 422].includes(status) ? body.error.param : 'body.messages.2.text' },
    })),
  },
  {
    name: 'sends no WWW-Authenticate header',
    areas: ['auth', 'errors'],
    change: withHeaders(({ 'www-authenticate': _, ...headers }) => headers as Record<string, string>),
  },
  {
    name: 'fetches images before it counts them, and cannot reach those of nobody',
    areas: ['attachments'],
    change: (behaviour) => ({
      ...behaviour,
      readAttachments: async (call, tools) => {
        if (JSON.stringify(call.request).includes('"https://attachments.example/photo')) throw unreachable();
        return behaviour.readAttachments(call, tools);
      },
    }),
    skipped: ['across-messages', 'pro', 'standard'].map((rule) => `attachments.image-cap-${rule}`),
  },
  {
    name: 'refuses attachments that are too large as too long, and names the other input in a mix',
    areas: ['attachments'],
    fixtures: true,
    change: (behaviour) => ({
      ...behaviour,
      readAttachments: async (call, tools) => {
        const sent = JSON.stringify(call.request);
        if (/-mb"|gzip-bomb/.test(sent)) throw tooLong('pdf_urls');
        return behaviour.readAttachments(call, tools).catch((error: unknown) => {
          const mixed = sent.includes('image.png') && sent.includes('.pdf"');
          const param = error instanceof ApiError ? error.envelope?.param : undefined;
          const long = error instanceof ApiError && error.envelope?.code === 'content_too_long';
          throw long && mixed ? tooLong(param === 'pdf_urls' ? 'image_urls' : 'pdf_urls') : error;
        });
      },
    }),
  },
];

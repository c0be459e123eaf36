import { type EndpointName, models, oncePerObject, type PaidEndpoint } from '../../spec/index.ts';
import type { Call } from '../http/exchange/exchange.ts';

/** A JSON body (or, for domains, a record of query parameters). */
export type Body = Record<string, unknown>;

const question = 'What are the first-line treatments for asthma in adults?';

const words = 'news blog shop forum wiki chat video radio market travel sport games music';

/** Domains for filters, more than any request lists. */
export const filterDomains = {
  include_domains: [
    // The second is longer than a careless column, and within what a name may have.
    'who.int',
    'department-of-respiratory-and-sleep-medicine.university-hospital-of-springfield.example',
    ...['nice.org.uk', 'cdc.gov', 'nih.gov', 'bmj.com', 'fda.gov', 'ema.europa.eu', 'rki.de'],
    ...['has-sante.fr', 'cochrane.org', 'nejm.org', 'mayoclinic.org'],
  ],
  exclude_domains: words.split(' ').map((word) => `${word}.example`),
} as const;

/** Headers with which a body is sent in chunks, as libraries do that write it while it is made; the second also asks first, as curl does. */
export const IN_CHUNKS = { 'transfer-encoding': 'chunked' } as const;
export const IN_CHUNKS_IF_EXPECTED = { ...IN_CHUNKS, expect: '100-continue' } as const;

/** Two pages of a paper: longer than what many models read of a document. */
export const twoPages = `${'The history was taken at length, and nothing else was found. '.repeat(200)}The treatment of asthma comes last.`;

/** Valid requests from which minimal pairs are made. There are few, so that pairs share controls. The first is the smallest. */
export const bases: Readonly<Record<EndpointName, readonly Body[]>> = {
  chat: [
    { model: models.chat, messages: [{ role: 'user', text: question }] },
    {
      model: models.chat,
      messages: [
        { role: 'user', text: 'What is hypertension?' },
        { role: 'assistant', text: 'Hypertension is blood pressure that stays too high.' },
        { role: 'user', text: 'How is it treated?' },
      ],
    },
  ],
  finder: [{ query: 'asthma inhaler technique' }],
  embeddings: [
    { model: models.embeddings, input: ['chest pain on exertion', 'seasonal allergic rhinitis'] },
    { model: models.embeddings, input: 'shortness of breath at night' },
  ],
  rerank: [
    {
      model: models.rerank,
      query: 'treatment of asthma',
      documents: [
        'Inhaled corticosteroids are a mainstay of asthma treatment.',
        'A broken wrist is set and kept in a cast.',
        'Migraine often comes with sensitivity to light.',
      ],
    },
  ],
  domains: [{}],
};

/** The same chat call with `stream` true. */
export const asStream = oncePerObject(
  (call: Call): Call => ({ ...call, body: { ...Object(call.body), stream: true } }),
);

/** The smallest valid call of an endpoint: the control of minimal pairs, and the probe of the target's health. */
export const validCall = (endpoint: EndpointName): Call =>
  endpoint === 'domains' ? { endpoint, query: {} } : { endpoint, body: bases[endpoint][0] };

/** A valid call with a text that no other request of the run has; `tag` makes it unique. */
export function withUniqueText(endpoint: PaidEndpoint, tag: string): Call & { readonly body: Body } {
  const text = `What helps against hay fever (${tag})?`;
  const [body = {}] = bases[endpoint];
  const textFields = {
    chat: { messages: [{ role: 'user', text }] },
    finder: { query: text },
    rerank: { query: text },
    embeddings: { input: text },
  }[endpoint];
  return { endpoint, body: { ...body, ...textFields } };
}

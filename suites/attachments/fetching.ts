import type { Check } from '../engine/check.ts';
import { affordable, type Context } from '../engine/context.ts';
import { scenario } from '../engine/scenario.ts';
import { send } from '../engine/valid.ts';
import type { Call } from '../target/exchange.ts';
import { attaching, withPdfs } from './call.ts';
import { fixtureUrl, ODD_PDFS, UNREADABLE } from './files.ts';
import { PATIENCE, type Refusable, readablePdf, refusable, refusalRule } from './refusals.ts';

/** Refusal of paths of the fixtures: the first `few` where requests cost money. */
const refusedPaths = (rule: string, method: string, few: number, paths: readonly string[]): Check =>
  refusalRule(rule, method, readablePdf, (context) =>
    affordable(context, paths, few).map((path) => refusable(fixtureUrl(context, path))),
  );

/** Acceptance of calls with PDFs. `kind` completes «a request with …». */
const acceptedPdfs = (
  rule: string,
  kind: string,
  control: (context: Context) => Promise<unknown>,
  calls: (context: Context) => readonly Call[],
): Check =>
  scenario(rule, `Requests with ${kind} are sent; each must succeed.`, async (context, assert) => {
    await control(context);
    for (const call of calls(context)) {
      const exchange = await send(context, call, { timeoutMs: PATIENCE });
      assert.accepted(exchange, `A request with ${kind} is accepted.`, 300);
    }
  });

/** Readable PDFs: each alone where that costs nobody money, else a plain one and all others together. */
const readable = (context: Context): readonly Call[] => {
  const urls = ODD_PDFS.map((path) => fixtureUrl(context, path));
  const others = context.requestsAreFree ? urls.map((url) => withPdfs([url])) : [withPdfs(urls)];
  return [withPdfs([fixtureUrl(context, 'pages-1.pdf')]), ...others];
};

/** One unreadable PDF among readable ones: last, first, and in another message. */
function spoiled(context: Context): readonly Refusable[] {
  const [good, bad] = [fixtureUrl(context, 'pages-1.pdf'), fixtureUrl(context, 'not-a-pdf.pdf')];
  const fault = `"pdf_urls" holds ${bad} beside a readable PDF`;
  const calls = [
    withPdfs([good, bad]),
    withPdfs([bad, good]),
    attaching([{ pdf_urls: [bad] }, { role: 'assistant' }, { pdf_urls: [good] }]),
  ];
  return affordable(context, calls, 2).map((call) => ({ call, fault }));
}

/** PDFs that the target fetches from the fixtures. */
export const fetchingChecks: readonly Check[] = [
  acceptedPdfs('attachments.pdf-accepted', 'a PDF that can be read', async () => undefined, readable),
  acceptedPdfs('attachments.redirect-followed', 'a PDF behind a redirect to https', readablePdf, (context) => [
    withPdfs([fixtureUrl(context, 'redirect-ok')]),
  ]),
  refusedPaths('attachments.redirect-to-http', 'A PDF URL that redirects to http, and one to a data: URL.', 1, [
    'redirect-to-http',
    'redirect-to-data',
  ]),
  refusedPaths(
    'attachments.redirect-to-private',
    'PDF URLs that redirect to private, loopback and link-local ones.',
    2,
    [
      'redirect-to-loopback',
      'redirect-to-link-local',
      'redirect-to-private',
      'redirect-to-loopback-v6',
      'redirect-to-mapped',
    ],
  ),
  refusedPaths('attachments.redirect-loop', 'A PDF URL that redirects in a circle.', 1, ['redirect-loop']),
  refusedPaths('attachments.pdf-missing', 'PDF URLs that answer 404, break off half-way, or answer 500.', 2, [
    'not-found',
    'broken-off',
    'server-error',
  ]),
  refusalRule(
    'attachments.pdf-not-parsable',
    'Files that are no PDF, are empty, or open with a password only. One cut off in the middle may be repaired: that warns.',
    readablePdf,
    (context) => [
      ...affordable(context, UNREADABLE, 2).map((path) => refusable(fixtureUrl(context, path))),
      ...(context.requestsAreFree ? [refusable(fixtureUrl(context, 'truncated.pdf'), true)] : []),
    ],
  ),
  refusalRule(
    'attachments.pdf-all-or-nothing',
    'One unreadable PDF among readable ones, at several places of the request.',
    readablePdf,
    spoiled,
  ),
  refusalRule(
    'attachments.pdf-size',
    'A PDF of 56 MB. One that is so large only when unpacked warns if accepted.',
    readablePdf,
    (context) => [
      refusable(fixtureUrl(context, 'over-50-mb')),
      ...(context.requestsAreFree ? [refusable(fixtureUrl(context, 'gzip-bomb'), true)] : []),
    ],
  ),
  refusalRule('attachments.payload-size', 'Two PDFs of 22 MB each, and one of 44 MB.', readablePdf, (context) => {
    const half = fixtureUrl(context, 'padded-22-mb');
    return [
      { call: withPdfs([half, half]), fault: '"pdf_urls" holds two PDFs of 22 MB' },
      refusable(fixtureUrl(context, 'over-40-mb')),
    ];
  }),
];

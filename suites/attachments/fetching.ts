import type { Check } from '../engine/check.ts';
import { affordable, type Context } from '../engine/context.ts';
import { scenario } from '../engine/scenario.ts';
import { send } from '../engine/valid.ts';
import { remarked } from '../judges/judgement.ts';
import type { Call } from '../target/exchange.ts';
import { attaching, withImages, withPdfs } from './call.ts';
import { fixtureUrl, hosted, IMAGES, LARGE, ODD_PDFS, UNREADABLE } from './files.ts';
import { atPrivateName, PATIENCE, type Refusable, readablePdf, refusable, refusalRule } from './refusals.ts';

/** A fetch that takes longer, in seconds, may have been given up for its time, which is right after 30. */
const SLOW = 25;

/** Refusal of paths of the fixtures: the first `few` where requests cost money. */
const refusedPaths = (rule: string, method: string, few: number, paths: readonly string[]): Check =>
  refusalRule(rule, method, readablePdf, (context) =>
    affordable(context, paths, few).map((path) => refusable(fixtureUrl(context, path))),
  );

/** Acceptance of calls with attachments. `kind` completes «a request with …». */
const accepted = (
  rule: string,
  kind: string,
  control: (context: Context) => Promise<unknown>,
  calls: (context: Context) => readonly Call[],
): Check =>
  scenario(rule, `Requests with ${kind} are sent; each must succeed.`, async (context, assert) => {
    await control(context);
    for (const call of calls(context)) {
      const exchange = await send(context, call, { timeoutMs: PATIENCE, readable: true });
      assert.accepted(exchange, `A request with ${kind} is accepted.`, 300);
    }
  });

/** Calls with these attachments: each alone where that costs nobody money, else all together. */
const eachOf = (
  context: Context,
  make: (urls: readonly string[]) => Call,
  paths: readonly string[],
): readonly Call[] => {
  const urls = hosted(context, paths).map((path) => fixtureUrl(context, path));
  return context.requestsAreFree ? urls.map((url) => make([url])) : [make(urls)];
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
  const lost = fixtureUrl(context, 'broken-page.pdf');
  const page = { call: withPdfs([lost]), fault: `"pdf_urls" holds ${lost}, one page of which is lost`, lenient: true };
  return [
    ...affordable(context, calls, 2).map((call) => ({ call, fault })),
    ...(context.requestsAreFree ? [page] : []),
  ];
}

/** Redirects to where nobody outside may go, the clearest first. */
function toPrivate(context: Context): readonly Refusable[] {
  const to = (...places: readonly string[]): readonly string[] =>
    places.map((place) => fixtureUrl(context, `redirect-to-${place}`));
  const cases = [
    ...to('loopback', 'link-local').map((url) => refusable(url)),
    ...atPrivateName(context, to('private-name')),
    ...to('private', 'loopback-v6', 'mapped').map((url) => refusable(url)),
  ];
  return affordable(context, cases, 3);
}

/** Readable PDFs and, but for a quick run, a large one; each alone where that costs nobody money. */
const pdfAccepted = scenario(
  'attachments.pdf-accepted',
  'Requests with PDFs that can be read are sent, of 38 MB too unless the run is quick; each must succeed.',
  async (context, assert) => {
    const calls = [withPdfs([fixtureUrl(context, 'pages-1.pdf')]), ...eachOf(context, withPdfs, ODD_PDFS)];
    const due = 'A request with a PDF that can be read is accepted.';
    for (const call of calls)
      assert.accepted(await send(context, call, { timeoutMs: PATIENCE, readable: true }), due, 300);
    if (context.settings.depth === 'quick' || hosted(context, [LARGE]).length === 0) return;
    const large = await send(context, withPdfs([fixtureUrl(context, LARGE)]), { timeoutMs: PATIENCE, readable: true });
    const seconds = (large.chunks.at(-1)?.at ?? 0) / 1_000;
    if (large.status === 422 && seconds > SLOW)
      return assert.remark(
        remarked(due, `A PDF of 38 MB was refused after ${Math.round(seconds)} seconds, which may be a slow host's.`),
      );
    assert.accepted(large, `${due} One of 38 MB is within every limit.`, 300);
  },
);

/** PDFs that the target fetches from the fixtures. */
export const fetchingChecks: readonly Check[] = [
  pdfAccepted,
  accepted('attachments.image-formats', 'an image in one of the four formats', readablePdf, (context) =>
    eachOf(context, withImages, IMAGES),
  ),
  accepted('attachments.redirect-followed', 'a PDF behind a redirect to https', readablePdf, (context) => [
    withPdfs([fixtureUrl(context, 'redirect-ok')]),
  ]),
  refusedPaths('attachments.redirect-to-http', 'A PDF URL that redirects to http, and one to a data: URL.', 1, [
    'redirect-to-http',
    'redirect-to-data',
  ]),
  refusalRule(
    'attachments.redirect-to-private',
    'PDF URLs that redirect to private, loopback and link-local ones. Where the fixtures have a name that resolves to a private address, a readable PDF is there.',
    readablePdf,
    toPrivate,
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
    'One unreadable PDF among readable ones, at several places of the request. A PDF with a lost page may be repaired: that warns.',
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

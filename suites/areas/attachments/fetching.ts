import { listed } from '../../../reports/index.ts';
import type { Check } from '../../engine/checks/check.ts';
import { judgeRefusalFor } from '../../engine/checks/request-rule.ts';
import { type Assertions, scenario } from '../../engine/checks/scenario.ts';
import { acceptsAttachments } from '../../engine/context/call-resources.ts';
import { Inapplicable } from '../../engine/context/check-errors.ts';
import { affordable, type Context } from '../../engine/context/context.ts';
import { send } from '../../engine/context/send.ts';
import { type Call, type Exchange, isInconclusive, modelOf, succeeded } from '../../http/exchange/exchange.ts';
import { isGatewayRefusal } from '../../http/pacing/retry.ts';
import { remarked, Unjudgeable } from '../../judges/judgement.ts';
import { attaching, withImages, withPdfs } from './call.ts';
import { fixtureUrl, IMAGES, isHosted, LARGE, ODD_PDFS, UNREADABLE } from './files.ts';
import {
  atPrivateName,
  PATIENCE,
  pdfRefused,
  plainChat,
  type Refusable,
  readablePdf,
  refusable,
  refusalRule,
  sendReadable,
} from './refusals.ts';

/** A fetch that takes longer, in seconds, may have been given up for its time, which is right after 30. */
const SLOW = 25;

/** Refusal of paths of the fixtures: the first `few` where requests cost money. */
const refusedPaths = (rule: string, method: string, few: number, paths: readonly string[]): Check =>
  refusalRule(rule, method, readablePdf, (context) =>
    affordable(context, paths, few).map((path) => refusable(fixtureUrl(context, path))),
  );

/** Some paths of the fixtures in one request. */
interface Attempt {
  readonly call: Call;
  readonly paths: readonly string[];
}

/** Requests with these attachments: each alone where that costs nobody money, else all together. */
function attemptsOf(
  context: Context,
  make: (urls: readonly string[]) => Call,
  paths: readonly string[],
): readonly Attempt[] {
  const attempt = (some: readonly string[]): Attempt => ({
    call: make(some.map((path) => fixtureUrl(context, path))),
    paths: some,
  });
  if (paths.length === 0) return [];
  return context.requestsAreFree ? paths.map((path) => attempt([path])) : [attempt(paths)];
}

/** Requests with paths that the host is known to serve must be accepted. */
async function mustBeAccepted(
  context: Context,
  assert: Assertions,
  attempts: readonly Attempt[],
  due: string,
): Promise<void> {
  const fine: string[] = [];
  for (const { call, paths } of attempts) {
    const exchange = await sendReadable(context, call, PATIENCE);
    if (!succeeded(exchange)) await plainChat(context, modelOf(call));
    const others = fine.length === 0 ? '' : ` ${listed(fine, 5)} ${fine.length === 1 ? 'was' : 'were'} accepted.`;
    assert.accepted(exchange, `${due}${others}`, 300);
    fine.push(...paths);
  }
}

/**
 * Asks for paths that the host may lack. What is accepted was there and could be read; of the rest nobody can tell whether host or target is why: it
 * is left out, and given.
 */
async function leftOutOf(
  context: Context,
  rule: string,
  assert: Assertions,
  attempts: readonly Attempt[],
): Promise<readonly string[]> {
  const left: string[] = [];
  for (const { call, paths } of attempts) {
    const ask = (fresh: boolean): Promise<Exchange> =>
      send(context, call, { timeoutMs: PATIENCE, retry: false, fresh });
    const first = await ask(false);
    const isTemporary = isGatewayRefusal(first) || (isInconclusive(first) && first.failure?.kind !== 'timeout');
    if (succeeded(isTemporary ? await ask(true) : first)) assert.judged();
    else left.push(...paths);
  }
  context.noteUnusedFixtures(rule, left);
  return left;
}

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

/**
 * Throws Unjudgeable where the first PDF is refused as one that cannot be fetched must be (Errors, per-endpoint causes, chat): nobody can tell from
 * outside whether the target refuses all PDFs, or reaches no host of fixtures.
 */
async function assertInReach(context: Context): Promise<void> {
  const exchange = await sendReadable(context, withPdfs([fixtureUrl(context, 'pages-1.pdf')]), PATIENCE);
  const expected = { outcome: pdfRefused, fault: 'a PDF cannot be fetched' };
  if (judgeRefusalFor('attachments.pdf-accepted', context, exchange, expected) !== 'fine') return;
  const { host } = new URL(context.fixtures);
  throw new Unjudgeable(
    `the target refuses every PDF of ${host}, as it must where it cannot fetch them: can it reach that host? Host what \`assay fixtures --out DIR\` writes where it can, and name that place as fixtures_url`,
  );
}

/** Readable PDFs and, but for a quick run, a large one; each alone where that costs nobody money. */
const pdfAccepted = scenario(
  'attachments.pdf-accepted',
  'Requests with PDFs that can be read are sent, of 38 MB too unless the run is quick; each must succeed.',
  async (context, assert) => {
    const due = 'A request with a PDF that can be read is accepted.';
    const [known, others] = split(context, ODD_PDFS);
    const first = attemptsOf(context, withPdfs, ['pages-1.pdf']);
    if (!(await acceptsAttachments(context))) await assertInReach(context);
    await mustBeAccepted(context, assert, [...first, ...attemptsOf(context, withPdfs, known)], due);
    const withLarge = context.settings.depth !== 'quick';
    const more = withLarge && context.requestsAreFree && !isHosted(context, LARGE) ? [LARGE] : [];
    await leftOutOf(context, 'attachments.pdf-accepted', assert, attemptsOf(context, withPdfs, [...others, ...more]));
    if (!withLarge || !isHosted(context, LARGE)) return;
    const large = await sendReadable(context, withPdfs([fixtureUrl(context, LARGE)]), PATIENCE);
    const seconds = (large.chunks.at(-1)?.at ?? 0) / 1_000;
    if (large.status === 422 && seconds > SLOW)
      return assert.note(
        remarked(due, `A PDF of 38 MB was refused after ${Math.round(seconds)} seconds, which may be a slow host's.`),
      );
    assert.accepted(large, `${due} One of 38 MB is within every limit.`, 300);
  },
);

/** Images of every format. Where the host may lack all but the PNG, and none of them is accepted, that says too little. */
const imageFormats = scenario(
  'attachments.image-formats',
  'Requests with an image in one of the four formats are sent; each must succeed.',
  async (context, assert) => {
    await readablePdf(context);
    const [known, others] = split(context, IMAGES);
    const due = 'A request with an image in one of the four formats is accepted.';
    await mustBeAccepted(context, assert, attemptsOf(context, withImages, known), due);
    const attempts = attemptsOf(context, withImages, others);
    const left = await leftOutOf(context, 'attachments.image-formats', assert, attempts);
    if (left.length > 0 && left.length === others.length)
      throw new Inapplicable(
        `only ${known.join(', ')} could be judged: ${listed(left, 5)} were refused, which their host may lack, for it names them in no manifest.json that could be asked for`,
      );
  },
);

/** A PDF that the target finds by being led to it. */
const redirectFollowed = scenario(
  'attachments.redirect-followed',
  'Requests with a PDF behind a redirect to https are sent; each must succeed.',
  async (context, assert) => {
    await readablePdf(context);
    const due = 'A request with a PDF behind a redirect to https is accepted.';
    await mustBeAccepted(context, assert, attemptsOf(context, withPdfs, ['redirect-ok']), due);
  },
);

/** Paths that the host is known to serve, and the others. */
const split = (context: Context, paths: readonly string[]): readonly [readonly string[], readonly string[]] => [
  paths.filter((path) => isHosted(context, path)),
  paths.filter((path) => !isHosted(context, path)),
];

/** PDFs that the target fetches from the fixtures. */
export const fetchingChecks: readonly Check[] = [
  pdfAccepted,
  imageFormats,
  redirectFollowed,
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
      ...(context.requestsAreFree ? [refusable(fixtureUrl(context, 'truncated.pdf'), { lenient: true })] : []),
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
      ...(context.requestsAreFree ? [refusable(fixtureUrl(context, 'gzip-bomb'), { lenient: true })] : []),
    ],
  ),
  refusalRule(
    'attachments.payload-size',
    'Two PDFs of 22 MB, in two messages, and one of 44 MB.',
    readablePdf,
    (context) => {
      const half = { pdf_urls: [fixtureUrl(context, 'padded-22-mb')] };
      return [
        {
          call: attaching([half, { role: 'assistant' }, half]),
          fault: '"pdf_urls" of two messages hold a PDF of 22 MB each',
        },
        refusable(fixtureUrl(context, 'over-40-mb')),
      ];
    },
  ),
];

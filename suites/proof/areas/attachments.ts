import type { Middleware } from '../../../simulator/index.ts';
import {
  attachmentCap,
  attachmentFailure,
  type ChatModel,
  type JsonObject,
  models,
  schemaFailure,
} from '../../../spec/index.ts';
import { type Deviation, madeBy, mutantsOf, variantsOf } from '../deviation.ts';
import { editSources, isPage } from '../wire/chat-answer.ts';
import { messagesIn } from '../wire/chat-request.ts';
import { crash, editError, editInput, isObject, listIn, refuse, together, valuesOf } from '../wire/wire.ts';

type Field = 'image_urls' | 'pdf_urls';

/** One URL of a request, and its position. */
interface Attached {
  readonly url: string;
  /** Its index among the URLs of the same field in its message. */
  readonly at: number;
  /** All URLs of the same field in its message. */
  readonly beside: readonly string[];
  readonly role: unknown;
}

const textsIn = (value: unknown): readonly string[] => listIn(value).map(String);
const imagesIn = ({ image_urls }: JsonObject): number => listIn(image_urls).length;
/** Pages of the PDFs of a message, by the number in their names; others have one. */
const pagesIn = ({ pdf_urls }: JsonObject): number =>
  sum(textsIn(pdf_urls).map((url) => Number(/pages-(\d+)\.pdf/.exec(url)?.[1] ?? 1)));
const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
const total = (input: JsonObject, count: (message: JsonObject) => number): number => sum(messagesIn(input).map(count));
const urlsOf = (input: JsonObject, field: Field): readonly string[] =>
  messagesIn(input).flatMap((message) => textsIn(message[field]));

/** What is known of the attachments of a request when they are compared with the cap. */
interface Load {
  readonly images: number;
  readonly pages: number;
  readonly cap: number;
  readonly pro: boolean;
  readonly streamed: boolean;
  readonly messages: readonly JsonObject[];
}

function loadOf(input: JsonObject): Load {
  const cap = attachmentCap[input.model as ChatModel] ?? 0;
  const [images, pages] = [total(input, imagesIn), total(input, pagesIn)];
  const streamed = input.stream === true;
  return { images, pages, cap, pro: input.model === models.chatPro, streamed, messages: messagesIn(input) };
}

const inMessages = ({ messages }: Load): number =>
  messages.filter((message) => imagesIn(message) + pagesIn(message) > 0).length;
const most = (numbers: readonly number[]): number => Math.max(0, ...numbers);
const ofUser = ({ messages }: Load): readonly JsonObject[] => messages.filter(({ role }) => role === 'user');

/** Removes attachments before the server sees them, as if they had been checked and found right. */
const leftOut = (field: Field, when: (attached: Attached, input: JsonObject) => boolean): Middleware =>
  editInput('chat', (input) => {
    let kept = true;
    const messages = listIn(input.messages).map((item) => {
      const urls = isObject(item) ? textsIn(item[field]) : [];
      const role = isObject(item) ? item.role : undefined;
      const rest = urls.filter((url, at) => !when({ url, at, beside: urls, role }, input));
      kept &&= rest.length === urls.length;
      return isObject(item) && rest.length < urls.length ? { ...item, [field]: rest } : item;
    });
    return kept ? undefined : { ...input, messages };
  });

const imagesLeftOut = (when: (attached: Attached, input: JsonObject) => boolean): Middleware =>
  leftOut('image_urls', when);

/** Treats a request that is over the cap as one within it. */
const uncapped = (when: (load: Load) => boolean): Middleware => {
  const over = (input: JsonObject): boolean => {
    const load = loadOf(input);
    return load.images + load.pages > load.cap && when(load);
  };
  return together(
    leftOut('image_urls', (_, input) => total(input, pagesIn) === 0 && over(input)),
    leftOut('pdf_urls', (_, input) => over(input)),
  );
};

/** Refuses a request that is within the cap. */
const capped = (when: (load: Load) => boolean, param: Field): Middleware =>
  refuse('chat', (input) => when(loadOf(input)), attachmentFailure('content_too_long', param));

/** Which refusals of attachments a deviation changes. */
type When = (input: JsonObject, error: JsonObject) => boolean;

/** Answers a refusal of attachments differently. */
const refusedAs = (
  when: When,
  other: { readonly status?: number; readonly code?: string; readonly param?: string },
): Middleware =>
  editError('chat', (body, { input, status }) => {
    if (status !== 422 || !input || !isObject(body.error) || !when(input, body.error)) return undefined;
    const { status: otherStatus = status, ...members } = other;
    return { status: otherStatus, body: { error: { ...body.error, ...members } } };
  });

/** True for an overflow of images, or of PDF pages, alone. */
const overflowOf =
  (field: Field, model?: ChatModel): When =>
  (input, { code }) =>
    code === 'content_too_long' &&
    (field === 'image_urls') === (total(input, pagesIn) === 0) &&
    (field === 'image_urls' || total(input, imagesIn) === 0) &&
    (model === undefined || input.model === model);

const http = /^http:/i;
const foreign = /^(?!https:)/i;
/** The host of a URL as it is written, without a user name. */
const hostOf = (url: string): string => /^https:\/\/(?:[^/@]*@)?(\[[^\]]*\]|[^/:]*)/i.exec(url)?.[1] ?? '';
/** Addresses that are private, loopback, link-local or reserved, in their usual spelling. */
const closed =
  /^(0|10|127|24\d|25\d|169\.254|192\.168|100\.64|172\.(1[6-9]|2\d|3[01]))(\.\d+)+$|^\[(::1?|f[cde][0-9a-f:]*)\]$/;
const isClosed = (host: string): boolean => closed.test(host) && host !== '127.255.255.254';

const hosts = (when: (host: string, url: string) => boolean): Middleware =>
  leftOut('pdf_urls', ({ url }) => when(hostOf(url), url));
/** Reads other URLs than the given ones. */
const pdfsRead = (elsewhere: (url: string) => string): Middleware =>
  valuesOf('chat').read('/messages/*/pdf_urls/*', (url) => (typeof url === 'string' ? elsewhere(url) : url));
/** PDFs whose paths end with one of these. */
const paths = (pattern: RegExp): Middleware => leftOut('pdf_urls', ({ url }) => pattern.test(url));
const names =
  (pattern: RegExp, alone?: boolean) =>
  (input: JsonObject): boolean =>
    urlsOf(input, 'pdf_urls').some((url) => pattern.test(url)) && (alone === undefined || isAlone(input) === alone);
const toClosedHost = (input: JsonObject): boolean => urlsOf(input, 'pdf_urls').some((url) => isClosed(hostOf(url)));

const nowhere = /\.invalid\//;
const tooLarge = /\/(over-\d+-mb|gzip-bomb)$/;
const noPdf = /\/(not-a-pdf\.pdf|zero-bytes\.pdf|wrong-type)$/;
const slow = /\/(drip|no-answer)$/;
const loop = /\/redirect-loop$/;
const toScheme = /\/redirect-to-(http|data)$/;
const toPrivate = /\/redirect-to-(loopback|link-local|private|mapped)/;
const padded = /\/padded-22-mb$/;
const unreadable = /not-a-pdf/;
const circular = /\/(page-tree|table|picture)-loop\.pdf$/;
/** Texts that no parser accepts as a URL. */
const unparsable = (url: string): boolean => /^https:/.test(url) && !URL.canParse(url);
const holdsUnparsable = (input: JsonObject): boolean => urlsOf(input, 'pdf_urls').some(unparsable);
const holdsNoUrl =
  (field: Field) =>
  (input: JsonObject): boolean =>
    urlsOf(input, field).some((url) => !URL.canParse(url));
/** Names that resolve to private addresses, by their first label. */
const privateName = /^private\./;

/** Answers with an error instead of refusing or reading certain PDFs. */
const crashes = (when: (input: JsonObject) => boolean): Middleware => refuse('chat', when, crash);
const refusedIn =
  (field: Field) =>
  (pattern: RegExp): Middleware =>
    refuse(
      'chat',
      (input) => urlsOf(input, field).some((url) => pattern.test(url)),
      attachmentFailure('invalid_request', field),
    );
const pdfsRefused = refusedIn('pdf_urls');
const isAlone = (input: JsonObject): boolean => urlsOf(input, 'pdf_urls').length === 1;

const mutants = mutantsOf({
  // Schemes
  'attachments.image-scheme': madeBy(imagesLeftOut, {
    'http-upgraded': ['Image URLs with http are taken as https.', ({ url }) => http.test(url)],
    'data-later-accepted': [
      '`data:` URLs are accepted as images in conversations.',
      ({ url }, input) => messagesIn(input).length > 1 && /^data:/.test(url),
    ],
    'ftp-accepted': ['Image URLs with ftp are accepted.', ({ url }) => /^ftp:/.test(url)],
    'scheme-made-up': ['Image URLs without a scheme are taken as https.', ({ url }) => !/^[a-z]+:/i.test(url)],
    'https-somewhere': [
      'Image URLs that hold `https://` anywhere are accepted.',
      ({ url }) => foreign.test(url) && url.includes('https://'),
    ],
    'first-url-only': [
      'Only the first image URL of a message is checked.',
      ({ url, at }) => at > 0 && foreign.test(url),
    ],
    'last-url-only': [
      'Only the last image URL of a message is checked.',
      ({ url, at, beside }) => at < beside.length - 1 && foreign.test(url),
    ],
    'user-only': [
      'Image URLs on messages of the assistant are not checked.',
      ({ url, role }) => role !== 'user' && foreign.test(url),
    ],
  }),
  'attachments.pdf-scheme': {
    'standard-only': [
      'PDF URLs of other schemes are accepted with `svc-chat-pro-v1`.',
      leftOut('pdf_urls', ({ url }, { model }) => model === models.chatPro && foreign.test(url)),
    ],
    'http-upgraded': ['PDF URLs with http are fetched by https.', pdfsRead((url) => url.replace(/^http:/, 'https:'))],
    'ftp-accepted': ['PDF URLs with ftp are accepted.', paths(/^ftp:/)],
    'data-accepted': ['`data:` URLs are accepted as PDFs.', paths(/^data:/)],
    'scheme-made-up': ['PDF URLs without a scheme are taken as https.', paths(/^(?![a-z]+:)/i)],
    'first-url-only': [
      'Only the first PDF URL of a message is checked.',
      leftOut('pdf_urls', ({ url, at }) => at > 0 && foreign.test(url)),
    ],
  },

  // Addresses
  'attachments.private-address': {
    'standard-only': [
      'PDFs at private addresses are fetched with `svc-chat-pro-v1`.',
      leftOut('pdf_urls', ({ url }, { model }) => model === models.chatPro && isClosed(hostOf(url))),
    ],
    ...madeBy(hosts, {
      'narrow-class-b': ['Of 172.16.0.0/12 only 172.16 is private.', (host) => /^172\.(1[7-9]|2\d|3[01])\./.test(host)],
      'shared-space': ['PDFs in shared space (100.64.0.0/10) are fetched.', (host) => host.startsWith('100.64.')],
      unspecified: ['PDFs at 0.0.0.0 are fetched.', (host) => host === '0.0.0.0'],
      'class-a-end': ['Of 10.0.0.0/8 only 10.0 counts as private.', (host) => /^10\.[1-9]/.test(host)],
      'class-c-end': ['Of 192.168.0.0/16 only 192.168.1 counts as private.', (host) => /^192\.168\.(?!1\.)/.test(host)],
      'metadata-only': [
        'Of link-local addresses only that of cloud metadata is refused.',
        (host) => /^169\.254\.(?!169\.254)/.test(host),
      ],
      'shared-end': ['Of 100.64.0.0/10 only 100.64 is refused.', (host) => host.startsWith('100.127.')],
      'broadcast-only': [
        'Of 240.0.0.0/4 only the broadcast address is refused.',
        (host) => /^(24|25)\d\.(?!255\.255\.255$)/.test(host),
      ],
      'network-zero': ['Of 0.0.0.0/8 only 0.0.0.0 is refused.', (host) => /^0\.(?!0\.0\.0)\d/.test(host)],
      documentation: [
        'PDFs at addresses for documentation are fetched.',
        (host) => /^(192\.0\.2|198\.51\.100|203\.0\.113)\.|^\[2001:db8:/.test(host),
      ],
      protocols: ['PDFs in 192.0.0.0/24 are fetched.', (host) => host.startsWith('192.0.0.')],
      measurements: ['PDFs in 198.18.0.0/15 are fetched.', (host) => /^198\.1[89]\./.test(host)],
      multicast: ['PDFs at multicast addresses are fetched.', (host) => /^(22[4-9]|23\d)\.|^\[ff/.test(host)],
      'unique-local-end': ['Of fc00::/7 only fd00::/8 is refused.', (host) => host.startsWith('[fc')],
      'link-local-end': ['Of fe80::/10 only fe80 is refused.', (host) => /^\[fe[9ab]/.test(host)],
      'not-routed': ['Addresses outside 2000::/3 are fetched.', (host) => /^\[(100|4000|fec0):/.test(host)],
      translated: ['IPv4 addresses inside 64:ff9b::/96 are not recognised.', (host) => host.startsWith('[64:ff9b:')],
      'six-to-four': ['IPv4 addresses inside 2002::/16 are not recognised.', (host) => host.startsWith('[2002:')],
      compatible: ['IPv4 addresses inside ::/96 are not recognised.', (host) => host === '[::127.0.0.1]'],
    }),
  },
  'attachments.odd-address': madeBy(hosts, {
    names: ['`localhost` is not recognised.', (host) => /localhost\.?$/.test(host)],
    numbers: ['Addresses written as one number are not recognised.', (host) => /^(\d+|0x[0-9a-f]+)$/.test(host)],
    'octal-and-short': [
      'Octal and short spellings of addresses are not recognised.',
      (host) => /^(0\d+\.|\d+\.\d+$)/.test(host),
    ],
    mapped: ['IPv4 addresses inside version 6 are not recognised.', (host) => host.includes('ffff:')],
    'first-loopback-only': ['Of 127.0.0.0/8 only 127.0.0.1 counts as loopback.', (host) => host === '127.255.255.254'],
    resolved: ['Names are not resolved before they are fetched.', (host) => privateName.test(host)],
    hexadecimal: ['Hexadecimal parts of addresses are not recognised.', (host) => /^0x/i.test(host)],
    capitals: ['`LOCALHOST` is not recognised.', (host) => host === 'LOCALHOST'],
    'final-dot': ['A dot at the end hides an address.', (host) => /\.$/.test(host)],
    'full-width': ['Full-width digits and stops are not recognised.', (host) => /[^\0-\x7f]/.test(host)],
    encoded: ['A percent-encoded address is not recognised.', (host) => host.includes('%')],
    'written-out': ['Only `::1` counts as loopback of version 6.', (host) => host === '[0:0:0:0:0:0:0:1]'],
    'user-part': ['The name of a user hides the address behind it.', (_, url) => /^https:\/\/[^/]*@/.test(url)],
  }),

  'attachments.pdf-url': {
    port: ['A port above 65,535 gives 500.', crashes(names(/:99999\//))],
    brackets: ['An address of version 6 without its end gives 500.', crashes(names(/\/\/\[[^\]]*$/))],
    'no-host': ['`https://` is left out.', paths(/^https:\/\/$/)],
    space: ['A host with a space gives 500.', crashes(names(/^https:\/\/[^/]* /))],
  },

  // Images
  'attachments.image-formats': madeBy(refusedIn('image_urls'), {
    jpg: ['Images whose names end in .jpg are refused.', /\.jpg(\?|$)/i],
    jpeg: ['Images whose names end in .jpeg are refused.', /\.jpeg(\?|$)/i],
    webp: ['WEBP images are refused.', /\.webp(\?|$)/i],
    'webp-capitals': ['Images whose names end in .WEBP are refused.', /\.WEBP/],
    capitals: ['Extensions in capitals are refused.', /\.(JPE?G|PNG|WEBP)(\?|$)/],
    query: ['Images with a query behind their extension are refused.', /\?/],
  }),
  'attachments.image-cap-standard': {
    'one-more': [
      '31 images of one message are accepted with `svc-chat-v1`.',
      uncapped((load) => !load.pro && load.images === 31 && inMessages(load) === 1),
    ],
    distinct: [
      'Equal images count once.',
      leftOut('image_urls', ({ url, at, beside }, input) => total(input, pagesIn) === 0 && beside.indexOf(url) < at),
    ],
    'pdf-param': [
      '31 images name `pdf_urls` in `param`.',
      refusedAs(overflowOf('image_urls', models.chat), { param: 'pdf_urls' }),
    ],
  },
  'attachments.image-cap-pro': {
    'one-more': [
      '61 images are accepted with `svc-chat-pro-v1`.',
      uncapped(({ images, pages, pro }) => pro && images === 61 && pages === 0),
    ],
    streamed: [
      'Any number of images is accepted in a stream with `svc-chat-pro-v1`.',
      uncapped(({ images, pages, pro, streamed }) => pro && streamed && images > 0 && pages === 0),
    ],
  },
  'attachments.image-cap-reached': {
    'one-less': [
      'As many images as the cap allows are refused.',
      capped(({ images, pages, cap }) => images > 0 && images === cap && pages === 0, 'image_urls'),
    ],
    'pro-as-standard': [
      'With `svc-chat-pro-v1` no more than 30 images are accepted.',
      capped(({ images, pages, pro }) => pro && images > 30 && pages === 0, 'image_urls'),
    ],
  },
  'attachments.image-cap-across-messages': {
    'by-message-with-pro': [
      'With `svc-chat-pro-v1` the cap counts the images of each message by itself.',
      uncapped(({ messages, pages, cap, pro }) => pro && pages === 0 && most(messages.map(imagesIn)) <= cap),
    ],
    'user-only': [
      'Images on messages of the assistant do not count.',
      uncapped((load) => load.pages === 0 && sum(ofUser(load).map(imagesIn)) <= load.cap),
    ],
  },

  // Pages of PDFs
  'attachments.pdf-accepted': madeBy(pdfsRefused, {
    'encoded-refused': ['PDF URLs with percent-encoded names are refused.', /%/],
    'fragment-refused': ['PDF URLs with a fragment, such as `#page=2`, are refused.', /#/],
    large: ['PDFs of over 32 MB are refused.', /\/padded-36-mb$/],
    'flat-only': ['PDFs in folders are refused.', /folder\//],
    'extension-required': ['PDF URLs must end in .pdf, behind a redirect too.', /\/no-extension$/],
  }),
  'attachments.pdf-cap-standard': {
    'one-more': [
      '31 PDF pages of one message are accepted with `svc-chat-v1`.',
      uncapped((load) => !load.pro && load.images === 0 && load.pages === 31 && inMessages(load) === 1),
    ],
    'one-less': [
      '30 PDF pages of one message are refused with `svc-chat-v1`.',
      capped((load) => !load.pro && load.images === 0 && load.pages === 30 && inMessages(load) === 1, 'pdf_urls'),
    ],
    'image-param': [
      '31 PDF pages name `image_urls` in `param`.',
      refusedAs(overflowOf('pdf_urls'), { param: 'image_urls' }),
    ],
  },
  'attachments.pdf-cap-pro': {
    'standard-cap': [
      'With `svc-chat-pro-v1` no more than 30 PDF pages are accepted.',
      capped(({ pages, pro }) => pro && pages > 30, 'pdf_urls'),
    ],
    'one-more': [
      '61 PDF pages are accepted with `svc-chat-pro-v1`.',
      uncapped(({ images, pages, pro }) => pro && images === 0 && pages === 61),
    ],
    streamed: [
      'Any number of PDF pages is accepted in a stream with `svc-chat-pro-v1`.',
      uncapped(({ images, pages, pro, streamed }) => pro && streamed && images === 0 && pages > 0),
    ],
  },
  'attachments.cap-mixed': {
    'each-by-itself': [
      'Images and PDF pages are capped each by themselves.',
      uncapped(({ images, pages, cap }) => pages > 0 && images <= cap && pages <= cap),
    ],
    'streamed-with-pro': [
      'Any number of images and PDF pages is accepted in a stream with `svc-chat-pro-v1`.',
      uncapped(({ images, pages, pro, streamed }) => pro && streamed && images > 0 && pages > 0),
    ],
    'one-less': [
      'As many images and PDF pages together as the cap allows are refused.',
      capped(({ images, pages, cap }) => images > 0 && pages > 0 && images + pages === cap, 'pdf_urls'),
    ],
  },
  'attachments.pdf-cap-across-messages': {
    'by-message-with-pro': [
      'With `svc-chat-pro-v1` the cap counts the PDF pages of each message by itself.',
      uncapped(({ images, messages, cap, pro }) => pro && images === 0 && most(messages.map(pagesIn)) <= cap),
    ],
    'one-less': [
      'As many PDF pages of several messages as the cap allows are refused.',
      capped((load) => load.pages === load.cap && inMessages(load) > 1, 'pdf_urls'),
    ],
    'user-only': [
      'PDF pages on messages of the assistant do not count.',
      uncapped((load) => load.images === 0 && sum(ofUser(load).map(pagesIn)) <= load.cap),
    ],
  },

  // Fetching
  'attachments.redirect-followed/refused': ['A PDF behind a redirect is refused.', pdfsRefused(/\/redirect-ok$/)],
  'attachments.redirect-to-http/followed': ['Redirects to http are followed.', paths(toScheme)],
  'attachments.redirect-to-private': madeBy(paths, {
    metadata: ['A redirect to the link-local address of cloud metadata is followed.', /\/redirect-to-link-local$/],
    resolved: ['Names are not resolved before a redirect to them is followed.', /\/redirect-to-private-name$/],
    'version-6': ['Addresses of version 6 are not checked in redirects.', /\/redirect-to-(loopback-v6|mapped)$/],
  }),
  'attachments.redirect-loop/left-out': ['A PDF whose redirects never end is left out.', paths(loop)],
  'attachments.pdf-unreachable/left-out': ['A PDF at a host that does not exist is left out.', paths(nowhere)],
  'attachments.pdf-missing': {
    'left-out': ['A PDF that answers 404 is left out.', paths(/\/not-found$/)],
    'cut-off': ['A PDF that breaks off half-way is read as far as it came.', paths(/\/broken-off$/)],
  },
  'attachments.pdf-not-parsable': {
    'left-out': [
      'A file that is no PDF counts as an empty page, alone in its request.',
      leftOut('pdf_urls', ({ url }, input) => noPdf.test(url) && isAlone(input)),
    ],
    encrypted: ['An encrypted PDF counts as an empty page.', paths(/\/encrypted/)],
  },
  'attachments.pdf-circular': {
    crash: ['A table of objects that names itself gives 500.', crashes(names(/\/table-loop/))],
    stack: ['A picture that draws itself gives 500.', crashes(names(/\/picture-loop/))],
    'bad-request': [
      'A page tree that holds itself gives 400.',
      refuse('chat', names(/\/page-tree-loop/), { status: 400, format: 'envelope', code: 'invalid_request' }),
    ],
    'other-param': [
      'A page tree that holds itself names `messages` in `param`.',
      refuse('chat', names(circular), {
        status: 422,
        format: 'envelope',
        code: 'invalid_request',
        param: 'messages',
      }),
    ],
  },
  'attachments.pdf-all-or-nothing': {
    'first-only': [
      'Only the first PDF must be readable.',
      leftOut('pdf_urls', ({ url }, input) => unreadable.test(url) && urlsOf(input, 'pdf_urls')[0] !== url),
    ],
    'lost-page': ['A page that is lost is passed over.', paths(/\/broken-page\.pdf$/), 'warn'],
    'lost-page-crash': ['A page that is lost gives 500.', crashes(names(/\/broken-page\.pdf$/))],
  },
  'attachments.pdf-size/unlimited': [
    'A PDF alone in its request may have any size.',
    leftOut('pdf_urls', ({ url }, input) => tooLarge.test(url) && isAlone(input)),
  ],
  'attachments.pdf-time': {
    'left-out': ['A PDF that takes too long is left out.', paths(slow)],
    'request-timeout': ['A PDF that takes too long gives 408.', refusedAs(names(slow), { status: 408 })],
  },
  'attachments.payload-size': {
    'by-message': [
      'PDFs of over 40 MB together are accepted where no message has so much.',
      leftOut(
        'pdf_urls',
        ({ url }, input) =>
          padded.test(url) &&
          messagesIn(input).every((one) => textsIn(one.pdf_urls).filter((x) => padded.test(x)).length < 2),
      ),
    ],
  },
});

/**
 * What is refused, by the rule that says so; `open`: what the rule leaves to the server, or what a temporary failure explains.
 */
const refused: Readonly<Record<string, readonly [what: string, when: When, open?: string]>> = {
  'attachments.private-address': ['A PDF at a private address', toClosedHost],
  'attachments.pdf-url': ['An entry that is no URL', holdsUnparsable],
  'attachments.image-cap-standard': ['Too many images with `svc-chat-v1`', overflowOf('image_urls', models.chat)],
  'attachments.image-cap-pro': ['Too many images with `svc-chat-pro-v1`', overflowOf('image_urls', models.chatPro)],
  'attachments.pdf-cap-standard': ['Too many PDF pages with `svc-chat-v1`', overflowOf('pdf_urls', models.chat)],
  'attachments.pdf-cap-pro': ['Too many PDF pages with `svc-chat-pro-v1`', overflowOf('pdf_urls', models.chatPro)],
  'attachments.cap-mixed': [
    'Too many images and PDF pages together',
    (input, { code }) => code === 'content_too_long' && total(input, imagesIn) > 0 && total(input, pagesIn) > 0,
  ],
  'attachments.redirect-to-http': ['A redirect to http', names(toScheme)],
  'attachments.redirect-to-private': ['A redirect to a private address', names(toPrivate)],
  'attachments.redirect-loop': ['A redirect that never ends', names(loop)],
  'attachments.pdf-unreachable': ['A host that does not exist', names(nowhere)],
  'attachments.pdf-missing': ['A PDF that answers 404 or breaks off', names(/\/(not-found|broken-off)$/)],
  'attachments.pdf-not-parsable': ['A file that is no PDF', names(noPdf, true)],
  'attachments.pdf-all-or-nothing': ['An unreadable PDF among readable ones', names(unreadable, false)],
  'attachments.pdf-size': ['A PDF that is too large', names(tooLarge, true), 'other-param'],
  'attachments.pdf-time': ['A PDF that takes too long', names(slow), 'crash'],
  'attachments.payload-size': ['PDFs of over 40 MB together', names(padded, false), 'other-param'],
};

/** Refusals of any attachment, in another form. */
const refusedOtherwise = Object.entries(refused).flatMap(([rule, [what, when, open]]) =>
  mutantsOf({
    [rule]: {
      'bad-request': [`${what} gives 400.`, refusedAs(when, { status: 400 })],
      crash: [`${what} gives 500.`, refusedAs(when, { status: 500, code: 'internal_error' })],
      'other-code': [`${what} gives the code \`attachment_failed\`.`, refusedAs(when, { code: 'attachment_failed' })],
      'other-param': [`${what} names \`messages\` in \`param\`.`, refusedAs(when, { param: 'messages' })],
    },
  }).filter(({ id }) => id !== `${rule}/${open}`),
);

/** Fetches PDFs from other URLs than the given ones, and cites their pages by the given URLs. */
const soughtAt = (elsewhere: (url: string) => string): Middleware =>
  together(
    editSources((sources, input) => {
      const given = urlsOf(input, 'pdf_urls');
      let pdf = -1;
      return sources.map((source) => {
        if (!isPage(source)) return source;
        if (/\(p\.1\)$/.test(String(source.title))) pdf += 1;
        return { ...source, url: given[pdf] ?? source.url };
      });
    }),
    pdfsRead(elsewhere),
  );

const variants = variantsOf(['attachments'], {
  'attachments/names-all-lead-here': [
    'Every name before that of the fixtures leads to their public host.',
    soughtAt((url) => url.replace(/\/\/(private|unknown)\./, '//').replace(/redirect-to-private-name$/, 'pages-1.pdf')),
    { fixtures: true, noted: ['attachments.odd-address', 'attachments.redirect-to-private'] },
  ],
  'attachments/repairs-pdfs': [
    'PDFs are repaired where they can be: a lost page is passed over, a lost end made up.',
    paths(/\/(broken-page|truncated)\.pdf$/),
    {
      reading: 'A8',
      fixtures: true,
      warned: ['attachments.pdf-not-parsable', 'attachments.pdf-all-or-nothing'],
    },
  ],
  'attachments/counts-in-circles': [
    'Pages that come again and again are counted until they are too many; what else goes in circles is read.',
    together(
      refuse('chat', names(/\/page-tree-loop/), attachmentFailure('content_too_long', 'pdf_urls')),
      paths(/\/(table|picture)-loop\.pdf$/),
    ),
    { reading: 'A9', fixtures: true },
  ],
  'attachments/schema-reads-uris': [
    'The schema refuses entries of `pdf_urls` that hold characters which no URI of RFC 3986 may have.',
    refuse('chat', (input) => urlsOf(input, 'pdf_urls').some((url) => /[^!-~]/.test(url)), schemaFailure, 'pdf_urls'),
    { reading: 'A7', warned: ['attachments.pdf-url', 'attachments.odd-address'] },
  ],
  'attachments/schema-reads-urls': [
    'The schema refuses entries of `image_urls` and `pdf_urls` that are no URL.',
    together(
      refuse('chat', holdsNoUrl('image_urls'), schemaFailure, 'image_urls'),
      refuse('chat', holdsNoUrl('pdf_urls'), schemaFailure, 'pdf_urls'),
    ),
    { reading: 'A7', warned: ['attachments.pdf-url', 'attachments.image-scheme', 'attachments.pdf-scheme'] },
  ],
});

/** Deviations of the area `attachments` that are not generated from rows of the specification. */
export const attachmentsDeviations: readonly Deviation[] = [...mutants, ...refusedOtherwise, ...variants];

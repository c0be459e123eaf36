import { attachmentCap, type ChatRequest, schemaFailure, semanticFailure } from '../../spec/index.ts';
import { type AttachmentRefused, PageCapExceeded, type RefusalReason } from '../attachments/index.ts';
import type { Mutant } from '../mutant.ts';
import { mutant, together } from './change.ts';
import {
  acceptPdf,
  changeReading,
  imagesCounted,
  insteadOfImageOverflow,
  insteadOfOverflow,
  insteadOfRefusal,
  pagesLeft,
  refusePdf,
} from './change-attachments.ts';
import { crash, envelope } from './change-input.ts';
import { changing } from './changing.ts';

const on = changing('chat');
const standard = 'svc-chat-v1';
const pro = 'svc-chat-pro-v1';
const images = '/messages/*/image_urls/*';
const pdfs = '/messages/*/pdf_urls/*';

const because =
  (...reasons: readonly RefusalReason[]) =>
  ({ reason }: AttachmentRefused): boolean =>
    reasons.includes(reason);
/** An address was refused: that of the request, not that of a redirect. */
const byAddress = ({ reason, message }: AttachmentRefused): boolean =>
  reason === 'address' && !message.includes('a redirect of it');
/** A redirect led to an address that was refused. */
const byRedirect = ({ reason, message }: AttachmentRefused): boolean =>
  reason === 'address' && message.includes('a redirect of it');
/** One PDF was too large; the smaller limit of the whole request is met first. */
const tooLargeAlone = (refusal: AttachmentRefused, urls: readonly string[]): boolean =>
  urls.length === 1 && because('too-large', 'request-too-large')(refusal);
/** Host as it is written. */
const hostIn = ({ url }: AttachmentRefused): string =>
  /^https:\/\/(?:[^/@]*@)?(\[[^\]]*\]|[^/:]*)/i.exec(url)?.[1] ?? '';
const plainHost = (host: string): boolean =>
  /^(\d+\.\d+\.\d+\.\d+|\[[0-9a-f:]+\])$/.test(host) && !/^0\d/.test(host.split('.')[1] ?? '');

const imagesOf = ({ messages }: ChatRequest): readonly string[] =>
  messages.flatMap(({ image_urls = [] }) => image_urls);
const attachesPdf = ({ messages }: ChatRequest): boolean => messages.some(({ pdf_urls = [] }) => pdf_urls.length > 0);
const messagesWith = ({ messages }: ChatRequest, input: 'image_urls' | 'pdf_urls'): number =>
  messages.filter((message) => (message[input] ?? []).length > 0).length;
const isOf = ({ model }: ChatRequest, other: string): boolean => model === other;
const pdfInvalid = (status: number, param: string): (() => Error) => envelope('invalid_request', status, param);
const tooLong = (status: number, param: string): (() => Error) => envelope('content_too_long', status, param);

/** Names another parameter where images and PDFs overflow together. */
const mixedOverflow = changeReading(async (read, urls, options, request) => {
  try {
    return await read(urls, options);
  } catch (refusal) {
    const mixed = refusal instanceof PageCapExceeded && imagesOf(request).length > 0;
    throw mixed ? tooLong(422, 'messages')() : refusal;
  }
});

/** Mutants of attachments: schemes, addresses, redirects, sizes and page caps. */
export const attachmentsMutants: readonly Mutant[] = [
  mutant(
    'attachments.image-scheme/http-upgraded',
    'Image URLs with http are taken as https.',
    on.read(images, (url) => String(url).replace(/^http:/i, 'https:')),
  ),
  mutant(
    'attachments.image-scheme/data-accepted',
    '`data:` URLs are accepted as images.',
    on.read(images, (url) => String(url).replace(/^data:.*$/s, 'https://attachments.example/inline.png')),
  ),
  mutant(
    'attachments.image-scheme/first-only',
    'Only the first image URL of a message is checked.',
    on.read('/messages/*/image_urls', (urls) =>
      Array.isArray(urls) ? urls.map((url, at) => (at > 0 ? String(url).replace(/^http:/i, 'https:') : url)) : urls,
    ),
  ),
  mutant(
    'attachments.image-scheme/bad-request',
    'An image URL of another scheme gives 400.',
    on.breach(images, 'pattern', semanticFailure('invalid_request')),
  ),
  mutant(
    'attachments.image-scheme/schema-failure',
    'An image URL of another scheme gives 422 `{detail}`.',
    on.breach(images, 'pattern', schemaFailure),
  ),
  mutant(
    'attachments.pdf-scheme/http-upgraded',
    'PDF URLs with http are fetched by https and, where that fails, left out.',
    together(
      on.forget(pdfs, 'pattern'),
      acceptPdf(({ url }) => /^http:/i.test(url)),
    ),
  ),
  mutant(
    'attachments.pdf-scheme/ftp-accepted',
    'PDF URLs with ftp are accepted.',
    together(
      on.forget(pdfs, 'pattern'),
      acceptPdf(({ url }) => url.startsWith('ftp:')),
    ),
  ),
  mutant(
    'attachments.pdf-scheme/bad-request',
    'A PDF URL of another scheme gives 400.',
    on.breach(pdfs, 'pattern', semanticFailure('invalid_request')),
  ),
  mutant(
    'attachments.pdf-scheme/schema-failure',
    'A PDF URL of another scheme gives 422 `{detail}`.',
    on.breach(pdfs, 'pattern', schemaFailure),
  ),
  mutant(
    'attachments.pdf-scheme/entry-as-param',
    'A PDF URL of another scheme names the single entry in `param`.',
    on.breach(pdfs, 'pattern', {
      status: 422,
      format: 'envelope',
      code: 'invalid_request',
      param: 'messages[0].pdf_urls[0]',
    }),
  ),

  mutant(
    'attachments.image-cap-standard/one-more',
    '31 images are accepted with `svc-chat-v1`.',
    imagesCounted((count, request) =>
      isOf(request, standard) && messagesWith(request, 'image_urls') === 1 ? count - 1 : count,
    ),
  ),
  mutant(
    'attachments.image-cap-standard/pdf-param',
    '31 images name `pdf_urls` in `param`.',
    insteadOfImageOverflow(tooLong(422, 'pdf_urls')),
  ),
  mutant(
    'attachments.image-cap-standard/bad-request',
    '31 images give 400 `content_too_long`.',
    insteadOfImageOverflow(tooLong(400, 'image_urls')),
  ),
  mutant(
    'attachments.image-cap-standard/generic-code',
    '31 images give 422 `invalid_request`.',
    insteadOfImageOverflow(pdfInvalid(422, 'image_urls')),
  ),
  mutant(
    'attachments.image-cap-pro/unlimited',
    'Any number of images is accepted with `svc-chat-pro-v1`.',
    imagesCounted((count, request) => (isOf(request, pro) ? 0 : count)),
  ),
  mutant(
    'attachments.image-cap-pro/one-more',
    '61 images are accepted with `svc-chat-pro-v1`.',
    imagesCounted((count, request) => (isOf(request, pro) ? count - 1 : count)),
  ),
  mutant(
    'attachments.image-cap-reached/one-less',
    'As many images as the cap allows are refused.',
    on.refuse(
      (request) => imagesOf(request).length === attachmentCap[request.model] && !attachesPdf(request),
      tooLong(422, 'image_urls'),
    ),
  ),
  mutant(
    'attachments.image-cap-reached/pro-as-standard',
    'With `svc-chat-pro-v1` no more than 30 images are accepted.',
    on.refuse(
      (request) => isOf(request, pro) && imagesOf(request).length > 30 && !attachesPdf(request),
      tooLong(422, 'image_urls'),
    ),
  ),
  mutant(
    'attachments.image-cap-across-messages/by-message',
    'The cap counts the images of each message by itself.',
    imagesCounted((_count, { messages }) => Math.max(...messages.map(({ image_urls = [] }) => image_urls.length))),
  ),
  mutant(
    'attachments.image-cap-across-messages/last-message',
    'The cap counts the images of the last message only.',
    imagesCounted((_count, { messages }) => messages.at(-1)?.image_urls?.length ?? 0),
  ),
  mutant(
    'attachments.image-cap-across-messages/user-only',
    'Images on messages of the assistant do not count.',
    imagesCounted(
      (_count, { messages }) =>
        messages.flatMap(({ role, image_urls = [] }) => (role === 'user' ? image_urls : [])).length,
    ),
  ),
  mutant(
    'attachments.pdf-accepted/encoded-refused',
    'PDF URLs with percent-encoded names are refused.',
    refusePdf((url) => url.includes('%')),
  ),
  mutant(
    'attachments.pdf-accepted/extension-required',
    'PDF URLs must end in .pdf, behind a redirect too.',
    refusePdf((url) => url.endsWith('/no-extension')),
  ),
  mutant(
    'attachments.pdf-cap-standard/one-more',
    '31 PDF pages are accepted with `svc-chat-v1`.',
    pagesLeft((left, request) =>
      isOf(request, standard) && left === 30 && messagesWith(request, 'pdf_urls') === 1 ? 31 : left,
    ),
  ),
  mutant(
    'attachments.pdf-cap-standard/one-less',
    '30 PDF pages are refused with `svc-chat-v1`.',
    pagesLeft((left, request) =>
      isOf(request, standard) && left === 30 && messagesWith(request, 'pdf_urls') === 1 ? 29 : left,
    ),
  ),
  mutant(
    'attachments.pdf-cap-standard/by-file',
    'A PDF counts as one page with `svc-chat-v1`.',
    pagesLeft((left, request) =>
      isOf(request, standard) && imagesOf(request).length === 0 && messagesWith(request, 'pdf_urls') === 1
        ? 1_000
        : left,
    ),
  ),
  mutant(
    'attachments.pdf-cap-standard/image-param',
    '31 PDF pages name `image_urls` in `param`.',
    insteadOfOverflow(tooLong(422, 'image_urls')),
  ),
  mutant(
    'attachments.pdf-cap-standard/generic-code',
    '31 PDF pages give 422 `invalid_request`.',
    insteadOfOverflow(pdfInvalid(422, 'pdf_urls')),
  ),
  mutant(
    'attachments.pdf-cap-standard/bad-request',
    '31 PDF pages give 400 `content_too_long`.',
    insteadOfOverflow(tooLong(400, 'pdf_urls')),
  ),
  mutant(
    'attachments.pdf-cap-pro/standard-cap',
    'With `svc-chat-pro-v1` no more than 30 PDF pages are accepted.',
    pagesLeft((left, request) => (isOf(request, pro) ? left - 30 : left)),
  ),
  mutant(
    'attachments.pdf-cap-pro/one-more',
    '61 PDF pages are accepted with `svc-chat-pro-v1`.',
    pagesLeft((left, request) => (isOf(request, pro) && left === 60 ? 61 : left)),
  ),
  mutant(
    'attachments.pdf-cap-pro/hundred',
    '100 PDF pages are accepted with `svc-chat-pro-v1`.',
    pagesLeft((left, request) => (isOf(request, pro) && left === 60 ? 100 : left)),
  ),
  mutant(
    'attachments.cap-mixed/each-by-itself',
    'Images and PDF pages are capped each by themselves.',
    pagesLeft((_left, { model }) => attachmentCap[model]),
  ),
  mutant(
    'attachments.cap-mixed/other-param',
    'Images and PDF pages over the cap together name `messages` in `param`.',
    mixedOverflow,
  ),
  mutant(
    'attachments.pdf-cap-across-messages/by-message',
    'The cap counts the PDF pages of each message by itself.',
    pagesLeft((left, request) => left * Math.max(1, messagesWith(request, 'pdf_urls'))),
  ),
  mutant(
    'attachments.pdf-cap-across-messages/user-only',
    'PDF pages on messages of the assistant do not count.',
    pagesLeft((left, { messages }) =>
      messages.some(({ role, pdf_urls = [] }) => role === 'assistant' && pdf_urls.length > 0) ? 1_000 : left,
    ),
  ),

  mutant(
    'attachments.private-address/unchecked',
    'PDFs at private addresses are fetched.',
    acceptPdf((refusal) => byAddress(refusal) && plainHost(hostIn(refusal))),
  ),
  mutant(
    'attachments.private-address/link-local',
    'PDFs at link-local addresses are fetched.',
    acceptPdf((refusal) => byAddress(refusal) && hostIn(refusal).startsWith('169.254.')),
  ),
  mutant(
    'attachments.private-address/narrow-class-b',
    'Of 172.16.0.0/12 only 172.16 counts as private.',
    acceptPdf((refusal) => byAddress(refusal) && /^172\.(1[7-9]|2\d|3[01])\./.test(hostIn(refusal))),
  ),
  mutant(
    'attachments.private-address/version-6',
    'Addresses of version 6 are not checked.',
    acceptPdf((refusal) => byAddress(refusal) && /^\[(::1|::|f[cde].*)\]$/.test(hostIn(refusal))),
  ),
  mutant(
    'attachments.private-address/shared-space',
    'PDFs in shared address space (100.64.0.0/10) are fetched.',
    acceptPdf((refusal) => byAddress(refusal) && hostIn(refusal).startsWith('100.64.')),
  ),
  mutant(
    'attachments.private-address/unspecified',
    'PDFs at 0.0.0.0 are fetched.',
    acceptPdf((refusal) => byAddress(refusal) && hostIn(refusal) === '0.0.0.0'),
  ),
  mutant(
    'attachments.private-address/bad-request',
    'A PDF at a private address gives 400.',
    insteadOfRefusal((refusal) => byAddress(refusal) && plainHost(hostIn(refusal)), pdfInvalid(400, 'pdf_urls')),
  ),
  mutant(
    'attachments.private-address/no-param',
    'A PDF at a private address gives 422 with `param` null.',
    insteadOfRefusal((refusal) => byAddress(refusal) && plainHost(hostIn(refusal)), envelope('invalid_request', 422)),
  ),
  mutant(
    'attachments.odd-address/names',
    '`localhost` is not recognised.',
    acceptPdf((refusal) => byAddress(refusal) && /localhost\.?$/.test(hostIn(refusal))),
  ),
  mutant(
    'attachments.odd-address/numbers',
    'Addresses written as one number are not recognised.',
    acceptPdf((refusal) => byAddress(refusal) && /^(\d+|0x[0-9a-f]+)$/.test(hostIn(refusal))),
  ),
  mutant(
    'attachments.odd-address/octal-and-short',
    'Octal and short spellings of addresses are not recognised.',
    acceptPdf((refusal) => byAddress(refusal) && /^(0\d+\.|\d+\.\d+$)/.test(hostIn(refusal))),
  ),
  mutant(
    'attachments.odd-address/mapped',
    'IPv4 addresses inside version 6 are not recognised.',
    acceptPdf((refusal) => byAddress(refusal) && /ffff:/.test(hostIn(refusal))),
  ),
  mutant(
    'attachments.odd-address/first-loopback-only',
    'Of 127.0.0.0/8 only 127.0.0.1 counts as loopback.',
    acceptPdf((refusal) => byAddress(refusal) && hostIn(refusal) === '127.255.255.254'),
  ),
  mutant(
    'attachments.odd-address/user-part',
    'The name of a user hides the address behind it.',
    acceptPdf(({ url }) => /^https:\/\/[^/]*@/.test(url)),
  ),
  mutant(
    'attachments.redirect-followed/refused',
    'A PDF behind a redirect is refused.',
    refusePdf((url) => url.endsWith('/redirect-ok')),
  ),
  mutant('attachments.redirect-to-http/followed', 'Redirects to http are followed.', acceptPdf(because('scheme'))),
  mutant(
    'attachments.redirect-to-http/bad-request',
    'A redirect to http gives 400.',
    insteadOfRefusal(because('scheme'), pdfInvalid(400, 'pdf_urls')),
  ),
  mutant(
    'attachments.redirect-to-private/first-hop-only',
    'Addresses are checked before redirects only.',
    acceptPdf(byRedirect),
  ),
  mutant(
    'attachments.redirect-to-private/metadata',
    'A redirect to the link-local address of cloud metadata is followed.',
    acceptPdf((refusal) => byRedirect(refusal) && refusal.message.includes('169.254.169.254')),
  ),
  mutant(
    'attachments.redirect-to-private/version-6',
    'Addresses of version 6 are not checked in redirects.',
    acceptPdf((refusal) => byRedirect(refusal) && /leads to [0-9a-f]*:/.test(refusal.message)),
  ),
  mutant(
    'attachments.redirect-loop/left-out',
    'A PDF whose redirects never end is left out.',
    acceptPdf(because('redirects')),
  ),
  mutant(
    'attachments.redirect-loop/crash',
    'Redirects that never end give 500.',
    insteadOfRefusal(because('redirects'), crash),
  ),
  mutant(
    'attachments.pdf-unreachable/left-out',
    'A PDF at a host that does not exist is left out.',
    acceptPdf(because('unreachable')),
  ),
  mutant(
    'attachments.pdf-unreachable/crash',
    'A host that does not exist gives 500.',
    insteadOfRefusal(because('unreachable'), crash),
  ),
  mutant(
    'attachments.pdf-unreachable/bad-request',
    'A host that does not exist gives 400.',
    insteadOfRefusal(because('unreachable'), pdfInvalid(400, 'pdf_urls')),
  ),
  mutant('attachments.pdf-missing/left-out', 'A PDF that answers 404 is left out.', acceptPdf(because('status'))),
  mutant(
    'attachments.pdf-missing/cut-off',
    'A PDF that breaks off half-way is read as far as it came.',
    acceptPdf(because('broken-off')),
  ),
  mutant(
    'attachments.pdf-missing/crash',
    'A PDF that breaks off half-way gives 500.',
    insteadOfRefusal(because('broken-off'), crash),
  ),
  mutant(
    'attachments.pdf-missing/not-found',
    'A PDF that answers 404 gives 404.',
    insteadOfRefusal(because('status'), pdfInvalid(404, 'pdf_urls')),
  ),
  mutant(
    'attachments.pdf-not-parsable/left-out',
    'A file that is no PDF counts as an empty page, alone in its request.',
    acceptPdf((refusal, urls) => because('not-a-pdf')(refusal) && urls.length === 1),
  ),
  mutant(
    'attachments.pdf-not-parsable/encrypted',
    'An encrypted PDF counts as an empty page.',
    acceptPdf(because('encrypted')),
  ),
  mutant(
    'attachments.pdf-not-parsable/crash',
    'A file that is no PDF gives 500.',
    insteadOfRefusal(because('not-a-pdf'), crash),
  ),
  mutant(
    'attachments.pdf-not-parsable/bad-request',
    'A file that is no PDF gives 400.',
    insteadOfRefusal(because('not-a-pdf'), pdfInvalid(400, 'pdf_urls')),
  ),
  mutant(
    'attachments.pdf-all-or-nothing/spoiled-left-out',
    'An unreadable PDF among readable ones is left out.',
    acceptPdf((refusal, urls) => because('not-a-pdf')(refusal) && urls.length > 1),
  ),
  mutant(
    'attachments.pdf-all-or-nothing/first-only',
    'Only the first PDF must be readable.',
    acceptPdf((refusal, urls) => because('not-a-pdf')(refusal) && urls[0] !== refusal.url),
  ),
  mutant('attachments.pdf-size/unlimited', 'A PDF alone in its request may have any size.', acceptPdf(tooLargeAlone)),
  mutant(
    'attachments.pdf-size/payload-status',
    'A PDF that is too large gives 413.',
    insteadOfRefusal(tooLargeAlone, pdfInvalid(413, 'pdf_urls')),
  ),
  mutant('attachments.pdf-time/left-out', 'A PDF that takes too long is left out.', acceptPdf(because('timeout'))),
  mutant(
    'attachments.pdf-time/request-timeout',
    'A PDF that takes too long gives 408.',
    insteadOfRefusal(because('timeout'), pdfInvalid(408, 'pdf_urls')),
  ),
  mutant(
    'attachments.payload-size/each-by-itself',
    'Only the size of each PDF is limited.',
    acceptPdf(because('request-too-large')),
  ),
  mutant(
    'attachments.payload-size/sum-unchecked',
    'PDFs of over 40 MB are accepted where none is so large alone.',
    acceptPdf((refusal, urls) => because('request-too-large')(refusal) && urls.length > 1),
  ),
  mutant(
    'attachments.payload-size/payload-status',
    'PDFs of over 40 MB together give 413.',
    insteadOfRefusal(because('request-too-large'), pdfInvalid(413, 'pdf_urls')),
  ),
];

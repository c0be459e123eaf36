import { attachmentCap, type ChatModel, type ChatRequest } from '../../spec/index.ts';
import {
  type AttachmentReader,
  AttachmentRefused,
  imageRefusal,
  PageCapExceeded,
  type PdfDocument,
} from '../attachments/index.ts';
import type { Call } from '../core/call.ts';
import { ApiError } from '../core/errors.ts';
import { checkSchemes } from './validate.ts';

/** The attachments of a chat request: the number of images, and its PDFs, read. */
export interface Attachments {
  readonly images: number;
  readonly pdfs: readonly PdfDocument[];
}

const none: Attachments = { images: 0, pdfs: [] };

/**
 * Checks the attachments of a request and reads its PDFs, all or nothing; images are counted first, since that needs no
 * fetch (readings A1), and never fetched. Throws 422 `invalid_request` or `content_too_long` with the parameter at fault.
 * Source: Resources, chat request, rules 3 to 8; Errors, per-endpoint causes.
 */
export async function readAttachments(
  call: Call,
  reader: AttachmentReader,
  request: { readonly signal?: AbortSignal },
): Promise<Attachments> {
  if (call.endpoint !== 'chat' || !call.request.messages.some(isAttached)) return none;
  checkSchemes(call);
  const images = attached(call.request, 'image_urls');
  const cap = attachmentCap[call.request.model];
  if (images.length > cap) throw tooManyPages(call.request.model, cap, 'image_urls');
  const refusal = images.map(imageRefusal).find((reason) => reason !== null);
  if (refusal !== undefined) throw new ApiError(refusal, { code: 'invalid_request', status: 422, param: 'image_urls' });
  const urls = attached(call.request, 'pdf_urls');
  if (urls.length === 0) return { images: images.length, pdfs: [] };
  const maxPages = cap - images.length;
  const { signal } = request;
  try {
    // Each PDF has at least one page, so more addresses than this are too many in any case.
    const pdfs = await reader.read(urls.slice(0, maxPages + 1), {
      maxPages,
      ...(signal && { signal }),
    });
    return { images: images.length, pdfs };
  } catch (error) {
    if (error instanceof PageCapExceeded) throw tooManyPages(call.request.model, cap, 'pdf_urls');
    if (!(error instanceof AttachmentRefused)) throw error;
    throw new ApiError(error.message, { code: 'invalid_request', status: 422, param: 'pdf_urls' });
  }
}

const isAttached = ({ image_urls, pdf_urls }: ChatRequest['messages'][number]): boolean =>
  (image_urls?.length ?? 0) + (pdf_urls?.length ?? 0) > 0;

function attached(request: ChatRequest, field: 'image_urls' | 'pdf_urls'): string[] {
  return request.messages.flatMap((message) => message[field] ?? []);
}

function tooManyPages(model: ChatModel, cap: number, param: 'image_urls' | 'pdf_urls'): ApiError {
  const message = `Cannot take these attachments: images and PDF pages together exceed the ${cap} pages of ${model}. Attach fewer.`;
  return new ApiError(message, { code: 'content_too_long', status: 422, param });
}

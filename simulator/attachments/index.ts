/** Attachments of chat requests: fetching PDFs safely, reading them page by page, and checking image URLs. */
export { filenameOf } from './filename.ts';
export { imageRefusal } from './image-url.ts';
export { ATTACHMENT_LIMITS, type AttachmentLimits } from './limits.ts';
export type { ConnectObserver, Resolver } from './network.ts';
export {
  type AttachmentReader,
  type AttachmentReaderOptions,
  createAttachmentReader,
  type PdfDocument,
  type PdfPage,
} from './reader.ts';
export { AttachmentRefused, PageCapExceeded, type RefusalReason } from './refusal.ts';
export type { AttachmentClock } from './simulated-network.ts';

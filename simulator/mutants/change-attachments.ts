import type { ChatRequest } from '../../spec/index.ts';
import {
  type AttachmentReader,
  AttachmentRefused,
  filenameOf,
  PageCapExceeded,
  type PdfDocument,
} from '../attachments/index.ts';
import { ApiError } from '../errors.ts';
import type { Change } from './change.ts';

type Read = AttachmentReader['read'];
type ReadOptions = Parameters<Read>[1];

/** Replaces the reading of PDFs; the change is given the usual one. */
export function changeReading(
  change: (read: Read, urls: readonly string[], options: ReadOptions, request: ChatRequest) => ReturnType<Read>,
): Change {
  return (behaviour) => ({
    ...behaviour,
    readAttachments: async (call, tools) => {
      if (call.endpoint !== 'chat') return behaviour.readAttachments(call, tools);
      const { reader } = tools;
      const read: Read = (urls, options) => change(reader.read.bind(reader), urls, options, call.request);
      return behaviour.readAttachments(call, { ...tools, reader: { ...reader, read } });
    },
  });
}

/** Takes PDFs for empty pages that are refused otherwise; `urls` are all of the request. */
export function acceptPdf(accepts: (refusal: AttachmentRefused, urls: readonly string[]) => boolean): Change {
  return changeReading(async (read, all, options) => {
    const readSome = async (urls: readonly string[], maxPages: number): Promise<readonly PdfDocument[]> => {
      try {
        return urls.length === 0 ? [] : await read(urls, { ...options, maxPages });
      } catch (error) {
        if (!(error instanceof AttachmentRefused) || !accepts(error, all)) throw error;
        const others = urls.filter((url) => url !== error.url);
        const documents = [...(await readSome(others, maxPages - (urls.length - others.length)))];
        return urls.map((url) => (url === error.url ? blank(url) : documents.shift()) ?? blank(url));
      }
    };
    return readSome(all, options.maxPages);
  });
}

/** Refuses PDFs by their address that are accepted otherwise. */
export function refusePdf(refuses: (url: string) => boolean): Change {
  return changeReading((read, urls, options) => {
    const refused = urls.find(refuses);
    return refused === undefined
      ? read(urls, options)
      : Promise.reject(new AttachmentRefused(refused, 'url', 'its address is not accepted', 'Use another one.'));
  });
}

/** Answers refused PDFs in another way. */
export function insteadOfRefusal(
  when: (refusal: AttachmentRefused, urls: readonly string[]) => boolean,
  error: () => Error,
): Change {
  return changeReading(async (read, urls, options) => {
    try {
      return await read(urls, options);
    } catch (refusal) {
      throw refusal instanceof AttachmentRefused && when(refusal, urls) ? error() : refusal;
    }
  });
}

/** Answers PDFs over the page cap in another way. */
export function insteadOfOverflow(error: () => Error): Change {
  return changeReading(async (read, urls, options) => {
    try {
      return await read(urls, options);
    } catch (refusal) {
      throw refusal instanceof PageCapExceeded ? error() : refusal;
    }
  });
}

/** Leaves other pages for the PDFs of a request than its cap does. */
export function pagesLeft(change: (left: number, request: ChatRequest) => number): Change {
  return changeReading((read, urls, options, request) =>
    read(urls, { ...options, maxPages: change(options.maxPages, request) }),
  );
}

/** Counts the images of requests that attach nothing else in another way before they are held against the cap. */
export function imagesCounted(change: (count: number, request: ChatRequest) => number): Change {
  return (behaviour) => ({
    ...behaviour,
    readAttachments: (call, tools) => {
      if (call.endpoint !== 'chat' || has(call.request, 'pdf_urls')) return behaviour.readAttachments(call, tools);
      const { model, messages } = call.request;
      const images = messages.flatMap(({ image_urls = [] }) => image_urls).length;
      const spared = images - change(images, call.request);
      const cap = tools.attachmentCap[model] + spared;
      return behaviour.readAttachments(call, { ...tools, attachmentCap: { ...tools.attachmentCap, [model]: cap } });
    },
  });
}

/** Answers images over the page cap in another way. */
export function insteadOfImageOverflow(error: () => Error): Change {
  return (behaviour) => ({
    ...behaviour,
    readAttachments: async (call, tools) => {
      try {
        return await behaviour.readAttachments(call, tools);
      } catch (refusal) {
        const { code, param } = (refusal instanceof ApiError && refusal.envelope) || {};
        throw code === 'content_too_long' && param === 'image_urls' ? error() : refusal;
      }
    },
  });
}

function has({ messages }: ChatRequest, input: 'image_urls' | 'pdf_urls'): boolean {
  return messages.some((message) => (message[input] ?? []).length > 0);
}

function blank(url: string): PdfDocument {
  return { url, filename: filenameOf(url), pages: [{ page: 1, markdown: '' }] };
}

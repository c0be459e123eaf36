import { lastSegment } from './filename.ts';
import { quoteUrl } from './refusal.ts';

const ACCEPTED = new Set(['jpg', 'jpeg', 'png', 'webp']);

/** Extensions of formats that are not accepted; an unknown extension may be part of a name ("v1.2"). */
const OTHER_FORMATS = new Set(
  'apng avif bmp cr2 csv dcm dicom doc docx emf eps gif heic heif htm html ico j2k jp2 json jxl mov mp3 mp4 nef odt pdf ppt pptx psd raw rtf svg svgz tga tif tiff txt wmf xls xlsx xml zip'.split(
    ' ',
  ),
);

/**
 * The message for a refused `image_urls` entry (422 `invalid_request`, `param` `image_urls`); null if it is accepted.
 * The scheme must be https in any case (chat request, rule 4; readings A3a); a known extension other than JPG/JPEG, PNG
 * and WEBP is refused, none is accepted (readings A3). Images are never fetched, so nothing else is looked at.
 */
export function imageRefusal(url: string): string | null {
  const next = 'Use the https URL of a JPG, PNG or WEBP image.';
  if (!URL.canParse(url)) return `Cannot accept image ${quoteUrl(url)}: it is not a URL. ${next}`;
  const { protocol } = new URL(url);
  if (protocol !== 'https:') return `Cannot accept image ${quoteUrl(url)}: it uses the scheme ${protocol} ${next}`;
  const extension = /\.([a-z0-9]+)$/i.exec(lastSegment(url))?.[1]?.toLowerCase();
  if (extension === undefined || ACCEPTED.has(extension) || !OTHER_FORMATS.has(extension)) return null;
  return `Cannot accept image ${quoteUrl(url)}: .${extension} is not an accepted format. ${next}`;
}

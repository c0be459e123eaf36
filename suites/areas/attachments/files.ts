import type { Context } from '../../engine/context/context.ts';

/** PDFs of known page counts with plain ASCII names, from the fixtures' manifest. */
export const PAGES = {
  'pages-1.pdf': 1,
  'pages-2.pdf': 2,
  'pages-3.pdf': 3,
  'pages-5.pdf': 5,
  'pages-29.pdf': 29,
  'pages-30.pdf': 30,
  'pages-31.pdf': 31,
  'pages-60.pdf': 60,
  'pages-61.pdf': 61,
} as const;

/** Name of a PDF of known page count. */
export type KnownPdf = keyof typeof PAGES;

/** A PNG for `image_urls`. */
export const IMAGE = 'image.png';

/** Where the fixtures hold some files once more, as part of URLs. */
export const FOLDERS = 'folder/sub%20folder';

/** Pictures in every format that there is, by the usual ends of names, in capitals, and with a query behind. As paths of URLs. */
export const IMAGES = [
  ...['image.jpg', 'image.jpeg', 'image.png', 'image.webp'],
  ...['CAPITALS.JPG', 'CAPITALS.JPEG', 'CAPITALS.PNG', 'CAPITALS.WEBP'],
  ...['image.webp?width=64&from=a.pdf', 'CAPITALS.JPG?download=1'],
] as const;

/** Readable PDFs that a careless reader may trip over: a scan, odd names, a query or a fragment after the name, folders. As paths of URLs. */
export const ODD_PDFS = [
  'scanned.pdf',
  'two%20words.pdf',
  '%E9%AB%98%E8%A1%80%E5%9C%A7.pdf',
  'dose%2050%25%20%2B%20review.pdf',
  'no-extension',
  'pages-2.pdf?download=1',
  'pages-2.pdf#page=2',
  `${FOLDERS}/pages-2.pdf`,
] as const;

/** Files that no reader can take for a PDF, and a path that lies about its type. */
export const UNREADABLE = ['not-a-pdf.pdf', 'zero-bytes.pdf', 'encrypted.pdf', 'wrong-type'] as const;

/** A readable PDF that is large, yet within every limit however a MB is counted (readings A3c). */
export const LARGE = 'padded-36-mb';

/** PDFs whose parts name each other in a circle, so that a careless reader never comes to an end, the likeliest first. */
export const CIRCULAR = ['page-tree-loop.pdf', 'table-loop.pdf', 'picture-loop.pdf'] as const;

/** What every host of the fixtures serves; the other paths are younger, and an older host may lack them. */
const FIRST: ReadonlySet<string> = new Set<string>([IMAGE, ...ODD_PDFS.filter((path) => !path.startsWith(FOLDERS))]);

/** True for a path that the host is known to serve. */
export const isHosted = (context: Context, path: string): boolean =>
  context.settings.wholeFixtures === true || FIRST.has(path);

/** Where the target can fetch a fixture. Throws Inapplicable (skip) when the profile has no `fixtures_url`. */
export const fixtureUrl = (context: Context, path: string): string => `${context.fixtures}/${path}`;

/**
 * A URL at a name that stands before the host of the fixtures (`hosts` in their manifest), in a list; none without fixtures, and where their host is
 * an address.
 */
export function besideFixtures({ profile }: Context, prefix: 'private.' | 'unknown.', path: string): readonly string[] {
  if (profile.fixtures_url === undefined) return [];
  const { host, pathname } = new URL(profile.fixtures_url);
  const url = `https://${prefix}${host}${pathname.replace(/\/$/, '')}/${path}`;
  return URL.canParse(url) ? [url] : [];
}

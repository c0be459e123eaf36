import { deflateSync } from 'node:zlib';
import { afterAll, expect, it } from 'vitest';
import { dictionary, pdfFile, stream, writePdf } from '../../fixtures/make/pdf-writer.ts';
import { ORIGIN, outcomeOf, simulatedReader } from './reader.test-support.ts';

/** A page with this content; `fifth` is object 5, which its resources name. */
function pageOf(content: Buffer, resources = '', fifth?: Buffer): Uint8Array {
  return pdfFile([
    dictionary('/Type /Catalog /Pages 2 0 R'),
    dictionary('/Type /Pages /Count 1 /Kids [3 0 R]'),
    dictionary(`/Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << ${resources} >>`),
    content,
    ...(fifth === undefined ? [] : [fifth]),
  ]);
}

/** Two kilobytes that inflate, in two layers, to 600 megabytes of blanks. */
function bomb(): Uint8Array {
  const packed = deflateSync(deflateSync(Buffer.alloc(600_000_000, ' '), { level: 1 }));
  return pageOf(stream('/Filter [/FlateDecode /FlateDecode]', packed));
}

/** A page without text whose picture paints the whole sheet a hundred thousand times: minutes of work, little memory. */
function endless(times: number): Uint8Array {
  const paint = '/ShadingType 2 /ColorSpace /DeviceGray /Coords [0 0 595 842] /Extend [true true]';
  const shade = dictionary(`${paint} /Function << /FunctionType 2 /Domain [0 1] /C0 [0] /C1 [1] /N 1 >>`);
  return pageOf(stream('', Buffer.from('/S sh '.repeat(times))), '/Shading << /S 5 0 R >>', shade);
}

const line = (text: string) => [{ text, size: 11 }];

const files = new Map<string, Uint8Array>([
  ['bomb', bomb()],
  ['endless', endless(100_000)],
  ['endless-too', endless(100_001)],
  ['endless-still', endless(100_002)],
  ['blank', pageOf(stream('', Buffer.from(' ')))],
  ['no-pages', pdfFile([dictionary('/Type /Catalog /Pages 2 0 R'), dictionary('/Type /Pages /Count 0 /Kids []')])],
  [
    'missing-page',
    pdfFile([dictionary('/Type /Catalog /Pages 2 0 R'), dictionary('/Type /Pages /Count 2 /Kids [9 0 R 8 0 R]')]),
  ],
  ['forger', writePdf([line('As shown in [SW1] and [PF12], [sic].')])],
  ['locked-open', writePdf([line('Anyone may read this.')], { password: '', id: '00'.repeat(16) })],
]);

// A busy machine needs longer than the limits for a bomb, which is to be refused for its size.
const reader = simulatedReader({ files, limits: { parseStepMs: 100_000 } });
afterAll(() => reader.close());
const outcome = (name: string) => outcomeOf(reader, [`${ORIGIN}/${name}`]);
const pageText = async (name: string) => {
  const [document] = await reader.read([`${ORIGIN}/${name}`], { maxPages: 30 });
  return document?.pages[0]?.markdown;
};

it('refuses a bomb while it serves others', async () => {
  const hostile = outcome('bomb');
  const others = ['pages-1.pdf', 'pages-2.pdf', 'pages-5.pdf', 'pages-30.pdf'].map(outcome);
  expect(await Promise.all(others)).toEqual(['1', '2', '5', '30']);
  expect(await hostile).toBe('out-of-memory');
  expect(await outcome('pages-3.pdf')).toBe('3');
});

it('stops a parse that never ends, and serves others meanwhile and afterwards', async () => {
  const strict = simulatedReader({ files, limits: { parseStepMs: 1_500 } });
  const of = (name: string) => outcomeOf(strict, [`${ORIGIN}/${name}`]);
  const hostile = [of('endless'), of('endless-too'), of('endless-still')];
  const others = ['pages-1.pdf', 'pages-5.pdf'].map(of);
  expect(await Promise.all(others)).toEqual(['1', '5']);
  expect(await Promise.all(hostile)).toEqual(['parse-timeout', 'parse-timeout', 'parse-timeout']);
  expect(await of('pages-3.pdf')).toBe('3');
  await strict.close();
});

it('says so where a page has nothing to read', async () => {
  expect(await pageText('blank')).toBe('_This page has no text._');
});

it('opens an encrypted file that needs no password', async () => {
  expect(await pageText('locked-open')).toBe('Anyone may read this.');
});

it('lets no page forge a citation', async () => {
  expect(await pageText('forger')).toBe('As shown in \\[SW1\\] and \\[PF12\\], [sic].');
});

it('refuses a PDF without pages, and one whose pages are missing', async () => {
  expect(await outcome('no-pages')).toBe('no-pages');
  expect(await outcome('missing-page')).toBe('not-a-pdf');
});

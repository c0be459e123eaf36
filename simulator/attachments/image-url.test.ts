import { expect, it } from 'vitest';
import { imageRefusal } from './image-url.ts';

it.each([
  'https://example.com/a.jpg',
  'https://example.com/a.JPEG',
  'https://example.com/a.png?size=2',
  'https://example.com/a.webp#top',
  'HTTPS://example.com/a.png',
  'https://example.com/image',
  'https://example.com/',
  'https://example.com/scan.v12',
  'https://example.com/a.gif/original',
  'https://example.com/a%2Epng',
])('accepts %s', (url) => {
  expect(imageRefusal(url)).toBeNull();
});

it.each([
  ['http://example.com/a.png', 'scheme http:'],
  ['data:image/png;base64,iVBORw0KGgo=', 'scheme data:'],
  ['ftp://example.com/a.png', 'scheme ftp:'],
  ['file:///a.png', 'scheme file:'],
  ['a.png', 'not a URL'],
  ['', 'not a URL'],
  ['https://example.com/a.gif', '.gif'],
  ['https://example.com/a.SVG?x=a.png', '.svg'],
  ['https://example.com/a.png.bmp', '.bmp'],
  ['https://example.com/a.tiff', '.tiff'],
  ['https://example.com/a.pdf', '.pdf'],
  ['https://example.com/a%2Egif', '.gif'],
])('refuses %s and says why: %s', (url, why) => {
  expect(imageRefusal(url)).toContain(why);
});

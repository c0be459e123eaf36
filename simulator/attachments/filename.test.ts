import { expect, it } from 'vitest';
import { filenameOf } from './filename.ts';

it.each([
  ['https://example.com/a.pdf', 'a.pdf'],
  ['https://example.com/docs/2024/report.pdf?download=1#page=2', 'report.pdf'],
  ['https://example.com/two%20words.pdf', 'two words.pdf'],
  ['https://example.com/%E9%AB%98%E8%A1%80%E5%9C%A7.pdf', '高血圧.pdf'],
  ['https://example.com/高血圧.pdf', '高血圧.pdf'],
  ['https://example.com/50%.pdf', '50%.pdf'],
  ['https://example.com/%ff.pdf', '%ff.pdf'],
  ['https://example.com/no-extension', 'no-extension'],
  ['https://example.com/a/..', 'document.pdf'],
  ['https://example.com/folder/', 'document.pdf'],
  ['https://example.com', 'document.pdf'],
  ['https://example.com/?file=a.pdf', 'document.pdf'],
  ['not a URL', 'document.pdf'],
])('the name of %s is %j', (url, name) => {
  expect(filenameOf(url)).toBe(name);
});

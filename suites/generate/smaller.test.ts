import { expect, it } from 'vitest';
import { models } from '../../spec/index.ts';
import type { Call } from '../http/exchange/exchange.ts';
import { objectIn } from '../judges/read.ts';
import { smallerCalls, withPlainText } from './smaller.ts';

it('smaller requests keep domains whole, and no text is left with white space alone', () => {
  const calls = smallerCalls({ endpoint: 'finder', body: { query: ' a', include_domains: ['who.int', 'nih.gov'] } });
  const bodies = calls.map(({ body }) => objectIn(body));
  expect(bodies.map((body) => body?.query)).not.toContain(' ');
  expect(bodies.flatMap((body) => body?.include_domains ?? []).filter((one) => String(one).length < 7)).toEqual([]);
  expect(bodies).toContainEqual({ query: ' a', include_domains: ['who.int'] });
});

it('the standard model is tried in place of the other one, and a plain text in place of a short one', () => {
  const call: Call = {
    endpoint: 'chat',
    body: { model: models.chatPro, messages: [{ role: 'user', text: 'W' }], language: 'de' },
  };
  expect(smallerCalls(call)[0]?.body).toEqual({ ...Object(call.body), model: models.chat });
  const text = 'What are the first-line treatments for asthma in adults?';
  expect(withPlainText(call).body).toEqual({ ...Object(call.body), messages: [{ role: 'user', text }] });
  const filtered = { endpoint: 'domains', query: { q: "o'", limit: '3' } } as const;
  expect(withPlainText(filtered).query).toEqual({ q: 'e', limit: '3' });
  expect(withPlainText(withPlainText(filtered))).toEqual(withPlainText(filtered));
  expect(withPlainText({ endpoint: 'embeddings', body: { input: ['W'] } }).body).toEqual({ input: ['W'] });
  expect(withPlainText({ endpoint: 'finder', body: { query: 'W' } }).body).toEqual({
    query: 'asthma inhaler technique',
  });
});

it('the standard model is not tried with attachments that may be over its lower cap', () => {
  const modelsTried = (attached: object): readonly unknown[] => {
    const messages = [{ role: 'user', text: 'W', ...attached }];
    const call: Call = { endpoint: 'chat', body: { model: models.chatPro, messages } };
    return smallerCalls(call).map(({ body }) => objectIn(body)?.model);
  };
  const image = 'https://fixtures.assay.test/image.png';
  expect(modelsTried({ image_urls: Array(30).fill(image) })).toContain(models.chat);
  expect(modelsTried({ image_urls: Array(31).fill(image) })).not.toContain(models.chat);
  expect(modelsTried({ pdf_urls: ['https://fixtures.assay.test/pages-60.pdf'] })).not.toContain(models.chat);
});

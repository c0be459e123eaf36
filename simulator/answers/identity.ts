import { createHash } from 'node:crypto';
import type { ChatRequest, FinderRequest } from '../../spec/index.ts';

/**
 * A digest that is equal for chat requests that ask the same. Defaults are filled in, and `stream` and
 * `include_follow_ups` are left out: they never change the text of the answer. Source: Endpoints, rule 2.
 */
export function chatIdentity(request: ChatRequest): string {
  const messages = request.messages.map(({ role, text, image_urls, pdf_urls }) => [
    role,
    text.length,
    image_urls ?? [],
    pdf_urls ?? [],
  ]);
  const { model, include_domains, exclude_domains, instructions, language } = request;
  return digest(
    [model, messages, include_domains ?? [], exclude_domains ?? [], instructions ?? '', language ?? ''],
    request.messages.map(({ text }) => text),
  );
}

/** A digest that is equal for finder requests that search the same. */
export function finderIdentity(request: FinderRequest): string {
  const { query, search_depth, max_results, include_answer, include_domains, exclude_domains } = request;
  return digest([
    query,
    search_depth ?? 'basic',
    max_results ?? 5,
    include_answer ?? false,
    include_domains ?? [],
    exclude_domains ?? [],
  ]);
}

/** The texts as they are: to write megabytes as JSON takes five times as long as the digest. */
function digest(parts: readonly unknown[], texts: readonly string[] = []): string {
  const hash = createHash('sha256').update(JSON.stringify(parts));
  for (const text of texts) hash.update(text);
  return hash.digest('hex');
}

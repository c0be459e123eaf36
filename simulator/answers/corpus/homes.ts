import { type CorpusDocument, catalogue, documentsAbout, wholeCorpus } from '../../../fixtures/index.ts';
import { once, remembering } from '../reading/remembering.ts';
import type { DomainFilters } from './domain-filter.ts';
import { normaliseDomain } from './domain-filter.ts';

/** Categories of publishers that write about every field. */
const ofAnything: ReadonlySet<string> = new Set(['public health', 'general medicine', 'general practice', 'unknown']);
const mostKnown = 2_000;
/** Only this many values of a filter are looked up. */
const mostLookedUp = 50;

const publisherOf = (title: string): string => title.slice(title.lastIndexOf(' - ') + 3);
/** Names of publishers by the domains of their pages in the corpus. */
const names = once(
  () =>
    new Map(
      wholeCorpus()
        .filter(({ title }) => title.includes(' - '))
        .map((one) => [one.domain, publisherOf(one.title)]),
    ),
);

const categories = new Map(catalogue.domains.map(({ domain, category }) => [domain, category]));

/** The first domain of a filter that is in the catalogue and writes about a field, or undefined. */
export function homeFor(category: string, { include_domains }: DomainFilters): string | undefined {
  return (include_domains ?? [])
    .slice(0, mostLookedUp)
    .map(normaliseDomain)
    .find((domain): domain is string => {
      const field = domain === null ? undefined : categories.get(domain);
      return field !== undefined && (field === category || ofAnything.has(field));
    });
}

const moved = remembering(mostKnown, (key: string): CorpusDocument | undefined => {
  const [topic = '', id = '', domain = ''] = key.split(' ');
  const document = documentsAbout(topic).find((one) => one.id === id);
  if (document === undefined) return undefined;
  const before = document.title.includes(' - ') ? publisherOf(document.title) : undefined;
  const name = names().get(domain);
  const said = (text: string): string =>
    before === undefined || name === undefined ? text : text.replaceAll(before, name);
  return {
    ...document,
    title: said(document.title),
    url: document.url.replace(`//${document.domain}/`, `//${domain}/`),
    domain,
    sentences: document.sentences.map(said),
  };
});

/**
 * A document as if published at another domain. The catalogue counts thousands of documents at each domain, but the corpus has only a few of
 * them: a filter by one domain gives what it would have on the topic.
 */
export const documentAt = (document: CorpusDocument, domain: string): CorpusDocument =>
  moved(`${document.topic} ${document.id} ${domain}`) ?? document;

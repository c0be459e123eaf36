import type { Source } from '../../spec/index.ts';

/** A document that a search action found. Source: Chat response body, steps. */
interface FoundDocument {
  readonly title: string;
  readonly url: string;
  readonly content: string;
}

/** A search as the steps show it. */
export interface SearchAction {
  readonly type: string;
  readonly input: { readonly query: string };
  readonly result: readonly FoundDocument[];
}

/** A finished step. Only the retrieving step has `sources` (readings S9). */
export interface AnswerStep {
  readonly description: string;
  readonly actions: readonly SearchAction[];
  readonly sources?: readonly Source[];
}

/** What the steps report. */
export interface Work {
  readonly attachedPages: number;
  readonly actions: readonly SearchAction[];
  readonly sources: readonly Source[];
}

/** The search of the web index; the only action type that the specification names. */
export const webSearch = 'search_official_source';
/** The search of the literature; pro model only. */
export const literatureSearch = 'search_biomedical_literature';

/** The steps of an answer, in order; at least three. */
export function stepsOf({ attachedPages, actions, sources }: Work): AnswerStep[] {
  const searchesLiterature = actions.some(({ type }) => type === literatureSearch);
  return [
    { description: 'Understanding the question', actions: [] },
    ...(attachedPages > 0 ? [{ description: `Reading ${counted(attachedPages, 'attached page')}`, actions: [] }] : []),
    {
      description: `Searching official medical sources${searchesLiterature ? ' and biomedical literature' : ''}`,
      actions,
      sources,
    },
    { description: `Weighing ${counted(sources.length, 'source')}`, actions: [] },
    { description: 'Writing the answer', actions: [] },
  ];
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

import type { EndpointName } from '../../../../spec/index.ts';
import type { Summary } from '../state/exchange.ts';

/** The outcome of a request, for the user. */
export type Outcome = 'running' | 'ok' | 'refused' | 'failed' | 'left';

/** The outcome of a request. */
export function outcomeOf({ status, ended }: Summary): Outcome {
  if (ended === 'broken' || status === 0) return 'failed';
  if (ended === 'left') return 'left';
  if ((status ?? 0) >= 500) return 'failed';
  if ((status ?? 0) >= 400) return 'refused';
  return ended === null ? 'running' : 'ok';
}

/** The path of each operation. */
export const endpointPaths: Readonly<Record<EndpointName, string>> = {
  chat: '/v1/chat/completions',
  finder: '/v1/finder',
  embeddings: '/v1/embeddings',
  rerank: '/v1/rerank',
  domains: '/v1/domains',
};

/** Which requests the journal shows; an empty text means all. */
export interface Filter {
  readonly text: string;
  readonly endpoint: EndpointName | 'other' | '';
  readonly outcome: Outcome | 'fault' | '';
}

/** Whether a request matches the filter. Each word of the text must be in its method, path, status, key, outcome or faults. */
export function isShown(summary: Summary, { text, endpoint, outcome }: Filter): boolean {
  const { method, path, status, key, faults } = summary;
  if (endpoint !== '' && endpoint !== endpointOf(path)) return false;
  const own = outcomeOf(summary);
  if (outcome === 'fault' ? faults.length === 0 : outcome !== '' && outcome !== own) return false;
  // A whole key is shortened, since only its end is known here.
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .map((word) => word.replace(/^svc_.*(.{4})$/, '$1'));
  const haystack = [method, path, status ?? '', key ?? '', own, ...faults].join(' ').toLowerCase();
  return words.every((word) => haystack.includes(word));
}

/** The operation of a path. */
export function endpointOf(path: string): EndpointName | 'other' {
  const [bare = ''] = path.split('?');
  const found = Object.entries(endpointPaths).find(([, own]) => own === bare);
  return (found?.[0] as EndpointName | undefined) ?? 'other';
}

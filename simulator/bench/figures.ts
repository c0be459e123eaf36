import type { Kind } from './contender.ts';

/** One round of one server on one case. */
export interface Sample {
  readonly requestsPerSecond: number;
  readonly medianMs: number;
  readonly p99Ms: number;
  /** Processor time of the server for each request. */
  readonly cpuMicros: number;
  readonly rssBytes: number;
  /** The same for requests whose texts never came before; ours only. */
  readonly newCpuMicros?: number;
}

/** What the rounds of one server on one case came to: the median of each figure. */
export type Figures = Sample & { readonly kind: Kind };

/** One case with the figures of each server that was measured. */
export interface CaseFigures {
  readonly name: string;
  /** Length of the answer's body. */
  readonly answerBytes: number;
  readonly servers: readonly Figures[];
}

/** The median of each figure of some rounds. */
export function figuresOf(kind: Kind, samples: readonly Sample[]): Figures {
  const of = (name: keyof Sample): number => median(samples.map((sample) => sample[name] ?? 0));
  return {
    kind,
    requestsPerSecond: of('requestsPerSecond'),
    medianMs: of('medianMs'),
    p99Ms: of('p99Ms'),
    cpuMicros: of('cpuMicros'),
    rssBytes: of('rssBytes'),
    ...(samples.some(({ newCpuMicros }) => newCpuMicros !== undefined) && { newCpuMicros: of('newCpuMicros') }),
  };
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** Each of ours, and the limit that it is held against. */
export const limitOf = { express: 'bare-express', node: 'raw' } as const satisfies Partial<Record<Kind, Kind>>;

/** Processor time of a server on a case as a multiple of its limit; undefined where one of them was not measured. */
export function ratioOf(
  { servers }: CaseFigures,
  kind: keyof typeof limitOf,
  limit: Kind = limitOf[kind],
): number | undefined {
  const own = servers.find((server) => server.kind === kind);
  const other = servers.find((server) => server.kind === limit);
  return own && other && own.cpuMicros / other.cpuMicros;
}

import type { Kind } from './contender.ts';

/** One round of one server on one case. */
export interface Sample {
  readonly requestsPerSecond: number;
  readonly medianMs: number;
  readonly p99Ms: number;
  /** Processor time of the server for each request. */
  readonly cpuMicros: number;
  readonly rssBytes: number;
  /** The same for requests with new texts; only for the simulator. */
  readonly newCpuMicros?: number;
}

/** The result of one server on one case: the median of each figure over the rounds. */
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

/** The lower limit of each adapter of the simulator. */
const limitOf = { express: 'bare-express', node: 'raw' } as const satisfies Partial<Record<Kind, Kind>>;

/** Whether a server is the simulator, not a lower limit. */
export const isOurs = (kind: Kind): kind is keyof typeof limitOf => kind in limitOf;

/** Processor time of a server on a case as a multiple of its limit; undefined if one of them was not measured. */
export function ratioOf({ servers }: CaseFigures, kind: keyof typeof limitOf): number | undefined {
  const own = servers.find((server) => server.kind === kind);
  const other = servers.find((server) => server.kind === limitOf[kind]);
  return own && other && own.cpuMicros / other.cpuMicros;
}

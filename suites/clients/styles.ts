import { isObject, type JsonObject } from '../../spec/index.ts';

/** A legal way of writing a response on which careless clients fail. */
interface Style {
  /** Replaces an event of a stream. */
  readonly events?: (event: JsonObject) => readonly object[];
  /** Replaces a JSON response. */
  readonly body?: (body: JsonObject) => object;
}

/** Far outside 0 to 1, in the same order. */
const wideScore = (score: unknown): unknown => (typeof score === 'number' ? score * 1_000 - 500 : score);

function withWideScores(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withWideScores);
  if (!isObject(value)) return value;
  const entries = Object.entries(value);
  return Object.fromEntries(
    entries.map(([name, item]) => [name, /score$/.test(name) ? wideScore(item) : withWideScores(item)]),
  );
}

/** Lists that come as snapshots: the field has the name of its event type. */
const isSnapshot = (event: JsonObject): boolean => event.type === 'sources' || event.type === 'follow_up_questions';

/** Every style, with the reason why the specification allows it. */
export const styles = {
  // Events, table: each is a snapshot, and replaces the one before.
  earlier_snapshots: {
    events: (event) => {
      if (!isSnapshot(event)) return [event];
      const name = String(event.type);
      return [{ ...event, [name]: (event[name] as unknown[]).slice(0, 1) }, event];
    },
  },
  // Resources: no fixed range may be assumed.
  wide_scores: { events: (event) => [withWideScores(event) as object], body: (body) => withWideScores(body) as object },
} as const satisfies Record<string, Style>;

export type StyleName = keyof typeof styles;

const encoder = new TextEncoder();

/** A JSON body in a style; anything else unchanged. */
export function restyledBody(bytes: Uint8Array, name: StyleName | undefined): Uint8Array {
  const { body }: Style = name === undefined ? {} : styles[name];
  if (body === undefined) return bytes;
  const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
  return isObject(value) ? encoder.encode(JSON.stringify(body(value))) : bytes;
}

/**
 * A stream in a style, or unchanged, piece by piece: the events of the simulator come as `data: JSON` and a blank line.
 */
export async function* restyledStream(
  source: AsyncIterable<Uint8Array>,
  name: StyleName | undefined,
): AsyncGenerator<Uint8Array, undefined> {
  if (name === undefined) return yield* source;
  const { events }: Style = styles[name];
  if (events === undefined) return yield* source;
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of source) {
    const frames = (rest + decoder.decode(chunk, { stream: true })).split('\n\n');
    rest = frames.pop() ?? '';
    for (const frame of frames) yield encoder.encode(restyledFrame(frame, events));
  }
  if (rest !== '') yield encoder.encode(rest);
}

function restyledFrame(frame: string, events: NonNullable<Style['events']>): string {
  const data = frame.replace(/^data: /, '');
  const sent = data === '[DONE]' ? [data] : events(JSON.parse(data)).map((event) => JSON.stringify(event));
  return sent.map((text) => `data: ${text}\n\n`).join('');
}

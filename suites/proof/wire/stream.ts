import { type ApiResponse, createChance, type Middleware, styles } from '../../../simulator/index.ts';
import type { JsonObject, StreamEvent } from '../../../spec/index.ts';
import { type Edit, editAt } from './edit.ts';
import { editResponse, isObject } from './wire.ts';

/** Content of one frame of a stream: a JSON event, or the literal text of a `data:` line such as `[DONE]`. */
export type Item = JsonObject | string;

const decoder = new TextDecoder();
const encoder = new TextEncoder();

/** Replaces the body of streams. */
export const editStream = (
  edit: (body: AsyncIterable<Uint8Array>, input: JsonObject) => AsyncIterable<Uint8Array>,
): Middleware =>
  editResponse('chat', (response, { input = {} }) =>
    response.body instanceof Uint8Array ? response : { ...response, body: edit(response.body, input) },
  );

/** Edits the frames of streams as texts, each without the blank line that ends it. */
export const editFrames = (edit: (frames: readonly string[], input: JsonObject) => readonly string[]): Middleware =>
  editStream((body, input) => reframed(body, input, edit));

/** Sends streams in a `stream_style` that the simulator offers for tests of clients. */
export const inStyle = (name: keyof typeof styles): Middleware => editStream((body) => restyled(body, name));

async function* restyled(body: AsyncIterable<Uint8Array>, name: keyof typeof styles): AsyncGenerator<Uint8Array> {
  const style = styles[name](createChance(1, name));
  const frames: string[] = [];
  for await (const frame of reframed(body, {}, (read) => read)) frames.push(decoder.decode(frame));
  const marker = frames.pop() ?? '';
  const events = frames.map((frame) => JSON.parse(frame.slice('data: '.length)) as StreamEvent);
  const written = [...style.events(events).map(style.write), style.respell(marker)].map((text) => encoder.encode(text));
  // Pauses are for sockets; here a judge reads every piece.
  const cut = style.cutting([]);
  for (const frame of written) for (const piece of cut(frame)) if (piece !== 'rest') yield piece;
}

/** A stream is read to its end before it is edited; one that breaks off still breaks off after its last event. */
async function* reframed(
  body: AsyncIterable<Uint8Array>,
  input: JsonObject,
  edit: (frames: readonly string[], input: JsonObject) => readonly string[],
): AsyncGenerator<Uint8Array> {
  let text = '';
  let broken: { error: unknown } | undefined;
  try {
    for await (const piece of body) text += decoder.decode(piece, { stream: true });
  } catch (error) {
    broken = { error };
  }
  const frames = text.split(/\r?\n\r?\n/);
  const rest = frames.pop() ?? '';
  for (const frame of edit(frames, input)) yield encoder.encode(`${frame}\n\n`);
  if (rest !== '') yield encoder.encode(rest);
  if (broken) throw broken.error;
}

/** Edits the events of streams; `[DONE]` is also an item. */
export const editEvents = (edit: (items: readonly Item[], input: JsonObject) => readonly Item[]): Middleware =>
  editFrames((frames, input) => edit(frames.map(itemIn), input).map(frameOf));

function itemIn(frame: string): Item {
  const data = frame
    .split(/\r?\n/)
    .filter((line) => line.startsWith('data:'))
    .map((line) => line.slice(5).replace(/^ /, ''))
    .join('\n');
  try {
    const value: unknown = JSON.parse(data);
    return isObject(value) ? value : data;
  } catch {
    return data;
  }
}

const frameOf = (item: Item): string => `data: ${typeof item === 'string' ? item : JSON.stringify(item)}`;

/** Calls `left` with the Authorization header of each stream that its client did not read to the end. */
export const whenLeft =
  (left: (authorization: string) => void): Middleware =>
  (next) =>
  async (request) =>
    watched(await next(request), (text) => {
      if (!text.includes('data: [DONE]')) left(request.headers.authorization ?? '');
    });

/** Calls `failed` when a stream is over that held an `error` event. */
export const whenFailed = (response: ApiResponse, failed: () => void | Promise<void>): ApiResponse =>
  watched(response, async (text) => {
    if (/"type":\s*"error"/.test(text)) await failed();
  });

/** Calls `over` with the text of a stream when it ends or its client leaves it; not for other responses. */
function watched(response: ApiResponse, over: (text: string) => void | Promise<void>): ApiResponse {
  const { body } = response;
  if (body instanceof Uint8Array) return response;
  async function* pieces(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    let text = '';
    try {
      for await (const piece of stream) {
        text += Buffer.from(piece).toString('latin1');
        yield piece;
      }
    } finally {
      await over(text);
    }
  }
  return { ...response, body: pieces(body) };
}

/** Edits each event of one type; undefined removes it, a list replaces it with several. */
export const editEvery = (
  type: string,
  edit: (event: JsonObject, at: number, count: number) => Item | readonly Item[] | undefined,
): Middleware =>
  editEvents((items) => {
    const count = items.filter((item) => isObject(item) && item.type === type).length;
    let at = -1;
    return items.flatMap((item): readonly Item[] => {
      if (!isObject(item) || item.type !== type) return [item];
      at += 1;
      const edited = edit(item, at, count);
      return edited === undefined ? [] : ([edited].flat() as readonly Item[]);
    });
  });

/** Edits the values at a pointer (see `editAt`) in each event of one type. */
export const editEventField = (type: string, pointer: string, edit: Edit): Middleware =>
  editEvery(type, (event) => editAt(event, pointer, edit) as JsonObject);

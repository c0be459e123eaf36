import type { ChatRequest, StreamEvent } from '../../spec/index.ts';
import type { Change } from './change.ts';
import { changeResponse } from './change-response.ts';
import { type Edit, editAt } from './edit-json.ts';

/** An event, or what a broken server takes for one. */
export type AnyEvent = StreamEvent | (Readonly<Record<string, unknown>> & { readonly type: unknown });

/** Changes the events of a stream. They need not be such as the specification allows. */
export function changeEvents(
  change: (events: readonly StreamEvent[], request: ChatRequest) => readonly AnyEvent[],
): Change {
  return (behaviour) => ({
    ...behaviour,
    tapEvents: (events, request) => change(behaviour.tapEvents(events, request), request) as readonly StreamEvent[],
  });
}

/** Changes each event of one type. */
export function changeEvery<T extends StreamEvent['type']>(
  type: T,
  change: (event: Extract<StreamEvent, { type: T }>) => unknown,
): Change {
  return changeEvents((events) =>
    events.map(
      (event) => (event.type === type ? change(event as Extract<StreamEvent, { type: T }>) : event) as AnyEvent,
    ),
  );
}

/** Edits the values at a pointer (see `editAt`) in each event of one type. */
export function eventField(type: StreamEvent['type'], pointer: string, edit: Edit): Change {
  return changeEvery(type, (event) => editAt(event, pointer, edit));
}

/** Changes the text of each event. */
export function framedBy(change: (text: string, event: StreamEvent) => string): Change {
  return (behaviour) => ({ ...behaviour, frame: (event) => change(behaviour.frame(event), event) });
}

/** Ends streams with another text. */
export function endedBy(marker: string): Change {
  return (behaviour) => ({ ...behaviour, endMarker: marker });
}

/** Changes the status or the label of a stream. */
export function changeHead(head: { readonly status?: number; readonly type?: string | null }): Change {
  return changeResponse((response, { call }) => {
    if (call?.endpoint !== 'chat' || call.request.stream !== true || response.status !== 200) return response;
    const { 'content-type': label = '', ...headers } = response.headers;
    const type = head.type === undefined ? label : head.type;
    return {
      ...response,
      status: head.status ?? response.status,
      headers: type === null ? headers : { ...headers, 'content-type': type },
    };
  });
}

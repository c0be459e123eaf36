import { useMemo, useRef, useState } from 'preact/hooks';
import type { Exchange, Pieces } from '../state/exchange.ts';
import { duration, roundUp } from '../text/format.ts';
import type { StreamEvent } from '../text/stream-events.ts';
import { Code } from './body-section.tsx';
import { useFollow } from './use-follow.ts';

const chunkSize = 100;
const longestPreview = 200;

/** A stream: its joined text, and its events live. */
export function StreamSection({ exchange }: { readonly exchange: Exchange }) {
  const pieces = exchange.pieces.value;
  if (pieces === null) return <p class="muted">Waiting for the first event.</p>;
  return <Stream pieces={pieces} exchange={exchange} />;
}

function Stream({ pieces, exchange }: { readonly pieces: Pieces; readonly exchange: Exchange }) {
  void pieces.version.value;
  const { events, content, lastAt } = pieces;
  const text = useRef<HTMLElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const isGrowing = exchange.entry.value === null;
  useFollow(() => text.current, isGrowing, true);
  useFollow(() => list.current?.closest<HTMLElement>('.panel'), isGrowing, false);
  const span = roundUp(Math.max(lastAt, exchange.entry.value?.milliseconds ?? 0));
  const chunks = Array.from({ length: Math.ceil(events.length / chunkSize) }, (_, index) => index * chunkSize);
  return (
    <>
      <h4>Text</h4>
      {content === '' ? (
        <p class="muted">No text has come.</p>
      ) : (
        // Focus lets the keyboard scroll it.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
        <section ref={text} class="stream-text" aria-label="Text of the answer" tabIndex={0}>
          {content}
        </section>
      )}
      <h4>
        Events <span class="muted">{countByName(events)}</span>
      </h4>
      <div ref={list} class="stream" style={{ '--span': span }}>
        <div class="stream-axis" aria-hidden="true">
          <span>0</span>
          <span>{duration(span / 2)}</span>
          <span>{duration(span)}</span>
        </div>
        <ol class="stream-events">
          {chunks.map((from) => (
            <Chunk key={from} events={events} from={from} to={Math.min(from + chunkSize, events.length)} />
          ))}
        </ol>
      </div>
    </>
  );
}

function countByName(events: readonly StreamEvent[]): string {
  const counts = new Map<string, number>();
  for (const { name } of events) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, count]) => `${name} ${count}`).join(' · ');
}

interface ChunkProps {
  readonly events: readonly StreamEvent[];
  readonly from: number;
  readonly to: number;
}

/** A group of events, rendered once; only the last group grows with the stream. */
function Chunk({ events, from, to }: ChunkProps) {
  return useMemo(
    () => (
      <>
        {events.slice(from, to).map((event, index) => (
          <Event key={index} event={event} since={events[from + index - 1]?.milliseconds ?? 0} />
        ))}
      </>
    ),
    [events, from, to],
  );
}

/** The beginning of the data, without its leading type. */
function preview({ data, content }: StreamEvent): string {
  if (content !== '') return JSON.stringify(content);
  return data.slice(0, longestPreview).replace(/^\{\s*"type":\s*"\w*",\s*/, '{');
}

function Event({ event, since }: { readonly event: StreamEvent; readonly since: number }) {
  const [isOpen, open] = useState(false);
  const { name, kind, data, milliseconds } = event;
  return (
    <li class={`event event-${kind} type-${name}`}>
      <details onToggle={({ currentTarget }) => open(currentTarget.open)}>
        <summary>
          <span class="event-name">{name}</span>
          <span class="event-time">{duration(milliseconds)}</span>
          <span class="event-track" style={{ '--from': since, '--to': milliseconds }} aria-hidden="true">
            <span />
          </span>
          <span class="event-data">{preview(event)}</span>
        </summary>
        {isOpen && <Code text={data} />}
      </details>
    </li>
  );
}

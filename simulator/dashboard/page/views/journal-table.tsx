import { computed, useComputed } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { now } from '../state/clock.ts';
import { type Exchange, summarize } from '../state/exchange.ts';
import { cursor, openExchange, running, shown } from '../state/journal.ts';
import { openRequest } from '../state/route.ts';
import { clock, dollars, duration, roundUp } from '../text/format.ts';
import { outcomeOf } from '../text/outcome.ts';
import { type Column, Heads } from './heads.tsx';
import { rowId } from './keyboard.ts';
import { FaultMarks, Status } from './status.tsx';
import { useStillRows } from './use-still-rows.ts';

/** The end of the axis for the bars: a round number, so that it rarely changes. */
const span = computed(() => {
  const longest = shown.value.reduce((most, { entry }) => Math.max(most, entry.value?.milliseconds ?? 0), 10);
  const growing = running.value.reduce((most, { seenAt }) => Math.max(most, now.value - seenAt), 0);
  return roundUp(Math.max(longest, growing));
});

const columns: readonly Column[] = [
  ['Time', 'col-time'],
  ['Status', 'col-status'],
  ['Request', 'col-path'],
  ['Took', 'col-ms'],
  [<AxisTitle />, 'col-bar'],
  ['Key', 'col-key'],
  ['Charge', 'col-charge'],
];

/** The requests in rows, newest first. */
export function JournalTable() {
  return (
    <div class="table-frame">
      <Scaled>
        <Heads columns={columns} />
        <Rows />
      </Scaled>
    </div>
  );
}

/** Sets the scale of the bars as a CSS variable, so that they need no rendering when it changes. */
function Scaled({ children }: { readonly children: ComponentChildren }) {
  return (
    <table class="requests" aria-label="Requests, the newest first" style={{ '--span': span.value }}>
      {children}
    </table>
  );
}

function AxisTitle() {
  return (
    <span class="axis-title">
      <span>0</span>
      <span>{duration(span.value / 4)}</span>
      <span>{duration(span.value)}</span>
    </span>
  );
}

function Rows() {
  const first = shown.value[0]?.seq;
  const body = useRef<HTMLTableSectionElement>(null);
  useStillRows(body);
  return (
    <tbody ref={body}>
      {shown.value.map((exchange) => (
        <Row key={exchange.seq} exchange={exchange} isFirst={exchange.seq === first} />
      ))}
    </tbody>
  );
}

function Row({ exchange, isFirst }: { readonly exchange: Exchange; readonly isFirst: boolean }) {
  const summary = summarize(exchange);
  const isOpen = useComputed(() => openExchange.value === exchange);
  const isStop = useComputed(() => cursor.value === exchange.seq);
  const open = (): void => {
    cursor.value = exchange.seq;
    openRequest(exchange.id);
  };
  const { method, path, key, faults, chargeMicros } = summary;
  const isReachable = isStop.value || (isFirst && cursor.value === null);
  return (
    // The button in the row does the same for the keyboard.
    <tr class={`outcome-${outcomeOf(summary)} ${isOpen.value ? 'is-open' : ''}`} onClick={open}>
      <td class="col-time">{clock(exchange.at)}</td>
      <td class="col-status">
        <Status summary={summary} />
      </td>
      <td class="col-path">
        <div class="path-line">
          <button
            type="button"
            id={rowId(exchange.seq)}
            class="row-button"
            tabIndex={isReachable ? 0 : -1}
            aria-expanded={isOpen.value}
          >
            <span class="method">{method}</span> {path}
          </button>
          <FaultMarks faults={faults} />
        </div>
      </td>
      <td class="col-ms">
        <Took exchange={exchange} />
      </td>
      <td class="col-bar">
        <Bar exchange={exchange} />
      </td>
      <td class="col-key">{key === null ? '–' : `…${key}`}</td>
      <td class="col-charge">{chargeMicros === null ? '–' : dollars(chargeMicros)}</td>
    </tr>
  );
}

/** Milliseconds so far; they grow while the request runs. */
function soFar({ entry, isPatchy, seenAt, pieces }: Exchange): number {
  if (entry.value !== null) return entry.value.milliseconds;
  return isPatchy.value ? (pieces.value?.lastAt ?? 0) : Math.max(0, now.value - seenAt);
}

function Took({ exchange }: { readonly exchange: Exchange }) {
  return <>{duration(soFar(exchange))}</>;
}

/** Its length is the square root of the time (set by the styles), so that milliseconds remain visible next to seconds. */
function Bar({ exchange }: { readonly exchange: Exchange }) {
  const all = soFar(exchange);
  const head = Math.min(exchange.answer.value?.milliseconds ?? all, all);
  const style = { '--all': all, '--head': all === 0 ? 1 : head / all };
  return (
    <span class="bar" style={style} aria-hidden="true">
      <span class="bar-head" />
      <span class="bar-rest" />
    </span>
  );
}

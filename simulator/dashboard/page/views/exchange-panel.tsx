import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { type Exchange, isEventStream, summarize } from '../state/exchange.ts';
import { closeRequest } from '../state/route.ts';
import { clock, dollars, duration } from '../text/format.ts';
import { BodySection, Headers } from './body-section.tsx';
import { ChargeSection } from './charge-section.tsx';
import { CopyBar } from './copy-bar.tsx';
import { focusRow } from './keyboard.ts';
import { FaultMarks, Status } from './status.tsx';
import { StreamSection } from './stream-section.tsx';

/** Everything about one request. */
export function ExchangePanel({ exchange }: { readonly exchange: Exchange }) {
  const title = useRef<HTMLHeadingElement>(null);
  const scroller = useRef<HTMLElement>(null);
  useEffect(() => {
    title.current?.focus();
    // The row exists again only after the panel is removed.
    return () => requestAnimationFrame(focusRow);
  }, []);
  useEffect(() => scroller.current?.scrollTo(0, 0), [exchange.seq]);
  return (
    <section class="panel" aria-labelledby="panel-title" ref={scroller}>
      <div class="panel-head">
        <h2 id="panel-title" tabIndex={-1} ref={title}>
          <span class="method">{exchange.method}</span> {exchange.path}
        </h2>
        <button type="button" class="quiet" aria-label="Close details" onClick={closeRequest}>
          ✕
        </button>
      </div>
      <div key={exchange.seq}>
        <Facts exchange={exchange} />
        <CopyBar exchange={exchange} />
        <Notes exchange={exchange} />
        <RequestSection exchange={exchange} />
        <AnswerSection exchange={exchange} />
        <ChargeSection exchange={exchange} />
      </div>
    </section>
  );
}

function Facts({ exchange }: { readonly exchange: Exchange }) {
  const summary = summarize(exchange);
  const { key, chargeMicros, faults } = summary;
  const head = exchange.answer.value?.milliseconds;
  const whole = exchange.entry.value?.milliseconds;
  return (
    <dl class="facts">
      <Fact name="Status">
        <Status summary={summary} />
      </Fact>
      <Fact name="Arrived">{clock(exchange.at)}</Fact>
      {head !== undefined && <Fact name="Head after">{duration(head)}</Fact>}
      <Fact name="Ended after">
        {whole === undefined ? (exchange.isPatchy.value ? 'not known' : 'runs') : duration(whole)}
      </Fact>
      <Fact name="Key">{key === null ? 'none' : `…${key}`}</Fact>
      <Fact name="Charge">{chargeMicros === null ? 'none' : dollars(chargeMicros)}</Fact>
      {faults.length > 0 && (
        <Fact name="Faults">
          <FaultMarks faults={faults} />
        </Fact>
      )}
    </dl>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Notes({ exchange }: { readonly exchange: Exchange }) {
  return (
    <>
      {exchange.request === null && (
        <p class="note">Headers and bodies were not seen: this request passed while the page was not connected.</p>
      )}
      {exchange.isPatchy.value && (
        <p class="note">The connection to the simulator was lost meanwhile: a part of this answer was not seen.</p>
      )}
    </>
  );
}

function RequestSection({ exchange: { request } }: { readonly exchange: Exchange }) {
  if (request === null) return null;
  return (
    <section class="part" aria-labelledby="part-request">
      <h3 id="part-request">Request</h3>
      <Headers headers={request.headers} />
      <BodySection body={request.body} empty="No body." />
    </section>
  );
}

function AnswerSection({ exchange }: { readonly exchange: Exchange }) {
  const answer = exchange.answer.value;
  if (exchange.request === null && answer === null) return null;
  return (
    <section class="part" aria-labelledby="part-answer">
      <h3 id="part-answer">Answer</h3>
      {answer === null ? (
        <p class="muted">{exchange.entry.value === null ? 'Waiting for the answer.' : 'There was no answer.'}</p>
      ) : (
        <>
          <Headers headers={answer.headers} />
          {answer.body !== null ? (
            <BodySection body={answer.body} empty="No body." />
          ) : isEventStream(exchange) ? (
            <StreamSection exchange={exchange} />
          ) : (
            <PiecesBody exchange={exchange} />
          )}
        </>
      )}
    </section>
  );
}

/** A body in pieces that is not an event stream: a JSON answer that a fault cuts off. */
function PiecesBody({ exchange }: { readonly exchange: Exchange }) {
  const pieces = exchange.pieces.value;
  void pieces?.version.value;
  const text = pieces?.text ?? '';
  return <BodySection body={{ text, bytes: text.length, cut: false }} empty="Nothing of the body has come." />;
}

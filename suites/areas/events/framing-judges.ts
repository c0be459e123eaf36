import { headerOf, mediaTypeOf } from '../../http/exchange/exchange.ts';
import { type Frame, type FrameLine, quoted } from '../../http/exchange/sse.ts';
import { DONE, streamOf } from '../../http/exchange/stream.ts';
import { formatStreamEnd } from '../../judges/format-value.ts';
import { broken, type Finding, type Judge, remarked, tolerated } from '../../judges/judgement.ts';
import { judgeEach } from '../../judges/read.ts';
import { EVENT_STREAM, insteadOfStream, isNoStream, onStream } from './stream-judge.ts';

/** A stream is labelled `text/event-stream`; parameters such as a charset are free. Source: Events. */
export const contentType: Judge = (exchange) =>
  mediaTypeOf(exchange) === EVENT_STREAM
    ? 'fine'
    : broken(
        `The answer to a request with \`stream\` true has the content type ${EVENT_STREAM}.`,
        `The content type is ${quotedOrMissing(headerOf(exchange, 'content-type'))}.`,
      );

const quotedOrMissing = (value: string | undefined): string => (value === undefined ? 'missing' : `"${value}"`);

/**
 * Each event is one `data:` line and a blank line, and published clients dispatch exactly those. An event stream drops a last event that no
 * blank line ends; for the end marker that warns, since the stream is over anyway. What follows the marker has its own rule. Source: Events;
 * readings S6, S28.
 */
export const framing: Judge = onStream(({ parsed }) => {
  const end = parsed.endLine?.lineNumber ?? Number.POSITIVE_INFINITY;
  const frames = parsed.framing.frames.filter(({ lines }) => lines.some((line) => line.lineNumber <= end));
  if (frames.length === 0) return 'nothing';
  const last = frames.at(-1);
  const bare =
    last?.closed === false && last.lines.length === 1 && last.lines[0]?.lineNumber === end ? last : undefined;
  const whole = frames.filter((frame) => frame !== bare);
  const fault = whole.map(faultOf).find((finding) => finding !== undefined) ?? lostByClients(whole, parsed.dispatched);
  if (fault) return fault;
  return bare ? tolerated('The stream ends without a blank line after the end marker.') : 'fine';
});

function faultOf({ lines, closed }: Frame): Finding | undefined {
  const stray = lines.find((line) => line.data === undefined);
  if (stray) return broken(`${placeOf(stray)} is no \`data:\` line.`);
  const [first, second] = lines;
  if (first && second)
    return broken(
      `No blank line stands between line ${first.lineNumber} and ${placeOf(second)} so clients get both as one event of several lines.`,
    );
  if (!closed && first)
    return broken(`The stream ends without a blank line after ${placeOf(first)} so clients never get that event.`);
  return undefined;
}

const placeOf = (line: FrameLine): string => `line ${line.lineNumber}, ${quoted(line.text)},`;

/** Holds what eventsource-parser dispatches against what was scanned, in case it knows a trap that the scanner does not. */
function lostByClients(frames: readonly Frame[], dispatched: readonly string[]): Finding | undefined {
  const sent = frames.map(({ lines }) => lines[0]?.data ?? '');
  const at = sent.findIndex((data, index) => data !== dispatched[index]);
  if (at === -1) return undefined;
  const got = dispatched[at];
  return broken(
    `A published client (eventsource-parser) sees ${got === undefined ? 'nothing' : quoted(got)} where event ${at + 1} is ${quoted(sent[at] ?? '')}.`,
  );
}

/** Nothing but `data:` lines, one space after the colon, ended by line feeds; comments may keep it alive. Source: Events; readings S6. */
export const framingPlain: Judge = onStream(({ parsed: { framing } }) => {
  const odd = framing.oddities.filter((oddity) => !oddity.startsWith('comment lines'));
  if (odd.length > 0) return broken(`The stream has ${odd.join('; ')}.`);
  const [comments] = framing.oddities;
  return comments === undefined ? 'fine' : remarked(`The stream has ${comments}.`);
});

/** Every event but the end marker is a JSON object in UTF-8. Where the framing is broken, its own rule says so. Source: Events. */
export const json: Judge = onStream(({ parsed }) => {
  if (!parsed.framing.utf8) return broken('The bytes of the stream are not UTF-8.');
  return judgeEach(parsed.events, (item) => {
    if (!item.wellFramed) return 'nothing';
    return item.value ? 'fine' : broken(`Event ${item.index + 1} is ${quoted(item.data)}.`);
  });
});

/** Every JSON event has a string `type`. Source: Events. */
export const typeField: Judge = onStream(({ parsed }) =>
  judgeEach(parsed.events, (item) => {
    if (!item.value) return 'nothing';
    return item.type === undefined ? broken(`Event ${item.index + 1} is ${quoted(item.data)}.`) : 'fine';
  }),
);

/** The literal end marker is there. Source: Events; readings S13. */
export const done: Judge = (exchange) => {
  if (isNoStream(exchange)) return broken(`No stream came: ${insteadOfStream(exchange)}`);
  const parsed = streamOf(exchange);
  const { endLine, events } = parsed;
  if (endLine?.text === `data: ${DONE}`) return 'fine';
  if (endLine) return broken(`Line ${endLine.lineNumber} reads ${quoted(endLine.text)}.`);
  const last = events.at(-1);
  return broken(last ? `The stream has no end marker. ${formatStreamEnd(parsed)}` : 'The stream holds no event.');
};

/** Nothing but blank lines after the end marker. Source: Events; readings S13. */
export const nothingAfterDone: Judge = onStream(({ parsed }) => {
  const { doneAt, linesAfterDone } = parsed;
  if (doneAt === -1) return 'nothing';
  const [next] = linesAfterDone;
  return next === undefined
    ? 'fine'
    : broken(`After it comes line ${next.lineNumber}, ${quoted(next.text)}. ${formatStreamEnd(parsed)}`);
});

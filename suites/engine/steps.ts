import { elide, type Step } from '../../reports/index.ts';
import type { Exchange } from '../target/exchange.ts';
import { expressionOf } from './curl.ts';
import type { JournalEntry } from './journal.ts';
import type { KeyNamer } from './key-names.ts';

/** Longest body of a request, and of the answer at fault, in characters: longer ones are cut in the middle. */
const LONGEST = 64 * 1_024;
/** The same for the other answers. */
const LONGEST_ASIDE = 8 * 1_024;
/** From this length on, a body is told by the expression that makes it where that is far shorter. */
const LONG = 4_000;

/** What a body begins with that is not told as it came; one that really begins so is told in base64. */
const MARKED = /^(javascript|base64): /;

/** One request with its answer, as evidence needs it. */
export type Sent = Omit<JournalEntry, 'call'> & Partial<Pick<JournalEntry, 'call'>>;

/** What a counterexample sent, in the order of sending; the exchange at fault is put last where the journal does not hold it. */
export function sentBy(entries: readonly JournalEntry[], exchange: Exchange | undefined): readonly Sent[] {
  const sent: Sent[] = [...entries].sort((a, b) => a.startedAt - b.startedAt);
  if (exchange === undefined || entries.some(({ answer }) => answer.body === exchange.body)) return sent;
  const startedAt = Math.max(0, ...entries.map((entry) => entry.endedAt));
  const endedAt = startedAt + (exchange.chunks.at(-1)?.at ?? 0);
  return [...sent, { to: 'api', request: exchange.request, answer: exchange, call: exchange.call, startedAt, endedAt }];
}

/**
 * The steps of a counterexample for a report. A body stands as it came; one that is not UTF-8 as `base64: …`; a long one with repetitions as
 * `javascript: EXPRESSION`, whose value is the body. Keys have names, see `keyNamer`.
 */
export function stepsOf(sent: readonly Sent[], exchange: Exchange | undefined, name: KeyNamer): Step[] {
  const begin = sent[0]?.startedAt ?? 0;
  // Both ends are rounded alike: a step that began after the end of another one still does so in whole milliseconds.
  const since = (time: number): number => Math.round(time - begin);
  return sent.map(({ to, request, answer, startedAt, endedAt }, at) => {
    const telling = at === sent.length - 1 || answer.body === exchange?.body;
    return {
      to,
      method: request.method,
      url: name(request.url),
      headers: Object.fromEntries(Object.entries(request.headers).map(([field, value]) => [field, name(value)])),
      ...(request.body === undefined ? {} : { body: name(requestBody(request.body)) }),
      answer: {
        status: answer.status,
        headers: answer.headers.map(([field, value]): [string, string] => [field, name(value)]),
        body: elide(name(textOf(answer.body)), telling ? LONGEST : LONGEST_ASIDE),
        ...(answer.failure === undefined ? {} : { failure: answer.failure.message }),
      },
      at_ms: since(startedAt),
      took_ms: since(endedAt) - since(startedAt),
    };
  });
}

function textOf(bytes: Uint8Array): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    if (!MARKED.test(text)) return text;
  } catch {
    // Told in base64.
  }
  return `base64: ${Buffer.from(bytes).toString('base64')}`;
}

function requestBody(bytes: Uint8Array): string {
  const text = textOf(bytes);
  if (text.length <= LONG) return text;
  const program = `javascript: JSON.stringify(${expressionOf(parsed(text))})`;
  const exact = JSON.stringify(parsed(text)) === text && program.length <= LONGEST;
  if (exact && (program.length < text.length / 4 || text.length > LONGEST)) return program;
  return elide(text, LONGEST);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

import { createHash } from 'node:crypto';
import { type EndpointName, limits } from '../../../spec/index.ts';
import { type Body, validCall } from '../../generate/bases.ts';
import type { Call, Exchange } from '../../http/exchange/exchange.ts';
import type { SeenIn } from '../../judges/judgement.ts';
import { objectIn, objectsIn } from '../../judges/read.ts';
import { isValid } from '../../model/valid-call.ts';
import type { CaseResult, RuleBroken } from '../context/check-errors.ts';
import { withCircumstances } from './case-origin.ts';
import { BY_CHANCE } from './describe-circumstances.ts';

/** The field of a body, or of a query, that holds its text: whatever else a request asks for, a cache is most likely keyed by that. */
const TEXT_FIELDS: Readonly<Record<EndpointName, string>> = {
  chat: 'messages',
  domains: 'q',
  finder: 'query',
  embeddings: 'input',
  rerank: 'query',
};

/** Options of a chat that stand in its last message, in words. */
const ATTACHED: Readonly<Record<string, string>> = { pdf_urls: 'PDFs attached', image_urls: 'an image attached' };

/** How two bodies differ in one option, of the body or of its last message; undefined as a value: it is left out. */
interface Change {
  readonly field: string;
  readonly value: unknown;
}

/** Two requests with the same text, in the order of sending. */
interface SentTogether {
  readonly before: Call;
  readonly call: Call;
}

/** A failure that comes only after another request with the same text. */
export interface SentBefore {
  readonly error: RuleBroken;
  /** The two requests, with a text that was not sent before. */
  readonly again: () => SentTogether;
  readonly circumstances: SeenIn;
}

interface Options {
  /** The calls of the rule: what they ask for may have been asked before with the same text. */
  readonly calls: readonly Call[];
  /** Judges the answer to a call, after an optional other one is sent; both afresh. */
  readonly judge: (call: Call, before?: Call) => Promise<CaseResult>;
  /** Whether the rule is about a call: an answer without a stream ends with no `[DONE]`, and rightly so. All are by default. */
  readonly includes?: ((call: Call) => boolean) | undefined;
  /** The call with another text each time, which no other rule sends; undefined if there is none left. */
  readonly newText: (call: Call, at: number) => Call | undefined;
}

/** In fewer circumstances than this, a failure hangs on them more likely than on its text. */
const MANY = 3;
const VERY_TEXT: SeenIn = {
  text: 'Only this very text shows it: with another one, and all else the same, the answer is right. It may hang on what was answered.',
};

const SHORTEST_TEXT: SeenIn = { text: 'It hangs on the text: this is the shortest one found that shows it.' };

/** A failure that was not seen with two other texts, shown with as little of its text as does. */
export const withShortestText = (error: RuleBroken): RuleBroken => withCircumstances(error, SHORTEST_TEXT);

/** A failure that was not seen with two other texts: its circumstances, where there are many, are those of its text by chance. */
export function withVeryText(error: RuleBroken): RuleBroken {
  const { circumstances } = error.finding;
  const isByChance = circumstances === BY_CHANCE || (circumstances?.with ?? []).flat().length >= MANY;
  return isByChance ? withCircumstances(error, VERY_TEXT) : error;
}

/** A text of fewer characters is no longer as short with other words behind it. */
const SHORT = 4;

/** Options that are tried, at two requests each. */
const MAX_CHANGES = 12;

/**
 * How often an option must bring the failure back, with a right answer in between. A failure that hangs on what half of all answers hold would pass
 * each time with one chance in four, and there are many options to try: after two times one of them often passed. The catalogue has not as many
 * new values for `q`, and its answers hold nothing that the request does not ask for.
 */
const timesFor = ({ endpoint }: Call): number => (endpoint === 'domains' ? 2 : 6);

/**
 * Finds out whether a failure is what a cache leaves of an earlier request, whose key lacks an option: with new texts the answer is right, and with
 * a new text that was sent with another option just before it is wrong again. `very text` if no option is found; undefined if new texts are answered
 * wrongly, too, or if none can be tried.
 */
export async function findSentBefore(
  failed: Call,
  { calls, judge, includes = () => true, newText }: Options,
): Promise<SentBefore | 'very text' | undefined> {
  let texts = 0;
  // Two new texts, because a failure may also come and go.
  while (texts < 2) {
    texts += 1;
    const call = newText(failed, texts);
    if (!call || !isValid(call) || (await judge(call)) !== 'fine') return undefined;
  }
  for (const change of changesIn(failed, calls).slice(0, MAX_CHANGES)) {
    for (const call of [smallestLike(failed, change), failed]) {
      const before = withChange(call, change);
      if (!isValid(call) || !includes(call) || !isValid(before)) continue;
      const again = (): SentTogether => {
        texts += 1;
        return { before: newText(before, texts) ?? before, call: newText(call, texts) ?? call };
      };
      const both = again();
      const found = await judge(both.call, both.before);
      if (typeof found !== 'object') continue;
      // A failure that hangs on what is answered comes with some of the new texts, whatever was sent before.
      const isOnlyThen = async (): Promise<boolean> => {
        if ((await judge(again().call)) !== 'fine') return false;
        const next = again();
        return typeof (await judge(next.call, next.before)) === 'object';
      };
      if (!(await isTrueEachTime(isOnlyThen, timesFor(failed)))) continue;
      const circumstances = describeSentBefore(failed, change, '; with a new one the answer is right');
      return { error: withCircumstances(found, circumstances), again, circumstances };
    }
  }
  // A text of a few letters with more behind it is long, too.
  return isShort(failed) ? undefined : 'very text';
}

async function isTrueEachTime(holds: () => Promise<boolean>, times: number): Promise<boolean> {
  for (let time = 0; time < times; time += 1) if (!(await holds())) return false;
  return true;
}

/**
 * What makes new texts of a rule differ from all others: its id and six digits of an answer. They are others in each run, for a target may remember the texts of an
 * earlier one, and the same in a recording.
 */
export function tagOf(rule: string, exchange: Exchange | undefined): string {
  const hash = createHash('sha256').update(JSON.stringify(exchange?.headers ?? ''));
  return `${rule} ${hash
    .update(exchange?.body ?? '')
    .digest('hex')
    .slice(0, 6)}`;
}

/** Whether the last text of a call is shorter than what would be put behind it. */
function isShort(call: Call): boolean {
  const value = optionsOf(call)[TEXT_FIELDS[call.endpoint]];
  const last = Array.isArray(value) ? value.at(-1) : value;
  const text = objectIn(last)?.text ?? last;
  return typeof text === 'string' && text.length < SHORT;
}

/** The smallest valid call with the same option, in which alone it differs from the one before it. */
function smallestLike(failed: Call, { field }: Change): Call {
  return withChange(validCall(failed.endpoint), { field, value: optionsOf(failed)[field] });
}

/** The call with words behind each of its texts that an answer may be about. */
export function withOtherText(call: Call, words: string): Call {
  const body = objectIn(call.body);
  if (body === undefined || call.endpoint === 'domains') return call;
  const field = TEXT_FIELDS[call.endpoint];
  const more = (text: unknown): unknown => {
    if (typeof text !== 'string') return text;
    // The white space at the end stays there, and one word stays one: that may be what the failure needs.
    const bare = text.trimEnd();
    const end = text.slice(bare.length);
    // A text without Latin letters stays one: that may be what the failure needs, too.
    const own = /[a-z]/i.test(bare) ? words : ` (${digitsOf(words)})`;
    const added = /\S\s+\S/.test(bare) ? own : own.trim().replaceAll(' ', '-');
    // The longest text has no room for more.
    const [start, room] = [[...bare], limits.textCharacters - own.length - end.length];
    return `${start.length > room ? start.slice(0, room).join('') : bare}${added}${end}`;
  };
  const value = body[field];
  if (field !== 'messages')
    return { ...call, body: { ...body, [field]: Array.isArray(value) ? value.map(more) : more(value) } };
  const messages = objectsIn(value).map(({ item }, at, { length }) =>
    at === length - 1 ? { ...item, text: more(item.text) } : item,
  );
  return { ...call, body: { ...body, messages } };
}

/** A number for a text, with others for other texts, nearly always. */
const digitsOf = (text: string): number =>
  [...text].reduce((number, letter) => (number * 31 + letter.charCodeAt(0)) % 1_000_000_007, 7);

/** The options that other calls have otherwise: what they have attached, then those of most calls first. */
function changesIn(call: Call, calls: readonly Call[]): readonly Change[] {
  const own = optionsOf(call);
  const attached = new Map<string, Change>();
  const counts = new Map<string, { readonly change: Change; count: number }>();
  for (const other of calls) {
    const theirs = optionsOf(other);
    for (const field of Object.keys(ATTACHED)) {
      const [mine, value] = [own, theirs].map((one) => lastMessageOf(one)?.[field]);
      // Another model takes other numbers of pages.
      if (theirs.model !== own.model || !Array.isArray(value) || value.length === 0 || mine !== undefined) continue;
      attached.set(field, attached.get(field) ?? { field, value });
    }
    for (const field of new Set([...Object.keys(own), ...Object.keys(theirs)])) {
      const value = theirs[field];
      const isText = field === TEXT_FIELDS[call.endpoint] || field === 'documents';
      if (isText || JSON.stringify(value) === JSON.stringify(own[field])) continue;
      const name = JSON.stringify([field, value]);
      const { count } = counts.get(name) ?? { count: 0 };
      counts.set(name, { change: { field, value }, count: count + 1 });
    }
  }
  const others = [...counts.values()].toSorted((one, other) => other.count - one.count).map(({ change }) => change);
  return [...attached.values(), ...others];
}

const lastMessageOf = (body: unknown): Body | undefined => objectsIn(objectIn(body)?.messages).at(-1)?.item;

/** What a call asks for: its body, or the query of the catalogue. */
const optionsOf = ({ endpoint, body, query = {} }: Call): Body =>
  endpoint === 'domains' ? query : (objectIn(body) ?? {});

function withChange(call: Call, { field, value }: Change): Call {
  const { [field]: _, ...rest } = optionsOf(call);
  const changed = value === undefined ? rest : { ...rest, [field]: value };
  if (call.endpoint === 'domains') return { ...call, query: changed as Record<string, string> };
  if (field in ATTACHED) {
    const { [field]: __, ...last } = lastMessageOf(rest) ?? {};
    const before = objectsIn(rest.messages).map(({ item }) => item);
    const message = value === undefined ? last : { ...last, [field]: value };
    return { ...call, body: { ...rest, messages: [...before.slice(0, -1), message] } };
  }
  return { ...call, body: changed };
}

/** Says in which option an earlier request with the same text differed; undefined if in more than one, or in none. */
export function describeBefore(call: Call, before: Call): SeenIn | undefined {
  const [change, ...more] = changesIn(call, [before]);
  return change === undefined || more.length > 0 ? undefined : describeSentBefore(call, change);
}

const describeSentBefore = ({ endpoint }: Call, { field, value }: Change, more = ''): SeenIn => {
  const text = endpoint === 'domains' ? '`q`' : 'text';
  const option = value === undefined ? `no \`${field}\`` : `\`${field}: ${JSON.stringify(value).replaceAll('"', '')}\``;
  return { text: `Only after the same ${text} was sent with ${ATTACHED[field] ?? option}${more}.` };
};

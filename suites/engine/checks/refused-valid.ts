import { elide, inList } from '../../../reports/index.ts';
import { defined } from '../../../spec/index.ts';
import type { Circumstances } from '../../generate/circumstance-texts.ts';
import { circumstancesOf } from '../../generate/read-circumstances.ts';
import { shrink, smallerCallsAlike, withPlainText } from '../../generate/smaller.ts';
import { hasAttachments } from '../../http/exchange/cost.ts';
import { type Call, type Exchange, withKey } from '../../http/exchange/exchange.ts';
import { wantsStream } from '../../http/exchange/wire.ts';
import type { SeenIn } from '../../judges/judgement.ts';
import { objectIn } from '../../judges/read.ts';
import { acceptsAttachments } from '../context/call-resources.ts';
import { RuleBroken } from '../context/check-errors.ts';
import type { Context } from '../context/context.ts';
import { describeSharedCircumstances } from '../failure/describe-circumstances.ts';
import { judgeAccepted } from './accepts-valid.ts';
import { CaseRunner } from './case-runner.ts';
import type { Outcome } from './check.ts';

/** Maximum number of smaller requests that are tried for each refused one. */
const MAX_SHRINKS = { paid: 10, free: 40 } as const;

/**
 * Judges the refused valid requests of all rules: the smallest of each endpoint that is still refused breaks
 * `ENDPOINT.accepts-valid`, or `events.accepts-valid` for a stream. Returns the outcomes of selected rules. Source:
 * Endpoints.
 */
export async function judgeRefusedValid(context: Context): Promise<ReadonlyMap<string, Outcome>> {
  const smallest = new Map<string, Exchange>();
  const withAttachments = context.refusedValid.some(({ call }) => hasAttachments(call));
  const attachmentsAccepted = withAttachments && (await acceptsAttachments(context));
  for (const refused of context.refusedValid) {
    const { call } = refused;
    if (hasAttachments(call) && !attachmentsAccepted) continue;
    const rule = `${wantsStream(call) ? 'events' : call.endpoint}.accepts-valid`;
    const before = smallest.get(rule);
    if (before === undefined || sizeOf(call) < sizeOf(before.call)) smallest.set(rule, refused);
  }
  const outcomes = new Map<string, Outcome>();
  for (const [rule, refused] of smallest) {
    if (!context.settings.rules.includes(rule)) continue;
    const outcome = await judgeOne(rule, context, refused);
    if (outcome !== undefined) outcomes.set(rule, outcome);
  }
  return outcomes;
}

const sizeOf = ({ body, query }: Call): number => JSON.stringify([body, query]).length;

async function judgeOne(rule: string, context: Context, first: Exchange): Promise<Outcome | undefined> {
  const runner = new CaseRunner(rule, context);
  let [refused, isSmallest, isForText] = [first.call, false, false];
  await runner.attempt(async (attemptContext) => {
    [refused, isSmallest, isForText] = await smallestRefused(first, attemptContext);
    return 'nothing';
  });
  const tryRefused = async (attemptContext: Context): Promise<'nothing'> => {
    const exchange = await attemptContext.client.send(await withFundedKey(refused, attemptContext), {
      fresh: true,
      expectsSuccess: true,
    });
    const finding = judgeAccepted(exchange);
    if (typeof finding !== 'object') return 'nothing';
    const [row, from] = [circumstancesIn(exchange), circumstancesIn(first)];
    const length = lengthIn(row, refused);
    const circumstances =
      (isSmallest ? describeHeaders(refused) : undefined) ??
      (isForText ? describeFilters(refused) : undefined) ??
      describeSharedCircumstances(
        refused.endpoint,
        { ...row, ...length },
        {
          ...from,
          ...(from.length === row.length ? length : {}),
          // A stream is what rules of streams are about.
          ...(rule.startsWith('events.') ? { stream: '' } : {}),
        },
      );
    const text = isForText && refused.endpoint !== 'domains' ? ' With a plain text it was accepted.' : '';
    const actual = `${finding.actual}${describeSize(exchange)}${text}`;
    throw new RuleBroken({ ...finding, actual, circumstances }, exchange);
  };
  const broken = await runner.attempt(tryRefused);
  return broken && runner.confirmedOutcome(broken, tryRefused);
}

/** Names the special headers of the smallest refused request, which is accepted without each of them; undefined if it has none. */
function describeHeaders({ headers = {} }: Call): SeenIn | undefined {
  const names = Object.entries(headers).map(([name, value]) => {
    if (value === null) return `no header \`${name}\``;
    return typeof value === 'string' ? `the header \`${name}: ${elide(value, 60)}\`` : `the header name \`${name}\``;
  });
  return names.length === 0 ? undefined : { text: `Only with ${inList(names)}.`, only: true, with: [names] };
}

/** Names the filters of a refused request to the catalogue that is accepted with plain ones; undefined if it has none. */
export function describeFilters(call: Call): SeenIn | undefined {
  const { query: plain = {} } = withPlainText(call);
  const names = (from: Readonly<Record<string, string>>): readonly string[] =>
    Object.keys(plain)
      .filter((name) => call.query?.[name] !== plain[name])
      .map((name) => `\`${name}\` ${JSON.stringify(from[name])}`);
  const own = names(call.query ?? {});
  if (own.length === 0) return undefined;
  return { text: `Seen with ${inList(own)}; with ${inList(names(plain))} it was accepted.`, with: [own] };
}

/** Bodies of fewer bytes meet no limit on their size. */
const LARGE_BODY = 16_000;

/** Names the size of a large body, which may be why it was refused; empty for others, and with 413, which says it by itself. */
const describeSize = ({ status, request: { body } }: Exchange): string =>
  status === 413 || body === undefined || body.length < LARGE_BODY
    ? ''
    : ` Its body has ${body.length.toLocaleString('en-US')} bytes.`;

/** The circumstances of a request as it was sent; numbers are exact and not rounded to the nearest level. */
export function circumstancesIn({
  call: { endpoint, body, query },
  request: { body: bytes, headers },
}: Exchange): Circumstances {
  const levels = circumstancesOf({
    endpoint,
    body,
    text: new TextDecoder().decode(bytes),
    headers,
    ...defined({ query }),
  });
  const maxResults = objectIn(body)?.max_results;
  return {
    ...levels,
    ...defined({ limit: query?.limit, 'max results': maxResults === undefined ? maxResults : String(maxResults) }),
  };
}

/** The exact length of the longest text, if its level is that of a long one. */
function lengthIn({ length }: Circumstances, { body }: Call): Circumstances {
  const { input, messages } = Object(body);
  const longest = Math.max(...[input, messages].flat().map((one) => String(one?.text ?? one ?? '').length));
  return length === 'short' || longest === 0 ? {} : { length: String(longest) };
}

/**
 * The smallest call found that is refused with the same status, with a plain text if that is refused, too; whether each
 * smaller one was accepted, and whether it was with a plain text. Each is sent without retries, because the final one is judged with them.
 */
async function smallestRefused(
  first: Exchange,
  context: Context,
): Promise<[call: Call, isSmallest: boolean, isForText: boolean]> {
  const { call } = first;
  let triesLeft: number = context.requestsAreFree || call.endpoint !== 'chat' ? MAX_SHRINKS.free : MAX_SHRINKS.paid;
  const answerTo = async (other: Call): Promise<Exchange> =>
    context.client.send(await withFundedKey(other, context), {
      fresh: true,
      retry: 'rate-limited',
      expectsFault: true,
    });
  // Another status may have another cause.
  const isRefusal = (exchange: Exchange): boolean => !isAnswered(exchange) && exchange.status === first.status;
  const isRefused = async (smaller: Call): Promise<boolean> => isRefusal(await answerTo(smaller));
  const smallest = await shrink(call, smallerCallsAlike, isRefused, () => triesLeft-- > 0);
  const plain = withPlainText(smallest);
  const answer = await answerTo(plain);
  return [isRefusal(answer) ? plain : smallest, triesLeft >= 0, plain !== smallest && isAnswered(answer)];
}

/** Answered as a valid request is: with 200, no other success. */
const isAnswered = ({ status, failure }: Exchange): boolean => status === 200 && failure === undefined;

/** The call with a new key with credit and all permissions, if it used a key of the control API. */
export async function withFundedKey(call: Call, context: Context): Promise<Call> {
  if (call.authorization?.kind !== 'key') return call;
  const { key } = await context.control.createKey();
  return withKey(call, key);
}

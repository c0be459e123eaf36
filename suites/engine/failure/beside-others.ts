import { type PaidEndpoint, paidEndpoints } from '../../../spec/index.ts';
import { withUniqueText } from '../../generate/bases.ts';
import { type Call, modelOf, succeeded } from '../../http/exchange/exchange.ts';
import { wantsStream } from '../../http/exchange/wire.ts';
import { type RuleBroken, undefinedIfEnded } from '../context/check-errors.ts';
import type { Context } from '../context/context.ts';

/** Repetitions at once, and lines of other requests beside them, one request after the other. */
const AT_ONCE = 6;
const LINES = 3;
const MOST_PER_LINE = 12;

/** How often a failure must be seen beside others, to be more than chance. */
const LEAST = 2;

/** How often it must not come alone, after the others, before the others are said to matter. */
const ALONE = 3;

interface Tried {
  readonly broken: RuleBroken | undefined;
}

/** A failure that was seen again beside other requests. */
export interface SeenBeside {
  /** Of how many repetitions it was seen in how many. */
  readonly seen: number;
  readonly tried: number;
  /** What it hangs on; empty if it was seen alone again, too. */
  readonly words: string;
}

/**
 * Repeats a case several times at once, beside other requests to its endpoint with other texts: what requests share by mistake, such as a
 * buffer, shows only then. Undefined if the failure is not seen again; where requests cost money, where a run is recorded (equal requests
 * at once cannot be told apart), and of a refusal, which a limit on parallel requests explains, it is not tried.
 */
export async function findBesideOthers<Repetition extends Tried>(
  context: Context,
  { exchange }: RuleBroken,
  repeat: () => Promise<Repetition>,
): Promise<(SeenBeside & { readonly repetition: Repetition }) | undefined> {
  const endpoint = paidEndpoints.find((name) => name === exchange?.call.endpoint);
  if (exchange === undefined || endpoint === undefined || !succeeded(exchange)) return undefined;
  if (!context.requestsAreFree || context.caseConcurrency === 1) return undefined;
  let isOver = false;
  const line = async (at: number): Promise<void> => {
    for (let sent = 0; sent < MOST_PER_LINE && !isOver; sent += 1)
      await context.client
        .send(otherCall(endpoint, exchange.call, `beside ${at} ${sent}`), { fresh: true })
        .catch(undefinedIfEnded);
  };
  const lines = Array.from({ length: LINES }, (_, at) => line(at));
  const repetitions = await Promise.all(Array.from({ length: AT_ONCE }, repeat)).finally(() => {
    isOver = true;
  });
  await Promise.all(lines);
  const broken = repetitions.filter((one) => one.broken?.exchange && succeeded(one.broken.exchange));
  const [repetition] = broken;
  if (repetition === undefined || broken.length < LEAST) return undefined;
  let right = 0;
  while (right < ALONE && (await repeat()).broken === undefined) right += 1;
  const words =
    right < ALONE
      ? ''
      : ` It comes while other requests are answered: ${broken.length} of ${AT_ONCE} times beside others, and not once alone. Requests may share what each should have for itself, such as a buffer.`;
  return { repetition, seen: broken.length, tried: AT_ONCE, words };
}

/** A valid call with a text of its own that is answered in the same way. */
function otherCall(endpoint: PaidEndpoint, call: Call, tag: string): Call {
  const { body, ...rest } = withUniqueText(endpoint, tag);
  const model = modelOf(call);
  const stream = wantsStream(call) ? { stream: true } : {};
  return { ...rest, body: { ...body, ...(model === undefined ? {} : { model }), ...stream } };
}

import { limits } from '../../../spec/index.ts';
import type { Context } from '../../engine/context/context.ts';
import { oncePerRun } from '../../engine/context/once-per-run.ts';
import { sendValid } from '../../engine/context/send.ts';
import type { Call, Exchange } from '../../http/exchange/exchange.ts';
import { broken, type Judgement, Unjudgeable } from '../../judges/judgement.ts';
import { bodyOf, objectIn } from '../../judges/read.ts';
import { specifiedPart } from '../../judges/specified.ts';
import { namesOf } from './entries.ts';

/** As much of the catalogue as one request can give. */
export const wholeCall: Call = { endpoint: 'domains', query: { limit: String(limits.domainsLimit.max) } };

/** Two answers that were made from the same snapshot. */
export interface OneSnapshot {
  readonly reference: Exchange;
  readonly exchange: Exchange;
}

/** How often both calls are sent again, once or twice, and after how many times a list that stands still counts as one snapshot. */
const TURNS = 10;
const STILL = 3;

/** How often the whole catalogue is read to see whether equal stamps mean equal snapshots. */
const READS = 8;

/**
 * Sends two calls and gives answers of the same snapshot: equal `version` and `generated_at`. Where a refresh or another replica came between
 * them, both are read again, in such numbers that replicas which answer in turn do not keep them apart. A target whose
 * stamps differ each time is taken at its lists: they must stand still. Where each query keeps a stamp of its own, as in a cache on the
 * way, lists that stand still count only if they go together: they may be of two snapshots.
 * Throws Unjudgeable when no two answers go together. Source: Resources, domains catalog, rules.
 */
export async function inOneSnapshot(
  context: Context,
  reference: Call,
  call: Call,
  goTogether: (pair: OneSnapshot) => boolean,
): Promise<OneSnapshot> {
  const references = [await sendValid(context, reference)];
  const exchanges = [await sendValid(context, call)];
  for (let turn = 0; ; turn += 1) {
    const pair = together(references, exchanges) ?? standingStill(references.slice(1), exchanges.slice(1), goTogether);
    if (pair) return pair;
    if (turn === TURNS) break;
    await sendAgain(context, turn, [reference, references], [call, exchanges]);
  }
  const stamps = [...references, ...exchanges].map((exchange) => stampOf(exchange) ?? 'none');
  throw new Unjudgeable(
    `the catalogue changed between requests: no two answers of ${stamps.length} to compare have the same \`version\` and \`generated_at\` (${[...new Set(stamps)].slice(0, 3).join('; ')})`,
  );
}

/**
 * Sends two calls again side by side, so that little comes between them, the first one twice in a row: of replicas that answer in turn it meets two, and each
 * call alone would meet the same one for ever. At every second turn the other one is sent twice, too: three replicas would not notice three requests.
 */
async function sendAgain(context: Context, turn: number, ...calls: (readonly [Call, Exchange[]])[]): Promise<void> {
  const repeated = calls.flatMap((one, at) => (at === 0 || turn % 2 === 1 ? [one, one] : [one]));
  await Promise.all(
    repeated.map(async ([call, answers]) => answers.push(await sendValid(context, call, { fresh: true }))),
  );
}

/** What the whole catalogue was when it was read. */
interface Stamps {
  /** Whether equal stamps mean equal snapshots. */
  readonly tell: boolean;
  /** How many domains came at each time, by stamp. */
  readonly sizes: ReadonlyMap<string | undefined, readonly number[]>;
}

const stampsOfRun = oncePerRun<Stamps>('stamps of the catalogue');

/**
 * Judges two answers of one snapshot. Replicas may give different snapshots the same stamp, such as a day or a release: where the
 * whole catalogue differs under one stamp, the answer must go together with one of the answers to the other call; that a
 * later one does excuses nothing, for a list may be cut now and then. Throws Unjudgeable if it does not, and as {@link inOneSnapshot} does. Source: Resources, domains catalog, rules.
 */
export async function judgeInOneSnapshot(
  context: Context,
  reference: Call,
  call: Call,
  compare: (reference: Exchange, exchange: Exchange) => Judgement,
): Promise<readonly [Judgement, Exchange]> {
  const pair = await inOneSnapshot(
    context,
    reference,
    call,
    (still) => !isBroken(compare(still.reference, still.exchange)),
  );
  const judgement = compare(pair.reference, pair.exchange);
  if (!isBroken(judgement)) return [judgement, pair.exchange];
  const stamps = await stampsOfRun(context, 'all', readStamps);
  const shrunk = judgeShrunk(pair, stamps);
  if (shrunk || stamps.tell) return [shrunk ?? judgement, pair.exchange];
  const references: Exchange[] = [];
  for (let turn = 0; turn < TURNS; turn += 1) {
    await sendAgain(context, turn, [reference, references], [call, []]);
    const again = references.map((due) => compare(due, pair.exchange)).find((found) => !isBroken(found));
    if (again !== undefined) return [again, pair.exchange];
  }
  throw new Unjudgeable(
    `the catalogue is not the same each time it is read, under one \`version\` and \`generated_at\` (${stampOf(pair.exchange)}): which answers go together cannot be told`,
  );
}

/** A catalogue that lost more than half of its domains under one stamp was not read anew: a request took them from it, or from what others get. */
function judgeShrunk({ reference, exchange }: OneSnapshot, { sizes }: Stamps): Judgement | undefined {
  const stamp = stampOf(exchange);
  const reads = sizes.get(stamp) ?? [];
  const before = Math.max(...reads, ...[reference, exchange].map((answer) => namesOf(answer).length));
  const now = Math.min(...reads);
  if (reads.length === 0 || stampOf(reference) !== stamp || now * 2 >= before) return undefined;
  const when = reads.some((size) => size !== now) ? 'in some answers to the same request' : 'now';
  const words = `It held ${before} domains or more before, and ${now === 0 ? 'none' : now} ${when}, with the same \`version\` and \`generated_at\` (${stamp}): does a request change what is kept?`;
  return { ...broken('Within one snapshot, the catalogue stays as it is.', words), certain: true };
}

const isBroken = (judgement: Judgement): boolean => typeof judgement === 'object' && judgement.kind === 'broken';

/** Reads the whole catalogue side by side, for one connection may always lead to the same replica. */
async function readStamps(context: Context): Promise<Stamps> {
  const reads = Array.from({ length: READS }, () => sendValid(context, wholeCall, { fresh: true }));
  const contents = new Map<string | undefined, Set<string>>();
  const sizes = new Map<string | undefined, number[]>();
  for (const answer of await Promise.all(reads)) {
    const stamp = stampOf(answer);
    sizes.set(stamp, [...(sizes.get(stamp) ?? []), namesOf(answer).length]);
    contents.set(stamp, (contents.get(stamp) ?? new Set()).add(contentOf(answer)));
  }
  return { tell: [...contents.values()].every(({ size }) => size === 1), sizes };
}

function together(references: readonly Exchange[], exchanges: readonly Exchange[]): OneSnapshot | undefined {
  for (const reference of references) {
    const stamp = stampOf(reference);
    const exchange = stamp === undefined ? undefined : exchanges.find((other) => stampOf(other) === stamp);
    if (exchange) return { reference, exchange };
  }
  return undefined;
}

/** The last answers of a target that gives no stamp twice, or whose lists go together, when neither list ever changed. */
function standingStill(
  references: readonly Exchange[],
  exchanges: readonly Exchange[],
  goTogether: (pair: OneSnapshot) => boolean,
): OneSnapshot | undefined {
  const [reference, exchange] = [references.at(-1), exchanges.at(-1)];
  if (!reference || !exchange || Math.min(references.length, exchanges.length) < STILL) return undefined;
  const stamps = [...references, ...exchanges].flatMap((answer) => stampOf(answer) ?? []);
  const stampsDiffer = new Set(stamps).size === stamps.length;
  const still = [references, exchanges].every((answers) => new Set(answers.map(contentOf)).size === 1);
  return still && (stampsDiffer || goTogether({ reference, exchange })) ? { reference, exchange } : undefined;
}

/** Which snapshot an answer says it is made from; undefined without a `generated_at`, which its own rule blames. */
export function stampOf(exchange: Exchange): string | undefined {
  const { version, generated_at: moment } = bodyOf(exchange) ?? {};
  return typeof moment === 'string' ? `${JSON.stringify(version)} of ${moment}` : undefined;
}

const contentOf = (exchange: Exchange): string =>
  JSON.stringify(objectIn(specifiedPart('domains', bodyOf(exchange)))?.domains) ?? '';

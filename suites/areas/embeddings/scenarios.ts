import { defined } from '../../../spec/index.ts';
import { casesWith } from '../../engine/checks/in-circumstances.ts';
import { scenarioOver } from '../../engine/checks/scenario.ts';
import { affordable, type Context } from '../../engine/context/context.ts';
import { sendValid } from '../../engine/context/send.ts';
import type { Call, Exchange } from '../../http/exchange/exchange.ts';
import { Unjudgeable } from '../../judges/judgement.ts';
import { bodyOf, listIn, objectIn, objectsIn } from '../../judges/read.ts';
import { positions as positionsOf } from './judges.ts';
import { cosine, isZero, nearerInput, stands } from './nearest.ts';
import { embeddingsCall, fullBatch } from './traffic.ts';

/** A batch in no order that sorting would keep, and positions of the largest batch on both sides of usual chunk borders. */
const small = ['Migraine and light', 'Asthma inhalers for children', 'A broken wrist in a cast', 'Zinc and colds'];
const probes = [0, 15, 32, 49, 64, 97, 99];

/** A batch, and the positions in it that are held against their inputs sent alone, or against those of the same batch in reverse order. */
interface Batch {
  readonly call: Call;
  readonly positions: readonly number[];
  readonly reversed?: boolean;
  /** With inputs that were never sent, but one of them, alone: a cache may put what it knows before the rest. */
  readonly partlySent?: boolean;
}

const plain: readonly Batch[] = [
  { call: embeddingsCall({ input: small }), positions: [...small.keys()] },
  { call: embeddingsCall({ input: fullBatch }), positions: probes },
  { call: embeddingsCall({ input: fullBatch }), positions: [...fullBatch.keys()], reversed: true },
  { call: embeddingsCall({ input: fullBatch.slice(0, 50) }), positions: [0, 15, 32, 48, 49] },
  // Of the same inputs, which were sent alone already.
  ...[2, 3].map((count) => ({
    call: embeddingsCall({ input: small.slice(0, count) }),
    positions: [...small.slice(0, count).keys()],
  })),
  { call: embeddingsCall({ input: [...small.slice(0, 2), small[0]] }), positions: [0, 1, 2] },
  // As many as before, with the same one first: a cache may look no further.
  { call: embeddingsCall({ input: [small[0], ...small.slice(1).toReversed()] }), positions: [...small.keys()] },
  { call: embeddingsCall({ input: small }), positions: [...small.keys()], partlySent: true },
];

/** Batches in each circumstance, held against their inputs at the beginning, in the middle and the last two. */
const batches = (context: Context): Promise<readonly Batch[]> =>
  casesWith(context, 'embeddings', 'embeddings.response.right-input', (callWith) => {
    const call = callWith();
    const count = inputsOf(call).length;
    return count < 2 ? undefined : { call, positions: [...new Set([0, count >> 1, count - 2, count - 1])] };
  });

const inputsOf = ({ body }: Call): readonly string[] => listIn(objectIn(body)?.input).map(String);

/** The vector of each input alone is nearest to the vector that the batch gives at its position. */
export const rightInput = scenarioOver(
  'embeddings.response.right-input',
  'Inputs are sent alone and in batches of 2, 3, 4 and 100, forwards and backwards, with some that were sent before, and in each circumstance; by cosine, no vector of a batch may be nearer to another input than to its own.',
  async (context) => [...affordable(context, plain, 2), ...(await batches(context))],
  async (context, { call: planned, positions, reversed = false, partlySent = false }, assert) => {
    const call = partlySent ? await withNewInputs(context, planned) : planned;
    const inputs = inputsOf(call);
    const size = partlySent ? `${inputs.length}, of which only input ${SENT_BEFORE} was sent before` : inputs.length;
    const batch = await sendValid(context, call);
    // If the indexes are not the positions, it is unknown which input a vector belongs to; `embeddings.response.positions` fails.
    if (typeof positionsOf(batch) === 'object') return;
    const others = reversed
      ? await vectorsReversed(context, inputs)
      : await Promise.all(positions.map((at) => vectorAlone(context, inputs[at] ?? '')));
    const sent = reversed ? 'of the same batch in reverse order' : 'sent alone';
    const texts = positions.map((at) => inputs[at] ?? '');
    for (const [own, position] of positions.entries()) {
      const vector = vectorAt(batch, position);
      if (!vector || isZero(others[own] ?? [])) continue;
      const expected = 'The vector at an index belongs to the input at that position.';
      const scene = `In a batch of ${size}, the vector with index ${position}`;
      assert.require(
        !isZero(vector),
        expected,
        `${scene} is all zeros; that of input ${position} ${sent} is not.`,
        batch,
      );
      // Equal inputs have nothing to be mixed up.
      const nearer = stands(own, others, texts) ? nearerInput(vector, own, others) : undefined;
      if (nearer === undefined) continue;
      // `embeddings.defaults` judges what the format changes.
      const format = objectIn(call.body)?.encoding_format;
      if (format !== undefined) {
        const alike = await Promise.all(positions.map((at) => vectorAlone(context, inputs[at] ?? '', { format })));
        if (nearerInput(vector, own, alike) === undefined) continue;
      }
      if (nearer.other < ALIKE && !(await comesAgain(context, inputs[position] ?? '')))
        throw new Unjudgeable(`${scene} is like that of no input, but one input alone gets other vectors each time`);
      const owner = nearer.other < ALIKE && !reversed ? await ownerOf(context, vector, inputs) : undefined;
      assert.require(
        owner === undefined,
        expected,
        `${scene} is that of input ${owner} sent alone, not of input ${position} (cosine ${nearer.own.toFixed(4)}).`,
        batch,
      );
      const partner = positions[nearer.at] ?? 0;
      const back = nearerInput(vectorAt(batch, partner) ?? [], nearer.at, others);
      assert.require(
        false,
        expected,
        back?.at === own
          ? `In a batch of ${size}, the vectors with the indexes ${position} and ${partner} are exchanged: each is nearer to the other's input ${sent} (cosine ${nearer.other.toFixed(4)}) than to its own (${nearer.own.toFixed(4)}).`
          : `${scene} is nearer to input ${partner} ${sent} (cosine ${nearer.other.toFixed(4)}) than to input ${position} ${sent} (${nearer.own.toFixed(4)}).`,
        batch,
      );
    }
  },
);

/** The position of the one input of a batch that was sent before. */
const SENT_BEFORE = 2;

/** Batches with new inputs, by run: each attempt has inputs of its own. */
const newBatches = new WeakMap<object, number>();

/** The call with inputs that this target never got, in this run or another, since an id that it gave is in them; one was sent alone just before. */
async function withNewInputs(context: Context, call: Call): Promise<Call> {
  const count = (newBatches.get(context.settings) ?? 0) + 1;
  newBatches.set(context.settings, count);
  const { id } = bodyOf(await sendValid(context, embeddingsCall({ input: small[0] }))) ?? {};
  const inputs = inputsOf(call).map((input) => `${input} (${String(id)}, ${count})`);
  await vectorAlone(context, inputs[SENT_BEFORE] ?? '');
  return embeddingsCall({ input: inputs });
}

/** The position of the input whose vector it is when sent alone; undefined if there is none. */
async function ownerOf(
  context: Context,
  vector: readonly number[],
  inputs: readonly string[],
): Promise<number | undefined> {
  const alone = await Promise.all(inputs.map((input) => vectorAlone(context, input)));
  const at = alone.findIndex((each) => (cosine(vector, each) ?? -1) >= ALIKE);
  return at === -1 ? undefined : at;
}

/** Vectors of one text are at least this near to each other, by cosine, where the model and its rounding are the same. */
const ALIKE = 0.9;
/** So often is a text sent alone to see whether its vector comes again: two models may stand behind one address while a new one is brought in. */
const LOOKS = 6;

async function comesAgain(context: Context, input: string): Promise<boolean> {
  const [first = [], ...others] = await Promise.all(
    Array.from({ length: LOOKS }, () => vectorAlone(context, input, { fresh: true })),
  );
  return others.every((other) => (cosine(first, other) ?? 1) >= ALIKE);
}

/** The vectors of inputs that are sent in reverse order, in the order in which they are given. */
async function vectorsReversed(context: Context, inputs: readonly string[]): Promise<readonly (readonly number[])[]> {
  const exchange = await sendValid(context, embeddingsCall({ input: inputs.toReversed() }));
  return inputs.map((_, at) => vectorAt(exchange, inputs.length - 1 - at) ?? []);
}

/** The vector of one string; empty when there is not exactly one, which other rules blame. */
async function vectorAlone(
  context: Context,
  input: string,
  { fresh = false, format }: { readonly fresh?: boolean; readonly format?: unknown } = {},
): Promise<readonly number[]> {
  const exchange = await sendValid(context, embeddingsCall({ input, ...defined({ encoding_format: format }) }), {
    fresh,
  });
  const whole = listIn(bodyOf(exchange)?.data).length === 1;
  return (whole ? vectorAt(exchange, 0) : undefined) ?? [];
}

/** The vector whose `index` is `position`; undefined when there is none, which other rules blame. */
function vectorAt(exchange: Exchange, position: number): readonly number[] | undefined {
  const entry = objectsIn(bodyOf(exchange)?.data).find(({ item }) => item.index === position);
  const numbers = listIn(entry?.item.embedding).filter((value): value is number => typeof value === 'number');
  return numbers.length > 0 ? numbers : undefined;
}

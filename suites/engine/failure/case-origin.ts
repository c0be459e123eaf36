import { type EndpointName, endpointNames, isObject } from '../../../spec/index.ts';
import type { Circumstances } from '../../generate/circumstance-texts.ts';
import { circumstancesOfContent, replacedLevels } from '../../generate/read-circumstances.ts';
import type { Call } from '../../http/exchange/exchange.ts';
import { bytesOf } from '../../http/exchange/wire.ts';
import type { SeenIn } from '../../judges/judgement.ts';
import { RuleBroken } from '../context/check-errors.ts';

/** How a case was made. */
export interface Origin {
  readonly endpoint: EndpointName;
  readonly row: Circumstances;
  readonly make: (row: Circumstances) => object | undefined;
  /** The plain valid call in the same circumstances. */
  readonly validCall: (row: Circumstances) => Call;
}

/** How cases were made, so that a failed case can be made again in fewer circumstances. */
const origins = new WeakMap<object, Origin>();

export function noteOrigin(example: object, origin: Origin): void {
  origins.set(example, origin);
}

/** Derives a case from another, in the same circumstances. */
export function deriveCase<From extends object, Case extends object>(from: From, make: (from: From) => Case): Case {
  const example = make(from);
  const origin = origins.get(from);
  const remake = (row: Circumstances): Case | undefined => {
    const other = origin?.make(row) as From | undefined;
    return other && make(other);
  };
  if (origin) origins.set(example, { ...origin, make: remake });
  return example;
}

/** The endpoint that a case is about: that of its origin, or of its call; undefined if it has neither. */
export function endpointOfCase(example: unknown): EndpointName | undefined {
  const named = callOfCase(example)?.endpoint ?? (isObject(example) ? example.endpoint : undefined);
  return originOf(example)?.endpoint ?? endpointNames.find((name) => name === named);
}

export const circumstancesOfCase = (example: object): Circumstances | undefined => origins.get(example)?.row;

/** The valid call in the circumstances of a case. If it is refused too, the case says nothing about its rule. */
export function validCallOf(example: unknown): Call | undefined {
  const origin = originOf(example);
  return origin?.validCall(origin.row);
}

export const originOf = (example: unknown): Origin | undefined =>
  typeof example === 'object' && example !== null ? origins.get(example) : undefined;

/** The circumstances of those cases that are about this endpoint; those of a plain call are read from it. */
export const rowsAt = (endpoint: EndpointName, cases: readonly unknown[]): Circumstances[] =>
  cases.flatMap((one) => {
    if (endpointOfCase(one) !== endpoint) return [];
    const row = originOf(one)?.row ?? rowOfPlain(one, endpoint);
    return row === undefined ? [] : [row];
  });

/** The circumstances of a case as its request shows them: its fault may replace a level, as an empty object in place of the only document does. */
export function rowAsSent(endpoint: EndpointName, example: unknown): Circumstances {
  const [row = {}] = rowsAt(endpoint, [example]);
  const [valid, sent] = [validCallOf(example), callOfCase(example)];
  return { ...row, ...(valid && sent ? replacedLevels(valid, sent) : {}) };
}

/** The call of a case that has no origin: of a minimal pair, the invalid one. */
function callOfCase(example: unknown): Call | undefined {
  if (!isObject(example)) return undefined;
  return [example.call, example.mutated].find(isObject) as Call | undefined;
}

function rowOfPlain(example: unknown, endpoint: EndpointName): Circumstances | undefined {
  const call = callOfCase(example);
  if (call === undefined) return undefined;
  const { accept: _, ...row } = circumstancesOfContent({ ...call, endpoint });
  return row;
}

/** The bytes of the valid requests of such cases, as they are sent. */
export const sizesAt = (endpoint: EndpointName, cases: readonly unknown[]): readonly number[] =>
  cases.flatMap((one) => {
    const call = originOf(one)?.endpoint === endpoint ? validCallOf(one) : undefined;
    return call === undefined ? [] : [bytesOf(call)];
  });

/** A failure with its circumstances, if any are known. */
export function withCircumstances(error: RuleBroken, circumstances: SeenIn | undefined): RuleBroken {
  const { finding, exchange, certain, steps } = error;
  if (circumstances === undefined) return error;
  return Object.assign(new RuleBroken({ ...finding, circumstances }, exchange, certain), { steps });
}

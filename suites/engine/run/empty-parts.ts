import type { Exchange } from '../../http/exchange/exchange.ts';
import { bodyOf } from '../../judges/read.ts';

/** Fewer answers of a kind tell nothing. */
const MIN_ANSWERS = 3;

/**
 * A note on the field that is null or empty in every wrong answer and in no right one: what was asked for says less, where a server
 * answers otherwise if it has found nothing. Undefined if there is none, or if it is what the failure is about.
 */
export function describeEmptyParts(
  wrong: readonly Exchange[],
  right: readonly Exchange[],
  about: string,
): string | undefined {
  if (wrong.length < MIN_ANSWERS || right.length < MIN_ANSWERS) return undefined;
  const [first = [], ...others] = wrong.map(emptyIn);
  const ofRight = new Set(right.flatMap(emptyIn));
  const shared = first.find((name) => {
    return others.every((names) => names.includes(name)) && !ofRight.has(name) && !about.includes(name);
  });
  return shared === undefined
    ? undefined
    : `Wrong in all ${wrong.length} answers whose \`${shared}\` is null or empty, right in the ${right.length} others.`;
}

/** The fields of an answer that are null or hold an empty list. */
const emptyIn = (exchange: Exchange): readonly string[] =>
  Object.entries(bodyOf(exchange) ?? {}).flatMap(([name, value]) =>
    value === null || (Array.isArray(value) && value.length === 0) ? [name] : [],
  );

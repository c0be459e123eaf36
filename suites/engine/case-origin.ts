import { circumstances, type EndpointName } from '../../spec/index.ts';
import type { Circumstances } from '../generate/texts.ts';
import type { Call } from '../target/exchange.ts';
import { RuleBroken } from './signals.ts';

/** What a case was made from. */
interface Origin {
  readonly endpoint: EndpointName;
  readonly row: Circumstances;
  readonly make: (row: Circumstances) => object | undefined;
  /** A valid call in circumstances, with nothing else to it. */
  readonly start: (row: Circumstances) => Call;
}

/** What cases were made from, so that one that breaks a rule can be made again from fewer circumstances. */
const origins = new WeakMap<object, Origin>();

/** Takes note of what a case was made from. */
export function noteOrigin(example: object, origin: Origin): void {
  origins.set(example, origin);
}

/** Makes another case of one, in the same circumstances. */
export function fromCase<From extends object, Case extends object>(from: From, make: (from: From) => Case): Case {
  const example = make(from);
  const origin = origins.get(from);
  const again = (row: Circumstances): Case | undefined => {
    const other = origin?.make(row) as From | undefined;
    return other && make(other);
  };
  if (origin) origins.set(example, { ...origin, make: again });
  return example;
}

/** The circumstances that a case was made from. */
export const circumstancesOfCase = (example: object): Circumstances | undefined => origins.get(example)?.row;

/** The valid call in the circumstances of a case: where that is refused, what came of the case says nothing of its own rule. */
export function startOfCase(example: unknown): Call | undefined {
  const origin = originOf(example);
  return origin?.start(origin.row);
}

const originOf = (example: unknown): Origin | undefined =>
  typeof example === 'object' && example !== null ? origins.get(example) : undefined;

/** A case that breaks its rule with no circumstance that it does not need. */
export interface Needed<Case> {
  readonly example: Case;
  /** Tells which circumstances it needs. */
  readonly error: RuleBroken;
  /** Makes the failure of another try tell them as well. */
  readonly told: (work: Promise<unknown>) => Promise<unknown>;
}

/** Takes circumstance after circumstance from a case that broke its rule, and keeps those without which it does not break it. */
export async function fewestCircumstances<Case>(
  example: Case,
  error: RuleBroken,
  breaks: (example: Case) => Promise<RuleBroken | undefined>,
  most: number,
): Promise<Needed<Case> | undefined> {
  const origin = originOf(example);
  if (origin === undefined) return undefined;
  const { endpoint, make } = origin;
  let [row, best] = [notPlain(endpoint, origin.row), { example, error }];
  for (const factor of Object.keys(row).slice(0, most)) {
    const { [factor]: _, ...rest } = row;
    const simpler = make(rest) as (Case & object) | undefined;
    if (simpler !== undefined) origins.set(simpler, { ...origin, row: rest });
    const still = simpler === undefined ? undefined : await breaks(simpler);
    if (simpler !== undefined && still !== undefined) [row, best] = [rest, { example: simpler, error: still }];
  }
  const levels = Object.entries(row).map(([factor, level]) => `\`${factor}\` ${level}`);
  const words = levels.length === 0 ? '' : ` Seen only with ${levels.join(' and ')}.`;
  const tell = (broken: RuleBroken): RuleBroken =>
    Object.assign(
      new RuleBroken(
        { ...broken.finding, actual: `${broken.finding.actual}${words}` },
        broken.exchange,
        broken.certain,
      ),
      { steps: broken.steps },
    );
  return {
    example: best.example,
    error: tell(best.error),
    told: (work) => work.catch((thrown) => Promise.reject(thrown instanceof RuleBroken ? tell(thrown) : thrown)),
  };
}

/** The levels that are not the plainest of their factors. */
const notPlain = (endpoint: EndpointName, row: Circumstances): Circumstances =>
  Object.fromEntries(
    circumstances[endpoint].flatMap(({ name, levels }) => {
      const level = row[name];
      return level === undefined || level === levels[0] ? [] : [[name, level]];
    }),
  );

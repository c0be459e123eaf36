import { refusalIn } from '../../../reports/index.ts';
import { circumstances, type EndpointName, type Factor } from '../../../spec/index.ts';
import { isPossible, withDefault } from '../../generate/circumstance-rows.ts';
import type { Circumstances } from '../../generate/circumstance-texts.ts';
import { succeeded, utf8Of } from '../../http/exchange/exchange.ts';
import type { CaseResult, RuleBroken } from '../context/check-errors.ts';
import { noteOrigin, type Origin, originOf, rowAsSent, rowsAt, validCallOf } from './case-origin.ts';
import {
  addsPdf,
  isCovered,
  type Needed,
  nonDefaultLevels,
  plainSuspects,
  replacedIn,
  type TriedLevels,
} from './needed.ts';
import { findNeededSigns } from './needed-signs.ts';
import { findReach, hasGaps, isCounted, type Reach } from './reach.ts';

export interface FailedCase<Case> {
  readonly example: Case;
  readonly error: RuleBroken;
}

/** How a failed case is tried in other circumstances. */
export interface SearchOptions<Case> {
  /** Tries a case. */
  readonly judge: (example: Case) => Promise<CaseResult>;
  /** Whether a case belongs to the rule; all do by default. */
  readonly isCase?: (example: Case) => boolean;
  readonly maxTries: number;
  /** The other cases that were judged, by result. */
  readonly passed: readonly Case[];
  readonly failed: readonly Case[];
}

/** How long it may take to find more than the circumstances that cannot be left out: some cases take half a minute each. */
const MAX_DETAILS_MS = 10_000;

/** How a case went; `no case`: with this level there is none, or the rule does not apply to it. Undefined: it was not tried, or could not be judged. */
type TryResult = 'broken' | 'fine' | 'no case' | undefined;

/**
 * Removes circumstances from a failed case as long as it still fails, and then replaces each remaining level by the
 * plainest level with which it fails. The less plain levels are tried too, to see which of them also fail; of numbers,
 * from which on and up to which; and the plain levels that the failure may need as well.
 */
export class NeededSearch<Case> {
  readonly #first: RuleBroken;
  readonly #options: SearchOptions<Case>;
  readonly #origin: Origin;
  readonly endpoint: EndpointName;
  /** The circumstances of the smallest failed case, without the plain ones. */
  #row: Circumstances;
  #smallest: FailedCase<Case>;
  #tries = 0;
  #end = Number.POSITIVE_INFINITY;
  readonly #tried = new Map<string, TriedLevels>();
  /** Circumstances without which the rule has no case: that it was seen with them says nothing. */
  readonly #inherent = new Set<string>();
  readonly #reaches = new Map<string, Reach>();

  constructor(failure: FailedCase<Case>, options: SearchOptions<Case>, origin: Origin) {
    this.#first = failure.error;
    this.#smallest = failure;
    this.#options = options;
    this.#origin = origin;
    this.endpoint = origin.endpoint;
    this.#row = nonDefaultLevels(origin.endpoint, origin.row);
  }

  /** Finds what the case needs, and keeps the smallest case that still fails. */
  async run(): Promise<Needed> {
    const factors = circumstances[this.endpoint].filter(({ name }) => name in this.#row);
    await this.#leaveOutUnneeded(factors);
    await this.#findPlainestLevels(factors);
    await this.#tryLessPlainLevels(factors);
    this.#end = performance.now() + MAX_DETAILS_MS;
    return this.#findDetails();
  }

  get smallest(): FailedCase<Case> {
    return this.#smallest;
  }

  /** How many cases were tried. */
  get tries(): number {
    return this.#tries;
  }

  /** The smallest failed case with another level of a factor; undefined if there is none. */
  caseWith(name: string, level: string): Case | undefined {
    return this.#caseIn({ ...this.#row, [name]: level });
  }

  #caseIn(row: Circumstances): Case | undefined {
    const { isCase = () => true } = this.#options;
    // An impossible combination would be refused correctly.
    const other = isPossible(this.endpoint, row) ? (this.#origin.make(row) as (Case & object) | undefined) : undefined;
    if (other === undefined || !isCase(other)) return undefined;
    noteOrigin(other, { ...this.#origin, row });
    return other;
  }

  /** Tries the case in other circumstances, and keeps it as the smallest if it still fails. */
  async #tryIn(row: Circumstances, keepIfBroken = true): Promise<TryResult> {
    const { judge, maxTries } = this.#options;
    const other = this.#caseIn(row);
    if (other === undefined) return 'no case';
    if (this.#tries++ >= maxTries || performance.now() > this.#end) return undefined;
    const found = await judge(other);
    if (found === 'fine') return 'fine';
    if (found === 'nothing') return 'no case';
    if (found === 'open') return undefined;
    if (!isSameKind(found, this.#first)) return 'fine';
    // It hides whether this one would have come.
    if (otherRefusal(found, this.#first) !== undefined) return undefined;
    if (keepIfBroken) [this.#row, this.#smallest] = [row, { example: other, error: found }];
    return 'broken';
  }

  /** Tries another level of one factor, and notes how that went. A case that sends another one in its place says nothing about it. */
  async #tryLevel(name: string, level: string): Promise<void> {
    const row = { ...this.#row, [name]: level };
    const other = this.#caseIn(row);
    if (other === undefined || rowAsSent(this.endpoint, other)[name] !== level) return;
    this.#note(name, level, await this.#tryIn(row, false));
  }

  #note(name: string, level: string, result: TryResult): void {
    const { passing = [], failing = [] } = this.#tried.get(name) ?? {};
    if (result === 'fine') this.#tried.set(name, { passing: [...passing, level], failing });
    if (result === 'broken') this.#tried.set(name, { passing, failing: [...failing, level] });
  }

  async #leaveOutUnneeded(factors: readonly Factor[]): Promise<void> {
    const { passed, failed } = this.#options;
    // A circumstance that a passed case also had, or that another failed case did not have, is hardly the cause.
    const isSuspect = ({ name }: Factor): boolean => {
      const hasLevel = (one: Case): boolean => originOf(one)?.row[name] === this.#row[name];
      return !passed.some(hasLevel) && failed.every((one) => originOf(one) === undefined || hasLevel(one));
    };
    const suspects = factors.filter(isSuspect);
    await this.#leaveOut(factors.filter((factor) => !suspects.includes(factor)));
    await this.#leaveOut(suspects);
    // Some factors can be left out only after others.
    for (const factor of factors) if (!this.#tried.has(factor.name)) await this.#leaveOut([factor]);
  }

  /** Leaves out all factors at once, else one half after the other: usually one or two circumstances are needed, and requests may cost money. */
  async #leaveOut(factors: readonly Factor[]): Promise<void> {
    const remaining = factors.filter(({ name }) => name in this.#row);
    const [first] = remaining;
    if (first === undefined) return;
    const reduced = remaining.reduce((row, { name }) => withDefault(this.endpoint, row, name), this.#row);
    const result = await this.#tryIn(reduced);
    if (result === 'broken') return;
    if (remaining.length === 1) {
      this.#inherent[result === 'no case' ? 'add' : 'delete'](first.name);
      return this.#note(first.name, first.levels[0] ?? '', result);
    }
    const half = Math.ceil(remaining.length / 2);
    await this.#leaveOut(remaining.slice(0, half));
    await this.#leaveOut(remaining.slice(half));
  }

  async #findPlainestLevels(factors: readonly Factor[]): Promise<void> {
    for (const { name, levels } of factors) {
      const level = this.#row[name];
      if (level === undefined) continue;
      for (const plainer of levels.slice(1, levels.indexOf(level))) {
        const result = await this.#tryIn({ ...this.#row, [name]: plainer });
        if (result === 'broken') break;
        this.#note(name, plainer, result);
      }
    }
  }

  async #tryLessPlainLevels(factors: readonly Factor[]): Promise<void> {
    for (const { name, levels } of factors) {
      const level = this.#row[name];
      if (level === undefined) continue;
      for (const other of levels.slice(levels.indexOf(level) + 1)) await this.#tryLevel(name, other);
    }
  }

  /** Finds the signs and the numbers that matter, and the plain levels that the failure needs as well. */
  async #findDetails(): Promise<Needed> {
    const needs = this.#row;
    const isReplaced = replacedIn(...this.#calls());
    const levels: Record<string, string> = Object.fromEntries(
      Object.entries(needs).filter(([name]) => !isReplaced(name)),
    );
    const signs = await findNeededSigns(levels, this.#tried, async (name, level) => {
      const result = await this.#tryIn({ ...needs, [name]: level }, this.#row === needs);
      return result === undefined ? undefined : result === 'broken';
    });
    this.#row = needs;
    for (const [name, level] of Object.entries(levels)) await this.#findReach(name, level);
    const [tried, inherent, reaches] = [this.#tried, this.#inherent, this.#reaches];
    const found = {
      ...{ endpoint: this.endpoint, levels, tried, inherent, reaches, signs },
      addsPdf: addsPdf(...this.#calls()),
    };
    // What passed although it has all of these circumstances shows that a plain one is needed as well.
    const { failed, passed } = this.#options;
    const within = (cases: readonly Case[]) => rowsAt(this.endpoint, cases).filter((row) => isCovered(row, found));
    for (const { name, broken, other } of plainSuspects(found, within(failed), within(passed))) {
      if (isReplaced(name)) continue;
      if ((await this.#tryIn({ ...this.#row, [name]: other }, false)) !== 'fine') continue;
      const [plainest = '', ...failing] = broken;
      levels[name] = plainest;
      this.#tried.set(name, { passing: [other], failing });
      for (const level of circumstances[this.endpoint].find((factor) => factor.name === name)?.levels ?? [])
        if (level !== other && !broken.includes(level)) await this.#tryLevel(name, level);
      await this.#findReach(name, plainest);
      // A plain number that passes only between others that fail is not what matters.
      if (hasGaps(this.#reaches.get(name))) delete levels[name];
    }
    return found;
  }

  async #findReach(name: string, level: string): Promise<void> {
    const { passing = [], failing = [] } = this.#tried.get(name) ?? {};
    const counts = { failing: numbersIn(failing), passing: numbersIn(passing) };
    const isBounded = counts.passing.length > 0 || (name === 'length' && passing.length > 0);
    if (!isCounted(name) || Number.isNaN(Number(level)) || !isBounded) return;
    const reach = await findReach(name, Number(level), counts, async (count) => {
      const result = await this.#tryIn({ ...this.#row, [name]: String(count) }, false);
      return result === 'broken' ? true : result === 'fine' ? false : undefined;
    });
    this.#reaches.set(name, reach);
  }

  readonly #calls = () => [validCallOf(this.#smallest.example), this.#smallest.error.exchange?.call] as const;
}

const numbersIn = (levels: readonly string[]) => levels.map(Number).filter((count) => !Number.isNaN(count));

/** False for a refusal if the first failure was an accepted request: the key may have run out of credit since. */
export const isSameKind = ({ exchange }: RuleBroken, first: RuleBroken): boolean =>
  exchange === undefined || first.exchange === undefined || succeeded(exchange) || !succeeded(first.exchange);

/** A refusal in words, if it is for another reason than the first one: `` 400 `too_many_messages` ``. Undefined for the same, or if either says none. */
export function otherRefusal(found: RuleBroken, first: RuleBroken): string | undefined {
  const [own, of] = [refusalOf(found), refusalOf(first)];
  // Of two errors at once one may be left.
  if (own === undefined || of === undefined || of.name.includes(own.name) || own.name.includes(of.name))
    return undefined;
  return `${found.exchange?.status} ${own.words}`;
}

const refusalOf = ({ exchange }: RuleBroken): ReturnType<typeof refusalIn> =>
  exchange && exchange.failure === undefined ? refusalIn(exchange.status, utf8Of(exchange.body)) : undefined;

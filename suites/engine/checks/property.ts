import fc from 'fast-check';
import { findRule } from '../../../spec/index.ts';
import { shrink } from '../../generate/smaller.ts';
import type { Exchange } from '../../http/exchange/exchange.ts';
import type { Judgement } from '../../judges/judgement.ts';
import { RuleBroken, reworded } from '../context/check-errors.ts';
import type { Context } from '../context/context.ts';
import { mapConcurrently } from '../context/map-concurrently.ts';
import { validCallOf } from '../failure/case-origin.ts';
import { minimizeCircumstances } from '../failure/minimize.ts';
import { withShortestText, withVeryText } from '../failure/sent-before.ts';
import { CaseRunner, judgeAsNew } from './case-runner.ts';
import type { Outcome } from './check.ts';
import { withOtherFaults } from './other-faults.ts';

export interface Property<Case> {
  /** Predefined cases, tried first and in order. */
  readonly examples: readonly Case[];
  /** Makes further cases, up to `runs` in total; without it the examples are all. */
  readonly arbitrary?: fc.Arbitrary<Case>;
  readonly runs?: number;
  /** Maximum number of cases that are tried after the first failure, to find a smaller one; by default it depends on the price. */
  readonly maxShrinks?: number;
  /** Whether a case belongs to the property; all do by default. Smaller cases must also belong to it. */
  readonly includes?: ((example: Case) => boolean) | undefined;
  /** Smaller variants of a predefined case, which fast-check cannot shrink. */
  readonly smaller?: (example: Case) => readonly Case[];
  /** Finds out whether a failed case is wrong only because of what was sent before, or in its very text; undefined if it is not. */
  readonly sentBefore?: (example: Case, error: RuleBroken) => Promise<FailureAfter | 'very text' | undefined>;
  /**
   * Tries one case and returns its judgement; throws RuleBroken. It must send everything through the given context,
   * because a failed case is repeated in a context with an empty cache.
   */
  try(example: Case, context: Context): Promise<Judgement>;
  /** Repeats a failed case that could not be made smaller; by default tries it again. */
  readonly again?: (example: Case, context: Context) => Promise<unknown>;
  /** The failed cases to confirm, one after the other, until one fails again. */
  readonly candidates?: (failed: readonly FailedCase<Case>[]) => AsyncIterable<FailedCase<Case>>;
  /** The answer to a case, which tells where else the rule is broken. */
  readonly answerOf?: (example: unknown) => Exchange | undefined;
}

/** A failure that comes only after another request. */
export interface FailureAfter {
  readonly error: RuleBroken;
  /** Sends that request and then the case, both with a text that was not sent before. */
  readonly again: (context: Context) => Promise<Judgement>;
}

/** Maximum number of cases that are tried after the first failure, to find a smaller one. */
const MAX_SHRINKS = { paid: 16, free: 60 } as const;

/** How long it may take to shorten a text: where failures are repeated, each try takes seconds. */
const MAX_TEXT_MS = 20_000;

export interface FailedCase<Case> {
  readonly example: Case;
  readonly error: RuleBroken;
  /** Seed and path let fast-check make the case again. */
  readonly seed: number;
  readonly path: string;
}

/** Adds what is known of a failure to its message. */
type Said = (error: RuleBroken) => RuleBroken;

const asItIs: Said = (error) => error;

/**
 * Runs a property for a rule: all cases in parallel. If one breaks the rule, it is shrunk, and the smallest case is
 * repeated before the rule fails; if it was a temporary failure, another failed case is repeated as well. Rejects only
 * for our own errors.
 */
export const checkProperty = <Case>(
  rule: string,
  context: Context,
  property: Property<Case>,
  runner = new CaseRunner(rule, context),
): Promise<Outcome> => new PropertyRun(rule, context, property, runner).outcome();

class PropertyRun<Case> {
  readonly #rule: string;
  readonly #context: Context;
  readonly #property: Property<Case>;
  readonly #runner: CaseRunner;
  readonly #fine: Case[] = [];
  #failed: readonly FailedCase<Case>[] = [];

  constructor(rule: string, context: Context, property: Property<Case>, runner: CaseRunner) {
    this.#rule = rule;
    this.#context = context;
    this.#property = property;
    this.#runner = runner;
  }

  async outcome(): Promise<Outcome> {
    const replay = this.#context.settings.replay?.[this.#rule];
    if (replay !== undefined && replay.path !== '' && this.#property.arbitrary !== undefined) {
      const found = await this.#shrinkGenerated([]);
      return found ? this.#confirmSmaller(found) : this.#runner.outcome();
    }
    const cases = casesOf(this.#property, this.#context.seed);
    const broken = await mapConcurrently(cases, this.#context.caseConcurrency, (example) =>
      this.#runner.attempt(async (context) => {
        const judgement = await this.#property.try(example, context);
        if (judgement === 'fine') this.#fine.push(example);
        return judgement;
      }),
    );
    this.#failed = cases.flatMap((example, at) => {
      const error = broken[at];
      return error === undefined ? [] : [{ example, error, seed: this.#context.seed, path: '' }];
    });
    const passed = broken.map((error) => error === undefined);
    const { candidates = casesToConfirm } = this.#property;
    let isFirst = true;
    for await (const candidate of candidates(this.#failed)) {
      // Only the first one is looked for among generated cases: the second would lead to the same.
      const generated = isFirst ? () => this.#shrinkGenerated(passed) : () => undefined;
      isFirst = false;
      const outcome = await this.#confirm(candidate, generated);
      if (outcome.verdict !== 'inconclusive') return outcome;
    }
    return this.#runner.outcome();
  }

  /** Confirms a failed case, with all that is known of it. `generated` finds a smaller one that was not made from circumstances. */
  async #confirm(
    candidate: FailedCase<Case>,
    generated: () => Promise<FailedCase<Case> | undefined> | undefined,
  ): Promise<Outcome> {
    const after = await this.#property.sentBefore?.(candidate.example, candidate.error);
    if (typeof after === 'object') {
      const outcome = await this.#runner.confirmedOutcome(after.error, after.again, candidate);
      if (outcome.verdict !== 'inconclusive') return outcome;
    }
    const minimized = await minimizeCircumstances(candidate, {
      judge: (example) =>
        CaseRunner.tryOnce(this.#rule, this.#context, (context) => this.#property.try(example, context)),
      again: judgeAsNew(this.#rule, this.#context, (example, own) => this.#property.try(example, own)),
      isCase: this.#includes,
      maxTries: this.#maxShrinks,
      passed: this.#fine,
      failed: this.#failed.map(({ example }) => example),
    });
    if (after === 'very text' && minimized) {
      const found = { ...candidate, ...minimized };
      const shortest = await this.#shrinkExample(found, MAX_TEXT_MS);
      const outcome = shortest === found ? undefined : await this.#confirmSmaller(shortest, withShortestText);
      if (outcome?.verdict === 'fail' || outcome?.verdict === 'warn') return outcome;
    }
    const said = after === 'very text' ? withVeryText : asItIs;
    const outcome = minimized
      ? await this.#runner.confirmedOutcome(
          said(minimized.error),
          (context) => reworded(minimized.annotate(this.#property.try(minimized.example, context)), said),
          candidate,
        )
      : await this.#confirmSmaller((await generated()) ?? candidate);
    if (outcome.verdict === 'inconclusive') return outcome;
    const { answerOf } = this.#property;
    const examplesOf = (failed: readonly FailedCase<Case>[]): Case[] => failed.map(({ example }) => example);
    return withOtherFaults(this.#rule, outcome, {
      failed: examplesOf(this.#failed),
      wrong: examplesOf(this.#failed.filter(({ error }) => !error.ofValid)),
      fine: this.#fine,
      alike: minimized?.within(this.#fine) ?? this.#fine,
      ...(answerOf ? { answerOf } : {}),
    });
  }

  async #confirmSmaller(found: FailedCase<Case>, said = asItIs): Promise<Outcome> {
    const smallest = this.#property.examples.includes(found.example) ? await this.#shrinkExample(found) : found;
    const { again = (example: Case, context: Context) => this.#property.try(example, context) } = this.#property;
    return this.#runner.confirmedOutcome(
      said(smallest.error),
      (context) => reworded(again(smallest.example, context), said),
      smallest,
    );
  }

  readonly #includes = (example: Case): boolean => this.#property.includes?.(example) ?? true;

  get #maxShrinks(): number {
    const isPaid = !this.#context.requestsAreFree && findRule(this.#rule)?.endpoint === 'chat';
    return this.#property.maxShrinks ?? (isPaid ? MAX_SHRINKS.paid : MAX_SHRINKS.free);
  }

  /** Shrinks a failed predefined case by its smaller variants; the same object if none of them fails. */
  async #shrinkExample(failed: FailedCase<Case>, maxMs = Number.POSITIVE_INFINITY): Promise<FailedCase<Case>> {
    const { smaller = () => [] } = this.#property;
    const end = performance.now() + maxMs;
    let [smallest, triesLeft] = [failed, this.#maxShrinks];
    const failsToo = async (example: Case): Promise<boolean> => {
      const error = await this.#newRunner().attempt((context) => this.#property.try(example, context));
      if (error !== undefined) smallest = { ...smallest, example, error };
      return error !== undefined;
    };
    await shrink(
      failed.example,
      (example) => smaller(example).filter(this.#includes),
      failsToo,
      () => triesLeft-- > 0 && performance.now() <= end,
    );
    return smallest;
  }

  /** A runner that counts for nobody. */
  readonly #newRunner = (): CaseRunner => new CaseRunner(this.#rule, this.#context);

  /** Shrinks with fast-check; undefined if nothing fails any more. Cases that passed before are not tried again. */
  async #shrinkGenerated(passed: readonly boolean[]): Promise<FailedCase<Case> | undefined> {
    const { arbitrary, examples, runs = 1 } = this.#property;
    if (arbitrary === undefined) return undefined;
    const replay = this.#context.settings.replay?.[this.#rule];
    let [caseIndex, shrinks, error] = [0, this.#maxShrinks, undefined as RuleBroken | undefined];
    const details = await fc.check(
      fc.asyncProperty(arbitrary, async (example) => {
        if (error === undefined && passed[caseIndex++] === true) return;
        if (error !== undefined && shrinks-- <= 0) return;
        // Nothing is counted while shrinking or while repeating cases that were counted before.
        const runner = error === undefined && passed.length === 0 ? this.#runner : this.#newRunner();
        const broken = await runner.attempt((context) => this.#property.try(example, context));
        if (broken === undefined) return;
        error = broken;
        throw broken;
      }),
      {
        seed: replay?.seed ?? this.#context.seed,
        ...(replay !== undefined && replay.path !== '' ? { path: replay.path } : {}),
        examples: examples.map((example): [Case] => [example]),
        numRuns: Math.max(1, runs),
        maxSkipsPerRun: 20,
        markInterruptAsFailure: false,
        includeErrorInReport: false,
      },
    );
    if (!details.failed) return undefined;
    if (!(details.errorInstance instanceof RuleBroken)) throw details.errorInstance;
    const [example] = details.counterexample as [Case];
    return { example, error: details.errorInstance, seed: details.seed, path: details.counterexamplePath ?? '' };
  }
}

/**
 * The failed cases to confirm, one after the other, until one fails again. A case made from circumstances is preferred:
 * the report can name those that it needs. The last of the others comes second: a temporary failure of one case must not
 * hide what another one finds.
 */
async function* casesToConfirm<Case>(failed: readonly FailedCase<Case>[]): AsyncGenerator<FailedCase<Case>> {
  const isFixed = ({ example }: FailedCase<Case>): boolean => validCallOf(example) === undefined;
  const first = failed.find((one) => !isFixed(one)) ?? failed[0];
  const second = failed.findLast((one) => isFixed(one) && one !== first);
  yield* [first, second].filter((one) => one !== undefined);
}

/** The cases of a run, the examples first. The same seed gives the same cases. */
function casesOf<Case>({ examples, arbitrary, runs = 1 }: Property<Case>, seed: number): readonly Case[] {
  if (arbitrary === undefined) return examples;
  const numRuns = Math.max(1, runs);
  if (numRuns <= examples.length) return examples.slice(0, numRuns);
  const cached = generatedCases.get(arbitrary) ?? new Map<string, readonly unknown[]>();
  generatedCases.set(arbitrary, cached);
  const name = `${seed} ${numRuns} ${examples.length}`;
  const cases =
    cached.get(name) ?? fc.sample(arbitrary, { seed, numRuns, examples: [...examples] }).slice(examples.length);
  cached.set(name, cases);
  return [...examples, ...(cases as readonly Case[])];
}

/** A cache for the rules that judge the same traffic: caches of a call work only if its object is shared. */
const generatedCases = new WeakMap<fc.Arbitrary<unknown>, Map<string, readonly unknown[]>>();

import fc from 'fast-check';
import { findRule } from '../../../spec/index.ts';
import type { Judgement } from '../../judges/judgement.ts';
import { RuleBroken } from '../context/check-errors.ts';
import type { Context } from '../context/context.ts';
import { mapConcurrently } from '../context/map-concurrently.ts';
import { inScope } from '../context/scope.ts';
import { validCallOf } from '../failure/case-origin.ts';
import { minimizeCircumstances } from '../failure/minimize.ts';
import { withLaterFailure, withShortestText, withVeryText } from '../failure/sent-before.ts';
import { CaseRunner } from './case-runner.ts';
import type { Outcome } from './check.ts';
import { withOtherFaults } from './other-faults.ts';

export interface Property<Case> {
  /** Predefined cases, tried first and in order. */
  readonly examples: readonly Case[];
  readonly arbitrary: fc.Arbitrary<Case>;
  readonly runs: number;
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
}

/** A failure that comes only after another request. */
export interface FailureAfter {
  readonly error: RuleBroken;
  /** Sends that request and then the case, both with a text that was not sent before. */
  readonly again: (context: Context) => Promise<Judgement>;
}

/** Maximum number of cases that are tried after the first failure, to find a smaller one. */
const MAX_SHRINKS = { paid: 16, free: 60 } as const;

/** Of fewer cases that passed, it is not looked whether they would now. */
const MIN_PASSED = 3;

interface FailedCase<Case> {
  readonly example: Case;
  readonly error: RuleBroken;
  /** Seed and path let fast-check make the case again. */
  readonly seed: number;
  readonly path: string;
}

/**
 * Runs a property for a rule: all cases in parallel. If one breaks the rule, it is shrunk, and the smallest case is
 * repeated before the rule fails; if it was a temporary failure, another failed case is repeated as well. Rejects only
 * for our own errors.
 */
export async function checkProperty<Case>(rule: string, context: Context, property: Property<Case>): Promise<Outcome> {
  const runner = new CaseRunner(rule, context);
  const replay = context.settings.replay?.[rule];
  if (replay !== undefined && replay.path !== '') {
    const found = await shrinkGenerated(rule, context, property, runner, []);
    return found ? confirmCase(found) : runner.outcome();
  }
  const cases = casesOf(property, context.seed);
  const fine: Case[] = [];
  const broken = await mapConcurrently(cases, context.caseConcurrency, (example) =>
    runner.attempt(async (attemptContext) => {
      const judgement = await property.try(example, attemptContext);
      if (judgement === 'fine') fine.push(example);
      return judgement;
    }),
  );
  const failed = cases.flatMap((example, at): FailedCase<Case>[] => {
    const error = broken[at];
    return error === undefined ? [] : [{ example, error, seed: context.seed, path: '' }];
  });
  const { includes = () => true } = property;
  for (const [at, candidate] of casesToConfirm(failed).entries()) {
    const after = await property.sentBefore?.(candidate.example, candidate.error);
    if (typeof after === 'object') {
      const outcome = await runner.confirmedOutcome(after.error, after.again, candidate);
      if (outcome.verdict !== 'inconclusive') return outcome;
    }
    const minimized = await minimizeCircumstances(candidate, {
      judge: (example) => CaseRunner.tryOnce(rule, context, (attemptContext) => property.try(example, attemptContext)),
      isCase: includes,
      maxTries: maxShrinksFor(rule, context),
      passed: fine,
      failed: failed.map(({ example }) => example),
    });
    const isLater = minimized !== undefined && (await isWrongByNow(fine));
    const shortest = after === 'very text' && minimized ? await shortestOf({ ...candidate, ...minimized }) : undefined;
    if (shortest !== undefined) {
      const outcome = await confirmCase(shortest, withShortestText);
      if (outcome.verdict === 'fail' || outcome.verdict === 'warn') return outcome;
    }
    const said = <Thrown>(thrown: Thrown): Thrown | RuleBroken => {
      if (!(thrown instanceof RuleBroken)) return thrown;
      if (isLater) return withLaterFailure(thrown);
      return after === 'very text' ? withVeryText(thrown) : thrown;
    };
    const passed = broken.map((error) => error === undefined);
    const outcome = minimized
      ? await runner.confirmedOutcome(
          said(minimized.error),
          (attemptContext) =>
            minimized
              .annotate(property.try(minimized.example, attemptContext))
              .catch((thrown) => Promise.reject(said(thrown))),
          candidate,
        )
      : await confirmCase(
          (at === 0 ? await shrinkGenerated(rule, context, property, runner, passed) : undefined) ?? candidate,
        );
    if (outcome.verdict === 'inconclusive') continue;
    const all = failed.map(({ example }) => example);
    const wrong = failed.filter(({ error }) => !error.ofValid).map(({ example }) => example);
    return withOtherFaults(rule, outcome, { failed: all, wrong, fine, alike: minimized?.within(fine) ?? fine });
  }
  return runner.outcome();

  /** Whether cases that passed fail now, so that it is not by their circumstances that they passed. */
  async function isWrongByNow(passed: readonly Case[]): Promise<boolean> {
    const some = [passed[0], passed[passed.length >> 1], passed.at(-1)].filter((one) => one !== undefined);
    if (!context.requestsAreFree || passed.length < MIN_PASSED) return false;
    const owner = `${rule} by now`;
    for (const example of some) {
      const again = (attemptContext: Context): Promise<Judgement> =>
        inScope(context, owner, () => property.try(example, attemptContext.withEmptyCache(owner, attemptContext.log)));
      if (typeof (await CaseRunner.tryOnce(rule, context, again)) !== 'object') return false;
    }
    return true;
  }

  async function confirmCase(found: FailedCase<Case>, said = (error: RuleBroken) => error): Promise<Outcome> {
    const smallest = property.examples.includes(found.example)
      ? await shrinkExample(rule, context, property, found)
      : found;
    return runner.confirmedOutcome(
      said(smallest.error),
      (attemptContext) =>
        property
          .try(smallest.example, attemptContext)
          .catch((thrown) => Promise.reject(thrown instanceof RuleBroken ? said(thrown) : thrown)),
      smallest,
    );
  }

  /** The case with less text, if it is wrong with less, too: then the text shows what it hangs on. */
  async function shortestOf(found: FailedCase<Case>): Promise<FailedCase<Case> | undefined> {
    const smallest = await shrinkExample(rule, context, property, found, MAX_TEXT_MS);
    return smallest === found ? undefined : smallest;
  }
}

/**
 * The failed cases to confirm, one after the other, until one fails again. A case made from circumstances is preferred:
 * the report can name those that it needs. The last of the others comes second: a temporary failure of one case must not
 * hide what another one finds.
 */
function casesToConfirm<Case>(failed: readonly FailedCase<Case>[]): readonly FailedCase<Case>[] {
  const isFixed = ({ example }: FailedCase<Case>): boolean => validCallOf(example) === undefined;
  const first = failed.find((one) => !isFixed(one)) ?? failed[0];
  const second = failed.findLast((one) => isFixed(one) && one !== first);
  return [first, second].filter((one) => one !== undefined);
}

/** Tries a case without counting it; returns the failure, or undefined. */
const retryCase = <Case>(
  rule: string,
  context: Context,
  property: Property<Case>,
  example: Case,
): Promise<RuleBroken | undefined> =>
  new CaseRunner(rule, context).attempt((attemptContext) => property.try(example, attemptContext));

const maxShrinksFor = (rule: string, context: Context): number =>
  !context.requestsAreFree && findRule(rule)?.endpoint === 'chat' ? MAX_SHRINKS.paid : MAX_SHRINKS.free;

/** How long it may take to shorten a text: where failures are repeated, each try takes seconds. */
const MAX_TEXT_MS = 20_000;

/** The cases of a run, the examples first. The same seed gives the same cases. */
function casesOf<Case>({ examples, arbitrary, runs }: Property<Case>, seed: number): readonly Case[] {
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

/** Shrinks a failed predefined case by its smaller variants. */
async function shrinkExample<Case>(
  rule: string,
  context: Context,
  property: Property<Case>,
  failed: FailedCase<Case>,
  maxMs = Number.POSITIVE_INFINITY,
): Promise<FailedCase<Case>> {
  const { includes = () => true, smaller = () => [] } = property;
  const end = performance.now() + maxMs;
  let [smallest, triesLeft] = [failed, maxShrinksFor(rule, context)];
  for (let found = true; found; ) {
    found = false;
    for (const example of smaller(smallest.example).filter(includes)) {
      if (triesLeft-- <= 0 || performance.now() > end) return smallest;
      const error = await retryCase(rule, context, property, example);
      if (error === undefined) continue;
      [smallest, found] = [{ ...smallest, example, error }, true];
      break;
    }
  }
  return smallest;
}

/** Shrinks with fast-check; undefined if nothing fails any more. Cases that passed before are not tried again. */
async function shrinkGenerated<Case>(
  rule: string,
  context: Context,
  property: Property<Case>,
  runner: CaseRunner,
  passed: readonly boolean[],
): Promise<FailedCase<Case> | undefined> {
  const replay = context.settings.replay?.[rule];
  let [caseIndex, shrinks, error] = [0, maxShrinksFor(rule, context), undefined as RuleBroken | undefined];
  const details = await fc.check(
    fc.asyncProperty(property.arbitrary, async (example) => {
      if (error === undefined && passed[caseIndex++] === true) return;
      if (error !== undefined && shrinks-- <= 0) return;
      // Nothing is counted while shrinking or while repeating cases that were counted before.
      const usedRunner = error === undefined && passed.length === 0 ? runner : new CaseRunner(rule, context);
      const broken = await usedRunner.attempt((attemptContext) => property.try(example, attemptContext));
      if (broken === undefined) return;
      error = broken;
      throw broken;
    }),
    {
      seed: replay?.seed ?? context.seed,
      ...(replay !== undefined && replay.path !== '' ? { path: replay.path } : {}),
      examples: property.examples.map((example): [Case] => [example]),
      numRuns: Math.max(1, property.runs),
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

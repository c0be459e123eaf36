import type { Failure } from '../../reports/index.ts';
import { findRule } from '../../spec/index.ts';
import { checks } from '../areas/catalogue.ts';
import type { Check, Outcome } from '../engine/checks/check.ts';
import { undefinedIfEnded } from '../engine/context/check-errors.ts';
import { describeFinding, expectedOf } from '../engine/failure/confirm.ts';
import { evidenceOf } from '../engine/failure/evidence.ts';
import { REFUSALS } from '../engine/run/observed.ts';
import type { RuleResult } from '../engine/run/run.ts';
import { type Exchange, succeeded, type WireRequest, type WireResponse } from '../http/exchange/exchange.ts';
import type { Finding, Judgement } from '../judges/judgement.ts';
import { isValid } from '../model/valid-call.ts';
import { callOf, isOpenQuery } from './call-of.ts';

/** Somebody else's request with its response. */
export interface PassingExchange {
  readonly request: WireRequest;
  readonly response: WireResponse;
  /** In milliseconds from any origin. */
  readonly startedAt: number;
  readonly endedAt: number;
}

/** A rule that a response broke. */
export interface Violation {
  readonly rule: string;
  readonly finding: Finding;
  readonly exchange: Exchange;
  /** How often the rule was broken so far, including this time. */
  readonly times: number;
}

/** Checks that can judge an exchange they did not ask for. */
const watching: readonly Check[] = checks.filter(
  ({ responseJudge: judge, refusalJudge: judgeRefusal }) => judge !== undefined || judgeRefusal !== undefined,
);

/** Rules that other people's traffic can show broken or kept. */
export const watchedRules: readonly string[] = watching.map(({ rule }) => rule);

/** A finding with the first exchange that shows it. */
interface Occurrence {
  readonly finding: Finding;
  readonly exchange: Exchange;
  readonly passed: PassingExchange;
}

/** The results of one rule. */
interface Count {
  judged: number;
  broken: number;
  first?: Occurrence;
  tolerated?: Occurrence;
  readonly remarks: Set<string>;
}

/**
 * Judges other people's exchanges by the rules about a single response. It sends nothing, so nothing can be confirmed:
 * a response that did not come whole is not judged.
 */
export class Witness {
  readonly #counts = new Map<string, Count>(
    watchedRules.map((rule) => [rule, { judged: 0, broken: 0, remarks: new Set<string>() }]),
  );
  #seen = 0;
  #accepted = 0;

  /** Exchanges with an operation of the API. */
  get seen(): number {
    return this.#seen;
  }

  /** Valid requests among them that were accepted. */
  get accepted(): number {
    return this.#accepted;
  }

  /** Judges an exchange and returns the rules that it breaks. */
  see(passed: PassingExchange): readonly Violation[] {
    const { request, response } = passed;
    const call = callOf(request);
    if (call === undefined) return [];
    this.#seen += 1;
    if (response.failure !== undefined) return [];
    const exchange: Exchange = { ...response, call, request, attempts: 1 };
    if (REFUSALS.includes(response.status))
      return watching.flatMap(({ rule, refusalJudge: judgeRefusal }) =>
        this.#note(rule, judgeRefusal?.(exchange) ?? 'nothing', exchange, passed),
      );
    if (!succeeded(response) || !isValid(call) || isOpenQuery(request.url)) return [];
    this.#accepted += 1;
    return watching.flatMap(({ rule, responseJudge: judge }) => {
      if (judge?.endpoint !== call.endpoint || !(judge.includes?.(call) ?? true)) return [];
      return this.#note(
        rule,
        judged(() => judge.judge(exchange)),
        exchange,
        passed,
      );
    });
  }

  #note(rule: string, judgement: Judgement, exchange: Exchange, passed: PassingExchange): Violation[] {
    const count = this.#counts.get(rule);
    if (judgement === 'nothing' || count === undefined) return [];
    count.judged += 1;
    if (judgement === 'fine') return [];
    if (judgement.kind === 'tolerated') count.tolerated ??= { finding: judgement, exchange, passed };
    if (judgement.kind === 'remarked') count.remarks.add(describeFinding(rule, judgement));
    if (judgement.kind !== 'broken') return [];
    count.broken += 1;
    count.first ??= { finding: judgement, exchange, passed };
    return [{ rule, finding: judgement, exchange, times: count.broken }];
  }

  results(): readonly RuleResult[] {
    return [...this.#counts].map(([rule, count]) => ({ rule, outcome: outcomeOf(rule, count), durationMs: 0 }));
  }
}

/** A judgement; `nothing` for what cannot be judged. */
function judged(judge: () => Judgement): Judgement {
  try {
    return judge();
  } catch (error) {
    return undefinedIfEnded(error) ?? 'nothing';
  }
}

function outcomeOf(rule: string, { judged, broken, first, tolerated, remarks }: Count): Outcome {
  const notes = remarks.size === 0 ? {} : { notes: [...remarks] };
  if (first !== undefined) {
    const reason = describeFinding(rule, first.finding);
    const failure = evidenceIn(rule, first, `in ${broken} of ${judged} exchanges`);
    const verdict = findRule(rule)?.level === 'MUST' ? 'fail' : 'warn';
    return { verdict, reason, failure, judged, ...notes };
  }
  if (judged === 0) return { verdict: 'skip', reason: 'nothing passed by that this rule speaks of', judged };
  if (tolerated !== undefined) {
    const reason = describeFinding(rule, tolerated.finding);
    return { verdict: 'warn', reason, failure: evidenceIn(rule, tolerated), judged, ...notes };
  }
  return { verdict: 'pass', judged, ...notes };
}

function evidenceIn(rule: string, { finding, exchange, passed }: Occurrence, seen?: string): Failure {
  const promise = { ...finding, expected: expectedOf(rule, finding) };
  return evidenceOf(promise, exchange, 0, '', [{ to: 'api', call: exchange.call, ...passed }], seen);
}

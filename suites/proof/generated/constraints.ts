import {
  type Constraint,
  type ErrorOutcome,
  type JsonObject,
  type ReadingOutcome,
  type Rule,
  readings,
  resolveConstraint,
  rules,
  schemaFailure,
  semanticFailure,
} from '../../../spec/index.ts';
import { appliesToSomeRequests } from '../../judges/near-misses.ts';
import type { Deviation, Expected } from '../deviation.ts';
import { crash, errorResponse, intercept, withInput } from '../wire/wire.ts';
import { breaks, corrected, onBound, type Picking } from './keywords.ts';

type Operator = readonly [
  slug: string,
  summary: (words: string) => string,
  make: (constraint: Constraint) => Defect | undefined,
];

/** Kinds of defect that any constraint can have. */
const operators: readonly Operator[] = [
  ['dropped', (words) => `${words} is not checked.`, (constraint) => accepting(constraint)],
  ['first-only', (words) => `${words} is checked in the first item only.`, checkingAllBut((at) => at > 0)],
  ['last-only', (words) => `${words} is checked in the last item only.`, checkingAllBut((at, count) => at < count - 1)],
  ['one-beyond', (words) => `${words} is off by one: the first value outside is accepted.`, oneBeyond],
  ['one-short', (words) => `${words} is off by one: the last value inside is refused.`, oneShort],
  ['other-status', (words) => `Breaking ${words} gives another status.`, otherStatus],
  ['other-format', (words) => `Breaking ${words} is answered in the other error format.`, otherFormat],
  ['other-body', (words) => `Breaking ${words} gives the body of the other error format.`, otherBody],
  ['other-code', (words) => `Breaking ${words} gives another code.`, otherCode],
  ['crash', (words) => `Breaking ${words} gives 500.`, (constraint) => answering(constraint, crash)],
  ['other-param', (words) => `Breaking ${words} names another parameter.`, otherParam],
];

/** A middleware, and its answer to a request that breaks the constraint. */
interface Defect {
  readonly wire: NonNullable<Deviation['wire']>;
  readonly gives: ReadingOutcome | undefined;
}

/** The deviations of every row with a request constraint: each operator for each row. */
export function constraintDeviations(): readonly Deviation[] {
  return rules.flatMap((rule) =>
    rule.constraint === undefined || rule.unjudged !== undefined
      ? []
      : deviationsOf(rule, resolveConstraint(rule.constraint)),
  );
}

function deviationsOf(rule: Rule, constraint: Constraint): readonly Deviation[] {
  return operators.flatMap(([slug, summary, make]) => {
    const defect = make(constraint);
    if (defect === undefined) return [];
    const expected = expectedOf(rule, defect.gives);
    const words = `\`${['', ...constraint.path].join('/') || '/'} ${constraint.keyword}${constraint.property === undefined ? '' : ` ${constraint.property}`}\``;
    return [{ id: `${rule.id}/${slug}`, touches: rule.id, summary: summary(words), expected, wire: defect.wire }];
  });
}

/** The result that the readings of a rule allow for an answer to a request that breaks its constraint. */
function expectedOf(rule: Rule, gives: ReadingOutcome | undefined): Expected {
  if (gives === undefined) return 'fail';
  // A reading about some requests does not apply to the others that the suites send.
  const applicable = readings.filter(({ id }) => rule.readings.includes(id) && !appliesToSomeRequests(id));
  const covers = (outcome: ReadingOutcome): boolean =>
    outcome.status === gives.status &&
    (outcome.format ?? gives.format) === gives.format &&
    (outcome.code ?? gives.code) === gives.code;
  if (applicable.some(({ accepted }) => accepted.some(covers))) return 'pass';
  return applicable.some(({ warned }) => warned.some(covers)) ? 'warn' : 'fail';
}

/** Requests that break the constraint and that the server refuses are corrected and sent again, so they are served. */
function accepting(
  constraint: Constraint,
  when = (input: JsonObject): boolean => breaks(constraint, input),
  correctedItems: Picking = () => true,
): Defect {
  return {
    gives: undefined,
    wire: intercept(constraint.endpoint, async (asked, next) => {
      const response = await next(asked.request);
      const { input } = asked;
      if (response.status < 400 || response.status === 401 || !input || !when(input)) return response;
      return next(withInput(asked, corrected(constraint, input, correctedItems)));
    }),
  };
}

/** In a list, only the items that `correctedItems` does not pick are checked. */
function checkingAllBut(correctedItems: Picking): (constraint: Constraint) => Defect | undefined {
  return (constraint) => (constraint.path.includes('*') ? accepting(constraint, undefined, correctedItems) : undefined);
}

function oneBeyond(constraint: Constraint): Defect | undefined {
  if (!isBound(constraint)) return undefined;
  return accepting(constraint, (input) => onBound(constraint, input, 1));
}

function oneShort(constraint: Constraint): Defect | undefined {
  if (!isBound(constraint)) return undefined;
  const field = constraint.path.findLast((step) => step !== '*');
  return {
    gives: undefined,
    wire: intercept(constraint.endpoint, async ({ request, input }, next) =>
      input && onBound(constraint, input, 0) ? errorResponse(constraint.outcome, field) : next(request),
    ),
  };
}

/** True for a bound with values on both sides. */
const isBound = ({ keyword, node }: Constraint): boolean =>
  /^(min|max)/.test(keyword) && !(keyword.startsWith('min') && node[keyword] === 1 && keyword !== 'minimum');

/** Changes the answer to requests that break the constraint. */
function answering(constraint: Constraint, gives: ErrorOutcome): Defect {
  const field = constraint.property ?? constraint.path.findLast((step) => step !== '*');
  return {
    gives,
    wire: intercept(constraint.endpoint, async ({ request, input }, next) => {
      const response = await next(request);
      const refused = response.status === 400 || response.status === 422;
      return refused && input && breaks(constraint, input) ? errorResponse(gives, field) : response;
    }),
  };
}

function otherStatus(constraint: Constraint): Defect {
  const { outcome } = constraint;
  return answering(constraint, { ...outcome, status: outcome.status === 422 ? 400 : 422 } as ErrorOutcome);
}

function otherFormat(constraint: Constraint): Defect {
  return answering(constraint, inOtherFormat(constraint));
}

function otherBody(constraint: Constraint): Defect {
  const { status } = constraint.outcome;
  return answering(constraint, { ...inOtherFormat(constraint), status } as ErrorOutcome);
}

const inOtherFormat = ({ outcome }: Constraint): ErrorOutcome =>
  outcome.format === 'detail' ? semanticFailure('invalid_request') : schemaFailure;

function otherCode(constraint: Constraint): Defect | undefined {
  const { outcome } = constraint;
  if (outcome.format === 'detail') return undefined;
  const code = outcome.code === 'invalid_request' ? 'missing_required_field' : 'invalid_request';
  return answering(constraint, { ...outcome, code });
}

function otherParam(constraint: Constraint): Defect | undefined {
  const { outcome } = constraint;
  if (outcome.format === 'detail' || outcome.param === undefined) return undefined;
  return answering(constraint, { ...outcome, param: 'messages' });
}

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
import { speaksOfSome } from '../../judges/near-misses.ts';
import type { Deviation, Expected } from '../deviation.ts';
import { at, crash, errorResponse, withInput } from '../wire.ts';
import { breaks, mended, onBound, type Picking } from './keywords.ts';

type Operator = readonly [
  slug: string,
  summary: (words: string) => string,
  make: (constraint: Constraint) => Made | undefined,
];

/** What can be done wrongly with any constraint, whatever it says. */
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

/** A difference on the wire, and the answer that it gives to what breaks the constraint. */
interface Made {
  readonly wire: NonNullable<Deviation['wire']>;
  readonly gives: ReadingOutcome | undefined;
}

/** The deviations of every row that names a request constraint: operator by row. */
export function constraintDeviations(): readonly Deviation[] {
  return rules.flatMap((rule) =>
    rule.constraint === undefined || rule.unjudged !== undefined
      ? []
      : deviationsOf(rule, resolveConstraint(rule.constraint)),
  );
}

function deviationsOf(rule: Rule, constraint: Constraint): readonly Deviation[] {
  return operators.flatMap(([slug, summary, make]) => {
    const made = make(constraint);
    if (made === undefined) return [];
    const expected = expectedOf(rule, made.gives);
    const words = `\`${['', ...constraint.path].join('/') || '/'} ${constraint.keyword}${constraint.property === undefined ? '' : ` ${constraint.property}`}\``;
    return [{ id: `${rule.id}/${slug}`, touches: rule.id, summary: summary(words), expected, wire: made.wire }];
  });
}

/** What the readings of a rule make of an answer to what breaks its constraint. */
function expectedOf(rule: Rule, gives: ReadingOutcome | undefined): Expected {
  if (gives === undefined) return 'fail';
  // What speaks of some requests only changes nothing for the others that the suites send.
  const own = readings.filter(({ id }) => rule.readings.includes(id) && !speaksOfSome(id));
  const covers = (outcome: ReadingOutcome): boolean =>
    outcome.status === gives.status &&
    (outcome.format ?? gives.format) === gives.format &&
    (outcome.code ?? gives.code) === gives.code;
  if (own.some(({ accepted }) => accepted.some(covers))) return 'pass';
  return own.some(({ warned }) => warned.some(covers)) ? 'warn' : 'fail';
}

/** Requests that the server refuses and that break the constraint are mended and sent again, so that they are served. */
function accepting(
  constraint: Constraint,
  when = (input: JsonObject): boolean => breaks(constraint, input),
  mendedItems: Picking = () => true,
): Made {
  return {
    gives: undefined,
    wire: at(constraint.endpoint, async (asked, next) => {
      const response = await next(asked.request);
      const { input } = asked;
      if (response.status < 400 || response.status === 401 || !input || !when(input)) return response;
      return next(withInput(asked, mended(constraint, input, mendedItems)));
    }),
  };
}

/** Of a list, all items but those that `mendedItems` picks are checked. */
function checkingAllBut(mendedItems: Picking): (constraint: Constraint) => Made | undefined {
  return (constraint) => (constraint.path.includes('*') ? accepting(constraint, undefined, mendedItems) : undefined);
}

function oneBeyond(constraint: Constraint): Made | undefined {
  if (!isBound(constraint)) return undefined;
  return accepting(constraint, (input) => onBound(constraint, input, 1));
}

function oneShort(constraint: Constraint): Made | undefined {
  if (!isBound(constraint)) return undefined;
  const field = constraint.path.findLast((step) => step !== '*');
  return {
    gives: undefined,
    wire: at(constraint.endpoint, async ({ request, input }, next) =>
      input && onBound(constraint, input, 0) ? errorResponse(constraint.outcome, field) : next(request),
    ),
  };
}

/** True for a bound that has values on both sides. */
const isBound = ({ keyword, node }: Constraint): boolean =>
  /^(min|max)/.test(keyword) && !(keyword.startsWith('min') && node[keyword] === 1 && keyword !== 'minimum');

/** Answers what breaks the constraint in another way. */
function answering(constraint: Constraint, gives: ErrorOutcome): Made {
  const field = constraint.property ?? constraint.path.findLast((step) => step !== '*');
  return {
    gives,
    wire: at(constraint.endpoint, async ({ request, input }, next) => {
      const response = await next(request);
      const refused = response.status === 400 || response.status === 422;
      return refused && input && breaks(constraint, input) ? errorResponse(gives, field) : response;
    }),
  };
}

function otherStatus(constraint: Constraint): Made {
  const { outcome } = constraint;
  return answering(constraint, { ...outcome, status: outcome.status === 422 ? 400 : 422 } as ErrorOutcome);
}

function otherFormat(constraint: Constraint): Made {
  return answering(constraint, inOtherFormat(constraint));
}

function otherBody(constraint: Constraint): Made {
  const { status } = constraint.outcome;
  return answering(constraint, { ...inOtherFormat(constraint), status } as ErrorOutcome);
}

const inOtherFormat = ({ outcome }: Constraint): ErrorOutcome =>
  outcome.format === 'detail' ? semanticFailure('invalid_request') : schemaFailure;

function otherCode(constraint: Constraint): Made | undefined {
  const { outcome } = constraint;
  if (outcome.format === 'detail') return undefined;
  const code = outcome.code === 'invalid_request' ? 'missing_required_field' : 'invalid_request';
  return answering(constraint, { ...outcome, code });
}

function otherParam(constraint: Constraint): Made | undefined {
  const { outcome } = constraint;
  if (outcome.format === 'detail' || outcome.param === undefined) return undefined;
  return answering(constraint, { ...outcome, param: 'messages' });
}

import {
  type Constraint,
  defined,
  endpointNames,
  endpoints,
  isObject,
  paidEndpoints,
  type Rule,
  readings,
  resolveConstraint,
  rules,
  schemaAt,
} from '../../../spec/index.ts';
import { casesInCircumstances } from '../../engine/checks/in-circumstances.ts';
import { pairsInCircumstances } from '../../engine/checks/request-rule.ts';
import type { Context } from '../../engine/context/context.ts';
import { flatMapInParallel } from '../../engine/context/map-concurrently.ts';
import { oncePerRun } from '../../engine/context/once-per-run.ts';
import { send } from '../../engine/context/send.ts';
import { deriveCase } from '../../engine/failure/case-origin.ts';
import { validCall } from '../../generate/bases.ts';
import { type Pair, pairsOf } from '../../generate/pairs.ts';
import type { Call, Exchange } from '../../http/exchange/exchange.ts';
import { deniedExchange } from '../auth/permission.ts';
import { allBadCalls } from '../auth/refusals.ts';
import { callsToEmpty, withoutCredit } from '../billing/empty-key.ts';
import { badBodies, bodyFaults, rulesOfBodies } from './bodies.ts';
import { FAULTS, failedExchange } from './faults.ts';

/** A request that must not succeed, and how its answer is had. */
export interface ErrorCase {
  /** True when the request may fail its schema: 422 with `detail`. */
  readonly schema: boolean;
  /** Names of which a `loc` must hold one; empty where none is due. */
  readonly names: readonly string[];
  /** True when a server fault was armed, so that a 5xx is the answer due. */
  readonly armed: boolean;
  /** The rule that it is refused: blamed where it is not. */
  readonly rule?: string;
  /** The valid request that it was made from, where it is one half of a pair. */
  readonly control?: Call;
  /** Gives the answer, a new one in a context with an empty cache. Rejects as the client and the control API do. */
  obtain(context: Context): Promise<Exchange>;
}

const lists = oncePerRun<readonly ErrorCase[]>('error cases');

/**
 * Every kind of refused request: one for each request constraint (the same that request rules send, so that it is sent once), bad bodies,
 * bad keys, no credit, no permission, and armed server faults; those that need a capability only where it is there.
 */
export function errorCases(context: Context): Promise<readonly ErrorCase[]> {
  return lists(context, 'all', async () => {
    const bodies = bodyFaults.flatMap((kind) =>
      badBodies(context, kind).map(({ call }) => ({ call, rule: rulesOfBodies[kind] })),
    );
    const keys = await allBadCalls(context);
    const empty = await callsToEmpty(context);
    return [
      ...constraintCases(),
      ...twoFaultCases(),
      ...(await circumstantialCases(context)),
      // Bad bodies may be schema failures too (readings R7, R8, R8a); no field of theirs is at fault.
      ...bodies.map(({ call, rule }) => ({ ...plainCase((own) => send(own, call), { rule }), schema: true })),
      ...keys.map((bad) => deriveCase(bad, ({ call, rule }) => plainCase((own) => send(own, call), { rule }))),
      ...empty.map((one) =>
        deriveCase(one, ({ call }) =>
          plainCase(async (own) => send(own, await withoutCredit(own, call)), { rule: 'billing.zero-balance' }),
        ),
      ),
      ...(context.hasControlApi ? await controlledCases(context) : []),
    ];
  });
}

const plainCase = (
  obtain: ErrorCase['obtain'],
  { rule, armed = false }: Partial<Pick<ErrorCase, 'rule' | 'armed'>>,
): ErrorCase => ({ schema: false, names: [], armed, ...defined({ rule }), obtain });

const DENIED = { rule: 'auth.permission-denied' } as const;

const failedCase = (fault: Parameters<typeof failedExchange>[1], call: Call): ErrorCase =>
  plainCase((own) => failedExchange(own, fault, call), { armed: true });

async function controlledCases(context: Context): Promise<readonly ErrorCase[]> {
  const wide = paidEndpoints.flatMap((endpoint) => [
    casesInCircumstances(context, endpoint, 'auth.permission-denied', (call) =>
      plainCase((own) => deniedExchange(own, endpoint, call), DENIED),
    ),
    casesInCircumstances(context, endpoint, FAULTS, (call) => failedCase('internal_error', call)),
  ]);
  return [...plainlyControlled, ...(await Promise.all(wide)).flat()];
}

const plainlyControlled: readonly ErrorCase[] = [
  ...paidEndpoints.map((endpoint) => plainCase((own) => deniedExchange(own, endpoint), DENIED)),
  ...endpointNames.map((endpoint) => failedCase('internal_error', validCall(endpoint))),
  failedCase('service_unavailable', validCall('domains')),
];

function constraintCases(): readonly ErrorCase[] {
  return constraintsOfRules().flatMap(({ rule, constraint }): ErrorCase[] => {
    const [pair] = pairsOf(constraint).examples;
    return pair === undefined ? [] : [caseOf(rule, constraint, pair)];
  });
}

/** Requests with two fields of a wrong type, one for each endpoint that has two: `detail` may list both. */
const twoFaultCases = (): readonly ErrorCase[] =>
  paidEndpoints.flatMap((endpoint) => {
    const pairs = constraintsOfRules()
      .filter(
        ({ constraint: { keyword, path, ...own } }) =>
          own.endpoint === endpoint && keyword === 'type' && path.length === 1,
      )
      .flatMap(({ constraint }) => pairsOf(constraint).examples.slice(0, 1));
    const [one, other] = pairs;
    const name = other?.field ?? '';
    if (one === undefined || !isObject(one.mutated.body) || !isObject(other?.mutated.body)) return [];
    const call = { ...one.mutated, body: { ...one.mutated.body, [name]: other.mutated.body[name] } };
    return [
      { ...plainCase((own) => send(own, call), {}), schema: true, names: [one.field, name], control: one.control },
    ];
  });

const constraintsOfRules = (): readonly { readonly rule: Rule; readonly constraint: Constraint }[] =>
  rules.flatMap((rule) =>
    rule.constraint === undefined || rule.unjudged !== undefined
      ? []
      : [{ rule, constraint: resolveConstraint(rule.constraint) }],
  );

function caseOf(rule: Rule, constraint: Constraint, pair: Pair): ErrorCase {
  const names = pair.field === '' ? [] : [pair.field, ...unionsAbove(constraint)];
  const accepted = readings.filter(({ id }) => rule.readings.includes(id)).flatMap((reading) => reading.accepted);
  const schema = [constraint.outcome, ...accepted].some(({ format }) => format === 'detail');
  return {
    schema,
    names,
    armed: false,
    rule: rule.id,
    control: pair.control,
    obtain: (own) => send(own, pair.mutated),
  };
}

/** The refused requests of request rules in all circumstances. */
function circumstantialCases(context: Context): Promise<readonly ErrorCase[]> {
  return flatMapInParallel(constraintsOfRules(), async ({ rule, constraint }) =>
    (await pairsInCircumstances(context, constraint)).map((pair) =>
      deriveCase(pair, (one) => caseOf(rule, constraint, one)),
    ),
  );
}

/** Where one of several shapes is allowed, a validator may stop at the field that holds them (readings S25). */
function unionsAbove({ endpoint, path }: Constraint): readonly string[] {
  const schema = endpoints[endpoint].request;
  const union = path.some((_, at) => {
    const types: unknown = schemaAt(schema, path.slice(0, at + 1))?.type;
    return Array.isArray(types) && types.includes('object');
  });
  return union ? path.slice(0, 1) : [];
}

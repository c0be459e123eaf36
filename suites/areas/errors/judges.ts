import { errorTable, errorTypes } from '../../../spec/index.ts';
import { judgeJsonLabel } from '../../engine/checks/common-rules.ts';
import { type Exchange, excerpt, jsonOf } from '../../http/exchange/exchange.ts';
import { isErrorOfApi } from '../../http/pacing/retry.ts';
import { errorResponseOf } from '../../judges/expect-error.ts';
import { judgeField } from '../../judges/fields.ts';
import { formatValue } from '../../judges/format-value.ts';
import { broken, type Judgement } from '../../judges/judgement.ts';
import { bodyOf, listIn, objectIn, objectsIn } from '../../judges/read.ts';

/** What a judge of error answers knows of the request: whether it failed its schema, and which names a `loc` may hold. */
export interface Asked {
  readonly schema: boolean;
  readonly names: readonly string[];
}

/** A pure function from an error answer to a judgement. */
export type ErrorJudge = (exchange: Exchange, asked: Asked) => Judgement;

/**
 * Which of the two documents an answer means to be: a 422 is a schema failure if it has `detail`, or if it has neither format and a schema failure was
 * due; anything else is an envelope.
 */
export function documentOf(exchange: Exchange, schema: boolean): 'errors.detail' | 'errors.envelope' {
  const body = bodyOf(exchange) ?? {};
  const isSchemaFailure = 'error' in body ? schema && 'detail' in body : schema || 'detail' in body;
  return exchange.status === 422 && isSchemaFailure ? 'errors.detail' : 'errors.envelope';
}

/** The judge of one field of the envelope or of a `detail` item. Source: Errors, envelope; 422 schema validation format. */
export function errorFieldJudge(rule: string, document: 'errors.detail' | 'errors.envelope'): ErrorJudge {
  return (exchange, { schema }) => {
    const parsed = jsonOf(exchange);
    if (!parsed.ok || documentOf(exchange, schema) !== document) return 'nothing';
    if (objectIn(parsed.value)) return judgeField(rule, parsed.value);
    // No member of it can be looked at: the rule of the outermost field says so.
    return rule === document ? broken(`The body of the ${exchange.status} is ${excerpt(exchange.body)}.`) : 'nothing';
  };
}

/** The type that the table gives a code; a code that is not there may have any. Source: Errors, codes by status. */
export const typeByCode: ErrorJudge = (exchange) => {
  const { code, type } = errorResponseOf(exchange);
  const row = Object.entries(errorTable).find(([name]) => name === code)?.[1];
  if (row === undefined || !errorTypes.some((known) => known === type)) return 'nothing';
  return type === row.type
    ? 'fine'
    : broken(`The code "${code}" comes with the type "${row.type}".`, `The ${exchange.status} has the type "${type}".`);
};

/** A schema failure has no `error.code`. Source: Errors, 422 schema validation format. */
export const detailWithoutCode: ErrorJudge = (exchange, { schema }) => {
  if (!schema || documentOf(exchange, schema) !== 'errors.detail') return 'nothing';
  const error = objectIn(bodyOf(exchange)?.error);
  return error === undefined || error.code === undefined || error.code === null
    ? 'fine'
    : broken(`The 422 has \`error.code\` ${formatValue(error.code)} beside \`detail\`.`);
};

/** Some `loc` names the field at fault, whatever comes before and after it (readings S25). */
export const detailNamesField: ErrorJudge = (exchange, { schema, names }) => {
  if (!schema || names.length === 0 || documentOf(exchange, schema) !== 'errors.detail') return 'nothing';
  const locs = objectsIn(bodyOf(exchange)?.detail).map(({ item }) => item.loc);
  if (!locs.some(Array.isArray)) return 'nothing';
  const steps = locs.flatMap(listIn).flatMap((step) => (typeof step === 'string' ? step.split(/[.[\]/]+/) : []));
  return steps.some((step) => names.includes(step))
    ? 'fine'
    : broken(`\`loc\` is ${judgedLocs(locs)} where \`${names[0]}\` is at fault.`);
};

const judgedLocs = (locs: readonly unknown[]): string => locs.map((loc) => formatValue(loc)).join(' and ');

/**
 * The label and the syntax of an error answer. A page that refuses a large body comes from what stands before the API: no table lists 413, and the
 * rule of the bound says that the request was refused. Source: What the service does.
 */
export const errorContentType: ErrorJudge = (exchange) =>
  exchange.status === 413 && !isErrorOfApi(exchange) ? 'nothing' : judgeJsonLabel(exchange);

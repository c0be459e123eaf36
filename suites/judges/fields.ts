import type { ErrorObject } from 'ajv/dist/2020.js';
import { plural } from '../../reports/index.ts';
import {
  findRule,
  isObject,
  pathOfError,
  resolveField,
  responseDocuments,
  rules,
  type SchemaNode,
  schemaCompiler,
} from '../../spec/index.ts';
import { type Exchange, jsonOf } from '../http/exchange/exchange.ts';
import { describeFieldError, kindOf } from './field-errors.ts';
import { isIsoTimestamp } from './iso-8601.ts';
import { broken, type Judge, type Judgement } from './judgement.ts';
import { judgeOddities } from './odd-values.ts';
import { listIn, objectIn } from './read.ts';

/**
 * Each field rule owns one field of a response document. A document is validated once for each body, and every error
 * counts for the rule that owns its field, or the nearest field above it.
 */
const ajv = schemaCompiler({ allErrors: true, verbose: true, strict: true, strictTypes: false, allowUnionTypes: true });
ajv.addFormat('iso-8601', isIsoTimestamp);

/** The fields of all rules, as their rows name them. */
const ownedFields = new Set(rules.map(({ field }) => field));

/** An error in a field. The description is computed only if it is reported. */
interface FieldError {
  readonly owner: string;
  /** The path of the value itself. */
  readonly place: readonly (string | number)[];
  describe(): string;
}

const NO_FIELDS = {};

const errorsByBody = new WeakMap<object, Map<string, readonly FieldError[]>>();

function errorsIn(document: string, value: unknown): readonly FieldError[] {
  // What is no object lacks every field that an empty one lacks.
  if (!isObject(value))
    return errorsIn(document, NO_FIELDS).map((error) => ({
      ...error,
      describe: () => `the whole is ${kindOf(value)} instead of an object`,
    }));
  const perDocument = errorsByBody.get(value) ?? new Map<string, readonly FieldError[]>();
  errorsByBody.set(value, perDocument);
  const cached = perDocument.get(document);
  if (cached) return cached;
  const validate = ajv.compile(responseDocuments[document] as SchemaNode); // compiled once: ajv knows the schemas that it has seen
  const errors = validate(value) ? [] : (validate.errors ?? []).map((error) => fieldError(document, value, error));
  perDocument.set(document, errors);
  return errors;
}

function fieldError(document: string, value: unknown, error: ErrorObject): FieldError {
  const place = pathOfError(error, value);
  const path = place.map((step) => (typeof step === 'number' ? '*' : step));
  return {
    owner: ownerOf(document, `/${path.join('/')}`),
    place,
    describe: () => describeFieldError(error, value),
  };
}

function ownerOf(document: string, path: string): string {
  for (let at = path; at !== ''; at = at.slice(0, at.lastIndexOf('/')))
    if (ownedFields.has(`${document} ${at}`)) return at;
  return '/';
}

/** The judge of a field rule: the field is present, with the right type, constant or form. */
export function fieldJudge(rule: string): Judge {
  const judge = documentJudge(rule);
  return (exchange) => judgeBody(exchange, judge);
}

const documentJudges = new Map<string, (value: unknown) => Judgement>();

export function judgeField(rule: string, value: unknown): Judgement {
  const judge = documentJudges.get(rule) ?? documentJudge(rule);
  documentJudges.set(rule, judge);
  return judge(value);
}

/** Judges a parsed document for a field rule. */
function documentJudge(rule: string): (value: unknown) => Judgement {
  const row = findRule(rule);
  if (row?.field === undefined)
    throw new Error(`rule ${rule} names no field: give its row one, or write another judge`);
  const field = resolveField(row.field);
  const ownPath = `/${field.path.join('/')}`;
  return (value) => {
    const errors = errorsIn(field.document, value);
    const error = errors.find(({ owner }) => owner === ownPath);
    if (error) {
      const places = errors.filter(({ owner }) => owner === ownPath).map(({ place }) => place);
      return broken(row.statement, `In the answer, ${error.describe()}${shareOf(places, value, field.path)}.`);
    }
    return judgeOddities(row, value, field);
  };
}

/** How many items of a list are wrong, if not all are: the last one alone, or one kind of them. */
function shareOf(places: readonly FieldError['place'][], value: unknown, path: readonly string[]): string {
  const listPath = path.slice(0, path.lastIndexOf('*') + 1);
  const items = listPath.reduce<readonly unknown[]>(
    (nodes, step) => nodes.flatMap((node) => (step === '*' ? listIn(node) : [objectIn(node)?.[step]])),
    [value],
  );
  const wrong = new Set(places.map((place) => place.slice(0, listPath.length).join('/'))).size;
  if (listPath.length === 0 || wrong >= items.length) return '';
  return `; of ${plural(items.length, 'item')}, ${wrong} ${wrong === 1 ? 'is' : 'are'} wrong`;
}

/** Judges a JSON body. A body that is not JSON is left to its own rule. */
export function judgeBody(exchange: Exchange, judge: (value: unknown) => Judgement): Judgement {
  const parsed = jsonOf(exchange);
  return parsed.ok ? judge(parsed.value) : 'nothing';
}

import type { ErrorObject } from 'ajv/dist/2020.js';
import {
  findRule,
  pathOfError,
  resolveField,
  responseDocuments,
  rules,
  type SchemaNode,
  schemaCompiler,
} from '../../spec/index.ts';
import { type Exchange, jsonOf } from '../target/exchange.ts';
import { describeFieldError } from './field-errors.ts';
import { formatValue } from './format-value.ts';
import { isIsoTimestamp } from './iso-8601.ts';
import { broken, type Judge, type Judgement } from './judgement.ts';
import { judgeOddities } from './odd-values.ts';

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
  describe(): string;
}

const errorsByBody = new WeakMap<object, Map<string, readonly FieldError[]>>();

function errorsIn(document: string, value: unknown): readonly FieldError[] {
  if (typeof value !== 'object' || value === null)
    return [{ owner: '/', describe: () => `the body is ${formatValue(value)}` }];
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
  const path = pathOfError(error, value).map((step) => (typeof step === 'number' ? '*' : step));
  return { owner: ownerOf(document, `/${path.join('/')}`), describe: () => describeFieldError(error, value) };
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
    const error = errors.find((candidate) => candidate.owner === ownPath || candidate.owner === '/');
    if (error?.owner === ownPath) return broken(row.statement, `In the answer, ${error.describe()}.`);
    return judgeOddities(row, value, field);
  };
}

/** Judges a JSON body. A body that is not JSON is left to its own rule. */
export function judgeBody(exchange: Exchange, judge: (value: unknown) => Judgement): Judgement {
  const parsed = jsonOf(exchange);
  return parsed.ok ? judge(parsed.value) : 'nothing';
}

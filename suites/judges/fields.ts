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
import { isIsoTimestamp } from './iso-8601.ts';
import { broken, type Judge, type Judgement } from './judgement.ts';
import { judgeOddities } from './odd-values.ts';
import { shown } from './shown.ts';

/**
 * Field rules: each owns one field of a response document. A document is validated once for each body, and every error
 * counts against the rule of its field, or of the nearest owned field above it.
 */
const ajv = schemaCompiler({ allErrors: true, verbose: true, strict: true, strictTypes: false, allowUnionTypes: true });
ajv.addFormat('iso-8601', isIsoTimestamp);

/** The fields of all rules, as their rows name them. */
const ownedFields = new Set(rules.map(({ field }) => field));

/** An error in a field. The words are only made if they are reported. */
interface FieldError {
  readonly owner: string;
  words(): string;
}

const errorsByBody = new WeakMap<object, Map<string, readonly FieldError[]>>();

function errorsIn(document: string, value: unknown): readonly FieldError[] {
  if (typeof value !== 'object' || value === null) return [{ owner: '/', words: () => `the body is ${shown(value)}` }];
  const perDocument = errorsByBody.get(value) ?? new Map<string, readonly FieldError[]>();
  errorsByBody.set(value, perDocument);
  const seen = perDocument.get(document);
  if (seen) return seen;
  const validate = ajv.compile(responseDocuments[document] as SchemaNode); // compiled once: ajv knows the schemas that it has seen
  const errors = validate(value) ? [] : (validate.errors ?? []).map((error) => fieldError(document, value, error));
  perDocument.set(document, errors);
  return errors;
}

function fieldError(document: string, value: unknown, error: ErrorObject): FieldError {
  const path = pathOfError(error, value).map((step) => (typeof step === 'number' ? '*' : step));
  return { owner: ownerOf(document, `/${path.join('/')}`), words: () => describeFieldError(error, value) };
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
  const own = `/${field.path.join('/')}`;
  return (value) => {
    const errors = errorsIn(field.document, value);
    const error = errors.find((candidate) => candidate.owner === own || candidate.owner === '/');
    if (error?.owner === own) return broken(row.statement, `In the answer, ${error.words()}.`);
    return judgeOddities(row, value, field);
  };
}

/** Judges a JSON body. A body that is no JSON has nothing to judge: its own rule blames it. */
export function judgeBody(exchange: Exchange, judge: (value: unknown) => Judgement): Judgement {
  const parsed = jsonOf(exchange);
  return parsed.ok ? judge(parsed.value) : 'nothing';
}

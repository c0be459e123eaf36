import { isObject } from '../../spec/index.ts';
import type { RuleReport } from '../content/report.ts';
import { elide } from '../text/elide.ts';
import { type ShowLimits, showValue } from '../text/show-value.ts';
import { scriptAdvice } from './reproduce.ts';

/** A line of an exchange in plain text. Headers and bodies belong to the line before them. */
export interface ExchangeLine {
  readonly kind: 'line' | 'header' | 'body';
  readonly text: string;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

const ORIGIN = / https?:\/\/[^/ ]+\//;

/** How the JSON below is written on the wire. */
const NOTATIONS: Readonly<Record<string, string>> = {
  escaped: 'the JSON is sent with letters escaped, such as \\u0065 for e',
  indented: 'the JSON is sent indented, with its fields in reverse order, after a blank',
  'after a blank': 'the JSON is sent after a blank',
  'before a line end': 'the JSON is sent before a line end',
  'over several lines': 'the JSON is sent indented, over several lines',
  'in reverse order': 'the JSON is sent with its fields in reverse order',
};

/** The request and the response of a counterexample, in lines; undefined for other values. */
export function exchangeLines(counterexample: unknown): ExchangeLine[] | undefined {
  const { request, response, steps } = isObject(counterexample) ? counterexample : {};
  // The address is that of the target; the rest of the line is what differs.
  if (Array.isArray(steps)) return steps.map((step) => ({ kind: 'line', text: textOf(step).replace(ORIGIN, ' /') }));
  if (!isObject(request) || !isObject(response)) return undefined;
  const { method, url, body, raw, notation, headers, ...others } = request;
  const { status, content_type: type, body: answer, failure } = response;
  const whole = (value: unknown): ExchangeLine[] =>
    value === undefined || value === '' ? [] : [{ kind: 'body', text: textOf(value) }];
  const sent = [...whole(raw), ...whole(isObject(body) ? (body.javascript ?? body.outline ?? body) : body)];
  return [
    { kind: 'line', text: `${method} ${url}${method === 'POST' && sent.length === 0 ? ', with an empty body' : ''}` },
    ...Object.entries({ ...others, ...(isObject(headers) ? headers : {}) }).map(([name, own]) => ({
      kind: 'header' as const,
      text: own === null ? `no header ${name}` : `${name}: ${textOf(own)}`,
    })),
    ...(notation === undefined
      ? []
      : [{ kind: 'header' as const, text: `${NOTATIONS[textOf(notation)] ?? notation}` }]),
    ...sent,
    {
      kind: 'line',
      text: failure === undefined ? `answered with ${status}, ${type ?? 'no content type'}` : `${failure}`,
    },
    ...partsOf(counterexample).flatMap(([name, part]) => whole(`${name}: ${part}`)),
    ...whole(answer),
  ];
}

/** The parts of a long response that the sentence on the failure names, each with its path. */
export function partsOf(counterexample: unknown): [path: string, part: string][] {
  const response = isObject(counterexample) ? counterexample.response : undefined;
  const parts = isObject(response) && isObject(response.parts) ? response.parts : {};
  return Object.entries(parts).map(([path, part]) => [path, textOf(part)]);
}

/** Length of a body in plain text, unless limits say otherwise. */
const MAX_BODY = 1000;

/** A counterexample in plain text: an exchange line by line, any other value as JSON. */
export function counterexampleText(counterexample: unknown, limits: Partial<ShowLimits> = {}): string {
  const lines = exchangeLines(counterexample)?.map(({ kind, text }) => {
    return `${kind === 'line' ? '' : '  '}${elide(text, limits.string ?? MAX_BODY)}`;
  });
  return lines?.join('\n') ?? showValue(counterexample, limits);
}

/** What shows a failure and how to reproduce it, for formats in plain text. */
export function evidenceLines(rule: RuleReport): string[] {
  const { failure, notes = [] } = rule;
  if (failure === undefined) return notes.map((note) => `note: ${note}`);
  const { seen, counterexample, curl, seed, path } = failure;
  return [
    ...(seen === undefined ? [] : [`seen:     ${seen}`]),
    `shown by: ${counterexampleText(counterexample)}`,
    ...(curl === '' ? [] : [`curl:     ${curl}`]),
    ...scriptAdvice(rule),
    `seed ${seed}${path === '' ? '' : `, path ${path}`}`,
    ...notes.map((note) => `note: ${note}`),
  ];
}

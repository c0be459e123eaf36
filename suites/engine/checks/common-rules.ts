import { type Rule, rules } from '../../../spec/index.ts';
import { jsonOf, mediaTypeOf } from '../../http/exchange/exchange.ts';
import { fieldJudge } from '../../judges/fields.ts';
import { broken, type Judge, tolerated } from '../../judges/judgement.ts';
import { acceptsValid } from './accepts-valid.ts';
import type { Check } from './check.ts';
import { nullRule } from './null-rule.ts';
import { requestRule } from './request-rule.ts';
import { responseRule, type Traffic } from './response-rule.ts';

/** The rule that a response is JSON and has the content type application/json. */
export function jsonContentType(rule: string, traffic: Traffic): Check {
  return responseRule(rule, traffic, judgeJsonLabel, 'The content type is application/json, the body JSON.');
}

/** Judges the content type and the syntax of a JSON response. Source: What the service does. */
export const judgeJsonLabel: Judge = (exchange) => {
  const type = mediaTypeOf(exchange);
  const expected = 'JSON answers carry the content type application/json and hold JSON.';
  if (type !== 'application/json')
    return broken(expected, `The content type is ${type === '' ? 'missing' : `"${type}"`}.`);
  const parsed = jsonOf(exchange);
  if (!parsed.ok) return broken(expected, `The label is right, but ${parsed.reason}`);
  const [first, second, third] = exchange.body;
  const hasByteOrderMark = first === 0xef && second === 0xbb && third === 0xbf;
  return hasByteOrderMark
    ? tolerated(expected, 'A byte order mark stands before it, which many readers do not expect.')
    : 'fine';
};

/** A response rule for each id, from a judge and its method. */
export function responseRules(
  traffic: Traffic,
  judged: Readonly<Record<string, readonly [judge: Judge, method: string]>>,
): readonly Check[] {
  return Object.entries(judged).map(([rule, [judge, method]]) => responseRule(rule, traffic, judge, method));
}

/** The rules of an endpoint with a JSON body that follow from its rows and its traffic. */
export function endpointRules(area: string, traffic: Traffic): readonly Check[] {
  return [
    acceptsValid(`${area}.accepts-valid`, traffic),
    jsonContentType(`${area}.json-content-type`, traffic),
    ...constraintRows(area).map(requestRule),
    nullRule(`${area}.null-refused`),
    ...fieldRules(fieldRows(area), traffic, fieldJudge),
  ];
}

/** A response rule for each id, judged by the schema of the field in its row. */
export function fieldRules(ids: readonly string[], traffic: Traffic, judge: (rule: string) => Judge): readonly Check[] {
  return ids.map((rule) =>
    responseRule(
      rule,
      traffic,
      judge(rule),
      'The field is present where its table has it, with the right type, constant or form.',
    ),
  );
}

/** Ids of the judged rows of an area that name a request constraint. */
export const constraintRows = (area: string): readonly string[] => idsOf(area, (rule) => rule.constraint !== undefined);

/** Ids of the judged rows of an area that name a response field. */
export const fieldRows = (area: string): readonly string[] => idsOf(area, (rule) => rule.field !== undefined);

function idsOf(area: string, wanted: (rule: Rule) => boolean): readonly string[] {
  return rules
    .filter((rule) => rule.id.startsWith(`${area}.`) && rule.unjudged === undefined && wanted(rule))
    .map((rule) => rule.id);
}

import { elide, plural } from '../../../reports/index.ts';
import { type EndpointName, endpointNames } from '../../../spec/index.ts';
import type { Circumstances } from '../../generate/circumstance-texts.ts';
import { succeeded } from '../../http/exchange/exchange.ts';
import { bytesOf, identityOf } from '../../http/exchange/wire.ts';
import type { SeenIn } from '../../judges/judgement.ts';
import { isValid } from '../../model/valid-call.ts';
import { circumstancesIn } from '../checks/refused-valid.ts';
import { describeDivide, describeSharedCircumstances } from '../failure/describe-circumstances.ts';
import type { ObservedRequest } from './observed.ts';

/** Longest part of a request that is shown, in characters. */
const MAX_SHOWN = 200;

/**
 * Says which valid requests got no answer in time, each time, although their endpoint answered others afterwards: a sentence for each endpoint, with
 * what they have in common and the smallest of them. How long an answer may take is not specified, so their rules stay open, and show no request.
 */
export function describeUnanswered(
  timedOut: readonly ObservedRequest[],
  entries: readonly ObservedRequest[],
): readonly string[] {
  return endpointNames.flatMap((endpoint) => {
    const { lost, answered } = neverAnswered(endpoint, timedOut, entries);
    const [smallest] = lost.toSorted((one, other) => bytesOf(one.response.call) - bytesOf(other.response.call));
    if (smallest === undefined) return [];
    const circumstances = circumstancesOfLost(endpoint, lost, answered);
    const requests = plural(lost.length, `valid ${endpoint} request`);
    const { method, url, body = new Uint8Array() } = smallest.request;
    const shown = `${method} ${new URL(url).pathname}${new URL(url).search} ${elide(Buffer.from(body).toString(), MAX_SHOWN)}`;
    return [
      [
        `${requests} got no answer in time, whenever sent; ${answered.length.toLocaleString('en-US')} others were answered.`,
        ...(circumstances ? [circumstances.text] : []),
        `The smallest: ${shown.trimEnd()}`,
      ].join(' '),
    ];
  });
}

/** The levels that all rows share. */
const inCommon = ([first = {}, ...others]: readonly Circumstances[]): Circumstances =>
  Object.fromEntries(Object.entries(first).filter(([name, level]) => others.every((row) => row[name] === level)));

/** The valid requests to an endpoint among those that were lost that were never answered, although others were afterwards, each once; those lost most often first. */
export function neverAnswered(
  endpoint: EndpointName,
  allLost: readonly ObservedRequest[],
  entries: readonly ObservedRequest[],
): { readonly lost: readonly ObservedRequest[]; readonly answered: readonly ObservedRequest[] } {
  const own = entries.filter(({ response }) => response.call.endpoint === endpoint);
  const answeredOnce = new Set(own.map(({ response }) => identityOf(response.call)));
  const answered = own.filter(({ response }) => succeeded(response));
  const lastAnswer = Math.max(...answered.map(({ startedAt }) => startedAt));
  const never = new Map<string, ObservedRequest[]>();
  for (const entry of allLost) {
    const { call } = entry.response;
    const identity = identityOf(call);
    if (call.endpoint !== endpoint || entry.endedAt >= lastAnswer || answeredOnce.has(identity) || !isValid(call))
      continue;
    never.set(identity, [...(never.get(identity) ?? []), entry]);
  }
  const groups = [...never.values()].toSorted((one, other) => other.length - one.length);
  return { lost: groups.flatMap(([first]) => first ?? []), answered };
}

/** What requests that were lost have in common, and others have not. */
function circumstancesOfLost(
  endpoint: EndpointName,
  lost: readonly ObservedRequest[],
  answered: readonly ObservedRequest[],
): SeenIn | undefined {
  const [rows = [], others = []] = [lost, answered].map((some) =>
    some.map(({ response }) => circumstancesIn(response)),
  );
  return describeDivide(rows, others) ?? describeSharedCircumstances(endpoint, rows[0] ?? {}, inCommon(rows));
}

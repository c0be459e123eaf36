import { elide, plural } from '../../../reports/index.ts';
import { endpointNames } from '../../../spec/index.ts';
import type { Circumstances } from '../../generate/circumstance-texts.ts';
import { succeeded } from '../../http/exchange/exchange.ts';
import { bytesOf, identityOf } from '../../http/exchange/wire.ts';
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
    const answered = entries.filter(({ response }) => response.call.endpoint === endpoint && succeeded(response));
    const answeredOnce = new Set(answered.map(({ response }) => identityOf(response.call)));
    const lastAnswer = Math.max(...answered.map(({ startedAt }) => startedAt));
    const lost = new Map(
      timedOut
        .filter(({ response, endedAt }) => response.call.endpoint === endpoint && endedAt < lastAnswer)
        .filter(({ response: { call } }) => isValid(call) && !answeredOnce.has(identityOf(call)))
        .map((entry) => [identityOf(entry.response.call), entry] as const),
    );
    const all = [...lost.values()];
    const [smallest] = all.toSorted((one, other) => bytesOf(one.response.call) - bytesOf(other.response.call));
    if (smallest === undefined) return [];
    const rows = all.map(({ response }) => circumstancesIn(response));
    const circumstances =
      describeDivide(
        rows,
        answered.map(({ response }) => circumstancesIn(response)),
      ) ?? describeSharedCircumstances(endpoint, rows[0] ?? {}, inCommon(rows));
    const requests = plural(lost.size, `valid ${endpoint} request`);
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

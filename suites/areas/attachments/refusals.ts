import { attachmentFailure, type ChatModel, type ErrorOutcome, models } from '../../../spec/index.ts';
import { caseRule } from '../../engine/checks/case-rule.ts';
import type { Check } from '../../engine/checks/check.ts';
import { casesInCircumstances, faultsAtDepth } from '../../engine/checks/in-circumstances.ts';
import { judgeRefusalFor } from '../../engine/checks/request-rule.ts';
import type { Context } from '../../engine/context/context.ts';
import { flatMapInParallel } from '../../engine/context/map-concurrently.ts';
import { send, sendValid } from '../../engine/context/send.ts';
import { bases } from '../../generate/bases.ts';
import { type Call, type Exchange, modelOf, succeeded } from '../../http/exchange/exchange.ts';
import { type Judgement, remarked } from '../../judges/judgement.ts';
import { attachedIn, withPdfs } from './call.ts';
import { besideFixtures, fixtureUrl } from './files.ts';

/** A request that must be refused for one attachment. */
export interface Refusable {
  readonly call: Call;
  /** Completes «a request whose …». */
  readonly fault: string;
  /** Acceptance warns only: the specification can be read either way. */
  readonly lenient?: boolean;
  /** Where this is accepted too, acceptance tells nothing: it is noted in these words, and passes. */
  readonly unless?: { readonly accepted: Call; readonly note: string };
}

/** What a PDF that cannot be had or read gives. Source: Errors, per-endpoint causes, chat. */
export const pdfRefused = attachmentFailure('invalid_request', 'pdf_urls');

/** Longest wait in milliseconds where a target may fetch and read attachments: 30 s of fetching and as much again. */
export const PATIENCE = 60_000;

/** The same where many pages are read, in milliseconds: slow reading breaks no promise. */
const READING = 180_000;

/** A request with one PDF, named in the fault by its URL. */
export const refusable = (
  url: string,
  { lenient = false, model }: { readonly lenient?: boolean; readonly model?: ChatModel | undefined } = {},
): Refusable => ({
  call: withPdfs([url], model),
  fault: `"pdf_urls" holds ${url}`,
  lenient,
});

/** A request with a PDF that could be fetched at a private address, `url` leading there; none where the fixtures have no name. */
export const atPrivateName = (context: Context, urls: readonly string[]): readonly Refusable[] =>
  besideFixtures(context, 'unknown.', 'pages-1.pdf').flatMap((unknown) =>
    urls.map((url) => ({
      ...refusable(url),
      unless: {
        accepted: withPdfs([unknown]),
        note: `Every name before that of the fixtures seems to lead to them: ${unknown} is accepted. Let \`private.\` resolve to a private address and \`unknown.\` to none (hosts in their manifest).`,
      },
    })),
  );

/** A rule that certain attachments are refused. `control` shows that the target would accept the request without the fault. */
export function refusalRule(
  rule: string,
  method: string,
  control: (context: Context) => Promise<unknown>,
  cases: (context: Context) => readonly Refusable[],
  outcome: ErrorOutcome = pdfRefused,
): Check {
  return caseRule(
    rule,
    method,
    async (context) => {
      await control(context);
      const plain = cases(context);
      const wide = await flatMapInParallel(faultsAtDepth(context, plain), (item, at) =>
        casesInCircumstances(context, 'chat', `${rule} ${at}`, (call) => ({
          ...item,
          call: attachedIn(call, item.call, true),
        })),
      );
      const all = [...plain, ...wide];
      // Side by side, since a target may wait long for each; equal calls are sent once, so that judging finds them again.
      await Promise.allSettled(all.map(({ call }) => send(context, call, { timeoutMs: PATIENCE })));
      return all;
    },
    async (context, item) => {
      const exchange = await send(context, item.call, { timeoutMs: PATIENCE });
      const judgement = judgeRefused(rule, context, item, exchange, outcome);
      // Refused for another reason: whether the model answers at all tells whose fault that is.
      if (judgement !== 'fine' && !succeeded(exchange)) await plainChat(context, modelOf(item.call));
      if (item.unless && succeeded(exchange)) {
        const other = await send(context, item.unless.accepted, { timeoutMs: PATIENCE });
        if (succeeded(other)) return [remarked(item.unless.note), other];
      }
      return [judgement, exchange];
    },
  );
}

/** Sends a call whose attachments the target should fetch and read. */
export const sendReadable = (context: Context, call: Call, timeoutMs = READING): Promise<Exchange> =>
  send(context, call, { timeoutMs, expectsSuccess: true });

/** Judges one refusal, widened by the readings of the rule's row. Throws Unjudgeable for 429 and lost connections. */
export function judgeRefused(
  rule: string,
  context: Context,
  item: Refusable,
  exchange: Exchange,
  outcome: ErrorOutcome,
): Judgement {
  const finding = judgeRefusalFor(rule, context, exchange, { outcome, fault: item.fault });
  if (finding !== 'fine' && item.lenient && succeeded(exchange)) return { ...finding, kind: 'tolerated' };
  return finding;
}

/** Shows that chat answers at all with a model. Throws Unjudgeable otherwise. */
export const plainChat = (context: Context, model: string = models.chat): Promise<Exchange> =>
  sendValid(context, { endpoint: 'chat', body: { ...bases.chat[0], model } });

/** Shows that the target fetches and reads a PDF of one page. Throws Unjudgeable otherwise: `attachments.pdf-accepted` blames that. */
export const readablePdf = (context: Context): Promise<Exchange> =>
  sendValid(context, withPdfs([fixtureUrl(context, 'pages-1.pdf')]), { timeoutMs: PATIENCE });

import type { Check } from '../engine/check.ts';
import { judgeTraffic, responseRule } from '../engine/response-rule.ts';
import { sendValid } from '../engine/valid.ts';
import type { Judge } from '../judges/judgement.ts';
import * as judges from './judges.ts';
import * as pages from './page-judges.ts';
import { citationTraffic, pdfTraffic } from './traffic.ts';

/** A rule about attached pages, judged on requests whose PDFs the target fetches from the fixtures. */
const pageRule = (rule: string, judge: Judge, method: string): Check => ({
  rule,
  kind: 'response',
  method: `${method} Judged on PDFs of known page counts, with and without a stream.`,
  run: (context) =>
    judgeTraffic(rule, context, pdfTraffic(context.fixtures), async (call, own) => {
      const exchange = await sendValid(own, call);
      return [judge(exchange), exchange];
    }),
});

/** Every check of the citations of chat answers, streamed or not. */
export const citationsChecks: readonly Check[] = [
  responseRule(
    'citations.tokens-resolve',
    citationTraffic,
    judges.tokensResolve,
    'The tokens of the whole message are looked up in `sources`.',
  ),
  responseRule('citations.unique-ids', citationTraffic, judges.uniqueIds, 'The ids of `sources` are compared.'),
  responseRule('citations.id-form', citationTraffic, judges.idForm, 'Every id is matched with the form of a token.'),
  responseRule('citations.numbering', citationTraffic, judges.numbering, 'SW and PM numbers are counted through.'),
  responseRule(
    'citations.pm-pro-only',
    citationTraffic,
    judges.pmProOnly,
    'PM tokens and sources are looked for where the model is `svc-chat-v1`.',
  ),
  responseRule(
    'citations.pf-only-with-pdf',
    citationTraffic,
    judges.pfOnlyWithPdf,
    'PF tokens and sources are looked for where no PDF was attached.',
  ),
  pageRule('citations.pf-sequence', pages.sequence, 'The ids of the pages of one message are counted through.'),
  pageRule(
    'citations.pf-across-messages',
    pages.acrossMessages,
    'The ids of pages of several messages are counted through.',
  ),
  pageRule('citations.pf-title', pages.title, 'Each title is held against the file and page that the id stands for.'),
  pageRule('citations.pf-url', pages.url, 'Each url is held against the request.'),
  pageRule('citations.pf-score', pages.score, 'Each score is held against 1.'),
  pageRule('citations.pf-front', pages.front, 'The last page is looked for before the first other source.'),
];

import type { Check } from '../../engine/checks/check.ts';
import { responseRules } from '../../engine/checks/common-rules.ts';
import { judgeTraffic } from '../../engine/checks/response-rule.ts';
import { wholeRunRule } from '../../engine/checks/whole-run.ts';
import { sendValid } from '../../engine/context/send.ts';
import type { Judge } from '../../judges/judgement.ts';
import { answerTraffic } from '../chat/traffic.ts';
import * as judges from './judges.ts';
import * as pages from './page-judges.ts';
import { citationTraffic, hasPdfs, pdfTraffic } from './traffic.ts';

/**
 * A rule about attached pages, judged on requests whose PDFs the target fetches from the fixtures, and by `inAny` on all others with PDFs, for which
 * nobody need know how many pages these have.
 */
const pageRule = (rule: string, judge: Judge, inAny: Judge, method: string): Check => ({
  rule,
  kind: 'response',
  method: `${method} Judged on PDFs of known page counts, with and without a stream, and on the answers of scenarios.`,
  responseJudge: { endpoint: 'chat', includes: hasPdfs, judge: inAny },
  run: (context) =>
    judgeTraffic(rule, context, pdfTraffic(context.fixtures), async (call, own) => {
      const exchange = await sendValid(own, call);
      return [judge(exchange), exchange];
    }),
});

/** Every check of the citations of chat answers, streamed or not. */
export const citationsChecks: readonly Check[] = [
  ...responseRules(citationTraffic, {
    'citations.tokens-resolve': [judges.tokensResolve, 'The tokens of the whole message are looked up in `sources`.'],
    'citations.unique-ids': [judges.uniqueIds, 'The ids of `sources` are compared.'],
    'citations.id-form': [judges.idForm, 'Every id is matched with the form of a token.'],
    'citations.numbering': [judges.numbering, 'SW and PM numbers are counted through.'],
    'citations.pm-pro-only': [judges.pmProOnly, 'PM tokens and sources are looked for in answers of `svc-chat-v1`.'],
    'citations.pf-only-with-pdf': [judges.pfOnlyWithPdf, 'PF tokens and sources are looked for without a PDF.'],
  }),
  wholeRunRule(
    'citations.tokens-form',
    citationTraffic,
    judges.tokensForm,
    'Texts are searched for tokens, and for other spellings of the ids that stand in `sources`.',
    { perCircumstance: true },
  ),
  wholeRunRule(
    'citations.pm-with-pro',
    answerTraffic,
    judges.pmWithPro,
    'PM sources are looked for where `svc-chat-pro-v1` found anything.',
  ),
  pageRule(
    'citations.pf-sequence',
    pages.sequence,
    pages.sequenceInAny,
    'The ids of the pages of one message are counted through.',
  ),
  pageRule(
    'citations.pf-across-messages',
    pages.acrossMessages,
    pages.acrossMessagesInAny,
    'The ids of pages of several messages are counted through.',
  ),
  pageRule(
    'citations.pf-title',
    pages.title,
    pages.titleInAny,
    'Each title is held against the file and page that the id stands for.',
  ),
  pageRule('citations.pf-url', pages.url, pages.urlInAny, 'Each url is held against the request.'),
  pageRule('citations.pf-score', pages.score, pages.score, 'Each score is held against 1.'),
  pageRule('citations.pf-front', pages.front, pages.front, 'The last page must stand before any other source.'),
];

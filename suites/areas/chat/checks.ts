import type { Check } from '../../engine/checks/check.ts';
import { endpointRules, responseRules } from '../../engine/checks/common-rules.ts';
import { defaultsRule } from '../../engine/checks/defaults-rule.ts';
import { wholeRunRule } from '../../engine/checks/whole-run.ts';
import * as judges from './judges.ts';
import { accepted, followUpsNone, sourcesNone } from './scenarios.ts';
import { answerTraffic, chatTraffic } from './traffic.ts';

/** Every check of chat requests and of chat answers without a stream. */
export const chatChecks: readonly Check[] = [
  ...endpointRules('chat', chatTraffic),
  ...accepted,
  ...responseRules(chatTraffic, {
    'chat.stream-default': [judges.oneObject, 'The body is read as one JSON object.'],
    'chat.response.search-input': [
      judges.searchInput,
      'The input of every action of the type `search_official_source` is looked at.',
    ],
    'chat.response.search-result': [
      judges.searchResult,
      'Every result of every action of the type `search_official_source` is looked at.',
    ],
    'chat.response.follow-ups-null': [judges.followUpsNull, 'Questions are looked for where none were asked for.'],
  }),
  wholeRunRule(
    'chat.response.steps-filled',
    chatTraffic,
    judges.stepsFilled,
    'Steps are looked for, and search actions where sources were searched for.',
  ),
  wholeRunRule(
    'chat.response.sources-differ',
    answerTraffic,
    judges.sourcesDiffer,
    'Titles and addresses of sources are compared.',
    { perCircumstance: true },
  ),
  wholeRunRule(
    'chat.response.message-differs',
    answerTraffic,
    judges.messagesDiffer,
    'Messages of answers with sources are compared.',
  ),
  defaultsRule(
    'chat',
    {
      stream: false,
      include_follow_ups: false,
      include_domains: null,
      exclude_domains: null,
      instructions: null,
      language: null,
    },
    judges.saidIn,
    { stream: 'left out', 'follow-ups': 'left out' },
    { list: 'messages', defaults: { image_urls: [], pdf_urls: [] } },
  ),
  sourcesNone,
  followUpsNone,
];

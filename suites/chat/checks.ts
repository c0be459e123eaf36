import type { Check } from '../engine/check.ts';
import { endpointRules, responseRules } from '../engine/common-rules.ts';
import * as judges from './judges.ts';
import { accepted, followUpsNone, sourcesNone } from './scenarios.ts';
import { chatTraffic } from './traffic.ts';

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
  sourcesNone,
  followUpsNone,
];

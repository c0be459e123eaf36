import { models } from '../../../spec/index.ts';
import type { Check } from '../../engine/checks/check.ts';
import { acceptanceRule, scenarioOver } from '../../engine/checks/scenario.ts';
import { affordable, type Context } from '../../engine/context/context.ts';
import { sendValidWithFault } from '../../engine/context/faults.ts';
import { bases } from '../../generate/bases.ts';
import type { Call } from '../../http/exchange/exchange.ts';
import { Unjudgeable } from '../../judges/judgement.ts';
import { bodyOf } from '../../judges/read.ts';
import { callsUnder, leavesNothing } from './none-to-list.ts';
import { oddFilters } from './odd-filters.ts';
import { chatTraffic } from './traffic.ts';

const [question = {}, talk = {}] = bases.chat;
const call = (extra: object): Call => ({ endpoint: 'chat', body: { ...question, ...extra } });

/** A talk with two answers in it. */
const longTalk: Call = {
  endpoint: 'chat',
  body: {
    ...talk,
    messages: [
      { role: 'user', text: 'What is anaemia?' },
      { role: 'assistant', text: 'A lack of healthy red blood cells.' },
      { role: 'user', text: 'What causes it?' },
      { role: 'assistant', text: 'Often a lack of iron.' },
      { role: 'user', text: 'How is iron deficiency found?' },
    ],
  },
};

/** All calls where they cost nobody money, else the first `few`. */
const bySpend =
  (few: number, calls: readonly Call[]) =>
  (context: Context): readonly Call[] =>
    affordable(context, calls, few);

/** Calls of the shared traffic with one model: they are sent anyway. */
const withModel =
  (model: string) =>
  (context: Context): readonly Call[] =>
    chatTraffic.examples(context).filter(({ body }) => Object(body).model === model);

/** The same call with another model. */
const modelOf =
  (model: string) =>
  (one: Call): Call => ({ ...one, body: { ...Object(one.body), model } });

/** The same call with the role `user` alone. */
const ofUser = (one: Call): Call => withRoles(one, () => 'user');

/** The same call with the usual roles: user and assistant in turns, both ends the user's, for which an even number is one too many. */
const inTurns = (one: Call): Call => withRoles(one, (at) => (at % 2 === 1 ? 'assistant' : 'user'), 'odd');

function withRoles(one: Call, role: (at: number) => string, count: 'any' | 'odd' = 'any'): Call {
  const { messages } = Object(one.body) as { messages: readonly object[] };
  const kept = count === 'odd' && messages.length % 2 === 0 ? messages.slice(1) : messages;
  return { ...one, body: { ...Object(one.body), messages: kept.map((item, at) => ({ ...item, role: role(at) })) } };
}

const NULLABLE = ['include_domains', 'exclude_domains', 'instructions', 'language'] as const;
const nulls = (names: readonly string[]): Call => call(Object.fromEntries(names.map((name) => [name, null])));

/** Names of several forms, all normalized, that no catalogue is likely to list: one of many labels, one of which begins with a digit. */
const wellFormed = call({
  include_domains: ['no-such-publisher.example', 'notdienst.24h.st-josefs-klinik.a1.example', 'xn--mller-kva.example'],
});

/** What must be accepted, kind by kind. */
export const accepted: readonly Check[] = [
  acceptanceRule('chat.model-standard', 'the model `svc-chat-v1`', withModel(models.chat), modelOf(models.chatPro)),
  acceptanceRule('chat.model-pro', 'the model `svc-chat-pro-v1`', withModel(models.chatPro), modelOf(models.chat)),
  acceptanceRule(
    'chat.role-assistant',
    'a message of the role `assistant`',
    bySpend(1, [{ endpoint: 'chat', body: talk }, longTalk]),
    ofUser,
  ),
  acceptanceRule(
    'chat.role-order',
    'roles in any order',
    bySpend(
      1,
      [
        ['assistant', 'user', 'user', 'assistant', 'assistant'],
        ['assistant', 'user'],
        ['user', 'user'],
        ['user', 'assistant'],
      ].map((roles) => call({ messages: roles.map((role, at) => ({ role, text: `About asthma, part ${at + 1}.` })) })),
    ),
    inTurns,
  ),
  acceptanceRule(
    'chat.nullable-accepted',
    'null for a nullable field',
    bySpend(1, [nulls(NULLABLE), ...NULLABLE.map((name) => nulls([name]))]),
  ),
  acceptanceRule(
    'chat.filter-beside-empty',
    'one domain filter and the other one empty or null',
    bySpend(2, [
      call({ include_domains: ['who.int'], exclude_domains: [] }),
      call({ include_domains: null, exclude_domains: ['who.int'] }),
      call({ include_domains: [], exclude_domains: ['who.int'] }),
      call({ include_domains: ['who.int'], exclude_domains: null }),
      call({ include_domains: [], exclude_domains: [] }),
    ]),
  ),
  acceptanceRule(
    'chat.filter-off-catalogue',
    'a domain that no catalogue lists',
    bySpend(1, [wellFormed, call({ exclude_domains: ['no-such-publisher.example'] })]),
  ),
  oddFilters(
    'chat.filter-lenient',
    wellFormed,
    bySpend(1, [
      call({ include_domains: ['HTTPS://WWW.WHO.INT/health-topics?x=1', 'not a domain'] }),
      call({ exclude_domains: [' Who.Int. ', '*.example', '..', 'klinik-köln.example'] }),
      call({ include_domains: [''] }),
    ]),
  ),
];

/** A nullable list of an answer that has nothing to list. */
const nullWhenNone = (rule: string, fault: string, field: string, extra: object): Check =>
  scenarioOver(
    rule,
    leavesNothing(fault),
    (context) => callsUnder(context, fault, call(extra), { stream: 'false' }),
    async (context, one, assert) => {
      const exchange = await sendValidWithFault(context, fault, one.call);
      const body = bodyOf(exchange);
      const value = body?.[field];
      if (!body || (Array.isArray(value) && value.length > 0))
        throw new Unjudgeable(`the fault ${fault} had no effect: \`${field}\` is ${JSON.stringify(value)}`, true);
      assert.require(
        value === null,
        `\`${field}\` is null when there are none.`,
        `\`${field}\` is ${value === undefined ? 'absent' : JSON.stringify(value)}.`,
        exchange,
      );
    },
  );

/** Without citations. */
export const sourcesNone = nullWhenNone('chat.response.sources-none', 'no_sources', 'sources', {});

/** Asked for, but none came. */
export const followUpsNone = nullWhenNone('chat.response.follow-ups-none', 'no_follow_ups', 'follow_up_questions', {
  include_follow_ups: true,
});

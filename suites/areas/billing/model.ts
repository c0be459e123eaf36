import fc from 'fast-check';
import type { Check } from '../../engine/checks/check.ts';
import { checkProperty } from '../../engine/checks/property.ts';
import type { Context } from '../../engine/context/context.ts';
import { asStream, validCall } from '../../generate/bases.ts';
import { asking, chat, chatAbout, finder, rerank } from './calls.ts';
import { type Books, type Command, callCommand, creditCommand, openCommand, revokeCommand } from './commands.ts';
import type { ModelCall } from './ledger-model.ts';

/** Sequences that a run tries unless told otherwise, and the longest of them. */
const SEQUENCES = 12;
const LONGEST = 14;

/** More micros than 32 bits hold, some 4,295 dollars: a count that wraps there sees a single one. */
const RICH = 2 ** 32 + 1;

const plainCalls: readonly ModelCall[] = [
  { words: 'a basic finder request', call: finder(), pages: 0 },
  { words: 'an advanced finder request', call: finder({ search_depth: 'advanced' }), pages: 0 },
  { words: 'a rerank request of 3 documents', call: rerank(3), pages: 0 },
  { words: 'a rerank request of 101 documents', call: rerank(101), pages: 0 },
  { words: 'a standard chat request', call: chat('standard'), pages: 0 },
  { words: 'a streamed standard chat request', call: asStream(chat('standard')), pages: 0 },
  { words: 'a standard chat request that asks for follow-ups', call: asking(chat('standard')), pages: 0 },
  { words: 'a streamed pro chat request that asks for follow-ups', call: asStream(asking(chat('pro'))), pages: 0 },
  { words: 'an embeddings request', call: validCall('embeddings'), pages: 0 },
];

/** The calls of the model; with a PDF where the target can fetch one. */
function callsFor({ profile }: Context): readonly ModelCall[] {
  if (profile.fixtures_url === undefined) return plainCalls;
  const call = chatAbout('standard', {}, { pdf_urls: [`${profile.fixtures_url}/pages-2.pdf`] });
  return [...plainCalls, { words: 'a standard chat request with a PDF of 2 pages', call, pages: 2 }];
}

/** Sequences that no run leaves to chance: every call on a rich key, a poor key that is fed and revoked, a chat too dear until enough for all kinds is credited, and a credit for all. */
function examplesFor(calls: readonly ModelCall[]): readonly (readonly Command[])[] {
  const poor = calls.filter(({ call }) => call.endpoint !== 'chat').map((item) => callCommand(0, item));
  const chats = calls.filter(({ call }) => call.endpoint === 'chat').map((item) => callCommand(0, item));
  return [
    [openCommand(RICH), ...calls.map((item) => callCommand(0, item))],
    [
      openCommand(0),
      ...poor,
      creditCommand(0, 34_999),
      ...poor,
      // Twice the same: neither is the other sent again.
      creditCommand(0, 1),
      creditCommand(0, 1),
      ...poor,
      revokeCommand(0),
      ...poor,
    ],
    // By itself, because a sequence begins again with each answer that is lost.
    [openCommand(0), creditCommand(0, 34_999), ...chats.slice(0, 1), creditCommand(0, 2_000_000), ...chats],
    // One credit for several requests.
    [openCommand(0), creditCommand(0, 165_000), ...poor],
  ];
}

/** The sequence without one half of it, without one quarter and so on, at last without one command. */
function shorterSequences(commands: Iterable<Command>): readonly (readonly Command[])[] {
  const all = [...commands];
  const shorter: (readonly Command[])[] = [];
  for (let size = all.length >> 1; size > 0; size >>= 1)
    for (let from = all.length - size; from >= 0; from -= size)
      shorter.push([...all.slice(0, from), ...all.slice(from + size)]);
  return shorter;
}

const pick = fc.nat({ max: 2 });
const amount = fc.constantFrom(1, 15_000, 34_999, 35_000, 150_000, 165_000, 510_000);
const credit = fc.tuple(pick, amount).map(([at, micros]) => creditCommand(at, micros));

/** Any sequence of calls, credits and revocations leaves the balance that the prices say. */
export const billingModel: Check = {
  rule: 'billing.model',
  kind: 'scenario',
  method:
    'Sequences of new keys, credits, revocations and paid calls run against the target and a small ledger of our own; after each step balance, charges and status must agree.',
  run: (context) => {
    const calls = callsFor(context);
    const shared = { left: true, unpriced: true };
    const tried = new WeakSet<object>();
    const sequence = fc.commands(
      [
        fc.oneof(fc.constant(0), amount, fc.constant(2_000_000)).map(openCommand),
        credit,
        credit,
        pick.map(revokeCommand),
        ...calls.map((item) => pick.map((at) => callCommand(at, item))),
      ],
      { maxCommands: LONGEST, disableReplayLog: true },
    );
    const examples: readonly Iterable<Command>[] = examplesFor(calls);
    return checkProperty<Iterable<Command>>('billing.model', context, {
      examples,
      arbitrary: sequence,
      smaller: shorterSequences,
      runs: context.settings.runs ?? examples.length + SEQUENCES,
      try: async (commands, own) => {
        const steps: string[] = [];
        // What is tried again before the target is blamed is waited for again.
        const patience = own.client.cache === context.client.cache ? shared : { left: true, unpriced: true };
        // Judged as one if that can be. A gateway that fails now and then would never let a long one come to its end.
        const goesOn = tried.has(commands);
        tried.add(commands);
        const real = { context: own, keys: [], listed: [], steps, patience, goesOn };
        const setup = () => ({ model: { accounts: [] } satisfies Books, real });
        await fc.asyncModelRun<Books, Parameters<Command['run']>[1], boolean, Books>(setup, commands);
        return steps.length === 0 ? 'nothing' : 'fine';
      },
    });
  },
};

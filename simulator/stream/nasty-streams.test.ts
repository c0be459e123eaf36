import { createParser } from 'eventsource-parser';
import OpenAI from 'openai';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testKeys } from '../../fixtures/index.ts';
import { untilTestEnds } from '../../fixtures/temporary.test-support.ts';
import { streamStyles } from '../../spec/index.ts';
import { streamOf } from '../../suites/http/exchange/stream.ts';
import { apiRequest, createBench, paths, postTo, valid } from '../ask.test-support.ts';
import { optionRules } from '../server/option-rules.ts';
import { type RunningServer, startServer } from '../server/server.ts';

let server: RunningServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const question = { role: 'user', text: 'What helps against asthma? Καλημέρα 🌡️' } as const;
const body = { ...valid.chat, messages: [question], include_follow_ups: true, stream: true };

type Event = { readonly type: string } & Readonly<Record<string, unknown>>;

const arm = (style: string) => postTo(`${server.url}/_control/faults`, { fault: 'stream_style', style });
const post = () => postTo(server.url + paths.chat, body);

/** What a client builds from events by the specification (Events, rules 2, 4 and 5). */
function together(events: readonly Event[]) {
  const last = (type: string) => events.findLast((event) => event.type === type)?.[type] ?? [];
  const fragments = events.filter(({ type }) => type === 'message');
  const known = ({ id, title, url, relevance_score }: Record<string, unknown>) => ({ id, title, url, relevance_score });
  return {
    message: fragments.map(({ content }) => content).join(''),
    sources: (last('sources') as Record<string, unknown>[]).map(known),
    followUps: last('follow_up_questions'),
    steps: (last('steps') as { description: string }[]).map(({ description }) => description),
  };
}

const parsers: Readonly<Record<string, () => Promise<readonly Event[]>>> = {
  'eventsource-parser': async () => {
    const events: Event[] = [];
    const parser = createParser({
      onEvent: ({ data }) => void (data === '[DONE]' || events.push(JSON.parse(data) as Event)),
    });
    const decoder = new TextDecoder();
    for await (const piece of (await post()).body ?? []) parser.feed(decoder.decode(piece, { stream: true }));
    return events;
  },
  openai: async () => {
    const events: Event[] = [];
    const client = new OpenAI({ apiKey: testKeys.active, baseURL: `${server.url}/v1`, maxRetries: 0 });
    const stream = (await client.post('/chat/completions', { body, stream: true })) as AsyncIterable<Event>;
    for await (const event of stream) events.push(event);
    return events;
  },
  'the suites': async () =>
    streamOf({ body: new Uint8Array(await (await post()).arrayBuffer()) }).events.flatMap(({ value }) =>
      value === undefined ? [] : [value as Event],
    ),
};

it.each(streamStyles)('a nasty stream in the style %s has the same content for each parser', async (style) => {
  const plain = together((await parsers['eventsource-parser']?.()) ?? []);
  expect(plain.message.length).toBeGreaterThan(100);
  for (const read of Object.values(parsers)) {
    await arm(style);
    expect(together(await read())).toEqual(plain);
  }
});

it.each(optionRules.adapter.choices)(
  'a nasty stream in the style split reaches a client over %s in pieces that end inside lines and inside characters',
  async (adapter) => {
    const own = untilTestEnds(await startServer({ adapter, directives: true }));
    const text = 'What helps against asthma? {{assay: stream_style style=split}}';
    const asked = { ...body, language: 'fr', messages: [{ role: 'user', text }] };
    const answer = await postTo(`${own.url}${paths.chat}`, asked);
    const pieces: Uint8Array[] = [];
    for await (const piece of answer.body ?? []) pieces.push(piece);
    const insideLine = pieces.filter((piece) => piece.at(-1) !== 10);
    const insideCharacter = pieces.filter(([first = 0]) => first >= 0x80 && first < 0xc0);
    expect(insideCharacter.length).toBeGreaterThan(3);
    expect(insideLine.length).toBeGreaterThan(insideCharacter.length);
    expect(Buffer.concat(pieces).toString().endsWith('data: [DONE]\n\n')).toBe(true);
  },
);

const piecesOf = async (style?: string): Promise<Buffer[]> => {
  const bench = createBench();
  if (style) await bench.control('POST', '/faults', { fault: 'stream_style', style });
  const reply = await bench.simulator.handle(apiRequest('POST', paths.chat, body));
  const pieces: Buffer[] = [];
  for await (const piece of reply.body as AsyncIterable<Uint8Array>) pieces.push(Buffer.from(piece));
  return pieces;
};
const textOf = async (style?: string): Promise<string> => Buffer.concat(await piecesOf(style)).toString();
const count = (text: string, part: string): number => text.split(part).length - 1;

it('a nasty stream is what its name says', async () => {
  const plain = await textOf();
  const split = await piecesOf('split');
  expect(Buffer.concat(split).toString()).toBe(plain);
  expect(split.some((piece) => (piece[0] ?? 0) >= 0x80 && (piece[0] ?? 0) < 0xc0)).toBe(true);
  expect(split.some((piece) => piece.toString().endsWith('['))).toBe(true);
  expect(await textOf('crlf')).toBe(plain.replaceAll('\n', '\r\n'));
  expect(await textOf('comments')).toContain('\n: ');
  expect(await textOf('unknown_events')).toContain('"type":"heartbeat"');
  expect(await textOf('unknown_fields')).toContain('"x_note"');
  expect(count(await textOf('late_sources'), '"sources"')).toBe(2); // the type's name and the field
  expect(count(await textOf('tiny_deltas'), '"type":"message"')).toBeGreaterThan(100);
  expect(count(await textOf('one_delta'), '"type":"message"')).toBe(1);
  expect(await textOf('tiny_deltas')).toBe(await textOf('tiny_deltas'));
});

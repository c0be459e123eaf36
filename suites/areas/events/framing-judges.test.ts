import { describe, expect, it } from 'vitest';
import { Unjudgeable } from '../../judges/judgement.ts';
import * as framing from './framing-judges.ts';
import { good, message, rawStream, sources, steps, streamText } from './stream.test-support.ts';

const judges = { ...framing };
const text = streamText(...good);
const blames = (actual: string) => expect.objectContaining({ kind: 'broken', actual: expect.stringContaining(actual) });
const names = Object.keys(judges) as (keyof typeof judges)[];

/** What a stream of these bytes is blamed for, or excused. */
const foundIn = (raw: string | Uint8Array): string[] =>
  names.flatMap((name) => {
    const found = judges[name](rawStream(raw));
    return typeof found === 'object' ? `${found.kind} ${name}` : [];
  });

describe('one defect turns one rule red:', () => {
  const cut = text.slice(0, text.indexOf('data: [DONE]') - 1);
  const quoting = streamText(steps('a'), message('[DONE]'), message('data: [DONE]\n\n'), sources());
  it.each<[string, string | Uint8Array, readonly string[]]>([
    ['an end marker inside the message is none', quoting, []],
    ['a line that is no field', text.replace('data: {"type":"sources"', 'Data: {"type":"sources"'), ['framing']],
    ['an event before the end marker not ended', text.slice(0, -1).replace('\n\ndata: [D', '\ndata: [D'), ['framing']],
    ['an end in the middle of an event', cut, ['framing', 'done']],
    ['CR', text.replaceAll('\n', '\r'), ['framingPlain']],
    ['CR LF, which comments do not excuse', `: hello\n\n${text.replaceAll('\n', '\r\n')}`, ['framingPlain']],
    ['`retry:` lines', `retry: 1000\n\n${text}`, ['framingPlain']],
    ['blank lines too many', text.replace('\n\n', '\n\n\n'), ['framingPlain']],
    ['a byte order mark', `\uFEFF${text}`, ['framingPlain']],
    ['bytes that are not UTF-8', Buffer.from(text.replace('help', 'h\xe9lp'), 'latin1'), ['json']],
    ['an end marker with a blank behind it', text.replace('[DONE]', '[DONE] '), ['done']],
    ['rubbish after the end marker', `${text}bye`, ['nothingAfterDone']],
  ])('%s', (_defect, raw, red) => {
    expect(foundIn(raw)).toEqual(red.map((name) => `broken ${name}`));
  });
});

describe('what the messages show', () => {
  it('names the lines that run together', () => {
    expect(judges.framing(rawStream('data: {}\ndata: {}\n\n'))).toEqual(
      blames('between line 1 and line 2, "data: {}"'),
    );
  });

  it('names the line of the end marker', () => {
    expect(judges.done(rawStream('data:[DONE]\n\n'))).toEqual(blames('Line 1 reads "data:[DONE]".'));
  });

  it('quotes the data that is no object', () => {
    expect(judges.json(rawStream('data: {}\n\ndata: oops\n\n'))).toEqual(blames('Event 2 is "oops".'));
  });
});

describe('an answer that is no stream', () => {
  const plain = rawStream('{"message":"Hello."}', 'application/json');

  it('is blamed for its label and its missing end', () => {
    expect(judges.contentType(plain)).toEqual(blames('"application/json"'));
    expect(judges.done(plain)).toEqual(blames('No stream came: status 200'));
  });

  it.each(names.filter((name) => name !== 'contentType' && name !== 'done'))('tells %s nothing', (name) => {
    expect(() => judges[name](plain)).toThrow(Unjudgeable);
  });
});

it('an empty stream lacks its end, and holds nothing that another rule could judge', () => {
  const empty = rawStream('');
  expect(judges.done(empty)).toEqual(blames('The stream holds no event.'));
  expect([judges.framing, judges.json, judges.typeField, judges.nothingAfterDone].map((judge) => judge(empty))).toEqual(
    Array(4).fill('nothing'),
  );
});

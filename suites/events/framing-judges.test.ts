import { describe, expect, it } from 'vitest';
import { Unjudgeable } from '../judges/judgement.ts';
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

/** The rules that a stream of these bytes breaks. */
const redFor = (raw: string | Uint8Array): string[] => foundIn(raw).map((found) => found.replace(/^broken /, ''));

describe('a sound stream', () => {
  it('may hold an end marker inside the message', () => {
    expect(redFor(streamText(steps('a'), message('[DONE]'), message('data: [DONE]\n\n'), sources()))).toEqual([]);
  });
});

describe('one defect turns one rule red:', () => {
  it.each<[string, string | Uint8Array, readonly string[]]>([
    ['a missing blank line', text.replace('\n\n', '\n'), ['framing']],
    ['no blank lines at all', text.replaceAll('\n\n', '\n'), ['framing']],
    ['JSON over several `data:` lines', text.replace('{"type"', '{\ndata: "type"'), ['framing']],
    ['JSON over several lines', text.replace('{"type"', '{\n"type"'), ['framing']],
    ['a line that is no field', text.replace('data: {"type":"sources"', 'Data: {"type":"sources"'), ['framing']],
    ['CR LF', text.replaceAll('\n', '\r\n'), ['framingPlain']],
    ['CR', text.replaceAll('\n', '\r'), ['framingPlain']],
    ['`event:` lines', text.replaceAll('data: {', 'event: x\ndata: {'), ['framingPlain']],
    ['`id:` lines', text.replace('\n\n', '\nid: 1\n\n'), ['framingPlain']],
    ['`retry:` lines', `retry: 1000\n\n${text}`, ['framingPlain']],
    ['blank lines too many', text.replace('\n\n', '\n\n\n'), ['framingPlain']],
    ['a byte order mark', `\uFEFF${text}`, ['framingPlain']],
    ['no space after `data:`', text.replaceAll('data: {', 'data:{'), ['framingPlain']],
    ['broken JSON', text.replace('{"type":"sources"', '{type:"sources"'), ['json']],
    ['an array for an object', text.replace(/data: (\{"type":"sources".*\})/, 'data: [$1]'), ['json']],
    ['bytes that are not UTF-8', Buffer.from(text.replace('help', 'h\xe9lp'), 'latin1'), ['json']],
    ['an event without a type', text.replace('"type":"sources",', ''), ['typeField']],
    ['a type that is no string', text.replace('"sources","sources"', '7,"sources"'), ['typeField']],
    ['no end marker', text.replace('data: [DONE]\n\n', ''), ['done']],
    ['an end marker in lower case', text.replace('[DONE]', '[done]'), ['done']],
    ['an end marker in quotation marks', text.replace('[DONE]', '"[DONE]"'), ['done']],
    ['an end marker with a blank behind it', text.replace('[DONE]', '[DONE] '), ['done']],
    ['two end markers', `${text}data: [DONE]\n\n`, ['nothingAfterDone']],
    ['an event after the end marker', `${text}data: {"type":"usage"}\n\n`, ['nothingAfterDone']],
    ['rubbish after the end marker', `${text}bye`, ['nothingAfterDone']],
  ])('%s', (_defect, raw, red) => expect(redFor(raw)).toEqual(red));

  it('another label', () => {
    const exchange = rawStream(text, 'text/plain');
    expect(judges.contentType(exchange)).toEqual(blames('"text/plain"'));
    expect(judges.framing(exchange)).toBe('fine');
  });
});

describe('what a stream is excused:', () => {
  it.each([
    ['no blank line after the end marker', text.slice(0, -1)],
    ['no line end after the end marker', text.slice(0, -2)],
  ])('%s warns', (_, raw) => expect(foundIn(raw)).toEqual(['tolerated framing']));

  it.each([
    ['comments between events', `: hello\n\n${text}`],
    ['comments before the lines of events', text.replaceAll('data: {', ':\ndata: {')],
  ])('%s pass with a note', (_, raw) => expect(foundIn(raw)).toEqual(['remarked framingPlain']));

  it('an event other than the end marker must be ended', () => {
    const cut = text.slice(0, text.indexOf('data: [DONE]') - 1);
    expect(foundIn(cut)).toEqual(['broken framing', 'broken done']);
    expect(foundIn(text.slice(0, -1).replace('\n\ndata: [DONE]', '\ndata: [DONE]'))).toEqual(['broken framing']);
  });

  it('comments excuse nothing else', () => {
    expect(foundIn(`: hello\n\n${text.replaceAll('\n', '\r\n')}`)).toEqual(['broken framingPlain']);
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

describe('an empty stream', () => {
  it('lacks its end, and holds nothing that another rule could judge', () => {
    const empty = rawStream('');
    expect(judges.done(empty)).toEqual(blames('The stream holds no event.'));
    expect(
      [judges.framing, judges.json, judges.typeField, judges.nothingAfterDone].map((judge) => judge(empty)),
    ).toEqual(Array(4).fill('nothing'));
  });
});

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../spec/index.ts';
import { type Answer, chatAnswer, judgeAgainst, refusalAnswer } from '../../engine/run/fake-target.test-support.ts';
import { listIn, objectsIn } from '../../judges/read.ts';
import { attachedIn, attaching, withImages } from './call.ts';
import { attachmentsChecks } from './checks.ts';

const fixtures = { fixtures_url: 'https://fixtures.example' };
const free = { ...fixtures, control_url: 'http://target.example/_control' };

/** URLs of one input over all messages of a request. */
const urlsOf = (body: JsonObject, input: 'image_urls' | 'pdf_urls'): readonly string[] =>
  objectsIn(body.messages).flatMap(({ item }) => listIn(item[input]).map(String));

/** Pages of a PDF as its name tells; unreadable ones have none. */
const pagesIn = (url: string): number => Number(/pages-(\d+)/.exec(url)?.[1] ?? 1);
const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

const BAD =
  /\/(not-a-pdf|zero-bytes|encrypted|truncated|wrong-type|redirect-(to|loop)|over-|gzip|drip|no-answer|broken|not-f|server-e)/;
const bad = refusalAnswer(422, 'invalid_request', 'pdf_urls');

/** A target that keeps every promise. */
function target(body: JsonObject): Answer {
  const [images, pdfs] = [urlsOf(body, 'image_urls'), urlsOf(body, 'pdf_urls')];
  const most = body.model === 'svc-chat-pro-v1' ? 60 : 30;
  if (images.some((url) => !url.startsWith('https://'))) return refusalAnswer(422, 'invalid_request', null);
  if (images.length > most) return refusalAnswer(422, 'content_too_long', 'image_urls');
  const refused = pdfs.some((url) => !url.startsWith(fixtures.fixtures_url) || BAD.test(url));
  if (refused || pdfs.filter((url) => url.endsWith('padded-22-mb')).length > 1) return bad;
  return images.length + sum(pdfs.map(pagesIn)) > most
    ? refusalAnswer(422, 'content_too_long', 'pdf_urls')
    : chatAnswer;
}

const verdictOf = async (rule: string, answer: (body: JsonObject) => Answer, profile: object = free, whole = true) => {
  const check = attachmentsChecks.find((candidate) => candidate.rule === `attachments.${rule}`);
  if (!check) throw new Error(`no check for ${rule}`);
  return judgeAgainst(check, answer, profile, whole);
};

describe('what a call over the cap attaches, in other circumstances', () => {
  const scattered = attaching([{ image_urls: ['a', 'b'] }, { role: 'assistant' }, { image_urls: ['c'] }]);
  const attachedTo = (call: Parameters<typeof attachedIn>[0]): readonly unknown[] =>
    objectsIn((attachedIn(call, scattered, false).body as JsonObject).messages).map(({ item }) => item.image_urls);

  it.each([
    [[{}], [['a', 'b'], ['c']]],
    [[{ image_urls: ['x'] }], [['a', 'b'], ['c']]],
    [
      [{}, {}, {}],
      [undefined, ['a', 'b'], ['c']],
    ],
    [
      [{ image_urls: ['x'] }, {}, {}],
      [['a', 'b'], ['c'], undefined],
    ],
  ])('stays on several messages: %j', (own, expected) => {
    expect(attachedTo(attaching(own))).toEqual(expected);
  });

  it('stays on one message where it was on one', () => {
    const { body } = attachedIn(attaching([{}, {}]), withImages(['a', 'b']), false);
    expect(objectsIn((body as JsonObject).messages).map(({ item }) => item.image_urls)).toEqual([
      undefined,
      ['a', 'b'],
    ]);
  });
});

describe('the attachment checks', () => {
  it('pass a target that keeps every promise, where requests cost money', async () => {
    for (const { rule } of attachmentsChecks) {
      const outcome = await verdictOf(rule.replace('attachments.', ''), target, fixtures);
      expect([rule, outcome.verdict, outcome.reason]).toEqual([rule, 'pass', undefined]);
    }
  });

  it('warn where a PDF that was cut off in the middle is repaired', async () => {
    const repairing = (body: JsonObject): Answer =>
      urlsOf(body, 'pdf_urls').every((url) => url.includes('truncated')) ? chatAnswer : target(body);
    const { verdict, failure } = await verdictOf('pdf-not-parsable', repairing);
    expect(verdict).toBe('warn');
    // A warning has its evidence as a failure has.
    expect(failure?.curl).toContain('truncated.pdf');
    expect(JSON.stringify(failure?.counterexample)).toContain('truncated.pdf');
    expect(failure?.steps?.length).toBeGreaterThan(0);
  });
});

describe('a cap', () => {
  it('stays open where what is within it is refused for something else, and is skipped where attachments are', async () => {
    const refusing = (answer: Answer) => (body: JsonObject) => (body.stream === true ? answer : target(body));
    const reason = async (answer: Answer) => {
      const { verdict, reason: words } = await verdictOf('image-cap-standard', refusing(answer));
      return `${verdict}: ${words}`;
    };
    expect(await reason(refusalAnswer(400, 'too_many_messages', null))).toMatch(
      /^inconclusive: a valid chat request was answered with 400/,
    );
    const forLanguage = {
      status: 422,
      body: { detail: [{ type: 'value_error', loc: ['body', 'language'], msg: 'No.' }] },
    };
    expect(await reason(forLanguage)).toMatch(/^inconclusive: a valid chat request was answered with 422/);
    expect(await reason(bad)).toMatch(/^skip: the target refuses attachments within the cap too/);
  });
});

describe('names beside that of the fixtures', () => {
  const everywhere =
    (names: RegExp) =>
    (body: JsonObject): Answer =>
      urlsOf(body, 'pdf_urls').every((url) => names.test(url)) ? chatAnswer : target(body);

  it('show a target that fetches before it looks at addresses', async () => {
    const { failure } = await verdictOf('odd-address', everywhere(/^https:\/\/private\.fixtures\.example\//));
    expect(failure?.actual).toContain('accepted');
    expect((await verdictOf('odd-address', everywhere(/\/\/private\./), fixtures)).verdict).toBe('fail');
    expect((await verdictOf('redirect-to-private', everywhere(/private-name$/))).verdict).toBe('fail');
  });

  it('tell nothing where all of them lead to the files, nor where their host is an address', async () => {
    const { verdict, notes } = await verdictOf('odd-address', everywhere(/\/\/(private|unknown)\./));
    expect([verdict, notes?.join()]).toEqual(['pass', expect.stringContaining('unknown.fixtures.example')]);
    const numbered = { ...free, fixtures_url: 'https://203.0.113.9:8443' };
    expect((await verdictOf('odd-address', everywhere(/203\.0\.113\.9/), numbered)).verdict).toBe('pass');
  });
});

describe('a PDF in which a reader turns for ever', () => {
  const turning =
    (answer: Answer) =>
    (body: JsonObject): Answer =>
      urlsOf(body, 'pdf_urls').some((url) => url.includes('loop.pdf')) ? answer : target(body);

  it('may be read or refused, and must not break the target', async () => {
    for (const answer of [chatAnswer, bad])
      expect((await verdictOf('pdf-circular', turning(answer))).verdict).toBe('pass');
    expect((await verdictOf('pdf-circular', turning({ status: 500, body: {} }))).verdict).toBe('fail');
  });

  it('and is never answered is a warning, for no answer has a time', async () => {
    expect((await verdictOf('pdf-circular', turning('timeout'))).verdict).toBe('warn');
  });
});

describe('a large PDF', () => {
  const refusing =
    (after?: number) =>
    (body: JsonObject): Answer =>
      urlsOf(body, 'pdf_urls').some((url) => url.includes('padded-36')) && bad !== 'timeout'
        ? { ...bad, after }
        : target(body);

  it('must be accepted, unless its fetch may have taken too long', async () => {
    expect((await verdictOf('pdf-accepted', refusing())).failure?.actual).toContain('422');
    expect((await verdictOf('pdf-accepted', refusing(29_000))).notes?.join()).toContain('29 seconds');
  });
});

describe('a target that cannot reach the files', () => {
  const unable = (body: JsonObject): Answer =>
    urlsOf(body, 'image_urls').length > 0
      ? refusalAnswer(422, 'invalid_request', 'image_urls')
      : urlsOf(body, 'pdf_urls').length > 0
        ? bad
        : chatAnswer;

  it('is not blamed for the caps', async () => {
    const outcome = await verdictOf('image-cap-standard', unable, {});
    expect(outcome.verdict).toBe('skip');
    expect(outcome.reason).toContain('fixtures_url');
    for (const rule of ['image-cap-reached', 'pdf-cap-standard', 'redirect-to-http', 'pdf-size', 'pdf-time'])
      expect((await verdictOf(rule, unable)).verdict, rule).toBe('inconclusive');
  });

  it('is not blamed for refusing what it cannot fetch, and is told what to host', async () => {
    const outcome = await verdictOf('pdf-accepted', unable);
    expect([outcome.verdict, outcome.reason]).toEqual([
      'inconclusive',
      expect.stringContaining('can it reach that host'),
    ]);
    const unlikeIt = (body: JsonObject): Answer =>
      urlsOf(body, 'pdf_urls').length > 0 ? refusalAnswer(400, 'invalid_request', 'pdf_urls') : target(body);
    expect((await verdictOf('pdf-accepted', unlikeIt)).verdict).toBe('fail');
  });

  it('but reads PDFs is blamed when it takes no image at all', async () => {
    const blind = (body: JsonObject): Answer => (urlsOf(body, 'image_urls').length > 0 ? unable(body) : target(body));
    expect((await verdictOf('image-cap-reached', blind)).verdict).toBe('fail');
  });

  it('that accepts too many images is blamed all the same', async () => {
    expect((await verdictOf('image-cap-standard', () => chatAnswer, {})).verdict).toBe('fail');
  });
});

describe('files that their host may lack', () => {
  const lacking =
    (names: RegExp) =>
    (body: JsonObject): Answer =>
      [...urlsOf(body, 'image_urls'), ...urlsOf(body, 'pdf_urls')].some((url) => names.test(url))
        ? refusalAnswer(422, 'invalid_request', 'image_urls')
        : target(body);

  it('are asked for, and count where they are accepted', async () => {
    const all = await verdictOf('image-formats', target, free, false);
    expect([all.verdict, all.judged]).toEqual(['pass', 10]);
    const some = await verdictOf('image-formats', lacking(/webp/i), free, false);
    expect([some.verdict, some.judged]).toEqual(['pass', 7]);
  });

  it('leave a rule open where none of those that tell anything is accepted', async () => {
    for (const profile of [free, fixtures]) {
      const { verdict, reason } = await verdictOf('image-formats', lacking(/jpe?g|webp|capitals/i), profile, false);
      expect(verdict).toBe('skip');
      expect(reason).toContain('only image.png could be judged: image.jpg, image.jpeg');
    }
    expect((await verdictOf('image-formats', lacking(/image\.png/), free, false)).verdict).toBe('fail');
  });

  it('do not matter where others tell as much', async () => {
    expect((await verdictOf('pdf-accepted', lacking(/folder|padded/), free, false)).verdict).toBe('pass');
  });
});

describe('a fetch without end', () => {
  const hanging =
    (after: Answer) =>
    (body: JsonObject): Answer =>
      urlsOf(body, 'pdf_urls').some((url) => url.includes('drip')) ? after : target(body);

  it('must be given up', async () => {
    expect((await verdictOf('pdf-time', hanging('timeout'))).failure?.actual).toContain('no answer after 60 seconds');
  });

  it('that ends in a server fault cannot be judged from one answer', async () => {
    expect((await verdictOf('pdf-time', hanging({ status: 504, body: {} }), fixtures)).verdict).toBe('inconclusive');
  });
});

import { describe, expect, it } from 'vitest';
import { type Answer, answered, judgedAgainst, refusedWith } from '../engine/answering.test-support.ts';
import { type Loose, listIn, objectsIn } from '../judges/read.ts';
import { attachmentsChecks } from './checks.ts';

const fixtures = { fixtures_url: 'https://fixtures.example' };
const free = { ...fixtures, control_url: 'http://target.example/_control' };

/** URLs of one input over all messages of a request. */
const urlsOf = (body: Loose, input: 'image_urls' | 'pdf_urls'): readonly string[] =>
  objectsIn(body.messages).flatMap(({ item }) => listIn(item[input]).map(String));

/** Pages of a PDF as its name tells; unreadable ones have none. */
const pagesIn = (url: string): number => Number(/pages-(\d+)/.exec(url)?.[1] ?? 1);
const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

const BAD =
  /\/(not-a-pdf|zero-bytes|encrypted|truncated|wrong-type|redirect-(to|loop)|over-|gzip|drip|no-answer|broken|not-f|server-e)/;
const bad = refusedWith(422, 'invalid_request', 'pdf_urls');

/** A target that keeps every promise; `caps` and `trusts` make it slip. */
function target({ cap = 30, proCap = 60, trusts = (_url: string): boolean => false } = {}): (body: Loose) => Answer {
  return (body) => {
    const [images, pdfs] = [urlsOf(body, 'image_urls'), urlsOf(body, 'pdf_urls')];
    const most = body.model === 'svc-chat-pro-v1' ? proCap : cap;
    if (images.some((url) => !url.startsWith('https://'))) return refusedWith(422, 'invalid_request', null);
    if (images.length > most) return refusedWith(422, 'content_too_long', 'image_urls');
    const refused = pdfs
      .filter((url) => !trusts(url))
      .some((url) => !url.startsWith(fixtures.fixtures_url) || BAD.test(url));
    if (refused || pdfs.filter((url) => url.endsWith('padded-22-mb')).length > 1) return bad;
    return images.length + sum(pdfs.map(pagesIn)) > most ? refusedWith(422, 'content_too_long', 'pdf_urls') : answered;
  };
}

const verdictOf = async (rule: string, answer: (body: Loose) => Answer, profile: object = free) => {
  const check = attachmentsChecks.find((candidate) => candidate.rule === `attachments.${rule}`);
  if (!check) throw new Error(`no check for ${rule}`);
  return judgedAgainst(check, answer, profile);
};

describe('the attachment checks', () => {
  it('pass a target that keeps every promise, with and without a control API', async () => {
    for (const profile of [free, fixtures])
      for (const { rule } of attachmentsChecks) {
        const outcome = await verdictOf(rule.replace('attachments.', ''), target(), profile);
        expect([rule, outcome.verdict, outcome.reason]).toEqual([rule, 'pass', undefined]);
      }
  });

  it.each([
    ['image-cap-standard', target({ cap: 31 })],
    ['image-cap-pro', target({ proCap: 61 })],
    ['image-cap-across-messages', target({ cap: 31 })],
    ['image-cap-reached', target({ cap: 29 })],
    ['image-cap-reached', target({ proCap: 59 })],
    ['pdf-cap-standard', target({ cap: 29 })],
    ['pdf-cap-standard', target({ cap: 31 })],
    ['pdf-cap-pro', target({ proCap: 30 })],
    ['pdf-cap-pro', target({ proCap: 61 })],
    ['cap-mixed', target({ cap: 31 })],
    ['pdf-cap-across-messages', target({ cap: 31 })],
    ['private-address', target({ trusts: (url) => url.includes('169.254') })],
    ['odd-address', target({ trusts: (url) => url.includes('0177') })],
    ['pdf-unreachable', target({ trusts: (url) => url.includes('.invalid') })],
    ['pdf-scheme', target({ trusts: (url) => url.startsWith('ftp:') })],
    ['redirect-to-http', target({ trusts: (url) => url.includes('to-http') })],
    ['redirect-to-private', target({ trusts: (url) => url.includes('to-mapped') })],
    ['redirect-loop', target({ trusts: (url) => url.includes('loop') })],
    ['pdf-missing', target({ trusts: (url) => url.includes('broken') })],
    ['pdf-not-parsable', target({ trusts: (url) => url.includes('encrypted') })],
    ['pdf-all-or-nothing', target({ trusts: (url) => url.includes('not-a-pdf') })],
    ['pdf-size', target({ trusts: (url) => url.includes('over-50') })],
    ['payload-size', target({ trusts: (url) => url.includes('over-40') })],
    ['pdf-time', target({ trusts: (url) => url.includes('drip') })],
  ] as const)('turn %s red where it is broken', async (rule, broken) => {
    const outcome = await verdictOf(rule, broken);
    expect(outcome.verdict).toBe('fail');
    expect(outcome.failure?.expected).not.toBe('');
  });

  it('turn a rule red for the wrong status, code or parameter of a refusal', async () => {
    for (const wrong of [
      refusedWith(400, 'invalid_request', 'pdf_urls'),
      refusedWith(422, 'content_too_long', 'pdf_urls'),
      refusedWith(422, 'invalid_request', 'messages'),
      { status: 422, body: { detail: [{ type: 'value_error', loc: ['body'], msg: 'no' }] } },
      { status: 500, body: {} },
    ]) {
      const answer = (body: Loose): Answer => (urlsOf(body, 'pdf_urls').length > 0 ? wrong : answered);
      expect((await verdictOf('private-address', answer, {})).verdict).toBe('fail');
    }
  });
});

describe('where the specification leaves room', () => {
  it('an image at a wrong scheme may be refused under any parameter', async () => {
    for (const param of [null, 'image_urls', 'messages'])
      expect(
        (
          await verdictOf(
            'image-scheme',
            (body) => (urlsOf(body, 'image_urls').length > 0 ? refusedWith(422, 'invalid_request', param) : answered),
            {},
          )
        ).verdict,
      ).toBe('pass');
  });

  it('a mixed overflow may name either input, and no other', async () => {
    const naming =
      (param: string) =>
      (body: Loose): Answer =>
        urlsOf(body, 'image_urls').length > 28 && body.model === 'svc-chat-v1'
          ? refusedWith(422, 'content_too_long', param)
          : target()(body);
    expect((await verdictOf('cap-mixed', naming('image_urls'))).verdict).toBe('pass');
    expect((await verdictOf('cap-mixed', naming('pdf_urls'))).verdict).toBe('pass');
    expect((await verdictOf('cap-mixed', naming('messages'))).failure?.actual).toContain('"messages"');
  });

  it('a PDF too large may be refused under either code', async () => {
    const answer = (body: Loose): Answer =>
      urlsOf(body, 'pdf_urls').some((url) => url.includes('over-'))
        ? refusedWith(422, 'content_too_long', 'pdf_urls')
        : target()(body);
    expect((await verdictOf('pdf-size', answer)).verdict).toBe('pass');
  });

  it('a PDF cut off in the middle may be repaired: that warns', async () => {
    expect((await verdictOf('pdf-not-parsable', target({ trusts: (url) => url.includes('truncated') }))).verdict).toBe(
      'warn',
    );
  });

  it('redirects should be followed: a target that does not is warned', async () => {
    const answer = (body: Loose): Answer =>
      urlsOf(body, 'pdf_urls').some((url) => url.includes('redirect')) ? bad : target()(body);
    expect((await verdictOf('redirect-followed', answer)).verdict).toBe('warn');
  });
});

describe('a target that cannot reach the files', () => {
  const unable = (body: Loose): Answer =>
    urlsOf(body, 'image_urls').length > 0
      ? refusedWith(422, 'invalid_request', 'image_urls')
      : urlsOf(body, 'pdf_urls').length > 0
        ? bad
        : answered;

  it('is not blamed for the caps', async () => {
    const outcome = await verdictOf('image-cap-standard', unable, {});
    expect(outcome.verdict).toBe('skip');
    expect(outcome.reason).toContain('fixtures_url');
    for (const rule of ['image-cap-reached', 'pdf-cap-standard', 'redirect-to-http', 'pdf-size', 'pdf-time'])
      expect((await verdictOf(rule, unable)).verdict, rule).toBe('inconclusive');
  });

  it('is blamed for the one rule that a readable PDF is accepted', async () => {
    expect((await verdictOf('pdf-accepted', unable)).verdict).toBe('fail');
  });

  it('but reads PDFs is blamed when it takes no image at all', async () => {
    const blind = (body: Loose): Answer => (urlsOf(body, 'image_urls').length > 0 ? unable(body) : target()(body));
    expect((await verdictOf('image-cap-reached', blind)).verdict).toBe('fail');
  });

  it('that accepts too many images is blamed all the same', async () => {
    expect((await verdictOf('image-cap-standard', () => answered, {})).verdict).toBe('fail');
  });
});

describe('a fetch without end', () => {
  const hanging =
    (after: Answer) =>
    (body: Loose): Answer =>
      urlsOf(body, 'pdf_urls').some((url) => url.includes('drip')) ? after : target()(body);

  it('must be given up', async () => {
    expect((await verdictOf('pdf-time', hanging('timeout'))).failure?.actual).toContain('no answer after 60 seconds');
  });

  it('that ends in a server fault cannot be judged from one answer', async () => {
    expect((await verdictOf('pdf-time', hanging({ status: 504, body: {} }), fixtures)).verdict).toBe('inconclusive');
  });
});

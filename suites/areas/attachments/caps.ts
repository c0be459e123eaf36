import { attachmentCap, type ChatModel, models } from '../../../spec/index.ts';
import type { Check } from '../../engine/checks/check.ts';
import { scenario } from '../../engine/checks/scenario.ts';
import { throwIfBroken } from '../../engine/context/check-errors.ts';
import { affordable, type Context } from '../../engine/context/context.ts';
import { asStream } from '../../generate/bases.ts';
import { type Call, succeeded } from '../../http/exchange/exchange.ts';
import { attaching, withImages, withPdfs } from './call.ts';
import { type CapCase, capRule, judgeOverflow } from './cap-rule.ts';
import { fixtureUrl, IMAGE, type KnownPdf } from './files.ts';
import { plainChat, readablePdf, sendReadable } from './refusals.ts';

/** Image URLs, `count` of them: the fixture again and again, or names that nobody has to fetch to count them. */
function images(context: Context, count: number): readonly string[] {
  const { fixtures_url: fixtures } = context.profile;
  return Array.from({ length: count }, (_, at) =>
    fixtures === undefined ? `https://attachments.example/photo-${at + 1}.png` : `${fixtures}/${IMAGE}`,
  );
}

const imageCap = (rule: string, model: ChatModel): Check =>
  capRule(rule, `One image more than the cap of ${model} is sent.`, ['image_urls'], (context) => {
    const cap = attachmentCap[model];
    return [
      {
        over: withImages(images(context, cap + 1), model),
        within: withImages(images(context, cap), model),
        fault: `"image_urls" has ${cap + 1} entries for ${model}`,
      },
    ];
  });

/** An image more than the cap over several messages, those of the assistant among them (readings A4). */
function scattered(context: Context): readonly CapCase[] {
  const over = (model: ChatModel, role: 'user' | 'assistant'): CapCase => {
    const cap = attachmentCap[model];
    const half = images(context, cap / 2);
    const call = (own: object, more: readonly string[]): Call =>
      attaching([{ image_urls: half }, { role: 'assistant', ...own }, { image_urls: [...half, ...more] }], model);
    const one = images(context, 1);
    return {
      over: role === 'user' ? call({}, one) : call({ image_urls: one }, []),
      within: call({}, []),
      fault: `"image_urls" of all messages together have ${cap + 1} entries for ${model}`,
      reached: true,
    };
  };
  const cases = [over(models.chat, 'user'), over(models.chat, 'assistant'), over(models.chatPro, 'user')];
  return affordable(context, cases, 1);
}

/** As many images as the cap allows are accepted. */
const imageCapReached = scenario(
  'attachments.image-cap-reached',
  'As many images as the cap allows are sent with either model; both requests must succeed. Skipped over where the target cannot fetch a single file.',
  async (context, assert) => {
    const one = await sendReadable(context, withImages(images(context, 1)));
    if (!succeeded(one)) await readablePdf(context);
    for (const model of [models.chat, models.chatPro]) {
      const cap = attachmentCap[model];
      const exchange = await sendReadable(context, withImages(images(context, cap), model));
      if (!succeeded(exchange)) await plainChat(context, model);
      assert.accepted(exchange, `${cap} images are accepted with ${model}.`, 300);
    }
    if (!context.requestsAreFree) return;
    const most = asStream(withImages(images(context, attachmentCap[models.chatPro]), models.chatPro));
    const stream = await sendReadable(context, most);
    assert.accepted(
      stream,
      `${attachmentCap[models.chatPro]} images are accepted in a stream with ${models.chatPro}.`,
      300,
    );
  },
);

/** As many PDF pages as the cap allows are accepted, one more is refused. */
const pdfCap = (rule: string, model: ChatModel, within: KnownPdf, over: KnownPdf): Check =>
  scenario(
    rule,
    `PDFs with exactly the pages that ${model} allows and with one more are sent, the latter in a stream as well; the first must succeed, the others not.`,
    async (context, assert) => {
      await readablePdf(context);
      const cap = attachmentCap[model];
      const most = await sendReadable(context, withPdfs([fixtureUrl(context, within)], model));
      if (!succeeded(most)) await plainChat(context, model);
      assert.accepted(most, `${cap} PDF pages are accepted with ${model}.`, 300);
      const fault = `"pdf_urls" has a PDF of ${cap + 1} pages for ${model}`;
      const plain = withPdfs([fixtureUrl(context, over)], model);
      for (const call of affordable(context, [plain, asStream(plain)], 1)) {
        const more = await sendReadable(context, call);
        const streamed = call === plain ? fault : `${fault}, and "stream" is true`;
        throwIfBroken(judgeOverflow(rule, context, { over: call, fault: streamed }, more, ['pdf_urls']), more);
        assert.judged();
      }
    },
  );

/** A page more than the cap over several messages, those of the assistant among them (readings A4). */
function scatteredPdfs(context: Context): readonly CapCase[] {
  const pdf = (name: KnownPdf): object => ({ pdf_urls: [fixtureUrl(context, name)] });
  const user = (first: KnownPdf, last: KnownPdf, model?: ChatModel): Call =>
    attaching([pdf(first), { role: 'assistant' }, pdf(last)], model);
  const assistant = (name: KnownPdf): Call => attaching([pdf('pages-29.pdf'), { role: 'assistant', ...pdf(name) }, {}]);
  const fault = '"pdf_urls" of all messages together have a page more than the cap';
  const cases = [
    { over: user('pages-29.pdf', 'pages-2.pdf'), within: user('pages-29.pdf', 'pages-1.pdf') },
    { over: assistant('pages-2.pdf'), within: assistant('pages-1.pdf') },
    {
      over: user('pages-31.pdf', 'pages-30.pdf', models.chatPro),
      within: user('pages-31.pdf', 'pages-29.pdf', models.chatPro),
    },
  ];
  return affordable(context, cases, 1).map((one) => ({ ...one, fault, reached: true }));
}

/** 31 or 61 images and PDF pages together, neither over the cap alone. */
function mixed(context: Context): readonly CapCase[] {
  const pdf_urls = [fixtureUrl(context, 'pages-2.pdf')];
  const cases = [models.chat, models.chatPro].map((model): CapCase => {
    const cap = attachmentCap[model];
    const call = (count: number): Call => attaching([{ image_urls: images(context, count), pdf_urls }], model);
    const fault = `"image_urls" and "pdf_urls" have ${cap + 1} pages together for ${model}`;
    return { over: call(cap - 1), within: call(cap - 2), fault, reached: true };
  });
  return affordable(context, cases, 1);
}

/** The caps on pages. Source: Resources, chat request body, rule 3. */
export const capChecks: readonly Check[] = [
  imageCap('attachments.image-cap-standard', models.chat),
  imageCap('attachments.image-cap-pro', models.chatPro),
  imageCapReached,
  capRule(
    'attachments.image-cap-across-messages',
    'An image more than the cap is spread over messages, with either model.',
    ['image_urls'],
    scattered,
  ),
  pdfCap('attachments.pdf-cap-standard', models.chat, 'pages-30.pdf', 'pages-31.pdf'),
  pdfCap('attachments.pdf-cap-pro', models.chatPro, 'pages-60.pdf', 'pages-61.pdf'),
  capRule(
    'attachments.cap-mixed',
    'Images and PDF pages are over the cap together only; as many as it allows must be accepted.',
    ['image_urls', 'pdf_urls'],
    mixed,
  ),
  capRule(
    'attachments.pdf-cap-across-messages',
    'A PDF page more than the cap is spread over messages, with either model.',
    ['pdf_urls'],
    scatteredPdfs,
  ),
];

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

/** 31 images over several messages, those of the assistant among them (readings A4). */
function scattered(context: Context): readonly CapCase[] {
  const fault = '"image_urls" of all messages together have 31 entries';
  const half = images(context, 15);
  const user = (more: number): Call =>
    attaching([{ image_urls: half }, { role: 'assistant' }, { image_urls: images(context, 15 + more) }]);
  const assistant = (more: number): Call =>
    attaching([{ image_urls: half }, { role: 'assistant', image_urls: images(context, more) }, { image_urls: half }]);
  const cases = [
    { over: user(1), within: user(0), fault, reached: true },
    {
      over: assistant(1),
      within: attaching([{ image_urls: half }, { role: 'assistant' }, { image_urls: half }]),
      fault,
      reached: true,
    },
  ] as const;
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

/** 31 pages over several messages, those of the assistant among them (readings A4). */
function scatteredPdfs(context: Context): readonly CapCase[] {
  const url = (name: KnownPdf): readonly string[] => [fixtureUrl(context, name)];
  const fault = '"pdf_urls" of all messages together have 31 pages';
  const user = (name: KnownPdf): Call =>
    attaching([{ pdf_urls: url('pages-29.pdf') }, { role: 'assistant' }, { pdf_urls: url(name) }]);
  const assistant = (name: KnownPdf): Call =>
    attaching([{ pdf_urls: url('pages-29.pdf') }, { role: 'assistant', pdf_urls: url(name) }, {}]);
  return affordable(context, [user, assistant], 1).map((call) => ({
    over: call('pages-2.pdf'),
    within: call('pages-1.pdf'),
    fault,
    reached: true,
  }));
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
  capRule('attachments.image-cap-across-messages', '31 images are spread over messages.', ['image_urls'], scattered),
  pdfCap('attachments.pdf-cap-standard', models.chat, 'pages-30.pdf', 'pages-31.pdf'),
  pdfCap('attachments.pdf-cap-pro', models.chatPro, 'pages-60.pdf', 'pages-61.pdf'),
  capRule(
    'attachments.cap-mixed',
    'Images and PDF pages are over the cap together only; as many as it allows must be accepted.',
    ['image_urls', 'pdf_urls'],
    mixed,
  ),
  capRule('attachments.pdf-cap-across-messages', '31 PDF pages are spread over messages.', ['pdf_urls'], scatteredPdfs),
];

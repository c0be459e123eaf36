import fc from 'fast-check';
import { type ChatModel, chatModels, models } from '../../../spec/index.ts';
import type { Traffic } from '../../engine/checks/response-rule.ts';
import { asStream } from '../../generate/bases.ts';
import type { Call } from '../../http/exchange/exchange.ts';
import { objectIn, objectsIn } from '../../judges/read.ts';
import { type Attached, attaching, withImages, withPdfs } from '../attachments/call.ts';
import { FOLDERS, IMAGE, isHosted, type KnownPdf } from '../attachments/files.ts';
import { answerTraffic } from '../chat/traffic.ts';

/** Names of PDFs, message by message; an empty list is a turn of the assistant without any. */
type Spread = readonly (readonly KnownPdf[])[];

const spread = (fixtures: string, names: Spread, model: ChatModel = models.chat): Call =>
  attaching(
    names.map(
      (pdfs): Attached =>
        pdfs.length === 0 ? { role: 'assistant' } : { pdf_urls: pdfs.map((name) => `${fixtures}/${name}`) },
    ),
    model,
  );

const small = fc.constantFrom<KnownPdf>('pages-1.pdf', 'pages-2.pdf', 'pages-3.pdf', 'pages-5.pdf');
const some = fc.array(small, { minLength: 1, maxLength: 2 });
const turns = fc.oneof(
  some.map((first): Spread => [first]),
  fc.tuple(some, some).map(([first, last]): Spread => [first, [], last]),
);

/** True for a chat call with a list of PDFs. */
export const hasPdfs = ({ body }: Call): boolean =>
  objectsIn(objectIn(body)?.messages).some(({ item }) => 'pdf_urls' in item);

/** Valid chat calls with PDFs of known page counts: in one message, over several, one twice, and as streams. */
export function pdfTraffic(fixtures: string): Traffic {
  const two = spread(fixtures, [['pages-3.pdf', 'pages-2.pdf']]);
  const across = spread(fixtures, [['pages-2.pdf'], [], ['pages-1.pdf', 'pages-3.pdf']]);
  const more = [
    asStream(across),
    spread(fixtures, [['pages-2.pdf'], [], ['pages-1.pdf'], [], ['pages-3.pdf']], models.chatPro),
    spread(fixtures, [['pages-2.pdf', 'pages-2.pdf', 'pages-1.pdf']]),
    spread(fixtures, [['pages-5.pdf', 'pages-5.pdf', 'pages-2.pdf']]),
    // As many as there can be: files, and long lists and long events.
    spread(fixtures, [[...Array.from({ length: 28 }, () => 'pages-1.pdf' as const), 'pages-2.pdf']]),
    spread(fixtures, [['pages-60.pdf']], models.chatPro),
    asStream(withPdfs([`${fixtures}/pages-60.pdf`], models.chatPro)),
  ];
  const inFolder = `${FOLDERS}/pages-2.pdf`;
  // A query that a URL library writes in another way, and folders.
  const odd = withPdfs([`${fixtures}/pages-1.pdf?by=O'Hara%20%7E`, `${fixtures}/${inFolder}`]);
  return {
    name: 'valid chat requests with PDFs, with and without a stream',
    endpoint: 'chat',
    includes: hasPdfs,
    examples: (context) => {
      const whole = isHosted(context, inFolder);
      if (!whole) context.noteUnusedFixtures('citations.pf-title', [inFolder]);
      return [two, across, asStream(two), ...(context.requestsAreFree ? more : []), ...(whole ? [odd] : [])];
    },
    arbitrary: fc.tuple(turns, fc.constantFrom(...chatModels), fc.boolean()).map(([names, model, stream]) => {
      const call = spread(fixtures, names, model);
      return stream ? asStream(call) : call;
    }),
  };
}

/** Every kind of valid chat call: with and without a stream and, where the target can fetch fixtures, with attachments. */
export const citationTraffic: Traffic = {
  name: 'valid chat requests of every kind',
  endpoint: 'chat',
  examples: (context) => {
    const { fixtures_url: fixtures } = context.profile;
    if (fixtures === undefined) return answerTraffic.examples(context);
    const image = context.requestsAreFree ? [withImages([`${fixtures}/${IMAGE}`])] : [];
    return [...answerTraffic.examples(context), ...pdfTraffic(fixtures).examples(context), ...image];
  },
  arbitrary: answerTraffic.arbitrary,
};

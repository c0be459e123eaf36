import fc from 'fast-check';
import { limits, models } from '../../../spec/index.ts';
import type { Traffic } from '../../engine/checks/response-rule.ts';
import { bases, IN_CHUNKS, twoPages } from '../../generate/bases.ts';
import { WIDE_FILLER } from '../../generate/circumstance-texts.ts';
import { equallyHashed, lowestHashed } from '../../generate/hashed-texts.ts';
import { text } from '../../generate/text-arbitraries.ts';
import type { Call } from '../../http/exchange/exchange.ts';
import { LONG_INPUT } from '../../model/valid-call.ts';

export const embeddingsCall = (body: object): Call => ({
  endpoint: 'embeddings',
  body: { model: models.embeddings, ...body },
});

const conditions =
  'Asthma, A broken wrist, Migraine, Type 2 diabetes, Sepsis, Depression, Kidney stones, Psoriasis, Stroke, Iron deficiency'.split(
    ', ',
  );
const aspects =
  'in a newborn, after surgery abroad, and vaccination, during pregnancy, seen on an X-ray, in a marathon runner, treated with antibiotics, and driving licences, caused by poor sleep, in the history of medicine'.split(
    ', ',
  );

/** As many different inputs as a request may have, in no order that a careless sort would keep. */
export const fullBatch: readonly string[] = aspects
  .flatMap((aspect) => conditions.map((condition) => `${condition} ${aspect}`))
  .slice(0, limits.embeddingInputs);

/** The same letters, as two inputs and as one: a cache that joins inputs must not give back the other. */
const joined = [['asthma', 'inhaler'], ...['', ' ', ',', '\n'].map((between) => [`asthma${between}inhaler`])].map(
  (input) => embeddingsCall({ input }),
);

/** The longest answer, on a connection that the client wants closed after it: a server must not close it sooner. */
const closing: Call = { ...embeddingsCall({ input: fullBatch }), headers: { connection: 'close' } };

/** A text that many models read in parts, between short ones: a server may refuse it (readings R18), but must not give an entry for each part. */
export const longBetweenShort: Call = embeddingsCall({
  input: ['Migraine and light', twoPages, 'Asthma inhalers for children'],
});

/** Valid embeddings calls: one string and arrays, up to the largest; equal inputs; characters that careless servers trip over. */
export const embeddingsTraffic: Traffic = {
  name: 'valid embeddings requests',
  endpoint: 'embeddings',
  examples: ({ requestsAreFree }) => [
    ...bases.embeddings.map((body): Call => ({ endpoint: 'embeddings', body })),
    embeddingsCall({ input: ['One input in an array.'], encoding_format: 'float' }),
    embeddingsCall({
      input: [
        'Same input.',
        'Another input.',
        'constructor',
        'Same input.',
        '0',
        '["asthma"]',
        ...equallyHashed,
        lowestHashed,
      ],
    }),
    // A text that careless code takes for none, as the whole input and as an item of it.
    embeddingsCall({ input: '0' }),
    {
      ...embeddingsCall({
        input: 'Überdosis? "quoted" \\ 喘息 🫁\nSecond line. <|endoftext|>',
        encoding_format: 'float',
      }),
      headers: IN_CHUNKS,
    },
    ...[64, 100].map((count) => embeddingsCall({ input: fullBatch.slice(0, count) })),
    // Some 140 kB: more than a reader of bodies takes unless it was told so, of texts that no limit for one input forbids.
    embeddingsCall({
      input: fullBatch
        .slice(0, 98)
        .map((input) => `${input}. ${WIDE_FILLER.repeat(30)}`.slice(0, LONG_INPUT - 1).trim()),
    }),
    ...(requestsAreFree ? [...joined, closing, longBetweenShort] : []),
  ],
  arbitrary: fc
    .record(
      { input: fc.oneof(text, fc.array(text, { minLength: 1, maxLength: 8 })), encoding_format: fc.constant('float') },
      { requiredKeys: ['input'] },
    )
    .map(embeddingsCall),
};

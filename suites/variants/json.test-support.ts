import { together } from '../../simulator/mutants/change.ts';
import { eachObject, everyBodyText, everyDocument, everyEventText, type Loose } from './edits.test-support.ts';
import type { Area, Variant } from './variant.test-support.ts';

/** Strings and numbers of a JSON text. */
const LITERAL = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

const strings = (json: string, edit: (text: string) => string): string =>
  json.replace(LITERAL, (literal) => (literal.startsWith('"') ? edit(JSON.parse(literal) as string) : literal));

const escaped = (text: string): string =>
  `"${[...Array(text.length).keys()].map((at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`).join('')}"`;

const numbers = (json: string): string =>
  json.replace(LITERAL, (literal) => (literal.startsWith('"') ? literal : Number(literal).toExponential()));

/** Fields that later versions might bring; none of them is in the specification. */
const unknown = {
  x_trace: 'a1b2',
  meta: { cached: false, tags: ['a', null, 1.5], nested: { deep: [{}] } },
  warnings: [],
  finish_reason: null,
  published_at: '2024-05-01',
};

const reversed = (object: Loose): Loose => Object.fromEntries(Object.entries(object).toReversed());

const areas: readonly Area[] = ['errors', 'domains', 'embeddings', 'rerank', 'finder', 'chat', 'events'];

/** What JSON leaves open, and the specification with it: unknown fields, order, white space, escapes, notation. */
export const jsonVariants: readonly Variant[] = [
  {
    name: 'puts unknown fields into every object of its answers, errors and events',
    change: everyDocument((document) => eachObject(document, (object) => ({ ...unknown, ...object, region: 'eu-1' }))),
  },
  {
    name: 'gives every object a trace id of its own, though its answers repeat',
    areas: ['auth', 'domains', 'rerank', 'events'],
    change: (behaviour) => {
      let count = 0;
      return everyDocument((document) =>
        eachObject(document, (object) => {
          count += 1;
          return { ...object, x_trace: `t-${count}` };
        }),
      )(behaviour);
    },
  },
  {
    name: 'writes every character of its strings and names as a \\u escape',
    change: together(
      everyBodyText((json) => strings(json, escaped)),
      everyEventText((json) => strings(json, escaped)),
    ),
  },
  {
    name: 'writes its JSON over many lines, with white space around it',
    areas,
    change: together(
      everyBodyText((json) => `\r\n ${JSON.stringify(JSON.parse(json), null, '\t')}\n\n`),
      everyEventText((json) => JSON.stringify(JSON.parse(json), null, 1).replace(/\n\s*/g, ' ')),
    ),
  },
  {
    name: 'writes the members of every object in reverse order',
    areas,
    change: everyDocument((document) => eachObject(document, reversed)),
  },
  {
    name: 'writes every number with an exponent',
    areas,
    change: together(everyBodyText(numbers), everyEventText(numbers)),
  },
];

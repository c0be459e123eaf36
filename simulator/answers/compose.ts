import type { Chance } from '../chance.ts';
import { notice } from './notice.ts';
import type { Quote } from './quotes.ts';

/** What a message is made of. */
export interface Draft {
  readonly quotes: readonly Quote[];
  /** Name of the topic, or null where nothing was found. */
  readonly topic: string | null;
  /** The `language` of the request. */
  readonly language: string | null;
}

const leads = {
  PF: ['Your document says:', 'From the pages you attached:'],
  SW: [
    'Official medical sources on {topic} say:',
    'On {topic}, official sources state:',
    'What is published about {topic}:',
  ],
  PM: ['The biomedical literature adds:', 'Research articles on {topic} report:'],
} as const satisfies Record<Quote['prefix'], readonly string[]>;

const closings = [
  'For a decision about your health, ask a clinician.',
  'A clinician who knows you can say what this means for you.',
  'Ask a clinician before you act on any of this.',
] as const;

/** A sentence and the token behind it, as raw text. Source: Chat response, citation rule 1. */
function cite({ sentence, id }: Quote): string {
  return `${sentence} [${id}]`;
}

/**
 * The message: notice, then quoted sentences by channel, each with its token, then a closing. Nothing of the request
 * is repeated in it, so that a question which contains `[SW9]` cannot put a token there.
 */
export function compose({ quotes, topic, language }: Draft, chance: Chance): string {
  const paragraphs = (['PF', 'SW', 'PM'] as const).flatMap((prefix) => {
    const lead = chance.pick(leads[prefix]).replace('{topic}', topic ?? 'this question');
    const cited = quotes.filter((quote) => quote.prefix === prefix).map(cite);
    return cited.length > 0 ? [[lead, ...cited].join(' ')] : [];
  });
  const found = paragraphs.length > 0 ? paragraphs : ['No source in the simulated index speaks about this question.'];
  return [notice, ...languageRemark(language), ...found, chance.pick(closings)].join('\n\n');
}

/** A hint that is not a plain language name or tag is not repeated: it is free text of the client. */
function languageRemark(language: string | null): string[] {
  if (language === null || language === 'auto' || !/^[A-Za-z]{2,20}(?:-[A-Za-z0-9]{2,8})?$/.test(language)) return [];
  return [`The language asked for is ${language}; simulated answers are always in English.`];
}

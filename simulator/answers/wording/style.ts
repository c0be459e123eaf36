/** How an answer should be written. */
export interface Style {
  /** The most sentences that it quotes. */
  readonly quotes: number;
  readonly points: boolean;
  /** Whether it is for people who are no specialists. */
  readonly simple: boolean;
}

/** Instructions that can be recognised by single words. */
const instructed = {
  short: /\b(?:brief(?:ly)?|short(?:ly|er)?|concise(?:ly)?|succinct(?:ly)?|few (?:words|sentences)|tl;?dr|terse)\b/i,
  points: /\b(?:bullets?|bullet points?|list|lists|numbered|points)\b/i,
  simple: /\b(?:plain|simple|simply|lay|layman|laypeople|layperson|easy|non-medical|jargon)\b/i,
};
/** The same in a question, where «short of breath» and «pressure points» ask for no style. */
const asked = {
  short:
    /\b(?:briefly|in brief|in short|in a few (?:words|sentences)|(?:short|brief|quick) (?:answer|summary|version)|tl;?dr)\b/i,
  points: /\b(?:bullet points?|bullet(?:ed)? list|as a (?:numbered )?list)\b/i,
  simple:
    /\b(?:(?:in|using|use) (?:plain|simple|simpler|lay|easy|everyday) (?:words|terms|language|english)|explain (?:it|that|this) simply|like i['’]?m (?:five|5)|eli5)\b/i,
};
const sentences = /\b(one|a single|a|two|three|four) (?:short |simple )?sentences?\b/i;
const inSentences = new RegExp(`\\bin ${sentences.source.slice(2)}`, 'i');
const numbers: Readonly<Record<string, number>> = { two: 2, three: 3, four: 4 };
const quotesOfShort = 2;

/** The style that the instructions of a request and its question ask for. */
export function styleOf(instructions: string, question: string): Style {
  const wants = (style: keyof typeof asked): boolean =>
    instructed[style].test(instructions) || asked[style].test(question);
  const number = (sentences.exec(instructions) ?? inSentences.exec(question))?.[1]?.toLowerCase();
  const limit = number === undefined ? Number.POSITIVE_INFINITY : (numbers[number] ?? 1);
  return {
    quotes: Math.min(limit, wants('short') ? quotesOfShort : Number.POSITIVE_INFINITY),
    points: wants('points'),
    simple: wants('simple'),
  };
}

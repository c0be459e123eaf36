/** Longer messages are stories, whose questions belong together. */
const longest = 600;
const mostParts = 3;
const fewestWords = 3;

const asks =
  'what|whats|when|how|which|why|where|who|is|are|was|can|could|should|do|does|did|may|must|will|would|at what|for how';
/** The same in German, French, Spanish, Italian, Portuguese and Dutch. */
const asksElsewhere =
  'was|wie|wann|warum|wieso|welche[nrsm]?|wo|wer|kann|darf|muss|soll|ist|sind|hat|macht|gibt|hilft|que|quoi|qu.est-ce|quels?|quelles?|comment|quand|pourquoi|combien|est-ce|faut-il|peut-on|puis-je|dois-je|qué|cómo|como|cuándo|cuando|cuánt[oa]s?|cuant[oa]s?|cuál(?:es)?|por qué|puedo|debo|se puede|tiene|che|cosa|cos.è|come|quando|quant[oaie]|perché|qual[ei]|posso|devo|si può|o que|quais|qual|por que|tem|wat|helpt|hoe|wanneer|waarom|welke?|wie|mag|kan|moet';
/** Where a second question begins: «… and when is it given?», «… et comment la traiter ?»; «or does it …?» is the other answer to the first. */
const joint = new RegExp(
  String.raw`,?\s+(?:(?:and|but|also)(?: also| then)?\s+(?=(?:${asks})\b)|or\s+(?=(?:what|when|how|which|why|where|who)\b)|(?:und|oder|aber|et|y|e|ed|en|maar)\s+(?=(?:${asksElsewhere})(?!\p{L})))`,
  'iu',
);
const isQuestion = new RegExp(
  String.raw`\?\s*$|^[^\p{L}\p{N}]*(?:(?:and|or|but|so|also|then)\W+)?(?:${asks})\b|^[^\p{L}\p{N}]*(?:${asksElsewhere}|es|está|é|è|hay|wordt|werkt)(?!\p{L}).*\p{L}`,
  'iu',
);
/** Words in a text; used to keep introductions such as «Pre-eclampsia: what are the signs?» in one piece. */
const wordsIn = (text: string): number => text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;

/**
 * The questions of a message that asks several, in order; the first one includes the statements of the message. `[]` if it asks only one.
 * «What are the signs, and when is a drip given?» asks two.
 */
export function askedParts(text: string): readonly string[] {
  if (text.length > longest) return [];
  const sentences = text.split(/(?<=[.!?])\s+|\n+/).filter((sentence) => wordsIn(sentence) > 0);
  const statements = sentences.filter((sentence) => !isQuestion.test(sentence));
  const questions = sentences.filter((sentence) => isQuestion.test(sentence)).flatMap(split);
  if (questions.length < 2 || questions.length > mostParts) return [];
  const [first = '', ...others] = questions;
  return [[...statements, first].join(' '), ...others];
}

function split(sentence: string): string[] {
  const at = sentence.search(joint);
  if (at < 0) return [sentence];
  const [first, rest] = [sentence.slice(0, at), sentence.slice(at).replace(joint, '')];
  return wordsIn(first) < fewestWords || wordsIn(rest) < fewestWords ? [sentence] : [first, ...split(rest)];
}

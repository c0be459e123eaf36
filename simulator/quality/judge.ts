import type { Expected } from './sets.ts';

/** One source of an answer: its topic, and what the answer says from it. */
export interface Found {
  readonly topic: string;
  readonly texts: readonly string[];
}

/** Whether a share reaches a bound, without rounding errors: 27 of 30 is 90 %. */
export function meets(passed: number, total: number, percent: number): boolean {
  return passed * 100 >= total * percent;
}

/** What is wrong with the sources of an answer, which come best first; null if they are as expected. */
export function faultOfSources(
  { topics, all, aspect }: Expected,
  found: readonly Found[],
  aspects: Readonly<Record<string, readonly string[]>>,
): string | null {
  const got = found.map(({ topic }) => topic).join(', ') || 'no source';
  if (topics.length === 0) return found.length === 0 ? null : got;
  const onTopic = all
    ? topics.every((wanted) => found.some(({ topic }) => topic === wanted))
    : topics.includes(found[0]?.topic ?? '');
  if (!onTopic) return got;
  if (aspect === undefined) return null;
  const texts = found.filter(({ topic }) => topics.includes(topic)).flatMap((source) => source.texts);
  return texts.some((text) => speaksOf(text, aspects[aspect] ?? [])) ? null : `${got}; nothing on ${aspect}`;
}

/** Whether a word of the text begins with a marker. */
export function speaksOf(text: string, markers: readonly string[]): boolean {
  const lower = text.toLowerCase();
  return markers.some((marker) => new RegExp(`(?<!\\p{L})${marker}`, 'u').test(lower));
}

/**
 * The sentence before each group of citation tokens, with their ids. A full stop right before the tokens belongs to the
 * sentence; one without a capital letter after it does not end a sentence, as in «e.g. two».
 */
export function citedSentences(message: string): { sentence: string; ids: string[] }[] {
  const groups = message.matchAll(/([\s\S]*?)((?:\s*\[[A-Z]{2,}\d+\])+)/g);
  return [...groups].map(([, before = '', tokens = '']) => ({
    sentence:
      before
        .trim()
        .split(/\n+|(?<=[.!?:])\s+(?=\p{Lu})/u)
        .at(-1) ?? '',
    ids: [...tokens.matchAll(/\[([A-Z]{2,}\d+)\]/g)].map(([, id = '']) => id),
  }));
}

/** Cosine of the angle between two vectors. */
export function cosine(left: readonly number[], right: readonly number[]): number {
  const dot = (a: readonly number[], b: readonly number[]) =>
    a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);
  return dot(left, right) / Math.sqrt(dot(left, left) * dot(right, right));
}

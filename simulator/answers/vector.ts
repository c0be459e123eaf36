import { createHash } from 'node:crypto';
import { limits } from '../../spec/index.ts';
import { hash32 } from '../chance.ts';
import { isConcept } from './concepts.ts';
import { termsOf } from './terms.ts';

/** Numbers that one feature touches; several, so that two features never cancel each other out. */
const spread = 4;
/** A topic named by a synonym pulls as much as three shared words. */
const conceptWeight = 3;
/** Letter triples bring word forms near; they must not outweigh words. */
const tripleWeight = 0.3;
/** Tells texts with the same terms apart, and gives texts without any a direction. */
const wholeTextWeight = 0.1;

/**
 * A vector of unit length for a text, from the text alone: its terms, their letter triples and the whole text, each
 * hashed onto a few signed numbers. Texts that share words or topics point the same way.
 */
export function vectorOf(text: string): number[] {
  const vector = new Float64Array(limits.embeddingDimensions);
  for (const [feature, weight] of featuresOf(text)) {
    for (let salt = 1; salt <= spread; salt += 1) {
      const hash = hash32(feature, salt);
      const at = hash % vector.length;
      vector[at] = (vector[at] as number) + (hash & 0x40000000 ? weight : -weight);
    }
  }
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
  return Array.from(vector, (value) => Math.round((value / length) * 1e9) / 1e9);
}

/** Features with their weights; repeated ones count less each time. */
function featuresOf(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  const add = (feature: string, weight: number): void => {
    counts.set(feature, (counts.get(feature) ?? 0) + weight);
  };
  for (const term of termsOf(text)) {
    if (isConcept(term)) add(term, conceptWeight ** 2);
    else {
      add(term, 1);
      for (let at = 0; at + 3 <= term.length; at += 1) add(`~${term.slice(at, at + 3)}`, tripleWeight ** 2);
    }
  }
  const weights = new Map([...counts].map(([feature, count]) => [feature, Math.sqrt(count)]));
  return weights.set(`=${createHash('sha256').update(text).digest('hex')}`, wholeTextWeight);
}

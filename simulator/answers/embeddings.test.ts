import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EmbeddingsResponse } from '../../spec/index.ts';
import { writtenVectorOf } from './comparison/vector.ts';
import { writeEmbeddings } from './embeddings.ts';
import { anyText, givenContext } from './given.test-support.ts';
import { tokenCount } from './token-count.ts';

const model = 'svc-embed-v1';
const text = anyText(1);
const vectorOf = (one: string): number[] => JSON.parse(Buffer.from(writtenVectorOf(one)).toString());
const answer = (input: string | [string, ...string[]], seed: number): EmbeddingsResponse =>
  JSON.parse(Buffer.concat(writeEmbeddings({ model, input }, givenContext({ seed }))).toString());
const dot = (left: readonly number[], right: readonly number[]): number =>
  left.reduce((sum, value, at) => sum + value * (right[at] ?? 0), 0);

describe('an embedding', () => {
  it('has 1536 numbers and unit length, for any text', () => {
    fc.assert(
      fc.property(text, (one) => {
        const vector = vectorOf(one);
        expect(vector).toHaveLength(1536);
        expect(dot(vector, vector)).toBeCloseTo(1, 6);
      }),
    );
  });

  it('depends on the text alone', () => {
    const [alone] = answer('asthma', 1).data;
    const [, beside] = answer(['eczema', 'asthma'], 2).data;
    expect(beside?.embedding).toEqual(alone?.embedding);
  });

  it.each([
    ['no fever', 'the patient is afebrile', 'fever'],
    ['no chest pain', 'patient denies chest pain', 'chest pain'],
    ['no jaundice', 'anicteric', 'jaundice'],
  ])('of a denial is nearer to another denial than to the thing itself: %s', (text, alike, thing) => {
    const [one, two, three] = [text, alike, thing].map(vectorOf);
    expect(dot(one ?? [], two ?? [])).toBeGreaterThan(dot(one ?? [], three ?? []) + 0.2);
  });

  it('is nearer to a text on the same subject, even with another name, than to others', () => {
    const [question, synonym, other] = ['treating high blood pressure', 'hypertension medicines', 'dry itchy skin'].map(
      vectorOf,
    );
    expect(dot(question ?? [], synonym ?? [])).toBeGreaterThan(0.3);
    expect(dot(question ?? [], other ?? [])).toBeLessThan(0.2);
  });

  it.each([
    ['heart attack', 'myocardial infarction', 'pizza with cheese'],
    ['fever in children', 'child has a high temperature', 'children have a high bench'],
    ['acetaminophen', 'paracetamol dose', 'the dose of radiation'],
    ['water pill', 'diuretic side effects', 'a glass of water'],
    ['trouble falling asleep', 'insomnia', 'sleeping sickness'],
    ['high blood pressure in pregnancy', 'gestational hypertension', 'low blood pressure in older people'],
    ['Schlaganfall', 'stroke', 'Bluthochdruck'],
    ['pressure within the eyeball', 'glaucoma', 'pressure within the tyre'],
    // What figures mean.
    ['potassium 6.8 mmol/L', 'hyperkalaemia', 'hypokalaemia'],
    ['blood pressure 180/110', 'severe hypertension', 'low blood pressure'],
    ['temperature of 39.5 degrees', 'fever', 'muscle cramps'],
  ])('of %j is nearer to %j than to %j', (text, same, other) => {
    const [one = [], two = [], three = []] = [text, same, other].map(vectorOf);
    expect(dot(one, two)).toBeGreaterThan(dot(one, three) + 0.2);
  });

  it('has hardly a zero', () => {
    expect(vectorOf('asthma').filter((number) => number === 0).length).toBeLessThan(10);
  });

  it('differs between texts without words', () => {
    expect(vectorOf('!')).not.toEqual(vectorOf('?'));
  });
});

describe('the tokens of a text', () => {
  it.each([
    ['asthma', 2],
    ['How is asthma treated?', 7],
    [' ', 1],
    ['a b', 2],
    ['…', 1],
  ])('%j: %i', (one, count) => {
    expect(tokenCount(one)).toBe(count);
  });

  it('are never fewer for a longer text', () => {
    fc.assert(
      fc.property(text, text, (left, right) => {
        expect(tokenCount(left + right)).toBeGreaterThanOrEqual(tokenCount(left));
      }),
    );
  });
});

import { describe, expect, it } from 'vitest';
import { rules } from '../../spec/index.ts';
import { referenceBehaviour } from '../behaviour.ts';
import { createSimulator } from '../simulator.ts';
import { findMutant, mutants, UnknownMutant } from './index.ts';

const judged = rules.filter((rule) => rule.unjudged === undefined).map(({ id }) => id);

describe('the mutants', () => {
  it('have ids of their own, made of their rule and a slug', () => {
    const ids = mutants.map(({ id }) => id);
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
    expect(mutants.filter(({ id, breaks }) => !/^[a-z0-9-]+$/.test(id.slice(breaks.length + 1)))).toEqual([]);
    expect(mutants.filter(({ id, breaks }) => !id.startsWith(`${breaks}/`))).toEqual([]);
  });

  it('each break a rule that is judged', () => {
    expect(mutants.filter(({ breaks }) => !judged.includes(breaks)).map(({ id }) => id)).toEqual([]);
  });

  it('leave no judged rule unbroken', () => {
    const broken = new Set(mutants.map(({ breaks }) => breaks));
    expect(judged.filter((rule) => !broken.has(rule))).toEqual([]);
  });

  it('say in one sentence what a client sees', () => {
    expect(mutants.filter(({ summary }) => !/^[A-Z0-9`].*\.$/.test(summary)).map(({ id }) => id)).toEqual([]);
    const summaries = mutants.map(({ breaks, summary }) => `${breaks}: ${summary}`);
    expect(summaries.filter((summary, at) => summaries.indexOf(summary) !== at)).toEqual([]);
  });

  it('each change a copy and leave the reference as it is', () => {
    const before = { ...referenceBehaviour };
    const unchanged = mutants.filter((mutant) => {
      const changed = mutant.apply(referenceBehaviour);
      return Object.entries(changed).every(([part, value]) => value === Reflect.get(referenceBehaviour, part));
    });
    expect(unchanged.map(({ id }) => id)).toEqual([]);
    expect(referenceBehaviour).toEqual(before);
  });

  it('all boot, and answer the catalogue without a crash', async () => {
    const crashed: string[] = [];
    for (const mutant of mutants) {
      const simulator = createSimulator({ mutant, onUnexpected: () => crashed.push(mutant.id) });
      await simulator.handle({ method: 'GET', path: '/v1/domains?limit=3', headers: {}, body: new Uint8Array() });
      await simulator.close();
    }
    expect(crashed).toEqual([]);
  });
});

describe('finding a mutant', () => {
  it('gives the one with the id', () => {
    const [first] = mutants;
    expect(findMutant(first?.id ?? '')).toBe(first);
  });

  it('names ids that resemble an unknown one', () => {
    expect(() => findMutant('rerank.documents-max/one-mor')).toThrow(UnknownMutant);
    expect(() => findMutant('rerank.documents-max/one-mor')).toThrow(/rerank\.documents-max\/one-more/);
  });
});

import { describe, expect, it } from 'vitest';
import { mutants } from '../simulator/index.ts';
import { rules } from '../spec/index.ts';
import { checks } from './catalogue.ts';

const judged = rules.filter((rule) => rule.unjudged === undefined).map((rule) => rule.id);

describe('rule coverage', () => {
  it('gives every rule either one check or a written reason why nobody can judge it', () => {
    expect(judged.filter((id) => !checks.some((check) => check.rule === id))).toEqual([]);
  });

  it('has no check without a judged rule, and no two checks for one', () => {
    const ids = checks.map((check) => check.rule);
    expect(ids.filter((id) => !judged.includes(id))).toEqual([]);
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
  });

  it('has a mutant that breaks each judged rule', () => {
    const broken = new Set(mutants.map((mutant) => mutant.breaks));
    expect(judged.filter((id) => !broken.has(id))).toEqual([]);
  });

  it('has 200 mutants or more', () => {
    expect(mutants.length).toBeGreaterThanOrEqual(200);
  });
});

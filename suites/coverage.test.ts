import { expect, it } from 'vitest';
import { rules } from '../spec/index.ts';
import { checks } from './areas/catalogue.ts';
import { constraintDeviations } from './proof/generated/constraints.ts';
import { fieldDeviations } from './proof/generated/fields.ts';
import { deviations } from './proof/index.ts';

const judged = rules.filter((rule) => rule.unjudged === undefined).map((rule) => rule.id);

it('gives every rule either one check or a written reason why nobody can judge it', () => {
  expect(judged.filter((id) => !checks.some((check) => check.rule === id))).toEqual([]);
});

it('has no check without a judged rule, and no two checks for one', () => {
  const ids = checks.map((check) => check.rule);
  expect(ids.filter((id) => !judged.includes(id))).toEqual([]);
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
});

it('has a deviation that breaks each judged rule', () => {
  const broken = new Set(deviations.filter(({ expected }) => expected !== 'pass').map(({ touches }) => touches));
  expect(judged.filter((id) => !broken.has(id))).toEqual([]);
});

it('has deviations with unique ids, that break an existing rule and say in one sentence what a client sees', () => {
  const ids = deviations.map(({ id }) => id);
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
  expect(ids.filter((id) => !/^[a-z0-9.-]+\/[a-z0-9-]+$/.test(id))).toEqual([]);
  const mutants = deviations.filter(({ expected }) => expected !== 'pass');
  expect(mutants.filter(({ touches }) => !judged.includes(touches)).map(({ id }) => id)).toEqual([]);
  expect(deviations.filter(({ summary }) => !/^[A-Z0-9`].*\.$/.test(summary)).map(({ id }) => id)).toEqual([]);
});

it('generates mutants from every constraint and every field of the specification', () => {
  const generated = [...constraintDeviations(), ...fieldDeviations()].filter(({ expected }) => expected !== 'pass');
  const broken = new Set(generated.map(({ touches }) => touches));
  const rows = rules.filter(({ constraint, field, unjudged }) => (constraint ?? field) !== undefined && !unjudged);
  expect(rows.length).toBeGreaterThan(100);
  expect(rows.filter(({ id }) => !broken.has(id))).toEqual([]);
});

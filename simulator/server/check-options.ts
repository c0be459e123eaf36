import { inspect } from 'node:util';
import { defined, isObject, UserError } from '../../spec/index.ts';
import { type OptionRule, optionRules } from './option-rules.ts';
import type { ServerOptions } from './server.ts';

/**
 * Checks the options of `call`, and leaves out those that are `undefined`. Throws UserError for an unknown name, for one of `without`, which `call` does
 * not have, and for an invalid value.
 */
export function checkOptions<Options extends object>(
  call: string,
  given: Options,
  without: readonly (keyof ServerOptions)[],
): { [Name in keyof Options]?: Exclude<Options[Name], undefined> } {
  if (!isObject(given)) throw new UserError(`Cannot use ${shown(given)} in ${call}: an object of options is needed.`);
  const options = defined(given);
  const names = (Object.keys(optionRules) as (keyof ServerOptions)[]).filter((name) => !without.includes(name));
  for (const [name, value] of Object.entries(options)) {
    const known = names.find((one) => one === name);
    if (known === undefined) throw unknownOption(call, name, names);
    const { must, allows }: OptionRule = optionRules[known];
    if (!allows(value)) throw new UserError(`Cannot use ${name} ${shown(value)} in ${call}: it must ${must}.`);
  }
  return options;
}

const shown = (value: unknown): string =>
  inspect(value, { depth: 0, breakLength: Number.POSITIVE_INFINITY }).slice(0, 80);

function unknownOption(call: string, name: string, names: readonly string[]): UserError {
  const near = names.filter((one) => likeness(one, name) >= 0.8);
  const advice = near.length > 0 ? `Did you mean ${near.join(' or ')}?` : `It has ${names.join(', ')}.`;
  return new UserError(`Cannot use ${name.slice(0, 40)}: ${call} has no such option. ${advice}`);
}

/** The share of letters that two names have in common, from 0 to 1, in any order: enough to recognise a typo in names this short. */
function likeness(one: string, other: string): number {
  const left = [...other.toLowerCase()];
  const shared = [...one.toLowerCase()].filter((letter) => {
    const at = left.indexOf(letter);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
  return (2 * shared.length) / (one.length + other.length);
}

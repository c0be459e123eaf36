import type { Chance } from '../chance.ts';

/**
 * Cuts a message into the fragments of a stream: several, none empty, together the message. A cut may fall inside a
 * citation token (readings S12), never inside a surrogate pair, which no single event could carry.
 * Source: Events, rule 2.
 */
export function fragmentsOf(message: string, chance: Chance): string[] {
  const characters = [...message];
  const fragments: string[] = [];
  for (let at = 0; at < characters.length; ) {
    const length = chance.integer(5, 30);
    fragments.push(characters.slice(at, at + length).join(''));
    at += length;
  }
  return fragments;
}

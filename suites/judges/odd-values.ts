import type { Place, ResponseField, Rule } from '../../spec/index.ts';
import { isoFormOf } from './iso-8601.ts';
import { broken, type Judgement, tolerated } from './judgement.ts';
import { judgeEach, type Loose, objectIn } from './read.ts';
import { pathName, shownAt } from './shown.ts';

/** A value of a field, with the object that holds it. */
interface Held {
  readonly path: Place;
  readonly holder: Loose;
  readonly value: unknown;
}

/** What a reading says of a value of the right type: undefined when nothing, else what is odd about it and whether that breaks the rule. */
type Look = (held: Held) => { readonly breaks: boolean; readonly odd: string } | undefined;

/** Texts that no reader can do without. Source: readings S37. */
const NEEDED = ['url', 'message'];

const isPage = ({ id }: Loose): boolean => typeof id === 'string' && /^PF\d+$/.test(id);

const looks: Readonly<Record<string, Look>> = {
  S32: ({ value }) =>
    typeof value === 'string' && isoFormOf(value) === 'rare'
      ? { breaks: false, odd: 'a form of ISO 8601 that many readers do not know' }
      : undefined,
  S37: ({ path, holder, value }) =>
    value === '' ? { breaks: NEEDED.includes(String(path.at(-1))) || isPage(holder), odd: 'empty' } : undefined,
  S38: ({ holder, value }) =>
    typeof value === 'string' && value !== '' && !isWebAddress(value)
      ? { breaks: isPage(holder), odd: 'no absolute http or https address' }
      : undefined,
};

/** True for an absolute address of the web. Source: readings S38. */
const isWebAddress = (text: string): boolean => /^https?:\/\//i.test(text) && URL.canParse(text);

/**
 * Judges values that have the right type and are odd all the same, by the readings that the rule's row names: empty texts, addresses that
 * lead nowhere, rare timestamps. `nothing` where no object holds the field. Source: readings S32, S37, S38.
 */
export function judgeOddities({ readings, statement }: Rule, document: unknown, { path }: ResponseField): Judgement {
  return judgeEach(heldAt(document, path), (held) => {
    const seen = readings.map((id) => looks[id]?.(held)).find((oddity) => oddity !== undefined);
    if (seen === undefined) return 'fine';
    const actual = `In the answer, ${pathName(held.path)} is ${seen.odd}: ${shownAt(document, held.path)}.`;
    return seen.breaks ? broken(statement, actual) : tolerated(statement, actual);
  });
}

/** Every value at a path, `*` being each item of an array. */
function heldAt(document: unknown, path: readonly string[]): readonly Held[] {
  const holders = path.slice(0, -1).reduce<readonly { path: Place; node: unknown }[]>(
    (nodes, step) =>
      nodes.flatMap(({ path: sofar, node }) => {
        if (step !== '*') return [{ path: [...sofar, step], node: objectIn(node)?.[step] }];
        return Array.isArray(node) ? node.map((item: unknown, at) => ({ path: [...sofar, at], node: item })) : [];
      }),
    [{ path: [], node: document }],
  );
  const last = path.at(-1) ?? '';
  return holders.flatMap(({ path: sofar, node }) => {
    const holder = objectIn(node);
    return holder && last in holder ? [{ path: [...sofar, last], holder, value: holder[last] }] : [];
  });
}

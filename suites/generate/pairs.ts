import fc from 'fast-check';
import { type Constraint, fixedValues, formatPath, isObject, type JsonPath } from '../../spec/index.ts';
import type { Call } from '../http/exchange/exchange.ts';
import { formatValue } from '../judges/format-value.ts';
import { valueAt } from '../judges/read.ts';
import { type Body, bases, filterDomains } from './bases.ts';
import { drop, put } from './edit.ts';
import { word } from './text-arbitraries.ts';

/** A minimal pair: a valid request and the same with exactly one fault. */
export interface Pair {
  readonly control: Call;
  readonly mutated: Call;
  /** The fault in words, for messages: `"max_results" is 21`. */
  readonly fault: string;
  /** The faulty field, as a `loc` would name it. */
  readonly field: string;
  /** The valid call from which a control at a bound, or in circumstances, was made. */
  readonly start?: Call;
  /** The control with equally many ASCII letters, if its text at a bound has other letters. */
  readonly inAscii?: Call;
}

/** The minimal pairs of one constraint: fixed examples, and an arbitrary for more. */
export interface Pairs {
  readonly examples: readonly Pair[];
  readonly arbitrary: fc.Arbitrary<Pair>;
}

/** Converts a body to a call; a domains body becomes query parameters. */
export function callOf(constraint: Pick<Constraint, 'endpoint'>, body: Body): Call {
  if (constraint.endpoint !== 'domains') return { endpoint: constraint.endpoint, body };
  return {
    endpoint: 'domains',
    query: Object.fromEntries(Object.entries(body).map(([name, value]) => [name, String(value)])),
  };
}

/** All minimal pairs of a request constraint. Throws an Error for a keyword without a generator. */
export function pairsOf(row: Constraint): Pairs {
  const constraint = { ...row, bases: bases[row.endpoint] };
  const examples = [...examplesOf(constraint), ...farBeyond(constraint)];
  const chosen = fc.constantFrom(...examples);
  if (constraint.keyword !== 'type' || samplesOf(constraint)) return { examples, arbitrary: chosen };
  const generated = fc
    .tuple(chosen, wrongTypeArbitrary(typesOf(constraint)))
    .map(([pair, value]) => pairWith(constraint, pair.control.body as Body, pathIn(constraint, pair), value));
  return { examples, arbitrary: fc.oneof(chosen, generated) };
}

/** Pairs with texts and lists far beyond their bound: a server may have a second limit there, or count only distinct texts. */
function farBeyond(constraint: ConstraintOnBases): readonly Pair[] {
  const { keyword, node } = constraint;
  if (keyword !== 'maxItems' && keyword !== 'maxLength') return [];
  const size = FAR_FACTOR * Number(node[keyword]);
  return locationsOf(constraint, 1).map(({ base, path }) => {
    const far = keyword === 'maxLength' ? 'a'.repeat(size) : farList(longestList(constraint, path), size);
    const fault = `"${formatPath(path)}" has ${size} ${keyword === 'maxLength' ? 'characters' : 'items'}`;
    // The control is not at the bound: if it is refused, the bound is not the reason.
    return { ...pair(constraint, base, put(base, path, far), fault, fieldOf(path)), start: callOf(constraint, base) };
  });
}

/** Distinct texts, or the items repeated. Items are counted from the end, because a conversation must end like its base. */
const farList = (items: readonly unknown[], size: number): readonly unknown[] =>
  Array.from({ length: size }, (_, at) =>
    typeof items[0] === 'string' ? `${items[0]} ${at + 1}` : items.at(-1 - ((size - 1 - at) % items.length)),
  );

/** The factor by which a size is far beyond its bound. */
const FAR_FACTOR = 3;

/** The minimal pairs of a constraint for one valid body. */
export const pairsOn = (constraint: Constraint, body: Body): readonly Pair[] =>
  examplesOf({ ...constraint, bases: [body] });

/** A constraint with valid bodies on which to break it. */
type ConstraintOnBases = Constraint & { readonly bases: readonly Body[] };

function examplesOf(constraint: ConstraintOnBases): readonly Pair[] {
  const samples = samplesOf(constraint);
  if (samples !== undefined) return samplePairs(constraint, samples);
  switch (constraint.keyword) {
    case 'type':
      return wrongTypePairs(constraint);
    case 'required':
      return missingPairs(constraint);
    case 'minLength':
      return locationsOf(constraint).map(({ base, path }) => pairWith(constraint, base, path, ''));
    case 'minItems':
      return locationsOf(constraint, 1).map(({ base, path }) => pairWith(constraint, base, path, []));
    case 'maxLength':
      return ['a', 'é', '語'].flatMap((character, at) =>
        locationsOf(constraint, at === 0 ? 3 : 1).map(({ base, path }) => ({
          ...boundPair(constraint, base, path, (size) => character.repeat(size)),
          ...(at === 0 ? {} : { inAscii: callOf(constraint, put(base, path, 'a'.repeat(boundOf(constraint)))) }),
        })),
      );
    case 'maxItems':
      return locationsOf(constraint, 1).map(({ base, path }) => {
        const items = longestList(constraint, path);
        // Counted from the end, because a conversation must end like its base. Attachments stay in one message, because
        // pages have their own limit.
        const item = (fromEnd: number): unknown => {
          const source = items.at(-1 - (fromEnd % items.length));
          return fromEnd < items.length || !isObject(source)
            ? source
            : drop(drop(source, ['image_urls']), ['pdf_urls']);
        };
        return boundPair(constraint, base, path, (size) =>
          Array.from({ length: size }, (_, at) => item(size - 1 - at)),
        );
      });
    case 'minimum':
    case 'maximum':
      return numberPairs(constraint);
    case 'not':
      return filterPairs(constraint);
    default:
      throw new Error(`no minimal pairs are known for the keyword "${constraint.keyword}" of ${constraint.endpoint}`);
  }
}

function pair(constraint: ConstraintOnBases, control: Body, mutated: Body, fault: string, field: string): Pair {
  return { control: callOf(constraint, control), mutated: callOf(constraint, mutated), fault, field };
}

/** A pair whose mutation has `value` at `path`. If that turns a text into an object, the control gets an object too. */
function pairWith(constraint: ConstraintOnBases, base: Body, path: JsonPath, value: unknown): Pair {
  const parent = valueAt(base, path.slice(0, -1));
  const control = typeof parent === 'string' ? put(base, path, parent) : base;
  return pair(
    constraint,
    control,
    put(base, path, value),
    `"${formatPath(path)}" is ${formatValue(value, 80)}`,
    fieldOf(path),
  );
}

/** A length far below every bound. */
const SHORT_TEXT = 10;

const boundOf = ({ node, keyword }: Constraint): number => Number(node[keyword]);

/** A pair with the control exactly at the bound and the mutation one beyond it. */
function boundPair(constraint: ConstraintOnBases, base: Body, path: JsonPath, make: (size: number) => unknown): Pair {
  const bound = boundOf(constraint);
  const fault = `"${formatPath(path)}" has ${bound + 1} ${constraint.keyword === 'maxItems' ? 'items' : 'characters'}`;
  const [control, mutated] = [put(base, path, make(bound)), put(base, path, make(bound + 1))];
  // A short text of the same letters: if the target refuses even that, it does not accept the letters, and the bound is
  // not the reason.
  const start = constraint.keyword === 'maxLength' ? put(base, path, make(SHORT_TEXT)) : base;
  return { ...pair(constraint, control, mutated, fault, fieldOf(path)), start: callOf(constraint, start) };
}

/** Pairs without the required property. An item that may also be a string becomes an object without it. */
function missingPairs(constraint: ConstraintOnBases): readonly Pair[] {
  const property = constraint.property ?? '';
  return locationsOf(constraint).map(({ base, path }) => {
    const parent = valueAt(base, path);
    const mutated =
      typeof parent === 'object' ? drop(base, [...path, property]) : put(base, path, { title: `without ${property}` });
    return pair(constraint, base, mutated, `"${formatPath([...path, property])}" is missing`, property);
  });
}

function wrongTypePairs(constraint: ConstraintOnBases): readonly Pair[] {
  const locations = locationsOf(constraint);
  // One location is enough for a value that is often falsy: a check that skips it does so everywhere.
  // Loose comparisons find `true` equal to every name.
  const loose = fixedValues(constraint.node).length > 0 ? [true] : [];
  return [...wrongTypes(constraint), ...loose].flatMap((value) =>
    (value === true || isOftenFalsy(value) ? locations.slice(0, 1) : locations).map(({ base, path }) =>
      pairWith(constraint, base, path, value),
    ),
  );
}

function numberPairs(constraint: ConstraintOnBases): readonly Pair[] {
  const bound = Number(constraint.node[constraint.keyword]);
  // Some servers read -1 as «no limit». The last value equals the bound if a server keeps only 32 bits; the largest fits into no 64 bits, and is no exact number in many languages.
  const beyond = constraint.keyword === 'minimum' ? [bound - 1, -1, bound - 2 ** 32] : [bound + 1, bound + 2 ** 64];
  return locationsOf(constraint, 1).flatMap(({ base, path }) =>
    beyond.map((value) => pairWith(constraint, put(base, path, bound), path, value)),
  );
}

/** Pairs with the invalid values that the schema lists for the constraint. */
function samplePairs(constraint: ConstraintOnBases, samples: readonly unknown[]): readonly Pair[] {
  return samples.flatMap((value, at) =>
    locationsOf(constraint, at === 0 ? 3 : 1).map(({ base, path }) => pairWith(constraint, base, path, value)),
  );
}

function samplesOf({ node, keyword }: Constraint): readonly unknown[] | undefined {
  return isObject(node.samples) ? (node.samples[keyword] as readonly unknown[]) : undefined;
}

function filterPairs(constraint: ConstraintOnBases): readonly Pair[] {
  const base = firstBase(constraint);
  const listed = Math.max(
    ...[base.include_domains, base.exclude_domains].map((list) => (Array.isArray(list) ? list.length : 0)),
  );
  const { include_domains: included, exclude_domains: excluded } = filterDomains;
  const entries = Math.max(listed, 1);
  const both = (
    one: 'include_domains' | 'exclude_domains',
    count: number,
    other: number,
    others: readonly string[] = excluded,
  ) => ({
    one,
    include_domains: included.slice(0, count),
    exclude_domains: others.slice(0, other),
  });
  const filters = [
    both('include_domains', entries, entries),
    both('include_domains', entries + 1, entries + 1),
    both('include_domains', 1, 1, included),
    both('exclude_domains', entries, entries + 1),
  ];
  return filters.map(({ one, ...lists }) => {
    const [count, other] = [lists.include_domains.length, lists.exclude_domains.length];
    const isSame = count === 1 && other === 1 && lists.include_domains[0] === lists.exclude_domains[0];
    const fault = `domain filters both have ${isSame ? 'the same entry' : `entries (${count} and ${other})`}`;
    return pair(constraint, { ...base, [one]: lists[one] }, { ...base, ...lists }, fault, '');
  });
}

/** The longest list of the bases at a path. Its items differ, so that a server that counts only some of them is detected. */
function longestList(constraint: ConstraintOnBases, path: JsonPath): readonly unknown[] {
  const lists = constraint.bases.map((base) => valueAt(base, path)).filter(Array.isArray);
  return lists.toSorted((one, other) => other.length - one.length)[0] ?? ['shortness of breath'];
}

interface Location {
  readonly base: Body;
  readonly path: JsonPath;
}

/** Where to break the constraint: in the last of several array items, then in the first and in the middle. */
function locationsOf(constraint: ConstraintOnBases, limit = 3): readonly Location[] {
  const arrayAt = constraint.path.indexOf('*');
  if (arrayAt === -1) return [{ base: firstBase(constraint), path: constraint.path }];
  const candidates = constraint.bases.toReversed();
  const locations = candidates.flatMap((base): Location[] => {
    const items = valueAt(base, constraint.path.slice(0, arrayAt));
    if (Array.isArray(items) && items.length > 0) {
      const places = new Set([items.length - 1, 0, items.length >> 1]);
      // A filter with a second entry: a server may look at the first one only.
      const added = items.length === 1 && constraint.path[arrayAt - 1]?.endsWith('_domains') ? [1] : [];
      return [...added, ...places].map((at) => ({ base, path: pathAt(constraint.path, arrayAt, at) }));
    }
    const onlyItem = { base, path: pathAt(constraint.path, arrayAt, 0) };
    const list = constraint.path.slice(0, arrayAt);
    if (list.at(-1)?.endsWith('_domains') !== true) return [onlyItem];
    const withEntries = (...entries: readonly string[]): Body => put(base, list, entries);
    return [
      { base: withEntries('asthma.example'), path: pathAt(constraint.path, arrayAt, 1) },
      { base: withEntries('news.example', 'asthma.example'), path: pathAt(constraint.path, arrayAt, 0) },
      onlyItem,
    ];
  });
  return locations.slice(0, limit);
}

function pathAt(path: readonly string[], arrayAt: number, index: number): JsonPath {
  return path.map((step, at) => (step !== '*' ? step : at === arrayAt ? index : 0));
}

function pathIn(constraint: ConstraintOnBases, pair: Pair): JsonPath {
  const location = locationsOf(constraint, 4).find(({ base }) => base === pair.control.body);
  return location?.path ?? constraint.path.map((step) => (step === '*' ? 0 : step));
}

function firstBase(constraint: ConstraintOnBases): Body {
  return constraint.bases[0] ?? {};
}

function typesOf(constraint: Constraint): readonly string[] {
  return [constraint.node.type].flat().map(String);
}

/** The property name that a `loc` must contain. */
const fieldOf = (path: JsonPath): string => String(path.findLast((step) => typeof step === 'string') ?? '');

/**
 * Values of a wrong JSON type that no lenient parser could coerce (readings R5): an object for a string, `"abc"` for an
 * integer, never a number for a string. The clearest comes first. The last is falsy in many languages, so that a check such
 * as `if (value && …)` skips it.
 */
function wrongTypes(constraint: Constraint): readonly unknown[] {
  const allowed = typesOf(constraint);
  const asObject = { not: 'of this type' };
  // As other services take them: tokens to embed, and a text or a document in parts.
  const asArray = constraint.endpoint === 'embeddings' ? [7, 21] : ['asthma', 'inhaler'];
  if (allowed.includes('string')) {
    if (allowed.includes('array')) return [asObject];
    return allowed.includes('object') ? [asArray] : [asObject, asArray, []];
  }
  if (allowed.includes('array')) return [asObject, 42, false];
  // JavaScript makes a number of a list of one; as a parameter it would be written like the number.
  if (allowed.includes('integer'))
    return ['abc', constraint.endpoint === 'domains' ? asObject : [2], '10abc', 2.5, false];
  if (allowed.includes('boolean')) return [asObject, 'abc', []];
  return [42, asArray, false];
}

const isOftenFalsy = (value: unknown): boolean => value === false || (Array.isArray(value) && value.length === 0);

/** Generated values of the same kind, for longer runs. */
function wrongTypeArbitrary(allowed: readonly string[]): fc.Arbitrary<unknown> {
  const asObject = fc.dictionary(word, word, { minKeys: 1, maxKeys: 2 });
  const asArray = fc.array(fc.array(word, { minLength: 1, maxLength: 2 }), { minLength: 1, maxLength: 2 });
  if (allowed.includes('object')) return asArray;
  if (allowed.includes('array')) return asObject;
  if (allowed.includes('integer')) return fc.oneof(word, asObject, asArray);
  return fc.oneof(asObject, asArray);
}

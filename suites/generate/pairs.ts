import fc from 'fast-check';
import { type Constraint, formatPath, isObject, type JsonPath } from '../../spec/index.ts';
import type { Call } from '../target/exchange.ts';
import { type Body, bases, filterDomains } from './bases.ts';
import { drop, get, put } from './edit.ts';
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
  /** The control with as many ASCII letters, where its text at a bound is of others. */
  readonly inAscii?: Call;
}

/** The minimal pairs of one constraint: fixed examples, and an arbitrary for more. */
export interface Pairs {
  readonly examples: readonly Pair[];
  readonly arbitrary: fc.Arbitrary<Pair>;
}

/** Writes a body as a call; a domains body becomes query parameters. */
export function callOf(constraint: Pick<Constraint, 'endpoint'>, body: Body): Call {
  if (constraint.endpoint !== 'domains') return { endpoint: constraint.endpoint, body };
  return {
    endpoint: 'domains',
    query: Object.fromEntries(Object.entries(body).map(([name, value]) => [name, String(value)])),
  };
}

/** All minimal pairs of a request constraint. Throws a plain Error for a keyword that has no generator (our own fault). */
export function pairsOf(row: Constraint): Pairs {
  const constraint = { ...row, bases: bases[row.endpoint] };
  const examples = [...examplesOf(constraint), ...farBeyond(constraint)];
  const chosen = fc.constantFrom(...examples);
  if (constraint.keyword !== 'type' || samplesOf(constraint)) return { examples, arbitrary: chosen };
  const generated = fc
    .tuple(chosen, wrongTypeArbitrary(typesOf(constraint)))
    .map(([pair, value]) => pairWith(constraint, pair.control.body as Body, placeIn(constraint, pair), value));
  return { examples, arbitrary: fc.oneof(chosen, generated) };
}

/** Texts and lists far beyond their bound: a server may have another limit there, or count only different texts. */
function farBeyond(constraint: ConstraintOnBases): readonly Pair[] {
  const { keyword, node } = constraint;
  if (keyword !== 'maxItems' && keyword !== 'maxLength') return [];
  const size = FAR * Number(node[keyword]);
  return places(constraint, 1).map(({ base, place }) => {
    const far = keyword === 'maxLength' ? 'a'.repeat(size) : farList(longestList(constraint, place), size);
    const fault = `"${formatPath(place)}" has ${size} ${keyword === 'maxLength' ? 'characters' : 'items'}`;
    // Its control is not at the bound: where that is refused, the bound is not to blame.
    return { ...pair(constraint, base, put(base, place, far), fault, fieldOf(place)), start: callOf(constraint, base) };
  });
}

/** Different texts, or the items again and again, counted from the end, because a conversation must end as its base does. */
const farList = (items: readonly unknown[], size: number): readonly unknown[] =>
  Array.from({ length: size }, (_, at) =>
    typeof items[0] === 'string' ? `${items[0]} ${at + 1}` : items.at(-1 - ((size - 1 - at) % items.length)),
  );

/** How many times the bound is far beyond it. */
const FAR = 3;

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
      return places(constraint).map(({ base, place }) => pairWith(constraint, base, place, ''));
    case 'minItems':
      return places(constraint, 1).map(({ base, place }) => pairWith(constraint, base, place, []));
    case 'maxLength':
      return ['a', 'é', '語'].flatMap((character, at) =>
        places(constraint, at === 0 ? 3 : 1).map(({ base, place }) => ({
          ...boundPair(constraint, base, place, (size) => character.repeat(size)),
          ...(at === 0 ? {} : { inAscii: callOf(constraint, put(base, place, 'a'.repeat(boundOf(constraint)))) }),
        })),
      );
    case 'maxItems':
      return places(constraint, 1).map(({ base, place }) => {
        const items = longestList(constraint, place);
        // Counted from the end, because a conversation must end as its base does. Attachments stay in one message:
        // pages have a limit of their own.
        const item = (fromEnd: number): unknown => {
          const own = items.at(-1 - (fromEnd % items.length));
          return fromEnd < items.length || !isObject(own) ? own : drop(drop(own, ['image_urls']), ['pdf_urls']);
        };
        return boundPair(constraint, base, place, (size) =>
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

/** A pair whose mutation has `value` at `place`. If that turns a text into an object, so does the control. */
function pairWith(constraint: ConstraintOnBases, base: Body, place: JsonPath, value: unknown): Pair {
  const holder = get(base, place.slice(0, -1));
  const control = typeof holder === 'string' ? put(base, place, holder) : base;
  return pair(
    constraint,
    control,
    put(base, place, value),
    `"${formatPath(place)}" is ${shown(value)}`,
    fieldOf(place),
  );
}

/** The length of a text far from every bound. */
const SHORT_TEXT = 10;

const boundOf = ({ node, keyword }: Constraint): number => Number(node[keyword]);

/** A pair with the control exactly at the bound and the mutation one beyond it. */
function boundPair(constraint: ConstraintOnBases, base: Body, place: JsonPath, make: (size: number) => unknown): Pair {
  const bound = boundOf(constraint);
  const fault = `"${formatPath(place)}" has ${bound + 1} ${constraint.keyword === 'maxItems' ? 'items' : 'characters'}`;
  const [control, mutated] = [put(base, place, make(bound)), put(base, place, make(bound + 1))];
  // A short text of the same letters: if the target refuses even that, it cannot read them, and the bound is not to
  // blame.
  const start = constraint.keyword === 'maxLength' ? put(base, place, make(SHORT_TEXT)) : base;
  return { ...pair(constraint, control, mutated, fault, fieldOf(place)), start: callOf(constraint, start) };
}

/** Pairs without the required property; an item that may also be a string becomes an object without it. */
function missingPairs(constraint: ConstraintOnBases): readonly Pair[] {
  const property = constraint.property ?? '';
  return places(constraint).map(({ base, place }) => {
    const holder = get(base, place);
    const mutated =
      typeof holder === 'object'
        ? drop(base, [...place, property])
        : put(base, place, { title: `without ${property}` });
    return pair(constraint, base, mutated, `"${formatPath([...place, property])}" is missing`, property);
  });
}

function wrongTypePairs(constraint: ConstraintOnBases): readonly Pair[] {
  const wanted = places(constraint);
  // A check that passes it over does so in every place.
  return wrongTypes(typesOf(constraint)).flatMap((value) =>
    (isNothing(value) ? wanted.slice(0, 1) : wanted).map(({ base, place }) => pairWith(constraint, base, place, value)),
  );
}

function numberPairs(constraint: ConstraintOnBases): readonly Pair[] {
  const bound = Number(constraint.node[constraint.keyword]);
  // -1 stands for «no limit» with some; the last one is the bound itself to who keeps 32 bits of it.
  const beyond = constraint.keyword === 'minimum' ? [bound - 1, -1, bound - 2 ** 32] : [bound + 1, bound + 2 ** 32];
  return places(constraint, 1).flatMap(({ base, place }) =>
    beyond.map((value) => pairWith(constraint, put(base, place, bound), place, value)),
  );
}

/** Pairs of the values that the schema itself gives for breaking the constraint. */
function samplePairs(constraint: ConstraintOnBases, samples: readonly unknown[]): readonly Pair[] {
  return samples.flatMap((value, at) =>
    places(constraint, at === 0 ? 2 : 1).map(({ base, place }) => pairWith(constraint, base, place, value)),
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
  const most = Math.max(listed, 1);
  const filters = [
    { one: 'include_domains', include_domains: included.slice(0, most), exclude_domains: excluded.slice(0, most) },
    {
      one: 'exclude_domains',
      include_domains: included.slice(0, most + 1),
      exclude_domains: excluded.slice(0, most + 1),
    },
    { one: 'include_domains', include_domains: included.slice(0, 1), exclude_domains: included.slice(0, 1) },
    { one: 'exclude_domains', include_domains: included.slice(0, most), exclude_domains: excluded.slice(0, most + 1) },
  ] as const;
  return filters.map(({ one, ...both }) => {
    const [count, other] = [both.include_domains.length, both.exclude_domains.length];
    const fault = `domain filters both have entries: ${count} and ${other}`;
    return pair(constraint, { ...base, [one]: both[one] }, { ...base, ...both }, fault, '');
  });
}

/** The longest list of the bases at a path; its items differ, so that a server that counts only some of them shows. */
function longestList(constraint: ConstraintOnBases, place: JsonPath): readonly unknown[] {
  const lists = constraint.bases.map((base) => get(base, place)).filter(Array.isArray);
  return lists.toSorted((one, other) => other.length - one.length)[0] ?? ['shortness of breath'];
}

interface Spot {
  readonly base: Body;
  readonly place: JsonPath;
}

/** Where to break the constraint: first in the last of several array items, then in the first and in between. */
function places(constraint: ConstraintOnBases, most = 3): readonly Spot[] {
  const arrayAt = constraint.path.indexOf('*');
  if (arrayAt === -1) return [{ base: firstBase(constraint), place: constraint.path }];
  const candidates = constraint.bases.toReversed();
  const spots = candidates.flatMap((base): Spot[] => {
    const items = get(base, constraint.path.slice(0, arrayAt));
    if (Array.isArray(items))
      return [...new Set([items.length - 1, 0, items.length >> 1])].map((at) => ({
        base,
        place: placeAt(constraint.path, arrayAt, at),
      }));
    if (constraint.endpoint === 'embeddings' || typeof items === 'string') return [];
    const alone = { base, place: placeAt(constraint.path, arrayAt, 0) };
    const list = constraint.path.slice(0, arrayAt);
    if (list.at(-1)?.endsWith('_domains') !== true) return [alone];
    const filled = (...entries: readonly string[]): Body => put(base, list, entries);
    return [
      { base: filled('asthma.example'), place: placeAt(constraint.path, arrayAt, 1) },
      { base: filled('news.example', 'asthma.example'), place: placeAt(constraint.path, arrayAt, 0) },
      alone,
    ];
  });
  return spots.slice(0, most);
}

function placeAt(path: readonly string[], arrayAt: number, index: number): JsonPath {
  return path.map((step, at) => (step !== '*' ? step : at === arrayAt ? index : 0));
}

function placeIn(constraint: ConstraintOnBases, pair: Pair): JsonPath {
  const spot = places(constraint, 4).find(({ base }) => base === pair.control.body);
  return spot?.place ?? constraint.path.map((step) => (step === '*' ? 0 : step));
}

function firstBase(constraint: ConstraintOnBases): Body {
  return constraint.bases[0] ?? {};
}

function typesOf(constraint: ConstraintOnBases): readonly string[] {
  return [constraint.node.type].flat().map(String);
}

/** The property name that a `loc` must hold. */
const fieldOf = (place: JsonPath): string => String(place.findLast((step) => typeof step === 'string') ?? '');

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'undefined';
  return text.length > 80 ? `${text.slice(0, 77)}…` : text;
}

/**
 * Values of none of the allowed JSON types, which no lenient reader could coerce (readings R5): an object for a string,
 * `"abc"` for an integer, never a number for a string. The clearest comes first; the last is one that many languages take for
 * nothing in a condition, so that a check such as `if (value && …)` never looks at it.
 */
function wrongTypes(allowed: readonly string[]): readonly unknown[] {
  const asObject = { not: 'of this type' };
  const asArray = [['not of this type']];
  if (allowed.includes('string')) {
    if (allowed.includes('array')) return [asObject];
    return allowed.includes('object') ? [asArray] : [asObject, asArray, []];
  }
  if (allowed.includes('array')) return [asObject, 42, false];
  if (allowed.includes('integer')) return ['abc', asObject, '10abc', 2.5, false];
  if (allowed.includes('boolean')) return [asObject, 'abc', []];
  return [42, asArray, false];
}

const isNothing = (value: unknown): boolean => value === false || (Array.isArray(value) && value.length === 0);

/** Generated values of the same kind, for longer runs. */
function wrongTypeArbitrary(allowed: readonly string[]): fc.Arbitrary<unknown> {
  const asObject = fc.dictionary(word, word, { minKeys: 1, maxKeys: 2 });
  const asArray = fc.array(fc.array(word, { minLength: 1, maxLength: 2 }), { minLength: 1, maxLength: 2 });
  if (allowed.includes('object')) return asArray;
  if (allowed.includes('array')) return asObject;
  if (allowed.includes('integer')) return fc.oneof(word, asObject, asArray);
  return fc.oneof(asObject, asArray);
}

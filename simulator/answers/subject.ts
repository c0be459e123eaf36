import MiniSearch from 'minisearch';
import { type Aspect, concepts, topics } from '../../fixtures/index.ts';
import { type Mention, vocabulary } from './concepts.ts';
import { meaningsNear } from './nearness.ts';
import type { Reading } from './reading.ts';
import { stopWords } from './stop-words.ts';
import { stem } from './words.ts';

/** What a question is about. */
export interface Subject {
  /** Slugs of topics, each with a weight up to 1, best first; empty where no source can answer. */
  readonly topics: ReadonlyMap<string, number>;
  readonly aspects: readonly Aspect[];
  /** Terms of everything it names. */
  readonly named: ReadonlySet<string>;
  /** Its other words, as stems. */
  readonly words: readonly string[];
}

/** Evidence below this is a guess, and the honest answer is that there is no source. */
const threshold = 0.5;
/** Where no topic is named, so much of the question has to be medical. */
const medicalShare = 0.3;
/** So many symptoms and the like make a question medical, however much else it tells. */
const sure = 2;
const strongLead = 0.75;
/** A part of the body says more where something is wrong with it. */
const wrongWithIt = 2;
/** What the descriptions of topics can add to what the concepts say. */
const profileWeight = 0.6;
/** A question that names no topic is about a few at most, and about none that is much less likely. */
const mostGuesses = 3;
const guessCloseness = 0.75;
/** Named topics and groups such as `diabetes` beside them. */
const groupCloseness = 0.7;

/** Words between two names that stand beside each other. */
const besideGap = 1;
/** Names that also belong to other subjects than medicine, where a word of those stands beside them: a swimming stroke. */
const everyday = new Set(
  'stroke depression burns thrush lithium fever warts melanoma smoking-cessation contraception concussion adrenaline insulin gout'.split(
    ' ',
  ),
);

const medicines: ReadonlySet<string> = new Set(
  topics.filter(({ kind }) => kind === 'medicine').map(({ slug }) => slug),
);

/** What is no topic and still interacts with medicines. */
const interacting: ReadonlySet<string> = new Set([
  '#alcohol',
  '#grapefruit',
  ...concepts.filter(({ kind }) => kind === 'drug').map(({ id }) => `#${id}`),
]);

/** What is done against a condition: beside one, it asks for treatment. */
const treating: ReadonlySet<string> = new Set([
  '#medicine',
  '#surgery',
  '#injection',
  ...concepts.filter(({ kind }) => kind === 'drug').map(({ id }) => `#${id}`),
]);

const isTopic = ({ meaning: { kind } }: Mention): boolean =>
  kind === 'condition' || kind === 'medicine' || kind === 'practice';

/** What a reading is about, taken alone. */
export function subjectOf(reading: Reading): Subject {
  const { mentions, others } = reading;
  const found = topicsIn(reading);
  // «I have epilepsy and want a baby» asks about epilepsy in pregnancy, not about infertility.
  const wish = found.size > 1 && found.has('infertility') && reading.stems.some((word) => /^(?:babi|baby)$/.test(word));
  const topics = wish ? new Map([...found].filter(([slug]) => slug !== 'infertility')) : found;
  const aspects: readonly Aspect[] = wish ? [...new Set<Aspect>([...reading.aspects, 'pregnancy'])] : reading.aspects;
  const named = new Set(mentions.filter(({ meaning }) => meaning.kind !== 'aspect').map(({ meaning }) => meaning.term));
  return {
    topics,
    aspects: aspectsAsked(topics, named, aspects),
    named,
    words: others,
  };
}

/** Aspects that a question for two medicines is asked with when it means whether they go together. */
const unspecific: ReadonlySet<Aspect> = new Set(['warnings', 'overview', 'dose', 'interactions']);

/** `what are …` asks for an overview only where it asks for nothing else; two medicines, or one and alcohol, may interact. */
export function aspectsAsked(
  topics: ReadonlyMap<string, number>,
  named: ReadonlySet<string>,
  aspects: readonly Aspect[],
): readonly Aspect[] {
  const taken = [...topics.keys()].filter((slug) => medicines.has(slug)).length;
  const beside = [...named].filter((term) => interacting.has(term)).length;
  if (taken > 0 && taken + beside > 1 && aspects.every((aspect) => unspecific.has(aspect))) return ['interactions'];
  const told = aspects.filter((aspect) => aspect !== 'overview');
  // «gout, tablets or surgery?»
  if (aspects.length === 0 && taken === 0 && [...named].some((term) => treating.has(term))) return ['treatment'];
  return told.length > 0 ? told : aspects;
}

/** True where topics are named, not guessed from symptoms. */
export function namesTopic(reading: Reading): boolean {
  return namedTopics(reading).length > 0;
}

function namedTopics({ mentions, stems }: Reading): Mention[] {
  const elsewhere = mentions.filter(({ meaning }) => meaning.kind === 'elsewhere');
  const beside = ({ at, length }: Mention): boolean =>
    elsewhere.some((other) => Math.max(other.at - (at + length), at - (other.at + other.length)) <= besideGap);
  const isDoubtful = ({ meaning, at, length }: Mention): boolean =>
    everyday.has(meaning.term.slice(1)) || (length === 1 && (stems[at]?.length ?? 0) <= 3);
  return mentions.filter((mention) => isTopic(mention) && !(isDoubtful(mention) && beside(mention)));
}

function topicsIn(reading: Reading): ReadonlyMap<string, number> {
  const named = namedTopics(reading).map(({ meaning }) => meaning.term.slice(1));
  if (named.length > 0) {
    const beside = named.some((slug) => medicines.has(slug));
    // «Zestril and a dry cough» is about the medicine.
    const found = new Map(named.map((slug) => [slug, beside && vague.has(slug) ? vagueCloseness : 1]));
    if (named.every((slug) => vague.has(slug))) {
      const surer = pointedAt(reading);
      if (surer !== undefined && !found.has(surer))
        return new Map([[surer, 1], ...named.map((slug) => [slug, vagueCloseness] as const)]);
    }
    const groups = reading.mentions.filter(({ meaning: { kind } }) => kind === 'group' || kind === 'drug');
    for (const [slug, weight] of groups.flatMap(({ meaning }) => [...meaning.leads])) {
      if (weight >= groupCloseness && !found.has(slug)) found.set(slug, weight * 0.9);
    }
    return found;
  }
  return guessed(reading);
}

/** Topics that are complaints or habits which go with many others: what points to one of those says more. */
const vague: ReadonlySet<string> = new Set(
  'fever cough common-cold gastroenteritis constipation vertigo tension-headache low-back-pain smoking-cessation'.split(
    ' ',
  ),
);
const vagueCloseness = 0.7;

/** How much a complaint that belongs to a topic's description counts for the topic, and a part of the body. */
const describedShare = 0.45;
const bodyShare = 0.4;
/** From so much on, a topic that complaints together point to is meant rather than one of the complaints. */
const constellation = 1.1;
const severalComplaints = 3;

/** The topic that several complaints together point to, where they do. */
function pointedAt({ mentions }: Reading): string | undefined {
  const complaints = [...new Set(mentions.map(({ meaning }) => meaning))].filter(
    ({ kind, term }) => kind === 'symptom' || kind === 'body' || vague.has(term.slice(1)),
  );
  const onlyHabit = complaints.every(({ term }) => !vague.has(term.slice(1)) || term === '#smoking-cessation');
  let best: { slug: string; sum: number } | undefined;
  for (const slug of conditions) {
    if (vague.has(slug)) continue;
    const topic = vocabulary().meanings.get(`#${slug}`);
    const near = topic === undefined ? undefined : meaningsNear(topic);
    const shares = complaints.map(({ kind, term, leads }) => {
      const share = Math.max(leads.get(slug) ?? 0, near?.has(term) ? describedShare : 0);
      return kind === 'body' ? bodyShare * share : share;
    });
    const sum = shares.reduce((total, share) => total + share, 0);
    const supports = shares.filter((share) => share >= describedShare).length;
    const sureEnough =
      (onlyHabit && supports > 0) ||
      supports >= severalComplaints ||
      (supports > 1 && Math.max(...shares) >= strongLead);
    if (sureEnough && sum >= (onlyHabit ? strongLead : constellation) && sum > (best?.sum ?? 0)) best = { slug, sum };
  }
  return best?.slug;
}

const conditions = topics.filter(({ kind }) => kind === 'condition').map(({ slug }) => slug);

/** Topics that symptoms, parts of the body and other medicines point to. */
function guessed(reading: Reading): ReadonlyMap<string, number> {
  const meanings = [...new Set(reading.mentions.map(({ meaning }) => meaning))];
  const count = (...kinds: readonly string[]): number => meanings.filter(({ kind }) => kinds.includes(kind)).length;
  const evidence = count('group', 'symptom', 'drug', 'test');
  const elsewhere = count('elsewhere');
  const medical = evidence + count('body', 'sign');
  const telling = reading.words.length;
  if (medical === 0 || (elsewhere > 0 && evidence < elsewhere)) return new Map();
  const share = (telling - reading.others.length) / telling;
  const strong = meanings.some(
    ({ kind, leads }) => kind !== 'body' && [...leads.values()].some((weight) => weight >= strongLead),
  );
  if (evidence < sure && !strong && telling > 0 && share < medicalShare) return new Map();

  const weights = new Map<string, number>();
  const add = (slug: string, weight: number): void => {
    weights.set(slug, (weights.get(slug) ?? 0) + weight);
  };
  const wrong = count('sign') > 0 && count('symptom') === 0;
  for (const { kind, leads } of meanings) {
    if (kind === 'plain' && evidence > 0) continue;
    for (const [slug, weight] of leads) add(slug, kind === 'body' && wrong ? weight * wrongWithIt : weight);
  }
  const trust = count('group', 'drug') > 0 ? 0.5 : 1;
  for (const [slug, weight] of described(reading)) add(slug, trust * weight);
  const ranked = [...weights].filter(([, weight]) => weight >= threshold).sort(([, left], [, right]) => right - left);
  const best = ranked[0]?.[1] ?? 1;
  return new Map(
    ranked
      .filter(([, weight]) => weight >= best * guessCloseness)
      .slice(0, mostGuesses)
      .map(([slug, weight]) => [slug, weight / best]),
  );
}

let profiles: MiniSearch<{ id: string; names: string; profile: string }> | undefined;

/** Topics whose names and descriptions share at least two words with a question. */
function described({ words }: Reading): Map<string, number> {
  if (words.length < 2) return new Map();
  profiles ??= profileIndex();
  const found = profiles.search([...new Set(words)].join(' '), { boost: { names: 1.5 } });
  const best = found[0]?.score ?? 1;
  return new Map(
    found
      .filter(({ queryTerms }) => queryTerms.length >= 2)
      .slice(0, 10)
      .map(({ id, score, queryTerms }) => [id, profileWeight * (score / best) * Math.min(1, queryTerms.length / 3)]),
  );
}

function profileIndex(): MiniSearch<{ id: string; names: string; profile: string }> {
  const search = new MiniSearch<{ id: string; names: string; profile: string }>({
    fields: ['names', 'profile'],
    processTerm: (word) => (stopWords.has(word.toLowerCase()) ? null : stem(word.toLowerCase())),
    searchOptions: { processTerm: (word) => word },
  });
  search.addAll(
    topics.map(({ slug, name, synonyms, symptoms, profile }) => ({
      id: slug,
      names: [name, ...synonyms].join(' '),
      profile: [profile, ...symptoms].join(' '),
    })),
  );
  return search;
}

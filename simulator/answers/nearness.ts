import { topics } from '../../fixtures/index.ts';
import { type Meaning, vocabulary } from './concepts.ts';
import { read } from './reading.ts';

/** A concept that leads to a topic this much or more is near to it. */
const leadsEnough = 0.4;
/** A topic is near to what its description names, at this weight in all. */
const describedWeight = 1.2;
/** Topics of one medical field are a little near; that two things are medicines says less. */
const fieldWeight = 0.45;

/** Kinds of meanings that many texts have: sharing one says little. */
export const general: ReadonlySet<string> = new Set(['plain', 'sign', 'body', 'test']);

const profiles = new Map(topics.map(({ slug, profile, category }) => [slug, { profile, category }]));
const known = new Map<string, ReadonlyMap<string, number>>();

/** What stands near to a meaning, as terms with weights up to 1, itself among them: a topic's symptoms or uses, what a symptom points to. */
export function meaningsNear(meaning: Meaning): ReadonlyMap<string, number> {
  if (['aspect', 'elsewhere'].includes(meaning.kind)) return none;
  let near = known.get(meaning.term);
  if (near === undefined) {
    near = nearTo(meaning);
    known.set(meaning.term, near);
  }
  return near;
}

const knownTerms = new Map<string, readonly string[]>();

/** The same as terms that begin with `~`, for counting. */
export function nearTerms(meaning: Meaning): readonly string[] {
  let terms = knownTerms.get(meaning.term);
  if (terms === undefined) {
    const near = [...meaningsNear(meaning).keys()].filter(
      (term) => term !== meaning.term || !general.has(meaning.kind),
    );
    terms = near.map((term) => `~${term.slice(1)}`);
    knownTerms.set(meaning.term, terms);
  }
  return terms;
}

const none: ReadonlyMap<string, number> = new Map();

function nearTo(meaning: Meaning): ReadonlyMap<string, number> {
  const near = new Map([[meaning.term, 1]]);
  const { meanings } = vocabulary();
  const topic = profiles.get(meaning.term.slice(1));
  if (topic === undefined || !meanings.has(meaning.term) || meaning.leads.get(meaning.term.slice(1)) !== 1) {
    for (const [slug, weight] of meaning.leads) if (weight >= leadsEnough) near.set(`#${slug}`, weight);
    return near;
  }
  const described = new Set(
    read(topic.profile)
      .mentions.map((mention) => mention.meaning)
      .filter(
        ({ kind, term }) =>
          ['condition', 'medicine', 'group', 'symptom', 'drug'].includes(kind) && term !== meaning.term,
      )
      .map(({ term }) => term),
  );
  for (const term of described) near.set(term, describedWeight / Math.max(2, described.size));
  if (meaning.kind === 'condition') near.set(`%${topic.category}`, fieldWeight);
  return near;
}

import { topics } from '../../../fixtures/index.ts';
import { type Meaning, vocabulary } from './concepts.ts';
import { readPrinted } from './reading.ts';
import { remembering } from './remembering.ts';
import { vague } from './topic-sets.ts';

/** A concept is near to a topic that it leads to with at least this weight. */
const leadsEnough = 0.4;
const bodyLeadsEnough = 0.55;
const offeredEnough = 0.65;
/** The total weight of the things that the description of a topic names. */
const describedWeight = 1.2;
/** The total weight of the words of its description. */
const wordsWeight = 0.35;
/** The weight of the medical field for conditions; for medicines the category says nothing. */
const fieldWeight = 0.45;

const signTerm = '#sign ';
/** The weight of a symptom whose name is part of a longer one. */
const partWeight = 0.7;

/** Cache size: more than there are meanings. */
const mostMeanings = 100_000;

/** Kinds of meanings that are in many texts, so that sharing one says little. */
export const general: ReadonlySet<string> = new Set(['plain', 'sign', 'body', 'test']);

const profiles = new Map(
  topics.map(({ slug, symptoms, profile, category }) => [
    slug,
    { text: [profile, ...symptoms].join('. '), profile, category },
  ]),
);

/** The things near to a meaning, including itself, as terms with weights up to 1: a topic's symptoms or uses, the topics of a symptom. */
export const meaningsNear = remembering(
  mostMeanings,
  (meaning: Meaning): ReadonlyMap<string, number> =>
    ['aspect', 'elsewhere'].includes(meaning.kind) ? none : nearTo(meaning),
);

/** The things near to something that was asked for, including itself, as terms that begin with `~`; for a medicine, without its uses. */
export const nearTerms = remembering(mostMeanings, (meaning: Meaning): readonly string[] => {
  const near = [...meaningsNear(meaning).keys()].filter((term) => term.startsWith('#'));
  const asked = meaning.kind === 'medicine' ? near.filter((term) => term === meaning.term || !isUse(term)) : near;
  return asked.filter((term) => term !== meaning.term || !general.has(meaning.kind)).map(softly);
});

/** What a text that names something offers to such a question: the thing itself, and the topics that it leads to or is used for. */
export const offeredTerms = remembering(mostMeanings, (meaning: Meaning): readonly string[] => {
  const uses = meaning.kind === 'medicine' ? [...meaningsNear(meaning).keys()].filter(isUse) : [];
  const led = meaning.kind === 'body' ? [] : [...meaning.leads].filter(([, weight]) => weight >= offeredEnough);
  const terms = [meaning.term, ...uses, ...led.map(([slug]) => `#${slug}`)];
  return [...new Set(general.has(meaning.kind) ? terms.slice(1) : terms)].map(softly);
});

const isUse = (term: string): boolean => {
  const kind = vocabulary().meanings.get(term)?.kind;
  return kind === 'condition' || kind === 'symptom' || kind === 'group' || kind === 'body';
};

const softly = (term: string): string => `~${term.slice(1)}`;

const none: ReadonlyMap<string, number> = new Map();

function nearTo(meaning: Meaning): ReadonlyMap<string, number> {
  const near = new Map([[meaning.term, 1]]);
  const { meanings } = vocabulary();
  const topic = profiles.get(meaning.term.slice(1));
  // «Breathlessness on stairs» is near to breathlessness.
  if (meaning.term.startsWith(signTerm)) {
    const words = meaning.term.slice(signTerm.length).split(' ');
    const parts = [words.slice(0, -1), words.slice(1)].flatMap((some) => readPrinted(some.join(' ')).mentions);
    for (const { meaning: part } of parts)
      if ((part.kind === 'symptom' || vague.has(part.term.slice(1))) && part.term !== meaning.term)
        near.set(part.term, partWeight);
  }
  if (topic === undefined || !meanings.has(meaning.term) || meaning.leads.get(meaning.term.slice(1)) !== 1) {
    for (const [slug, weight] of meaning.leads)
      if (weight >= (meaning.kind === 'body' ? bodyLeadsEnough : leadsEnough)) near.set(`#${slug}`, weight);
    return near;
  }
  const described = new Set(
    readPrinted(topic.text)
      .mentions.map((mention) => mention.meaning)
      .filter(
        ({ kind, term }) =>
          ['condition', 'medicine', 'group', 'symptom', 'drug', 'body'].includes(kind) && term !== meaning.term,
      )
      .map(({ term }) => term),
  );
  for (const term of described) near.set(term, describedWeight / Math.max(2, described.size));
  const words = [...new Set(readPrinted(topic.profile).words)];
  for (const word of words) near.set(`_${word}`, wordsWeight / Math.sqrt(words.length));
  if (meaning.kind === 'condition') near.set(`%${topic.category}`, fieldWeight);
  return near;
}

import { expect, it } from 'vitest';
import { givenTurns, messageTo } from '../given.test-support.ts';
import { questionOf } from './question.ts';

const topicsOf = (...texts: readonly string[]): string[] => [
  ...questionOf(givenTurns(...texts), []).subject.topics.keys(),
];

it('is the last message of the user', () => {
  const { query, subject } = questionOf(givenTurns('About eczema.', 'Yes?', 'And asthma?', 'Asthma is …'), []);
  expect(query).toBe('And asthma?');
  expect([...subject.topics.keys()]).toEqual(['asthma']);
});

it.each([
  'And in children?',
  'what about its side effects',
  'How long does it last?',
  'Is there a cure?',
  'and if I am pregnant?',
])('takes its topic from the previous turn: %s', (text) => {
  expect(topicsOf('About eczema.', 'Here it is.', 'How is gout treated?', 'So and so.', text)).toEqual(['gout']);
});

it.each([
  ['is aspirin a blood thinner', ['aspirin'], ['overview']],
  ['What raises the risk of asthma?', ['asthma'], ['risk']],
  ['Should it be put back in?', [], []],
  ['I get dizzy every time I stand up', ['low-blood-pressure'], []],
  ["I can't do this diet anymore", [], []],
])('is read as what it asks: %s', (text, topics, aspects) => {
  const { subject } = questionOf(givenTurns(text), []);
  expect([[...subject.topics.keys()], subject.aspects]).toEqual([topics, aspects]);
});

it.each([
  ['Which side effects does sertraline have?', 'How long do they last?', ['side-effects']],
  ['Which side effects does sertraline have?', 'Does it pass into breast milk?', ['pregnancy']],
  ['Wie wirkt Metformin?', 'Und bei schlechter Nierenfunktion?', ['warnings', 'dose']],
  ['Para que serve a sertralina?', 'e na gravidez?', ['pregnancy']],
  ['What is metformin?', 'and alcohol?', ['interactions']],
  ['What is metformin?', 'my teeth grind at night, is it that?', ['side-effects']],
])('stays with the medicine when a turn names a circumstance, in any language: %s %s', (first, next, aspects) => {
  const { subject } = questionOf(givenTurns(first, 'So and so.', next), []);
  expect([...subject.topics.keys()]).toEqual([first.includes('ert') ? 'sertraline' : 'metformin']);
  expect(subject.aspects).toEqual(aspects);
});

it.each([
  ['My 7 year old wets the bed. Is that normal?', 'bedwetting', 'help'],
  ["I'm 9 weeks and throwing up all day", 'morning-sickness', 'pregnancy'],
  ['My wife is 28 weeks and her iron is low. Will the baby be all right?', 'iron-deficiency-anaemia', 'pregnancy'],
  ['20 weeks and blood when I wipe', 'bleeding-in-pregnancy', 'pregnancy'],
  ['I am 30 weeks pregnant and my lower back hurts', 'low-back-pain', 'pregnancy'],
  ['Can I fly at 31 weeks?', 'travel-health', 'pregnancy'],
  ['im pregnant, can I have feta', 'healthy-eating', 'pregnancy'],
  ['my 4 day old looks yellow', 'newborn-check', 'children'],
  ['gout and diet', 'gout', 'self-care'],
  ['what medicines make psoriasis worse', 'psoriasis', 'causes'],
  ['ibuprofen for under-ones', 'ibuprofen', 'children'],
  ['which tablets make old people fall', 'prevention-of-falls', 'causes'],
  ['day 5 of amoxicillin and my daughter is covered in spots', 'amoxicillin', 'side-effects'],
  ['salbutamol for a cough in children', 'salbutamol', 'children'],
])('is understood with what it does not say: %s', (text, topic, aspect) => {
  const { subject } = questionOf([{ role: 'user', text }], []);
  expect([...subject.topics.keys()][0]).toBe(topic);
  expect(subject.aspects[0]).toBe(aspect);
});

it.each([
  ['I am 9 weeks post op and throwing up', 'gastroenteritis'],
  ['my son is 9 weeks old and throwing up', 'gastroenteritis'],
  ['what is normal after a hip replacement at 6 weeks?', 'joint-replacement'],
])('is not about pregnancy because it says weeks: %s', (text, topic) => {
  const { subject } = questionOf([{ role: 'user', text }], []);
  expect([...subject.topics.keys()]).toContain(topic);
  expect(subject.aspects).not.toContain('pregnancy');
});

it.each([
  ['my toddler bangs his head on purpose', 'head-banging'],
  ['my toddler fell and banged his head', 'concussion'],
  ['70% narrowing of the carotid artery', 'carotid-stenosis'],
  ['gastritis, what can I eat', 'gastritis'],
  ['my little boy is stuttering', 'stuttering'],
  ['probiotics with antibiotics?', 'dietary-supplements'],
  ['CRP 48', 'blood-tests'],
  ['when is a vasectomy safe to rely on', 'contraception'],
  ['black dots swimming in my vision', 'floaters'],
  ['swollen elbow like a golf ball', 'bursitis'],
  ['how is a prostate biopsy done', 'prostate-cancer'],
  ['my baby breathes fast and coughs, is it bronchiolitis?', 'bronchiolitis'],
  ['my baby is not breathing', 'cardiac-arrest'],
])('has the subject of an everyday question: %s', (text, topic) => {
  expect(topicsOf(text)[0]).toBe(topic);
});

it.each([
  'how do I paint a zinc roof',
  'my boss had a tantrum about the budget',
  '144/92 as a fraction',
  'Mijn auto start niet meer',
])('is about nothing medical: %s', (text) => {
  expect(topicsOf(text)).toEqual([]);
});

it('asks about the illness where a turn says that somebody breastfeeds', () => {
  const { subject } = questionOf(givenTurns('Was hilft gegen Heuschnupfen?', 'So.', 'Und in der Stillzeit?'), []);
  expect([...subject.topics.keys()]).toEqual(['allergic-rhinitis']);
  expect(subject.aspects[0]).toBe('pregnancy');
});

it('stays the same where a turn only denies something', () => {
  expect(topicsOf('I have been coughing for a week', 'Well.', 'No fever')).toEqual(['cough']);
  expect(topicsOf('I have a sore throat', 'Well.', "I don't have a cough")).toEqual(['tonsillitis']);
});

it('is an emergency if its turns tell of one together, or the last one does', () => {
  expect(topicsOf('My son has a fever.', 'Well.', 'He has a stiff neck too.')[0]).toBe('meningitis');
  expect(topicsOf('I am 31 weeks pregnant', 'Well.', 'and I am bleeding')[0]).toBe('bleeding-in-pregnancy');
  expect(topicsOf('I feel low since the birth', 'Well.', "she'd be better off without me")[0]).toBe(
    'suicidal-thoughts',
  );
  expect(topicsOf('dose of ibuprofen for a child', 'So much.', 'what if he takes too much?')[0]).toBe(
    'medicine-overdose',
  );
});

it('has a new subject if a message says so, or names an illness without a topic', () => {
  expect(topicsOf('About gout.', 'Well.', 'ok. different question: what helps against asthma')).toEqual(['asthma']);
  expect(topicsOf('About gout.', 'Well.', 'another question: what can I do?')).toEqual([]);
  expect(topicsOf('About gout.', 'Well.', 'and leprosy?')).toEqual([]);
});

it('keeps its topic if a turn names what belongs to any illness, or if only an answer named another', () => {
  expect(topicsOf('celiac disease', 'It is an immune reaction to gluten.', 'which blood test')).toEqual([
    'coeliac-disease',
  ]);
  const told = [
    'treatment for depression',
    'SSRIs.',
    'is it safe in the elderly?',
    'Start low; watch sodium.',
  ] as const;
  expect(topicsOf(...told, 'how long should one take it')).toEqual(['depression']);
});

it('takes its topic from the answer if the user never named one', () => {
  const { subject } = questionOf(givenTurns('Hello', 'Is it about asthma?', 'Yes, in children'), []);
  expect([[...subject.topics.keys()], subject.aspects]).toEqual([['asthma'], ['children']]);
});

it('takes no drink of water for one of alcohol', () => {
  expect(topicsOf('How much water should I drink a day?')).toEqual(['healthy-eating']);
});

it('stays with a medicine when somebody tells of an illness that matters for it', () => {
  expect(topicsOf('Can I take ibuprofen?', 'Mostly.', 'I have kidney disease')).toEqual(['ibuprofen']);
  expect(topicsOf('Darf ich Ibuprofen nehmen?', 'Meist.', 'Ich habe Asthma.')).toEqual(['ibuprofen']);
  expect(topicsOf('Can I take ibuprofen?', 'Mostly.', 'What is asthma?')[0]).toBe('asthma');
  expect(topicsOf('How does ibuprofen work?', 'So.', 'I have gout')[0]).toBe('gout');
});

it('is about both things when it points back and names another', () => {
  expect(topicsOf('Tell me about sertraline', 'Well.', 'is it safe with ibuprofen?')).toEqual([
    'sertraline',
    'ibuprofen',
  ]);
  expect(topicsOf('Tell me about sertraline', 'Well.', 'I have eczema. How do I treat it?')).toEqual(['eczema']);
});

it('stays with a medicine when a turn asks whether a complaint is normal, and with a cream when somebody breastfeeds', () => {
  const { subject } = questionOf(
    givenTurns('I take sertraline', 'An SSRI.', 'I feel more anxious, is that normal?'),
    [],
  );
  expect([[...subject.topics.keys()], subject.aspects]).toEqual([['sertraline'], ['side-effects']]);
  const same = questionOf(
    givenTurns('How is ringworm treated?', 'With cream.', 'I am breastfeeding, is the same cream ok?'),
    [],
  );
  expect([...same.subject.topics.keys()]).toEqual(['ringworm']);
  expect(same.subject.aspects).toContain('pregnancy');
});

it('takes from an answer its main topic, not what it only mentions', () => {
  const answer = 'Iron deficiency anaemia brings tiredness and restless legs, often from heavy periods.';
  expect(topicsOf('What is anaemia?', answer, 'Which foods help?')).toEqual(['iron-deficiency-anaemia']);
});

it('reads «when is it done» as a question about the illness, not about what to do if it happens', () => {
  const { subject } = questionOf(givenTurns('I sprained my ankle', 'Rest it.', 'when do I need an X-ray'), []);
  expect(subject.aspects).not.toContain('treatment');
});

it('knows which of several things is meant, and to which subject it returns', () => {
  const listed = ['ibuprofen or paracetamol for a headache?', 'Either can help.'] as const;
  expect(topicsOf(...listed, 'is the second one safe in pregnancy?')).toEqual(['paracetamol']);
  expect(
    topicsOf('Is gout painful?', 'Yes.', 'And asthma?', 'Less so.', 'back to the painful one, what helps?'),
  ).toEqual(['gout']);
});

it('stays with an illness when a turn asks for a group of medicines, and drops a medicine that cannot be taken', () => {
  expect(topicsOf('What is sepsis?', 'A reaction.', 'what antibiotics within the first hour?')).toEqual(['sepsis']);
  expect(topicsOf('What is COPD?', 'A lung disease.', 'Which inhaler comes first?')).toEqual([
    'chronic-obstructive-pulmonary-disease',
  ]);
  const dose = ['What is the dose of amoxicillin for pneumonia?', '500 mg.'] as const;
  expect(topicsOf(...dose, 'and if the patient is allergic to penicillin?')).toEqual(['pneumonia']);
  expect(topicsOf('antibiotics side effects')).toEqual(['amoxicillin']);
});

it('knows which medicine «it» is, and what is asked for instead of one', () => {
  const cystitis = ['I have cystitis', 'Nitrofurantoin is often given.', 'I am allergic to it, what else?'] as const;
  const { subject } = questionOf(givenTurns(...cystitis), []);
  expect([[...subject.topics.keys()], [...subject.unwanted]]).toEqual([
    ['urinary-tract-infection'],
    ['#nitrofurantoin'],
  ]);
  expect(messageTo('', { messages: givenTurns(...cystitis) })).not.toContain('nitrofurantoin');
  const other = [
    'I take metformin for type 2 diabetes',
    'Well.',
    'it upsets me',
    'Sorry.',
    'is there another one?',
  ] as const;
  expect(topicsOf(...other)).toEqual(['type-2-diabetes']);
  expect(topicsOf('I have gout', 'Allopurinol lowers urate.', 'when do I take it?')).toEqual(['allopurinol']);
});

it('understands a turn that is only a fragment, and one that asks for the opposite', () => {
  const { subject } = questionOf(givenTurns('Treatment of hypertension', 'Tablets.', 'in a black patient of 60?'), []);
  expect(subject.aspects).toEqual(['treatment']);
  expect(topicsOf('What causes gallstones?', 'Bile.', 'Is surgery always necessary?')).toEqual(['gallstone-disease']);
  const turned = 'and the other way round, when it is underactive?';
  expect(topicsOf('How is hyperthyroidism treated?', 'Well.', turned)).toEqual(['hypothyroidism']);
});

it('takes the name that an answer gives to what was described', () => {
  const told = ['waves of agony from my back to my groin, blood in my pee', 'It may be a kidney stone.'] as const;
  expect(topicsOf(...told, 'how would they get it out?')).toEqual(['kidney-stone-disease']);
});

it('remembers whom it is about, even if that was said before any topic', () => {
  const { subject } = questionOf(givenTurns("Hi, I'm pregnant", 'How can I help?', 'can I take cetirizine'), []);
  expect(subject.aspects).toContain('pregnancy');
});

it('repeats the last question for another thing, about the same people', () => {
  const { subject } = questionOf(givenTurns('ibuprofen side effects in children', 'Well.', 'and naproxen?'), []);
  expect([...subject.topics.keys()]).toEqual(['naproxen']);
  expect(subject.aspects).toEqual(['side-effects', 'children']);
});

it.each(['What is the best pizza topping?', 'What is the tallest mountain?', 'Who won the football match?'])(
  'has no topic when it leaves medicine: %s',
  (text) => {
    expect(topicsOf('About eczema.', 'Well.', text)).toEqual([]);
  },
);

it('takes its topic from the attached pages if no message names one', () => {
  const { subject } = questionOf(givenTurns('What does it say?'), ['Nothing.', 'Diagnosis: asthma.']);
  expect([...subject.topics.keys()]).toEqual(['asthma']);
});

it('is bounded and on one line where a step shows it, without half characters', () => {
  const { query } = questionOf(givenTurns(`\n a  b ${'😀'.repeat(1_000)}`), []);
  expect(query.startsWith('a b 😀')).toBe(true);
  expect([...query]).toHaveLength(200);
  expect(query).not.toMatch(/\p{Cs}/u);
});

it('is found in a conversation without a user', () => {
  const { subject } = questionOf([{ role: 'assistant', text: 'Asthma.' }], []);
  expect([...subject.topics.keys()]).toEqual(['asthma']);
});

it.each([
  [['I am allergic to penicillin', 'I have a skin infection, which antibiotic?'], 'cellulitis'],
  [['My son has chickenpox', 'can he have ibuprofen?', 'when can he go back to school?'], 'chickenpox'],
  [['Our girl has measles', 'may she take paracetamol?', 'is she still contagious?'], 'measles'],
])('is about the illness after a turn about a medicine or an allergy: %j', (texts, slug) => {
  const messages = texts.flatMap((text) => [
    { role: 'user' as const, text },
    { role: 'assistant' as const, text: 'Noted.' },
  ]);
  const { subject } = questionOf(messages.slice(0, -1), []);
  expect([...subject.topics.keys()]).toEqual([slug]);
});

it.each([
  ['valproate, woman of 25 who wants a baby', 'valproate', 'pregnancy'],
  ['creatinine 280 and on gentamicin', 'gentamicin', 'warnings'],
])('asks about the medicine in these circumstances: %s', (text, slug, aspect) => {
  const { subject } = questionOf([{ role: 'user', text }], []);
  expect([[...subject.topics.keys()][0], subject.aspects[0]]).toEqual([slug, aspect]);
});

it.each([
  ['Explain the Krebs cycle', []],
  ['foods rich in vitamin K', ['healthy-eating']],
])('does not confuse similar words: %s', (text, slugs) => {
  expect([...questionOf([{ role: 'user', text }], []).subject.topics.keys()]).toEqual(slugs);
});

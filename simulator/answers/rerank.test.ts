import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { RerankRequest } from '../../spec/index.ts';
import { givenContext } from './given.test-support.ts';
import { answerRerank } from './rerank.ts';

const text = fc.constantFrom('asthma', 'asthma inhaler', 'eczema', 'high blood pressure', 'hypertension', 'bread', '?');
const request: fc.Arbitrary<RerankRequest> = fc.record({
  model: fc.constant('svc-rerank-v1'),
  query: text,
  documents: fc.array(
    fc.oneof(
      text,
      text.map((one) => ({ text: one })),
    ),
    { minLength: 1, maxLength: 12 },
  ),
});

it('has the best document first, and of equal ones the earlier', () => {
  fc.assert(
    fc.property(request, (given) => {
      const { results } = answerRerank(given, givenContext());
      for (const [at, { index, relevance_score: score }] of results.entries()) {
        const next = results[at + 1];
        if (next === undefined) continue;
        expect(score > next.relevance_score || (score === next.relevance_score && index < next.index)).toBe(true);
      }
    }),
  );
});

it('treats a string and an object with that text alike', () => {
  fc.assert(
    fc.property(request, (given) => {
      const documents = given.documents.map((one) => (typeof one === 'string' ? { text: one } : one.text));
      expect(answerRerank({ ...given, documents }, givenContext())).toEqual(answerRerank(given, givenContext()));
    }),
  );
});

const order = (query: string, documents: readonly string[]): string[] =>
  answerRerank({ model: 'svc-rerank-v1', query, documents: [...documents] }, givenContext()).results.map(
    ({ index }) => documents[index] as string,
  );

it.each(
  Object.entries({
    // What it has beside a name.
    'honey for a sore throat': ['Tonsillectomy criteria', 'Honey helps a sore throat'],
    'can my dad with Alzheimers still drive': ['Alzheimer disease medicines', 'Alzheimer disease and driving'],
    // By another name.
    'high blood pressure': ['bread', 'the pressure was high for a while', 'notes on hypertension'],
    // What meets the condition, not what fails it.
    'painkiller that is safe with warfarin': [
      'Ibuprofen and warfarin together raise the risk of bleeding.',
      'Warfarin needs regular INR tests.',
      'Paracetamol is the preferred analgesic for people on warfarin.',
    ],
    'heartburn medicine that does not interact with clopidogrel': [
      'Omeprazole makes clopidogrel weaker.',
      'Clopidogrel is taken after a stent.',
      'Pantoprazole or lansoprazole can be taken with clopidogrel.',
    ],
    'blood pressure tablet safe in pregnancy': [
      'Ramipril must not be taken in pregnancy.',
      'Amlodipine is taken once a day.',
      'Labetalol is the first choice for hypertension in pregnant women.',
    ],
    'antibiotic for cystitis if allergic to trimethoprim': [
      'Trimethoprim is taken twice a day for three days in cystitis.',
      'An allergy to trimethoprim shows as a rash.',
      'Nitrofurantoin for three days is the usual alternative for a lower urinary infection.',
    ],
    // What comes if a treatment fails, and who must not have it, though it names other things.
    'migraine despite propranolol': [
      'Migraine is a throbbing headache.',
      'Propranolol slows the heart.',
      'Topiramate is tried when the first preventive fails.',
    ],
    'who must not use HRT': [
      'Hot flushes ease within weeks on HRT.',
      'Oestrogen is contraindicated after breast cancer or a recent clot.',
    ],
    'can I drive after a general anaesthetic': [
      'Nausea after an anaesthetic passes within a day.',
      'Stay away from the wheel for at least 24 hours.',
    ],
    'what stops hiccups': [
      'Hiccups come from the diaphragm.',
      'Holding the breath or sipping iced water ends most bouts.',
    ],
    // How soon it works, not how long it is taken.
    'how long until antidepressants work': [
      'Antidepressants are continued for six months after recovery.',
      'Antidepressants should be stopped slowly over weeks.',
      'It usually takes two to four weeks before the benefit of an SSRI is felt.',
    ],
    'rash that does not fade under a glass': [
      'A viral rash in a well child needs no treatment.',
      'Glass splinters are removed from wounds.',
      'A non-blanching rash may be meningococcal sepsis: call an ambulance.',
    ],
    // Without a common word.
    'heart attack': ['an attack on the heart of the city', 'acute myocardial infarction care'],
    'why does my chest feel tight on stairs': ['stairs made of oak', 'angina comes on effort'],
    'side effects of water pills': ['how to fill a glass of water', 'furosemide can make people dizzy'],
    // What is denied, said so.
    'patient without fever': [
      'The child had a high fever of 40 degrees.',
      'The child had no fever and played as usual.',
    ],
    // What is not wanted, unless something is named in its place.
    'stroke prevention in atrial fibrillation without warfarin': [
      'Warfarin prevents strokes in atrial fibrillation.',
      'Apixaban prevents strokes in atrial fibrillation and needs no INR checks.',
    ],
    'treating gout without allopurinol': [
      'Allopurinol is taken for life in gout.',
      'Febuxostat lowers uric acid if allopurinol does not suit.',
    ],
    'pain relief without ibuprofen': ['Ibuprofen eases pain.', 'Paracetamol eases pain.'],
    'sleep better without tablets': [
      'Zopiclone tablets help sleep.',
      'A fixed time to rise and no screens help sleep.',
    ],
    // For whom it is asked.
    'normal heart rate for a newborn': [
      'Adults have a resting heart rate of 60 to 100.',
      "A newborn's pulse is usually 100 to 160 beats per minute.",
    ],
    "peut-on prendre de l'ibuprofène enceinte": [
      "L'ibuprofène soulage la douleur et la fièvre.",
      "L'ibuprofène est contre-indiqué pendant la grossesse.",
    ],
    // The kind of answer that is asked for counts more than the name of the subject.
    'what triggers migraine': ['Migraine is treated with triptans.', 'Missed meals, poor sleep, stress and red wine.'],
    'can I take ibuprofen with ramipril': [
      'Ramipril is an ACE inhibitor.',
      'Avoid it, since both together can harm the kidneys.',
    ],
    'thyroid tablets when to take': [
      'Thyroid disease is common in women.',
      'In the morning on an empty stomach, half an hour before food.',
    ],
    'what does a low TSH mean': [
      'A high TSH means that the thyroid is underactive.',
      'It points to an overactive thyroid gland.',
    ],
    // What names everything in the query is above what only looks like an answer.
    'can i take omeprazole with clopidogrel': [
      'Omeprazole and digoxin may interact.',
      'By the Ottawa rules, imaging of the ankle is done if the person cannot take four steps or has bone tenderness at the malleolus.',
      'Omeprazole weakens clopidogrel, so another stomach protection is chosen.',
    ],
    'can my father use sildenafil together with his nitrate spray': [
      'Ramipril and lithium should not be taken together, since lithium levels rise.',
      'Sildenafil can cause headache.',
      'Sildenafil with nitrates makes blood pressure fall dangerously.',
    ],
    'baby with fever under three months': [
      'Hay fever in school children.',
      'A temperature of 38 degrees in a newborn of eight weeks needs a doctor at once.',
    ],
    'treatment of iron deficiency anaemia': [
      'Treatment of pernicious anaemia with B12 injections.',
      'Ferrous sulphate once a day for three months restores the stores.',
    ],
    'not diabetic but always thirsty, what causes it': [
      'Thirst is caused by type 2 diabetes, because sugar takes water along.',
      'Thirst may be due to high calcium.',
    ],
    // What shares a subject or a word with the query is above others.
    Kopfschmerzen: ['leg pain', 'Kopfschmerzen bei Kindern'],
    zebra: ['asthma', 'a zebra crossing'],
    parking: ['leg pain', 'Parking at the hospital'],
    'when are you open?': ['Lumbar disc herniation causes sciatica.', 'Opening hours of the clinic: Monday to Friday.'],
    'when does my baby get his shots': [
      'Chronic kidney disease stage 4 dietary advice',
      'Childhood vaccination schedule',
    ],
    'sad after having a baby': [
      'Chronic kidney disease stage 4 dietary advice',
      'Postpartum depression affects new mothers.',
    ],
    'where can I leave my car': ['Amoxicillin treats bacterial infections.', 'Parking at the hospital'],
    'What is the treatment for asthma?': ['Asthma is common.', 'What is the treatment for asthma?'],
    'what is the treatment for asthma?': ['Gout is treated with allopurinol.', 'Asthma is common.'],
    'how to prevent bedsores': [
      'Bedsores are graded 1 to 4.',
      'Turn bedridden people every two hours and use a foam mattress.',
    ],
    'paediatric ibuprofen dose': [
      'Adults: 400 mg ibuprofen three times a day.',
      'Children: 5 to 10 mg/kg ibuprofen up to three times a day.',
    ],
    // What names it, not what is only near to something near to it, or gives that kind of answer for something else.
    'otitis media treatment': [
      'Warfarin and ibuprofen together raise the risk of bleeding.',
      'Heartburn is treated with omeprazole.',
      'Amoxicillin is used for ear infections in children.',
    ],
    'antibiotic for a cold': [
      'Heartburn is treated with omeprazole.',
      'Amoxicillin is used for ear infections in children.',
      'Antibiotics do not help against viruses.',
    ],
    'how to lower LDL': ['Iron tablets turn stools black.', 'High cholesterol is treated with statins.'],
    'metformin in CKD': [
      'Insulin is stored in the fridge.',
      'Metformin is not given when kidney function is very low.',
    ],
    'eczema that does not respond to steroids': [
      'Eczema makes the skin dry.',
      'Light therapy or dupilumab is the next step.',
    ],
  }),
)('puts the document that answers first: %s', (query, documents) => {
  expect(order(query, documents)[0]).toBe(documents.at(-1));
});

const subjects = ['asthma', 'gout', 'leg pain', 'migraine in children', 'Warfarin requires INR monitoring.'];
const wishes = ['zebra', 'parking', 'Kopfschmerzen', 'when are you open?', 'eczema cream', 'kidney stones', 'flu jab'];
it('has a document that is identical to the query first, among documents of other subjects', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...wishes),
      fc.shuffledSubarray([...subjects, ...wishes], { minLength: 1 }),
      fc.constantFrom('', '.', '!'),
      (query, others, end) => {
        const copy = `${query.toUpperCase()}${end}`;
        expect(order(query, [...others.filter((other) => other !== query), copy])[0]).toBe(copy);
      },
    ),
  );
});

it('keeps its order when documents of other subjects are added', () => {
  const documents = [
    'An inhaler opens the airways.',
    'Asthma is common.',
    'Wheezing at night may be asthma.',
    'Cats shed hair.',
    'What helps?',
  ];
  const added = ['zebra', 'Gout hurts the big toe.', 'Opening hours: Monday.', 'Sciatica', 'Asthma', 'A wheezy child'];
  fc.assert(
    fc.property(
      fc.constantFrom('asthma at night', 'what helps against wheezing?', 'cat hair', 'opening hours'),
      fc.shuffledSubarray(documents),
      fc.shuffledSubarray(added),
      (query, some, others) => {
        expect(order(query, [...some, ...others]).filter((one) => some.includes(one))).toEqual(order(query, some));
      },
    ),
  );
});

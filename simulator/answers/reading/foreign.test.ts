import { expect, it } from 'vitest';
import { sentences } from '../given.test-support.ts';
import { questionOf } from '../question/question.ts';
import { translated } from './foreign.ts';
import { writtenWordsOf } from './words.ts';

const english = (text: string): string => translated(writtenWordsOf(text)).words.join(' ');

it.each([
  ['¿Puedo tomar ibuprofeno durante el embarazo?', ['ibuprofen'], ['pregnancy']],
  ['Welches Blutdruckmittel in der Schwangerschaft?', ['hypertension'], ['pregnancy']],
  ['Mein Kind hat Ohrenschmerzen, was soll ich tun?', ['otitis-media'], ['self-care', 'children']],
  ['Wie behandelt man eine Lungenentzündung?', ['pneumonia'], ['treatment']],
  ["Comment traiter une crise d'asthme chez l'enfant ?", ['asthma'], ['children', 'treatment']],
  ['Quels sont les effets secondaires de la metformine ?', ['metformin'], ['side-effects']],
  ['Dosierung von Enoxaparin bei Niereninsuffizienz', ['enoxaparin', 'chronic-kidney-disease'], ['dose']],
  ['Hoe lang is roodvonk besmettelijk?', ['scarlet-fever'], ['spread']],
  ['Mijn dochter heeft oorpijn, wat kan ik geven?', ['otitis-media'], ['children', 'treatment']],
  ['Wat is het verschil tussen griep en verkoudheid?', ['influenza', 'common-cold'], ['symptoms', 'overview']],
  ['mag ik alcohol drinken met metformine?', ['metformin'], ['interactions']],
  ['Kann meine Tochter mit Scharlach in die Schule?', ['scarlet-fever'], ['spread', 'children']],
  ['Cosa fare in caso di puntura di medusa?', ['insect-bite'], ['treatment', 'self-care']],
  ['cosa mangiare con la gotta', ['gout'], ['self-care']],
  ['mi hija tose toda la noche, ¿qué le doy?', ['cough'], ['children', 'treatment']],
  ['Warum bekomme ich Wadenkrämpfe?', ['muscle-cramps'], ['causes']],
  ['A artrite reumatoide tem cura?', ['rheumatoid-arthritis'], ['complications']],
  ['Komt een depressie terug?', ['depression'], ['complications']],
  ['¿Cuánto dura una gripe?', ['influenza'], ['complications']],
  ['Wer darf keine Triptane nehmen?', ['sumatriptan'], ['warnings']],
  ['Wer darf Sildenafil nicht nehmen?', ['sildenafil'], ['warnings']],
  ['Dürfen Kinder Aspirin nehmen?', ['aspirin'], ['children']],
  ['Comment agit la metformine ?', ['metformin'], ['overview']],
  ['¿Qué efectos secundarios tiene la amitriptilina?', ['amitriptyline'], ['side-effects']],
  ['Come si manifesta un attacco di panico?', ['panic-attack'], ['symptoms']],
  ['Dauert eine Aknebehandlung lange?', ['acne'], ['complications', 'treatment']],
  ['Was sind Herzinfarktsymptome?', ['myocardial-infarction'], ['symptoms']],
  ['Was sind die Ursachen von Epilepsieanfällen?', ['epilepsy'], ['causes']],
  ['Hoe behandel je een jichtaanval?', ['gout'], ['treatment']],
  ['Wie beugt man vor? Was Blasenentzündungen vorbeugt', ['urinary-tract-infection'], ['prevention']],
  ['MMR-Impfung bei Hühnereiweißallergie', ['routine-vaccination', 'food-allergy'], ['prevention']],
  ['ronco muito e acordo cansado', ['obstructive-sleep-apnoea'], []],
])('everyday words of other languages are read as English ones: %s', (text, topics, aspects) => {
  const { subject } = questionOf([{ role: 'user', text }], []);
  expect([...subject.topics.keys()]).toEqual(topics);
  expect(subject.aspects).toEqual(aspects);
});

it.each([
  'What kind of rash is it?',
  'The man in the hat has a son in Los Angeles',
  'a scanner and a gripe',
  'overdose of paracetamol',
  'eczema, no history of hay fever',
  'She has been to the door over there in a teen rug',
])('everyday words of other languages are left alone in an English text: %s', (text) => {
  expect(english(text)).toBe(writtenWordsOf(text).join(' '));
});

it('everyday words of other languages keep their denials', () => {
  expect(english('Kopfschmerzen ohne Fieber')).toBe('headache without fever');
  expect(english('tengo tos pero no fiebre')).toBe('cough pero no fever');
});

it('everyday words of other languages are found in other forms, with other words between, and without umlauts', () => {
  expect(english('mir tun seit Tagen beide geschwollenen Knie weh')).toContain('knee');
  expect(english('douleurs dans le genou gauche')).toMatch(/^knee pain/);
  expect(english('me duelen mucho los oídos')).toBe('ear ache');
  expect(english('Muedigkeit und Schwaeche seit Wochen')).toContain('tired all the time');
});

it.each([
  ['Mi hijo tiene tos ferina', 'whooping-cough'],
  ['Wie lange ist man bei Corona ansteckend?', 'covid-19'],
  ['Estou grávida e tenho enjoos', 'morning-sickness'],
  ['Ik heb last van mijn rug', 'low-back-pain'],
  ['Tengo sangre en las heces', 'colorectal-cancer'],
  ['Tratamiento de la úlcera por presión', 'pressure-ulcer'],
  ["J'ai une hernie discale", 'sciatica'],
  ['Mon enfant a une angine, quel antibiotique ?', 'tonsillitis'],
  ['Il a une angine de poitrine', 'angina'],
  ['Douleur au mollet après un vol long-courrier', 'deep-vein-thrombosis'],
  ['aborto espontáneo', 'miscarriage'],
  ['jambes lourdes et varices', 'varicose-veins'],
  ['Darf man Marcumar mit Ibuprofen einnehmen?', 'warfarin'],
  ['¿Puedo tomar Sintrom con paracetamol?', 'warfarin'],
])('everyday words of other languages are not confused with others: %s', (text, topic) => {
  expect([...questionOf([{ role: 'user', text }], []).subject.topics.keys()]).toContain(topic);
});

it.each([
  ['sertralina efectos secundarios', 'sertraline'],
  ['posologie du furosémide', 'furosemide'],
  ['Nebenwirkungen von Amiodaron', 'amiodarone'],
  ['efectos secundarios del ciprofloxacino', 'ciprofloxacin'],
  ['effetti collaterali della amlodipina', 'amlodipine'],
  ['Wechselwirkungen von Azathioprin', 'azathioprine'],
  ['effets secondaires de la clozapine', 'clozapine'],
])(
  'everyday words of other languages are translated by spelling rules if they are names of medicines: %s',
  (text, topic) => {
    expect([...questionOf([{ role: 'user', text }], []).subject.topics.keys()]).toEqual([topic]);
  },
);

it.each(
  sentences(`
    Wie wird das Wetter morgen in Berlin? | Quel temps fera-t-il demain ? | ¿Cómo arreglo mi coche? | Busco un piso en Madrid
    Der Film war zum Totlachen | Mein Computer hat einen Virus | Che tempo fa domani? | Erzähl mir einen Witz`),
)('everyday words of other languages do not make another subject medical: %s', (text) => {
  expect(questionOf([{ role: 'user', text }], []).subject.topics.size).toBe(0);
});

it('everyday words of other languages in a long text take linear time', () => {
  const words = writtenWordsOf('Ich habe seit Wochen Schmerzen im Knie und kann nicht schlafen. '.repeat(400));
  const from = performance.now();
  translated(words);
  expect(performance.now() - from).toBeLessThan(500);
});

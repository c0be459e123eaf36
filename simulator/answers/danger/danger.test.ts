import { describe, expect, it } from 'vitest';
import { answerChat } from '../chat.ts';
import { answerFinder } from '../finder.ts';
import { givenChat, givenContext, givenTurns, messageTo, topicAt } from '../given.test-support.ts';

const ask = (text: string) => answerChat(givenChat(text), givenContext());
const asked = (text: string): string => topicAt(ask(text).sources[0]?.url);
const found = (query: string): string => topicAt(answerFinder({ query }, givenContext()).results?.[0]?.url);

/** What the answer to an emergency must contain: whom to call or where to go immediately. */
const atOnce = /emergency|ambulance|hospital at once|at once|crisis line/i;

describe('an emergency that a text describes', () => {
  it.each([
    ['I feel like there is no point living any more', 'suicidal-thoughts'],
    ['sometimes I cut my arms when it gets too much. how do I hide scars', 'suicidal-thoughts'],
    ['I swallowed a whole pack of my blood pressure pills', 'medicine-overdose'],
    ["my son took oxycodone and is breathing really slowly and I can't wake him", 'opioid-overdose'],
    ["there's no point anymore", 'suicidal-thoughts'],
    ['I took 30 paracetamol tablets', 'paracetamol-overdose'],
    ['my wife has taken 24 paracetemol', 'paracetamol-overdose'],
    ['swallowed a whole packet of panadol', 'paracetamol-overdose'],
    ['had 6 g of paracetamol since this morning', 'paracetamol-overdose'],
    ['she took 4.8 g ibuprofen', 'medicine-overdose'],
    ['mi hija se tragó las pastillas de su abuelo', 'medicine-overdose'],
    ['my nan took 20 of her blood pressure tablets by mistake', 'medicine-overdose'],
    ['I took two of my blood pressure pills by mistake', 'medicine-overdose'],
    ['took two doses of my new blood pressure pill by mistake', 'medicine-overdose'],
    ['30 paracetamol tablets swallowed', 'paracetamol-overdose'],
    ['Ich habe 40 Paracetamol genommen', 'paracetamol-overdose'],
    ['Habe 50 Tabletten Ibuprofen geschluckt', 'medicine-overdose'],
    ["j'ai pris 30 ibuprofène", 'medicine-overdose'],
    ['me he tomado 40 pastillas de ibuprofeno', 'medicine-overdose'],
    ['how much insulin would kill a healthy person', 'suicidal-thoughts'],
    ['Wie viel Insulin ist tödlich?', 'suicidal-thoughts'],
    ['paracetamol overdose antidote', 'paracetamol-overdose'],
    ['I took too much insulin', 'hypoglycaemia'],
    ['my 4 week old baby has 38.3', 'fever'],
    ["she took her gran's morphine", 'opioid-overdose'],
    ["j'ai pris tous mes médicaments", 'medicine-overdose'],
    ['Ho preso tutte le compresse', 'medicine-overdose'],
    ['blood sugar 2.1 and confused', 'hypoglycaemia'],
    ['naloxone dose in opioid overdose', 'opioid-overdose'],
    ['heroin user blue and not breathing', 'opioid-overdose'],
    ['my son ate all my sleeping tablets', 'medicine-overdose'],
    ['I want to kill myself', 'suicidal-thoughts'],
    ['i want to take all of these and die', 'suicidal-thoughts'],
    ['I wish I could go to sleep and never wake up', 'suicidal-thoughts'],
    ['How many pills of paracetamol do I need to kill myself?', 'suicidal-thoughts'],
    ['I want to die, how much insulin would do it', 'suicidal-thoughts'],
    ['which tablets are enough to die?', 'suicidal-thoughts'],
    ['How many sleeping pills does it take to die?', 'suicidal-thoughts'],
    ["the kids would be better off if I wasn't here", 'suicidal-thoughts'],
    ['everyone would be happier without me', 'suicidal-thoughts'],
    ["I can't go on like this any more", 'suicidal-thoughts'],
    ["I can't do this anymore", 'suicidal-thoughts'],
    ["I can't go on", 'suicidal-thoughts'],
    ['Ich kann nicht mehr', 'suicidal-thoughts'],
    ['Non ce la faccio più', 'suicidal-thoughts'],
    ['accidentally took my bisoprolol twice this morning', 'medicine-overdose'],
    ["I don't want to be here anymore, would a box of aspirin do it", 'suicidal-thoughts'],
    ['he says he will hang himself', 'suicidal-thoughts'],
    ["I don't see the point in living any more", 'suicidal-thoughts'],
    ['im so tired of being alive', 'suicidal-thoughts'],
    ['nobody would miss me if i was gone', 'suicidal-thoughts'],
    ['lethal dose of amitriptyline', 'medicine-overdose'],
    ['my husband has stopped breathing', 'cardiac-arrest'],
    ['pain in the testicle of sudden onset', 'testicular-torsion'],
    ['testicle suddenly very painful in my 14 year old', 'testicular-torsion'],
    ['my baby isnt breathing', 'cardiac-arrest'],
    ['baby drank bleach', 'household-poisoning'],
    ['daughter swalowed laundry pod', 'household-poisoning'],
    ['Should I drink bleach against COVID?', 'household-poisoning'],
    ['choking adult', 'choking'],
    ['I am terminally ill and want to die in peace', 'suicidal-thoughts'],
    ['my gran is sick and i want to die in peace', 'suicidal-thoughts'],
    ['My child swallowed a button battery', 'button-battery'],
    ['My father has chest pain radiating to the left arm and is sweating. What should I do?', 'myocardial-infarction'],
    ['patient with bp 80/50 and fever, what fluids', 'sepsis'],
    ['digoxin and hypokalemia', 'digoxin-toxicity'],
    ['potassium 6.8 what to do', 'hyperkalaemia'],
    ['sodium 118, patient confused', 'hyponatraemia'],
    ['carbon monoxide alarm went off and we have headaches', 'carbon-monoxide-poisoning'],
  ])('is found first, and the answer says what to do at once: %s', (text, topic) => {
    expect([asked(text), found(text)]).toEqual([topic, topic]);
    expect(messageTo(text)).toMatch(atOnce);
  });

  it('does not explain how a medicine is taken to somebody who wants to die', () => {
    const answer = ask('How many pills of paracetamol do I need to kill myself?');
    expect(new Set(answer.sources.map(({ url }) => topicAt(url)))).toEqual(new Set(['suicidal-thoughts']));
  });

  it('remembers that somebody wants to die', () => {
    const texts = ['I want to kill myself', 'Call a crisis line.', 'how much diazepam would it take?'];
    const { sources } = answerChat(givenChat('', { messages: givenTurns(...texts) }), givenContext());
    expect(new Set(sources.map(({ url }) => topicAt(url)))).toEqual(new Set(['suicidal-thoughts']));
  });

  it.each([
    ['What foods should I avoid with high potassium?', /bananas/],
    ['Difference between viral and bacterial meningitis in the CSF', /spinal fluid/],
    ['thrombectomy time window in large vessel occlusion', /within 6 hours/],
  ])('is answered with what was asked too: %s', (text, said) => {
    expect(messageTo(text)).toMatch(atOnce);
    expect(messageTo(text)).toMatch(said);
  });

  it('is recognised by its name too', () => {
    expect(asked('lithium toxicity signs')).toBe('lithium-toxicity');
    expect(messageTo('lithium toxicity signs')).toMatch(/tremor|slurred|confusion|unsteady/);
  });

  it.each([
    ['paracetamol dose for adults', 'paracetamol'],
    ['can i use hydrocortisone on poison ivy', 'contact-dermatitis'],
    ['I take 20 mg of sertraline for 12 weeks', 'sertraline'],
    ['took 10 mg diazepam yesterday', 'diazepam'],
    ['I took paracetamol for 10 days', 'paracetamol'],
    ['lithium side effects', 'lithium'],
    ['does sertraline raise the risk of suicide?', 'sertraline'],
    ['what is the point of living with a pacemaker?', 'pacemaker'],
    ['my grandmother wants to go home and die in peace', 'palliative-care'],
    ['I snore loudly and my wife says I stop breathing', 'obstructive-sleep-apnoea'],
    ['Persistent cough for ten weeks, normal chest x-ray', 'cough'],
    ['Red flags in low back pain that need urgent imaging', 'low-back-pain'],
    ['vitamin D with calcium 500 mg', 'vitamin-d-deficiency'],
    ['My knee hurts after running 10 kms', 'knee-pain'],
    ['sodium 120 mg a serving', 'no source'],
    ['can I bleach my hair?', 'no source'],
    ['my laptop battery is swollen', 'no source'],
  ])('is not found in an ordinary question: %s', (text, topic) => {
    expect([asked(text), found(text)]).toEqual([topic, topic]);
  });
});

describe('a question for a lethal amount', () => {
  it.each(['how many paracetamol tablets would kill me', 'how much insulin does it take to kill someone'])(
    'is answered with help alone: %s',
    (text) => {
      expect(new Set(ask(text).sources.map(({ url }) => topicAt(url)))).toEqual(new Set(['suicidal-thoughts']));
    },
  );
});

describe('what nurses ask every day', () => {
  it.each([
    ['how often should I turn a patient to prevent bedsores', 'pressure-ulcer'],
    ['NEWS2 score of 7', 'early-warning-score'],
    ['how to clean a urinary catheter', 'urinary-catheter-care'],
    ['falls prevention on the ward', 'prevention-of-falls'],
    ['I missed my pill yesterday', 'missed-pill'],
    ['vomiting after chemo', 'chemotherapy-sickness'],
    ['wound dressing for diabetic foot ulcer', 'diabetic-foot-ulcer'],
    ['hyperkalaemia ECG changes', 'hyperkalaemia'],
    ['potassium 2.6', 'hypokalaemia'],
    ['calcium 3.1 mmol/L', 'hypercalcaemia'],
    ['vancomycin trough level', 'vancomycin'],
    ['gentamicin monitoring', 'gentamicin'],
  ])('has a source: %s', (text, topic) => {
    expect([asked(text), found(text)]).toEqual([topic, topic]);
  });
});

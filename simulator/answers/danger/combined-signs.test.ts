import { expect, it } from 'vitest';
import { answerChat } from '../chat.ts';
import { givenChat, givenContext, sentences, topicAt } from '../given.test-support.ts';
import { readAsked } from '../question/asked.ts';
import { emergencyByCombinedSigns } from './combined-signs.ts';

const emergencyIn = (text: string): string | undefined => emergencyByCombinedSigns(readAsked(text));
const answered = (text: string) => {
  const { sources, fragments } = answerChat(givenChat(text), givenContext());
  return { topic: topicAt(sources[0]?.url), message: fragments.join('') };
};

it.each([
  ['28 weeks pregnant, headache and I see stars', 'pre-eclampsia'],
  ["can't lift her left arm and talks strangely", 'stroke'],
  ['sudden ripping pain in my back', 'aortic-aneurysm'],
  ['my heart is racing and I feel faint', 'supraventricular-tachycardia'],
  ['belly hard as a board with fever', 'appendicitis'],
  ['tight chest and an ache in the jaw', 'myocardial-infarction'],
  ['banged her head, headache, takes warfarin', 'bleeding-in-the-head'],
  ['our toddler swallowed some of my blood pressure tablets', 'medicine-overdose'],
  ['fever, and my knee is red and twice its size, all swollen', 'septic-arthritis'],
  ['I cannot move my legs', 'spinal-cord-compression'],
  ['bad back for years, now I cannot feel when I wipe', 'spinal-cord-compression'],
  ['numb between my legs and I cannot pee', 'spinal-cord-compression'],
  ['black stools and dizzy, I take naproxen every day', 'peptic-ulcer'],
  ['he lay outside in the snow, very cold and drowsy', 'hypothermia'],
  ['throwing up, swollen belly and no poo since yesterday', 'bowel-obstruction'],
  ['his ICD gave him two shocks', 'pacemaker'],
  ['she inhaled a seed', 'choking'],
  ['fever, and my neck hurts when I put my chin down', 'meningitis'],
  ['house fire, hoarse and dizzy', 'carbon-monoxide-poisoning'],
  ['pain in my leg, now I cough blood', 'pulmonary-embolism'],
  ['a shard flew into my eye', 'eye-injury'],
  ['mein Vater kann plötzlich seine Hand nicht mehr bewegen', 'stroke'],
  ['kitchen spray got into my eye', 'eye-injury'],
  ['woke up and my whole right side is numb', 'stroke'],
  ['30 weeks pregnant and just had a seizure', 'pre-eclampsia'],
  ['liver transplant last year, temperature 38.7', 'sepsis'],
  ['nose bleed for 40 minutes on warfarin', 'nosebleed'],
  ['a bee stung me on the tongue', 'insect-bite'],
  ['her chest caves in when she breathes', 'severe-breathlessness'],
  ['our son chewed some leaves of a plant from the garden', 'household-poisoning'],
  ['he spilled hot coffee on his arm', 'burns'],
  ['had three of my heart pills and I am dizzy', 'medicine-overdose'],
  ['mon père parle bizarrement depuis ce matin', 'stroke'],
  ['he is passed out with a syringe in his leg', 'opioid-overdose'],
  ['oven cleaner sprayed into her eye', 'eye-injury'],
  ['our son tumbled out of his high chair', 'concussion'],
  ['she was shot in the leg', 'major-bleeding'],
  ['he got knocked over by a van and looks pale', 'circulatory-shock'],
  ['my arm was pinned under a rock', 'rhabdomyolysis'],
  ['his skin is yellow and he is confused', 'hepatic-encephalopathy'],
  ['took a pill at a rave, overheating and agitated', 'emergency-after-recreational-drugs'],
  ['dog licked slug pellets... no, my toddler ate slug pellets', 'household-poisoning'],
  ['41 weeks and the water is brown', 'labour-and-birth'],
  ['terrible ache in my left ball for an hour', 'testicular-torsion'],
  ['my wound split open and I can see fat', 'wound-care'],
  ['my mother slipped and cannot stand', 'hip-fracture'],
  ['mon grand-père est tombé, il ne peut pas se relever', 'hip-fracture'],
  ['her smile droops and she is talking rubbish', 'stroke'],
  ['his right leg just went numb and he slurs', 'stroke'],
  ['had chemo on Monday, temp is 38.2', 'neutropenic-sepsis'],
  ["I've lost 8 kg and I'm not on a diet", 'unexplained-weight-loss'],
  ['can I end the pregnancy myself with herbs', 'abortion'],
  ['confused after a marathon', 'heat-stroke'],
  ['red streaks up my arm from a scratch', 'cellulitis'],
  ['bleeding at 20 weeks pregnant', 'bleeding-in-pregnancy'],
  ['pregnant, lower tummy pain and I feel faint', 'ectopic-pregnancy'],
  ['my waters broke and I am 29 weeks', 'labour-and-birth'],
  ["woke up and couldn't see out of my right eye", 'sudden-loss-of-vision'],
  ['can barely get a word out, wheezing and her inhaler does nothing', 'asthma'],
  ["short of breath, and can't speak a sentence", 'severe-breathlessness'],
  ['my boy has been fitting for ten minutes', 'epilepsy'],
  ['Mein Kind krampft seit zehn Minuten', 'epilepsy'],
  ["purple spots that don't disappear when I press a glass on them", 'meningitis'],
  ['returned from Nigeria and my daughter has a fever', 'malaria'],
  ['left calf swollen, hot and sore since my operation', 'deep-vein-thrombosis'],
  ['my child fell down the stairs and has been sick twice', 'concussion'],
  ["our newborn's eyes look yellow", 'newborn-check'],
  ['schwanger in der 36. Woche, Kopfschmerzen und Augenflimmern', 'pre-eclampsia'],
  ['enceinte de 7 mois, maux de tête et troubles de la vue', 'pre-eclampsia'],
  ['embarazada de 34 semanas, dolor de cabeza y cara hinchada', 'pre-eclampsia'],
  ['stung by a hornet, hives and feeling faint', 'anaphylaxis'],
  ['Bienenstich, Quaddeln am ganzen Körper und schwindlig', 'anaphylaxis'],
  ['diabetic neighbour is sweating and confused', 'hypoglycaemia'],
  ['sugar 480 mg/dl and vomiting', 'diabetic-ketoacidosis'],
  ['gave birth last week and now bleeding heavily', 'postpartum-haemorrhage'],
  ['AST 2000 and she took paracetamol', 'paracetamol-overdose'],
  ['my grandmother is hard to wake', 'cardiac-arrest'],
  ['Mein Vater ist kaum zu wecken', 'cardiac-arrest'],
  ['my mole grew and turned black', 'mole-check'],
  ['my wife beats me', 'violence-and-abuse'],
  ['pregnant 37 weeks, blood pressure 165/110 and blurry sight', 'pre-eclampsia'],
  ['glucemia 600 mg/dl y respira rápido', 'diabetic-ketoacidosis'],
  ['piqué par une guêpe, plaques partout, je me sens faible', 'anaphylaxis'],
  ['mein Freund hat mich gewürgt', 'violence-and-abuse'],
  ['my uncle touches me and I am scared', 'violence-and-abuse'],
  ['he beats her when he drinks', 'violence-and-abuse'],
  ['she was raped', 'violence-and-abuse'],
  ['how to hide bruises on my son from his teacher', 'violence-and-abuse'],
  ['mon mari me frappe', 'violence-and-abuse'],
  ['mi marido me pega', 'violence-and-abuse'],
])('several signs together mean an emergency, and the answer begins with what to do: %s', (text, slug) => {
  expect(emergencyIn(text)).toBe(slug);
  const { topic, message } = answered(text);
  expect(topic).toBe(slug);
  expect(message).toMatch(/emergency|ambulance|at once|same day|soon|hospital/i);
});

it.each(
  sentences(`
    pregnant with a headache | my gums bleed in pregnancy | my hand goes numb when I type | I am too tired to talk
    my toddler cannot swallow tablets | sudden pain in my shoulder, cannot lift my arm | which malaria tablets do I need for Kenya
    my preventer inhaler does not work, what else is there | which tests after a first seizure | my acne spots do not fade
    I cannot see well at night | both legs swell in the evening | black stools on iron tablets | can naproxen cause black stools
    numb bottom after cycling | back pain and a full bladder | my baby has yellow crusts on his eyes | bee sting is itchy
    diabetic and hungry | can I take metformin and then vomit | my son hit his head | my daughter hit her head on the table
    my daughter hits her brother, how to stop it | hard to wake up in the morning | how do I treat bruises on my child
    birth control and heavy bleeding | my teenager is not waking up for school | a stabbing pain in my side | baby is 38 weeks along
    I have a cold and slept all night | how does a pacemaker work | how to inhale salbutamol | my eyes open slowly in the morning
    smoking makes me cough | I get nosebleeds every week, why | how to keep fit while pregnant | hot water bottle on my belly
    can I eat mushrooms from the supermarket in pregnancy | hot tea for a sore throat | took two paracetamol tablets, still dizzy
    my daughter fell off her bike and grazed a knee | knocked over by a car ten years ago, still sad
    the needle in my arm hurt at the blood test | shampoo makes my eyes red | my nan is afraid to fall | weight loss with semaglutide
    should I stop eating before chemo | how much water do I drink in pregnancy | a lump on my testicle for months
    how do I look after my stitches | which weedkiller is best for the garden | is methadone safe in pregnancy
    he talks a lot since this morning`),
)('several signs together mean no emergency if one is missing: %s', (text) => {
  expect(emergencyIn(text)).toBeUndefined();
});

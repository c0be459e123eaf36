import { stem, wordsOf } from '../reading/words.ts';

/** Fields of medicine, each with words that show that a text is about it, even without the name of a condition. */
const fields: readonly string[] = [
  'heart cardiac coronary angina pulse heartbeat palpitations pacemaker valve cholesterol artery arteries hypertension stent chest statin',
  'stroke brain seizure seizures fit fits nerve nerves migraine headache headaches memory dementia tremor parkinson epilepsy confused delirium attention speech numb concussion',
  'lung lungs breath breathing breathe airway airways inhaler inhalers puff puffs puffer reliever spacer chamber wheeze cough phlegm chest asthma copd oxygen pneumonia smoke smoking cigarettes',
  'nose nostril nostrils nosebleed nosebleeds sinus sinuses sneeze smell ear ears eardrum hearing deaf wax ent throat tonsil tonsils hoarse voice ringing tinnitus vertigo',
  'eye eyes eyelid eyelids lens sight vision retina cornea lashes glasses drops tears squint cataract glaucoma',
  'tooth teeth gum gums dentist dental mouth tongue lips floss toothbrush saliva breath',
  'skin rash rashes itch itchy itching wheal wheals hives blister blisters eczema psoriasis acne spots cream emollient moisturiser scar mole sunscreen sunburn wart verruca scalp lice',
  'stomach gut bowel bowels stool stools tummy belly diarrhoea constipation vomiting vomit acid reflux heartburn ulcer liver gallstones gallbladder pancreas gluten toilet rehydration norovirus gastroenteritis ibs bile faeces appendix',
  'kidney kidneys bladder urine urinary pee wee urge cystitis prostate dialysis stones flank incontinence pelvic-floor retraining renal',
  'pregnancy pregnant womb birth menopausal midlife hrt midwife unborn foetus fetus labour antenatal trimester conceive contraception pill period periods menopause ovary ovaries cervix vagina vaginal cramps fibroids',
  'breastfeeding breastfeed milk nursing nipple nipples latch lactation infant feed feeds',
  'bone bones joint joints fracture fractures hip knee knees ankle shoulder spine back neck disc sciatica muscle muscles sprain ligament arthritis gout osteoporosis pillow mattress leg legs walking walk heel stiff',
  'diabetes diabetic insulin glucose sugar pens pen hypo thyroid tsh pituitary hormone hormones gland adrenal cortisol metformin levothyroxine',
  'depression depressed anxiety anxious mood panic sad therapy counselling worry suicidal psychosis bipolar obsessions autism adhd antidepressant antidepressants stress sleep insomnia lithium',
  'cancer tumour chemotherapy radiotherapy lump biopsy screening smear mammogram metastases oncologist lymphoma leukaemia melanoma',
  'virus viruses viral bacteria infection infections infectious contagious spread germs flu influenza covid measles chickenpox hiv hepatitis malaria mosquito mosquitoes vaccine vaccination fever antibiotic antibiotics antiviral tuberculosis tick ticks',
  'blood anaemia iron ferritin haemoglobin clot clots clotting bleeding bleed anticoagulant warfarin platelets transfusion inr bruise bruising dvt thrombosis b12',
  'allergy allergic allergies antihistamine antihistamines pollen peanut nuts anaphylaxis adrenaline epinephrine auto-injector sting stings histamine epipen',
  'burn burns scald wound wounds bandage dressing cut graze bite choking collapse ambulance',
  'food foods eat drink drinks meal coffee tea milk juice grapefruit wine beer alcohol caffeine fruit vegetables bread fibre',
];

const byStem = new Map<string, number>();
for (const [at, list] of fields.entries()) {
  for (const word of wordsOf(list)) byStem.set(stem(word), (byStem.get(stem(word)) ?? 0) | (1 << at));
}

/** The fields of some words, as stems: one bit for each. */
export function fieldsOf(stems: readonly string[]): number {
  let found = 0;
  for (const one of stems) found |= byStem.get(one) ?? 0;
  return found;
}

import { describe, expect, it } from 'vitest';
import type { ChatMessage } from '../../spec/index.ts';
import { answerChat } from './chat.ts';
import { answerFinder } from './finder.ts';
import { givenChat, givenContext, givenPdf, messageTo } from './given.test-support.ts';

const firstOf = (text: string): string => /: ([A-Z][^[]*?) \[/s.exec(messageTo(text))?.[1] ?? '';

/** The answer to the last of some turns; the simulator answers each of them. */
function answerTo(...turns: readonly string[]): string {
  const messages: ChatMessage[] = [];
  for (const text of turns) {
    messages.push({ role: 'user', text });
    const answer = answerChat({ ...givenChat(text), messages: [...messages] }, givenContext());
    messages.push({ role: 'assistant', text: answer.fragments.join('') });
  }
  return messages.at(-1)?.text ?? '';
}

it.each([
  ['Back pain in pregnancy: which painkiller?', 'paracetamol'],
  ['dor de cabeça na gravidez o que tomar', 'paracetamol'],
])('quotes no medicine that pregnancy rules out, unless it is asked about: %s', (question, given) => {
  const message = messageTo(question);
  expect(message).toContain(given);
  expect(message).not.toMatch(/ibuprofen|naproxen|aspirin/i);
});

it.each([
  ['I have kidney disease. Which painkiller for gout?', /^In chronic kidney disease .* NSAIDs are avoided/],
  ['My kidneys work at 25 percent. Which painkiller for my gout attack?', /^In chronic kidney disease /],
  ['I have asthma. What can I take for a migraine?', /asthma made worse by aspirin should not take ibuprofen/],
  ['I take warfarin. What is best for knee arthritis pain?', /^Ibuprofen taken with warfarin/],
  ['my mum has heart failure, what can she take for gout', /heart failure should not take naproxen/],
  ['I have liver cirrhosis. What is safe for a headache?', /^In cirrhosis paracetamol is allowed up to 2 g a day/],
  ['I have heart failure and arthritis, can I take diclofenac or celecoxib?', /heart failure should not take naproxen/],
])('begins with what an illness of the person rules out: %s', (question, said) => {
  expect(firstOf(question)).toMatch(said);
});

it('does not treat the illness that somebody has besides', () => {
  const message = messageTo('I have asthma. What can I take for a migraine?');
  expect(message).toContain('triptans');
  expect(message).not.toContain('salbutamol');
});

describe('the sentence that answers', () => {
  it('comes before a better page that answers less', () => {
    expect(answerTo('My son has asthma.', 'can he play football?')).toMatch(
      /: Exercise and sport are good with asthma/,
    );
  });

  it.each([
    [['I take lisinopril', 'I have a dry cough'], /: Side effects of lisinopril can be a dry cough/],
    [['I take amlodipine', 'my ankles are swollen'], /: Side effects of amlodipine can be swollen ankles/],
    [["what's gestational diabetes", 'and afterwards?'], /: Gestational diabetes raises the later chance/],
    [['my 3 month old has a cold, can i give him honey in warm water?'], /no honey for a baby|Honey must not be given/],
    [['found a tick on my leg, how do I take it out'], /For tick removal grip the tick/],
    [['estou com dengue', 'posso tomar ibuprofeno?'], /: In dengue [^.]*no ibuprofen/],
    [['My 2 year old has chickenpox', 'is nurofen ok?'], /: Children [^.]*but not when they have chickenpox/],
    [['My son has flu', 'is aspirin ok for him?'], /: [^.]*aspirin must not be given to children/],
    [
      ['My dad is on apixaban', 'can he take ibuprofen?', 'what about paracetamol?'],
      /: With apixaban paracetamol is the painkiller of choice/,
    ],
    [['Does codeine cause constipation?', 'what helps with that?'], /: First treatment of constipation/],
    [['is omeprazole safe long term?', 'does it weaken bones?'], /: Side effects of long use of omeprazole/],
    [
      ['Ibuprofen or naproxen for my back?', 'which one is safer for the stomach?'],
      /: Unlike ibuprofen, which is gentler/,
    ],
    [['apixaban or warfarin?', 'which is safer?'], /: Compared with warfarin/],
    [['My sister is pregnant and on lisinopril', 'what can she take instead?'], /: Lisinopril must not [^.]*labetalol/],
    [['can diabetes cause blindness'], /: Diabetic retinopathy can lead to blindness/],
    [['can psoriasis affect the joints'], /: Psoriasis can come with joint disease/],
    [['can diabetes harm my feet'], /: A diabetic foot ulcer can lead to/],
    [['Kann Diabetes blind machen?'], /: Diabetic retinopathy can lead to blindness/],
    [
      ['is it ok to go thru an airport scanner with a pacemaker'],
      /: With a pacemaker people can walk through the security gates/,
    ],
    [['Darf ich mit Herzschrittmacher durch die Sicherheitskontrolle?'], /: With a pacemaker people can walk/],
    [['my daughter is 15 and hasnt started her periods'], /late period in children[^:]*: A first late period/],
    [['Meine Tochter ist 15 und hat noch keine Periode'], /: A first late period/],
    [
      ['Ich habe meine Blutdrucktablette vergessen, was soll ich tun?'],
      /: When a tablet against hypertension was forgotten/,
    ],
    [['Se me olvidó tomar la pastilla de la tensión'], /: When a tablet against hypertension was forgotten/],
    [['sudden bad pain in my left testical since an hour'], /: Testicular torsion is an emergency/],
    [['crushing chest pain and sweating'], /: Chest pain [^.]*call an ambulance at once/],
    [['i stopped my antidepressant cold turkey'], /: Sertraline is not addictive [^.]*stopping it suddenly/],
    [['vomiting after i took my pill, do i need to take it again'], /: After vomiting within three hours of a tablet/],
    [['coming off the pill, when can i get pregnant'], /: After stopping contraception by pill or coil/],
    [['First-line antibiotic for uncomplicated cystitis in women'], /: The usual first treatment of a lower urinary/],
    [['Apixaban versus rivaroxaban bleeding risk'], /: Among direct oral anticoagulants apixaban has caused less/],
    [['ferritin 9, what iron should i take'], /: Iron tablets in the treatment/],
    [['alternatives to amlodipine'], /the treatment of hypertension[^:]*: The usual first treatment/],
    [['alternative to metformin'], /: If somebody does not tolerate metformin/],
    [['What else can I take if metformin gives me diarrhoea?'], /If somebody does not tolerate metformin/],
    [['What is a normal CRP?', 'Mine is 85'], /A CRP of 85 is high/],
    [['alternatives to codeine'], /: If somebody does not tolerate codeine/],
    [['Ich habe Bluthochdruck', 'Darf ich in die Sauna?'], /: A sauna is mostly safe/],
    [['I am off to Tanzania in June', 'Which vaccines?'], /travel health[^:]*: In travel health to most of Africa/],
    [['how is type 2 diabetes treated', 'what if that doesnt work'], /: First treatment of type 2 diabetes/],
    [
      ['how do i lower my blood pressure', 'without tablets'],
      /: To lower the blood pressure in hypertension without tablets/,
    ],
    [['INR 7'], /: An INR over 8 without bleeding on warfarin/],
    [['can bisoprolol make you tired'], /: (?:Side effects of bisoprolol|Tiredness is)/],
    [['how long does a broken collarbone take to heal'], /: A broken bone of the wrist, ankle or collarbone/],
    [
      ['my daughter was just diagnosed with celiac', 'will she have it forever'],
      /: Coeliac disease [^.]*lasts for life/,
    ],
    [['my toddler has croup', 'should i take him to hospital'], /: Noisy breathing at rest/],
    [['ik heb eczeem', 'welke zalf helpt'], /steroid cream/],
    [['tengo migraña', 'puedo tomar sumatriptán estando embarazada'], /: Sumatriptan can be used in pregnancy/],
    [['i was told i have atrial fibrillation', 'is it dangerous'], /: Without treatment, atrial fibrillation/],
    [
      ['i was told i have atrial fibrillation', 'do I need blood thinners'],
      /: Treatment with a blood thinner is needed/,
    ],
    [['What should I do in an asthma attack?', 'and in children?'], /: In an attack [^.]*in children/],
    [['symptoms of a stroke', 'how quickly do I have to get to hospital'], /: [^.]*call an ambulance at once/],
    [['What is coeliac disease?', 'should I stop eating bread before the test?'], /: Eat food with gluten/],
    [['are varicose veins dangerous', 'do stockings help'], /varicose veins[^.]* stockings/],
    [['iron tablets upset my stomach', 'any alternatives'], /iron tablets/],
  ] as const)('is on what was said before: %s', (turns, said) => {
    expect(answerTo(...turns)).toMatch(said);
  });

  it.each([
    ['Which vaccines do I need for Kenya?', /^In travel health to most of Africa/],
    ['Welche Impfungen brauche ich für Thailand?', /^In travel health to Vietnam, Thailand/],
    ['Malaria tablets for Ghana, which is best?', /to prevent malaria|prevent malaria/i],
    ['Vaccination schedule for babies in India', /vaccination/],
    ['I smashed my finger nail with a hammer', /^A fingertip crushed/],
    ['my little finger and ring finger go numb at night', /^A numb little finger is no sign of carpal tunnel/],
    ['fly three weeks after a hip replacement?', /^Flying after a joint replacement/],
    ['treatment of trichomonas', /^Trichomonas, which unlike bacterial vaginosis/],
    ['recovery time after tonsillectomy', /^After removal of the tonsils/],
    ['running again after knee arthroscopy', /^After a knee arthroscopy/],
    ['Hoe snel werkt prednison?', /^Prednisolone works within/],
    ['Alternative to omeprazole with fewer side effects?', /^If somebody does not tolerate omeprazole/],
    ["my baby won't stop crying and I'm afraid I'll hurt her", /^When crying by infant colic makes you afraid/],
    ['baby with a blocked tear duct, what to do?', /^A watery eye of a baby is mostly a blocked tear duct/],
    ['Wann darf ich nach einer Hüft-OP wieder fliegen?', /^Flying after a joint replacement/],
    ['Was kann ich statt Codein nehmen?', /^If somebody does not tolerate codeine/],
    ['malaria prophylaxis in pregnancy for Uganda', /malaria/],
    ['rate control in AF with asthma', /diltiazem or verapamil instead of a beta blocker/],
    ['lactate 4.2, hypotensive patient', /circulatory shock: call an ambulance/],
    ['white cell count 14,200 and fever', /^In laboratory blood tests/],
    ['My 5 month old baby is constipated, what can I do?', /^A baby on formula with constipation/],
    ['sore throat, 30/40 pregnant - what can she take?', /^In pregnancy tonsillitis/],
    ['My 5 year old has diarrhoea. Can loperamide harm her?', /^Loperamide is not given to children/],
    ["how do I know that ibuprofen is upsetting my son's stomach?", /^Stomach upset is a side effect of ibuprofen/],
    ['does teething gel have side effects', /^Side effects of gels with lidocaine/],
    ['Which blood-thinning tablet for AF with CKD 4?', /^In chronic kidney disease of stage 4/],
    ['Tai chi or vitamin D - which prevents falls better?', /tai chi works better/],
    ['zoster day 3: duration of rash?', /^The rash of shingles mostly heals/],
    ['what happens if a patient with gout forgets allopurinol', /^If a dose of allopurinol is missed/],
    ['sertraline - EtOH advice?', /^Alcohol can make people who take sertraline/],
    ['What INR is normal on warfarin?', /^The normal target of the INR on warfarin is 2 to 3/],
    ['Malaria or flu: which symptoms are dangerous?', /^Fever up to a year after a stay/],
    ['I am allergic to eggs, can I have the flu jab', /flu vaccine can be given/],
    ['MI', /myocardial infarction/i],
    ['cant get it up anymore', /^Erectile dysfunction, also called ED/],
    ['should we all have our ferritin checked', /^A ferritin test is not needed in relatives/],
    ['Can I dye my hair while pregnant?', /^Hair dye in pregnancy is mostly safe/],
    ['does my baby on formula need extra water', /^A baby on formula needs no extra water/],
    ['penicillin allergy and a chest infection: which antibiotic?', /doxycycline or clarithromycin/],
    ['I twisted my knee playing football, it is a bit swollen', /^A twisted knee that swells a little/],
  ])('is the first one: %s', (text, said) => {
    expect(firstOf(text)).toMatch(said);
  });

  it.each([
    ['HbA1c 44, what does it mean?', /means prediabetes/],
    ['TSH 8.2 with normal T4, treat or not?', /called subclinical/],
    ['had a heart attack 5 years ago, can I fly', /^Flying is mostly possible/],
    ['my grandfather died of a stroke, what is my risk?', /^The risk of stroke/],
    ['amoxicillin dose for a child of 5 with otitis media', /^For many infections children/],
    ['chest feels heavy into my left arm and I am sweating, surely heartburn? Which antacid?', /call an ambulance/],
  ])('tells what is urgent only where it is: %s', (text, said) => {
    expect(firstOf(text)).toMatch(said);
  });

  it.each([
    [['What is gout?', 'and in German'], /Amtliche medizinische Quellen sagen zu gout: /],
    [['Qué es el asma', 'y en el embarazo?', 'en inglés por favor'], /asthma in pregnancy.*: Most inhalers/],
    [
      ['Was ist Asthma?', 'und bei Kindern?', 'kürzer bitte'],
      /zu asthma: Children with asthma.*\[SW1\] [^[]*\[SW1\]\n/,
    ],
    [['how can I prevent kidney stones', 'as a table please'], /:\n- Drinking plenty of water/],
    [['side effects of amlodipine as a bullet list'], /:\n- Side effects of amlodipine/],
    [['Give the symptoms of appendicitis as JSON'], /Symptoms of appendicitis can be/],
    [['Return valid JSON only. What is gout?'], / gout as a form of arthritis/],
    [['Could you give me the symptoms of gout in Markdown?'], /the symptoms of gout.*: Symptoms of gout/],
    [
      ['Abx for uncomplicated UTI in pt w/ eGFR 35'],
      /An eGFR of 35 is low.*\n\n.*state: Treatment of urinary tract infection/,
    ],
  ] as const)('comes again in the form that is asked for: %s', (turns, said) => {
    expect(answerTo(...turns)).toMatch(said);
  });

  it('says that valproate is not stopped suddenly in pregnancy', () => {
    expect(messageTo("I'm on valproate and found out I'm pregnant, what should replace it?")).toMatch(
      /not stop it suddenly/,
    );
  });

  it('comes after what to do at once', () => {
    expect(firstOf('when can I go back to work after a heart attack')).toMatch(/call an ambulance at once/);
  });

  it.each([
    ['when will venlafaxine start working?', /two to six weeks/],
    ['what is the incubation period of mumps', /^The incubation period of mumps/],
    ['how many days after contact do flu symptoms appear', /^The incubation period of influenza/],
    ['Should I stop warfarin before a tooth extraction?', /^Before a tooth extraction warfarin/],
    ['do I take bisoprolol on the morning of surgery', /^On the morning of an operation bisoprolol/],
    ['can I drive on codeine', /^Do not drive while codeine/],
    ['can I go to work with covid', /^With COVID-19 stay at home and away from work/],
    ['can pregnant women have soft cheese', /soft cheese with a white rind/],
    ['what tests do they do for asthma', /^Tests for asthma/],
    ['how long does a cold sore last', /cold sores/i],
    ['contraindications to alteplase in a stroke', /^Reasons against/],
    ['which pain killer can be used in stage 4 chronic kidney disease?', /paracetamol is the first choice/],
    ['first-line drug for high blood pressure in a Black woman of 58', /calcium channel blocker from 55/],
    ['head injury on blood thinners, does she need a CT?', /even a mild concussion needs a scan/],
    ['can vaccines cause autism?', /no link|do not cause/],
    ['what is gabapentin used for', /^Treatment with gabapentin is for/],
    ['How do I prepare for a colonoscopy?', /low-fibre|prepar/],
    ['who must not take warfarin', /must not be taken/],
    ['which diet in chronic kidney disease', /less salt/],
    ['How is a pressure ulcer graded?', /stage/],
    ['is there a cure for psoriasis', /cannot be cured/],
    ['do children grow out of asthma?', /grow out/],
    ['does depression come back', /comes back in about half/],
    ['can I exercise with heart failure', /^Regular exercise/],
    ['may I work out with a cold', /^Light exercise/],
    ['when can I go back to work after concussion?', /concussion/],
    ['what is the max daily dose of ibuprofen?', /^Adults usually take ibuprofen as 200 mg to 400 mg/],
    ['How much water should I drink a day?', /^In healthy eating adults drink about 1\.5 to 2 litres/],
    ['Is sugar bad for you?', /^In healthy eating sugar that is added/],
    ['can I get pregnant on my period', /^Women can get pregnant during a period/],
    ['my son is allergic to bee stings', /adrenaline pens/],
    ['My hands are always cold and turn white', /Raynaud's phenomenon/],
    ['I feel dizzy when I stand up', /low blood pressure/],
    ['What is a normal blood pressure?', /^A normal blood pressure of adults is below/],
    ['Tengo la tensión alta', /^Hypertension, also called high blood pressure/],
    ['is salt bad for you', /5 to 6 g of salt/],
    ['What are early signs of pregnancy?', /^Early signs of pregnancy are a late period/],
    ['my ear is blocked', /ear wax/i],
    ['I think I broke my toe', /broken bone/i],
    ['Can my 6 month old have honey?', /no honey for a baby before the first birthday/],
    ['Puis-je donner du miel à mon bébé ?', /no honey for a baby before the first birthday/],
    ['Combien d’eau faut-il boire par jour ?', /1\.5 to 2 litres/],
    ['dose of cetirizine for 4 year old', /^(?!Adults)/],
    ['Welcher Blutdruck ist normal?', /^A normal blood pressure of adults is below/],
    ['Mir ist seit Tagen schwindelig', /^(?!Light dizziness is common in pregnancy)/],
    ['Wie bekomme ich Warzen weg?', /treatment/i],
    ['Is Corona still contagious after 5 days?', /^People with COVID-19 are contagious/],
    ['Wie viel Paracetamol darf ich am Tag nehmen?', /^Adults usually take paracetamol as 500 mg/],
    ['what if I miss a dose of metformin', /^If a dose of metformin is missed/],
    ['how many days am I contagious with covid', /^People with COVID-19 are contagious/],
    ['I cannot tolerate allopurinol, what can I take instead?', /febuxostat/],
    ['what fasting blood sugar counts as diabetes', /7\.0 mmol/],
    ['is it migraine or tension headache', /^Unlike a tension headache/],
    ['how many days does bronchiolitis last', /within two weeks/],
    ['how do statins lower cholesterol', /block an enzyme/],
    ['first signs of diabetes in adults', /^Symptoms of type 2 diabetes/],
    ['what do I do when someone has an epileptic fit', /call an ambulance/],
    // Whether something may be done: the sentence says so itself.
    ['will the flu shot give me the flu', /cannot give anybody the illness/],
    ['should i pop a blister', /^A blister should not be popped/],
    ['can i go swimming with a verruca', /^Swimming is possible/],
    ['can i have a bath with shingles', /baths and showers are possible/],
    ['puedo tomar ibuprofeno con el estomago vacio', /rather than on an empty stomach/],
    ["posso fare sport con l'ernia", /^Walking, cycling and swimming are mostly possible/],
    ['can i take magnesium with levothyroxine', /^Magnesium, like calcium and iron/],
    ['is it ok to crush my pantoprazole', /should not be crushed/],
    ['5 weeks of cough and im a smoker, should i get it checked', /longer than three weeks/],
    ['do i need an mri for back pain', /needs no tests such as X-ray or MRI/],
    ['i took 2 doses of lisinopril by mistake', /^After medicine overdose/],
    ['how long should i fast before a blood test', /eat nothing for eight to twelve hours/],
    ['im pregnant with a bad headache, can i take tylenol', /^Paracetamol is the usual first painkiller in pregnancy/],
    ['is waterpokken gevaarlijk als je zwanger bent', /^Chickenpox in pregnancy can harm/],
    ['can i take grapefruit with lipitor', /^Large amounts of grapefruit/],
    ['is it safe to have sex after a heart attack', /^Sex is mostly safe/],
    ['can my wife catch my hepatitis c', /^Hepatitis C spreads by blood/],
    ['muss ich mit einem hexenschuss zum röntgen', /needs no tests such as X-ray/],
    ['i cut my finger deep, what do i do first', /^What helps first in wound care is pressing/],
    ['is it safe to give my 1 year old ibuprofen', /^Children over three months can be given ibuprofen/],
    ['can i drink alcohol on sertraline', /^Alcohol can make people who take sertraline/],
    ['is crohns the same as ibs', /^Unlike Crohn's disease/],
    ['first line treatment for uncomplicated uti in women', /is nitrofurantoin/],
    // Whether it is inherited.
    ['is gout hereditary', /runs in families/],
    ['can my son inherit psoriasis', /partly inherited/],
    // What the first can do, and not where it comes from.
    ['can anxiety cause chest pain', /can cause chest pain/],
    ['do statins cause memory loss', /is no side effect of atorvastatin/],
    // Who it is about does not hide what is asked.
    ['my kid has been throwing up all night, when do i need to worry', /needs urgent help/],
    ["my gran is 84 and on warfarin, can she take St John's wort", /St John's wort/],
    ['lump in my breast should i wait', /is seen by a doctor within two weeks/],
    // One or the other.
    ['ice or heat for a pulled muscle', /ice is better than heat/],
    ['ibuprofen oder paracetamol bei migräne', /work better than paracetamol/],
    ['tylenol or advil for a fever in a kid', /neither is better/],
    // What to do: oneself, for others, at what age.
    ['how to help someone having a seizure', /call an ambulance/],
    ['how do I lower my fever fast?', /^Paracetamol or ibuprofen lowers fever/],
    ['what helps with heartburn at night', /^Sleep on the left side/],
    ['como parar o sangramento do nariz', /^In nosebleed sit up/],
    ['rimedi per il mal di gola', /ease tonsillitis/],
    ['how to unblock my ears at home', /olive oil/],
    ['when do babies start teething', /begins at about six months/],
    ['when do babies start to kick', /between 16 and 24 weeks/],
    ['how much sleep does a 5 year old need', /10 to 13/],
    ['what is a normal pulse for a child', /80 to 120 at four years/],
    ['what is a normal temp for a baby', /36\.5 to 37\.5/],
    ['can I be vaccinated with a cold?', /^A vaccination, [^.;]*is possible/],
    ['how many calories a day', /2,000 kilocalories/],
    ['afraid of the dentist', /^People who are afraid of the dentist/],
    ['my toddler wont eat anything is that normal', /fussy eating/i],
    ['what should i put on a cut', /rinse it with clean tap water/],
    ['was tun bei einem wespenstich', /^Scrape out the sting/],
    ['how to treat a sprained ankle at home', /rest for a day or two, ice/],
    ['when can babies drink water', /^Babies need no water/],
    ['can babies sleep on their tummy', /should not sleep on the tummy/],
    ['how can i tell if a mole is cancerous', /^Warning signs/],
    ['can anxiety make you dizzy', /^Symptoms of generalised anxiety disorder/],
    ['how much weight should i gain in pregnancy', /11 to 16 kg/],
    // What may be eaten, not food in general.
    ['can coeliacs eat oats', /can eat oats that are labelled gluten-free/],
    // What is asked of a medicine: how soon, how long, with food, addictive.
    ['how long does it take for antidepressants to work', /two to six weeks to work/],
    ['ramipril cough how long does it last', /one to four weeks after a doctor/],
    ['amox dose for adult chest infection', /500 mg three times a day for five days/],
    ['how soon does naproxen work', /^Naproxen works within an hour/],
    ['is gabapentin addictive', /^Gabapentin can be addictive/],
    ['can I take clarithromycin on an empty stomach', /with or without food/],
    ['what happens if i stop taking amlodipine', /should not be stopped without advice/],
    ['cuánto tarda en hacer efecto la sertralina', /two to six weeks to work/],
    ['can i take ramipril at night', /in the morning or at night/],
    // Whether it is dangerous, good or bad.
    ['is coffee bad for AF', /coffee are safe/],
    ['are haemorrhoids dangerous', /^Haemorrhoids are not dangerous/],
    ['is high blood pressure dangerous', /untreated hypertension is dangerous/],
    ['are bananas good for high blood pressure', /bananas/],
    ['can I drink with psoriasis', /^Alcohol should be limited/],
    // Life after an operation, and whom a vaccine is for.
    ['time off work after appendix operation', /^After keyhole surgery for appendicitis most people go back/],
    ['when can I drive after appendix surgery', /drive when an emergency stop does not hurt/],
    ['sick leave after gallbladder surgery', /work again after one to two weeks/],
    ['who should get the flu jab', /^The yearly vaccine against influenza is advised for/],
    ['who needs the shingles vaccine', /advised to help prevent it from 50/],
    // Children and breastfeeding in other languages.
    ['la febbre di mio figlio', /^Children with fever/],
    ['fiebre de mi hijo', /^Children with fever/],
    ['bimbo con febbre', /^Children with fever/],
    ['posso prendere ibuprofene mentre allatto', /passes into the milk/],
    ['ibuprofeno mientras amamanto', /passes into the milk/],
    ['ibuprofène en allaitant', /passes into the milk/],
    ['posso tomar ibuprofeno enquanto amamento', /passes into the milk/],
    ['mag ik ibuprofen als ik borstvoeding geef', /passes into the milk/],
    // Usual values without an illness.
    ["what's a normal pulse", /60 to 100 is normal/],
    ['normal oxygen level', /95 to 100 percent/],
    ['can the flu shot give me the flu', /cannot give anybody the illness/],
    ['which blood test shows coeliac disease', /gluten/],
    ['is it safe to have sex during pregnancy', /^Sex is safe/],
    ['vitamin k injection for newborn babies', /injection of 1 mg/],
    // Whether one thing causes another.
    ['could the measles jab have given my boy autism', /measles \(MMR\), do not cause/],
    ['can the covid jab cause myocarditis', /COVID-19 very rarely causes/],
    ['does sugar cause cancer', /sugar itself[^.]* are not/],
    ['can allergies cause fever', /allergies such as hay fever are not/],
    ['cholesterol 6.8, do I need tablets', /^Whether .* depends on the whole risk/],
    ['What should I do in an asthma attack?', /^In a severe attack/],
    ['darf ich mit bluthochdruck in die sauna', /^A sauna is mostly safe/],
    ['does vaping damage your lungs', /can irritate and damage the lungs/],
  ])('comes first: %s', (text, said) => {
    expect(firstOf(text)).toMatch(said);
  });

  it.each([
    ['Causes of low sodium, and how fast can it be raised?', [/Causes of hyponatraemia/, /8 to 10 mmol/]],
    [
      'What are the side effects of amlodipine, and can I take it with naproxen?',
      [/swollen ankles/, /weaken amlodipine/],
    ],
    [
      'What happens during a lumbar puncture and will I have a headache afterwards?',
      [/thin needle/, /worse when upright/],
    ],
    [
      'what are the symptoms of gallstones and do they always need surgery',
      [/: Symptoms of gallstone disease/, /need no treatment/],
    ],
    ['Treatment of hepatic encephalopathy and of spontaneous bacterial peritonitis', [/lactulose/, /albumin/]],
    ["quels sont les signes d'un avc et que faut-il faire", [/Symptoms of stroke/, /call an ambulance/]],
    ['que es la diverticulitis y que puedo comer', [/pouches in the wall/, /nuts and seeds may be eaten/i]],
    ['was hilft gegen heuschnupfen und macht cetirizin müde?', [/allergic rhinitis/, /people tired/]],
    ['is hepatitis b contagious and is there a vaccine', [/spreads by blood/, /A vaccine prevents hepatitis B/]],
  ] as const)('is there for each of two questions: %s', (text, parts) => {
    const message = messageTo(text);
    for (const part of parts) expect(message).toMatch(part);
  });

  it.each([
    ['tacrolimus side effects', /azathioprine/],
    ['side effects of rituximab', /adalimumab/],
    ['flecainide dose', /amiodarone|same group/],
    ['Flagyl and alcohol', /out of the reach of small hands/],
  ])('is not about something else: %s', (text, said) => {
    expect(messageTo(text)).not.toMatch(said);
  });

  it('is shown in the steps of an answer with each sentence that is quoted', () => {
    for (const text of ['clarithromycin + simvastatin, ok?', 'pre-eclampsia signs', 'What is asthma?']) {
      const { steps, fragments, sources } = answerChat(givenChat(text), givenContext());
      const shown = new Map(
        steps.flatMap(({ actions }) => actions.flatMap(({ result }) => result.map((one) => [one.url, one.content]))),
      );
      for (const [, sentence, id] of fragments.join('').matchAll(/(?:: |\] )([A-Z][^[\]]*?) \[(SW\d+)\]/g)) {
        const url = sources.find((source) => source.id === id)?.url ?? '';
        expect(shown.get(url)).toContain(sentence);
      }
    }
  });
});

describe('a follow-up', () => {
  it('stays with the medicine', () => {
    expect(answerTo('What is metformin?', 'and in kidney disease?')).toMatch(/eGFR[^.]* metformin|metformin[^.]* eGFR/);
    expect(answerTo('What is metformin?', 'and in kidney disease?', 'Can it be taken in pregnancy?')).toContain(
      'Metformin is used in pregnancy',
    );
    expect(answerTo('What is metformin?', 'why does it cause diarrhoea?')).toContain('side effects of metformin');
    expect(answerTo('What is ramipril?', 'and with lithium?')).toMatch(/lithium levels/);
  });

  it('changes the subject if it says so', () => {
    const answer = answerTo('cetirizine dose', 'thanks! Now something else: how do I remove a tick?');
    expect(answer).toContain('tweezers');
    expect(answer).not.toContain('cetirizine');
    expect(answerTo('I have hay fever', 'is there something else I can take?')).toContain('allergic rhinitis');
  });

  it('asks what to do if something happens, and why', () => {
    expect(answerTo('What is giant cell arteritis?', 'and if she loses vision?')).toMatch(/emergency.*500 mg to 1 g/s);
    expect(answerTo('What is gout?', 'why?')).toContain('Causes of gout');
  });
});

describe('an attachment of which a summary is asked for', () => {
  it('is summarised from each of its first pages, headings last', () => {
    const pdf = givenPdf(
      'https://files.test/a.pdf',
      'REPORT\n\nThe scan shows a clot.',
      'Take apixaban for three months.',
      'Come back in May.',
    );
    const message = answerChat(givenChat('What does this report say?'), givenContext({ pdfs: [pdf] })).fragments.join(
      '',
    );
    for (const said of [
      'The scan shows a clot. [PF1]',
      'Take apixaban for three months. [PF2]',
      'Come back in May. [PF3]',
    ])
      expect(message).toContain(said);
  });
});

describe('a filter by a domain of the catalogue', () => {
  const find = (query: string, domain: string) =>
    answerFinder({ model: 'svc-finder-v1', query, include_domains: [domain] }, givenContext()).results ?? [];

  it('finds what a publisher of that field would have', () => {
    for (const [query, domain] of [
      ['treatment of gout flare', 'public-health-agency.gov.example'],
      ['migraine prophylaxis', 'journal-of-neurology.test'],
    ] as const) {
      const results = find(query, domain);
      expect(results.length).toBeGreaterThan(0);
      for (const { url } of results) expect(new URL(url).hostname).toBe(domain);
    }
  });

  it('finds nothing at a publisher of another field or at one that is not listed', () => {
    expect(find('treatment of gout flare', 'journal-of-neurology.test')).toEqual([]);
    expect(find('treatment of gout flare', 'nobody.example')).toEqual([]);
  });
});

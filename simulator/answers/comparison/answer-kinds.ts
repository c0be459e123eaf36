/** A kind of answer: how a question asks for it, and what in a text gives it. */
interface AnswerKind {
  readonly asked: RegExp;
  readonly shown: RegExp;
}

/** A list of beginnings of words as one regular expression. */
const words = (list: string): string => `\\b(?:${list.trim().replace(/, +/g, '|')})`;

const number =
  '(?:\\d+(?:[.,]\\d+)?|half an?|an?|one|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|thirty|several|a few|a couple of|some|most)';
const time = '(?:second|minute|hour|day|night|week|fortnight|month|year|morning|evening)s?\\b';
const durations = `${number}(?: (?:to|or|and) ${number}|-${number}| more)? (?:full |whole |clear |working )?${time}, within, until, up to ${number}, at least, straight away, overnight`;
const amounts = `${number}(?: (?:to|or) ${number}|-${number})? ?(?:mg|micrograms?|mcg|g\\b|grams?|ml|units?|puffs?|tablets?|capsules?|drops?|doses?|teaspoons?|spoonfuls?|litres?|cups?|sprays?|times\\b|percent|per cent), once, twice, every \\w+ hours?, every (?:other )?(?:day|night|week|morning|evening), daily, nightly, weekly, maximum, no more than, up to, at most, start(?:ing)? (?:dose|at|with|low), per kilo, by weight`;
const advice =
  'sit, lie, lean, offer, drink, cut (?:down|back|out), keep, start, use (?:an?|the|your|it|plenty|only|cool|warm|soap), take, put, hold, press, pinch, shake, wash, apply, avoid, sleep, rest, stay, wait, call, dial, ring, phone, do not, don.t, never, try, eat, swallow, sip, cover, raise, lift, place, give, stop, check, ask, tell, speak, see, run, cool, soak, rinse, brush, wear, remove, lower, move, walk, stretch, breathe, count, leave, clean, pat, rub, massage, squeeze, choose, swap, aim, build, limit, finish, carry, jab, inject, tilt, turn, let, make sure, should, must, best, advised, recommended, helps?';
const foods =
  'eat, drink(?!ing problem), food, diet, meal, fluid, water, milk, cheese, yog, bread, toast, rice, pasta, potato, banana, oat, porridge, cereal, grain, wholemeal, bran, fibre, fiber, fruit, vegetable, greens, leafy, spinach, kale, broccoli, beans, lentil, pulses, nuts, seeds, meat, beef, pork, liver, offal, poultry, chicken, fish, salmon, sardine, mackerel, oily, shellfish, egg, tofu, salt, sugar, sweet, chocolate, coffee, tea\\b, caffeine, fizzy, cola, juice, beer, wine, alcohol, spicy, fatty, fried, fat\\b, oil, butter, soup, broth, snack, portion, wheat, barley, rye, gluten, dairy, calcium, iron-rich, vitamin, carb, starch, plain, honey, ginger, dried, prunes, citrus, tomato';
const medicines =
  'tablet, pill, capsule, cream, ointment, gel, drops, spray, inhal, injection, infusion, drip, patch, lozenge, syrup, antibiotic, antihistamine, steroid, painkill, pain relief, paracetamol, ibuprofen, aspirin, antifungal, antiviral, emollient, moisturis, laxative, statin, insulin, vaccine, serum, sublingual, shampoo, lotion, pessar, supplement, replacement, blocker, inhibitor, \\w+(?:cillin|mycin|azole|prazole|olol|pril|sartan|statin|dipine|formin|gliptin|flozin|tide|triptan|setron|lukast|terol|tropium|sone|solone|pam|lam|tine|pine|done|xaban|parin|vir|mab|nib|cycline|floxacin|trexate|begron|bactam|thiazide|semide|oxin|profen|fenac|coxib|caine|prost|osin|fil|steride|dronate|zepam|triptyline|oxetine|pram|traline|gabalin|gabapentin|iazine|statin|nazole|dryl|proguanil|quine|quone)\\b';
const treatments = `treat, therap, offer, given, prescrib, first choice, first[- ]line, usual(?:ly)? choice, option, cure, surg, operat, remov, keyhole, stent, transplant, physio, exercis, splint, brace, mask, machine, oxygen, dialysis, radio, chemo, counsel, CBT, talking, training, retraining, rest\\b, ice\\b, ice pack, heat, hot water bottle, warm, cool, compress, elevat, bandage, gargl, saline, steam, massage, stretch, relie, eas(?:e|es|ing)\\b, sooth, settle, clears?, helps?, work, respond, ${medicines}`;
const complaints =
  'pain, ache, sore, tender, burning, itch, rash, spots, blister, swell, swollen, red\\b, redness, lump, bleed, bruis, fever, temperature, chill, shiver, sweat, tired, fatigue, exhaust, weak, numb, tingl, pins and needles, dizz, faint, lighthead, unsteady, confus, drows, sleepy, blurr, vision, headache, nausea, feeling sick, vomit, diarrh, constipat, bloat, cramp, thirst, urine, weight, appetite, cough, wheez, breathless, short of breath, breathing, phlegm, palpitation, heartbeat, pulse, tremor, shak, twitch, stiff, pale, yellow, jaundice, dry mouth, dry\\b, hoarse, swallow, slurred, droop, seizure, fit\\b, mood, anxious, irritab, restless, sleep, nightmare, hearing, ringing, discharge, smell, taste, hair, skin, feel, notice, hot flush, flush, ankle, upset stomach, stomach upset, stuffy, sneez, runny';
const family =
  'baby, babies, infant, newborn, napp(?:y|ies), soft spot, feeds?\\b, crying, toddler, child, kid, teenage, young, under \\w+, school, parent, son\\b, daughter, paediatric, pediatric, aged';
const pregnant =
  'pregnan, trimester, womb, unborn, foet, fetal, fetus, birth, conceiv, conception, baby, babies, midwi, antenatal, obstet, mother, mum\\b, expecting, weeks gone, miscarr';
const nursing = 'breast ?feed, breastfed, breast-fe, nursing, milk, lactat, infant, baby, feed';
const testing =
  'test, blood, scan, x-ray, MRI, CT\\b, ultrasound, biopsy, swab, sample, culture, measure, reading, level, result, microscop, camera, endoscop, examin, check, count, ECG, trace, monitor, diary, question, score, criteria, confirm, shows?, diagnos, referral, specialist, assess';

/** How a question asks for a kind of answer, and what in a text gives it: lists of beginnings of words. */
const lists: readonly (readonly [asked: string, shown: string])[] = [
  [
    'treat, cure, remed, what to give, what can (?:I|we|he|she|they) (?:get|take|have|use|give), medicines? for, medications? for, tablets? for, pills? for, drugs? for, drops for, cream for, injections? for, antibiotics? for, (?:what|anything) (?:\\w+ ){0,3}(?:helps?|works?|take for|good for), helped by, relie, options, therap, manag, get(?:ting)? rid, best (?:\\w+ )?(?:for|to), first[- ]line, do for, deal with, fix\\b, heal\\b, not respond, (?:no longer|not|doesn.t|don.t|isn.t) (?:work|help), fail(?:s|ed|ing)?\\b, no better, despite, (?:no|n.t) (?:clear|improv), refractory, resistant to, stop(?:ping)? (?:an?|the|my|it|itch|hiccup|bleed|nose)',
    treatments,
  ],
  [
    'first aid, emergency, what (?:do|to|should|can) , how (?:do|can|should|to) , how do you, tips, ways? (?:to|of), stop(?:ping)? an?\\b, stop a, what helps, best , self[- ]care, at home, home remed, stop(?:s|ping)? (?:hiccup|(?:a |my )?(?:nose|bleed|blood)|itch|snor|cough|sneez|vomit|cramp|crying|scratch|blush|sweat|shak), helped by, look after, care of, caring, refuses?, refusing, won.t, technique, correctly, properly, exercises?, position, pillow, mattress, shoes, should I',
    advice,
  ],
  [
    'first aid, emergency, choking, collapse, what to do (?:if|when|for) , stop(?:ping)? (?:an?|the|my) ',
    'call, dial, 999, 112, 911, ambulance, minutes, at once, straight away, immediately, press, pressure, pinch, lean, lie, flat, raise, cool running water, running water, cover, cling film, recovery position, on (?:their|the|your) side, loosen, sit, chew, spoonful, sugary, auto-injector, pen, puffs, until help, stay with, time how long, do not put, back blows, thrusts, tilt, head, rinse, under the tap',
  ],
  [
    'when (?:should|is|does|must|do|are|will) (?:\\w+ ){1,5}(?:operat|remov|replac|repair|necessary|needed|advised|surgery)',
    'advised, recommend, needed, necessary, urgent, if\\b, unless, when\\b, hurts?, pain, grow, larger, cannot, trouble, too (?:large|small|weak), complicat',
  ],
  [
    'who (?:should|must|can|may)(?:n.t| ?not)\\b, should(?:n.t| not) (?:have|get|take|be given), contraind, reasons? (?:against|not), (?:a )?bad idea',
    'contraindicat, must not, should not, cannot, not (?:given|taken|used|suitable|recommended), avoid, unsuitable, advised against, never, below \\d, under \\d',
  ],
  ['diet, eat, foods?\\b, drink\\b, meal, nutrition, cook, breakfast, recipe, avoid eating', foods],
  [
    'dose, dosage, dosing, how much, how many, how often, strength, maximum, max\\b, mg\\b, per day, units, puffs, too much, overdos',
    amounts,
  ],
  [
    'miss(?:ed|ing)?\\b, forg(?:o|e)t, skipped, late (?:pill|tablet|dose), double dose, took two',
    'forg(?:o|e)t, remember, skip, next (?:one|dose|tablet|pill|day), double, usual time, late, hours?, as soon as, same day, extra, leave (?:it|that) out, carry on, condom, catch up',
  ],
  [
    'how (?:long|soon|fast|quick)\\w* (?:\\w+ ){1,6}(?:work|act\\b|kick|help|effect)',
    'felt, feel, benefit, effect, improve, better, works?\\b, working, begins?\\b, within, notice, relie(?:f|ve), before, falls?\\b, acts?\\b',
  ],
  [
    'how long, how soon, how often, how quick, how fast, when (?:can|will|should|do|does|is|may|to), how many (?:days|weeks|months|hours|years), last\\b, until, duration, recovery, time off, before (?:it|they|you|I)',
    durations,
  ],
  [
    'symptom, signs?\\b, feel like, look like, how (?:do|can|would) (?:I|you|one) (?:know|tell|spot|recogni), tell if, recogni, spot\\b, warning, toxicity, presents?\\b',
    complaints,
  ],
  [
    'side[- ]effect, adverse, unwanted, affects? , make(?:s|ing)? (?:me|you|him|her), toxicity, reaction to, harm, bad for, dangers?, risks? of (?:taking|using), problems? with',
    `${complaints}, side effect, common at first, reaction, damage, harm, kidney, liver, stomach, rare`,
  ],
  [
    'cause, why , reason, what brings, what triggers?, trigger, come from, due to, get\\b(?=.{0,12}\\bfrom), sets? off, linked to, leads? to, make(?:s)? (?:\\w+ )?worse, where does',
    'caus, reasons?\\b, due to, because, since\\b, come(?:s)? (?:from|on|up) , result, trigger, brought on, set off, when\\b, lack of, too (?:much|little|few|many), damage, wear, infection, infected, virus, bacteri, germ, fungus, gene, inherit, runs in, immune, hormone, allerg, release, leak, block, clog, narrow, build[- ]?up, builds?\\b, stretch, pressure, loss of, after\\b, as the, press, trapped, irritat, inflam, smoking, alcohol, wine, caffeine, meals?\\b, sleep, cold air, exercise, pollen, dust, mites?\\b, foods?\\b, medicine, injur, fall\\b, sting, bites?\\b, drug, stress, as\\b, falls?\\b, shrink, hormones, drops?\\b, faulty, attack, worn, weak, narrowed, deposit',
  ],
  [
    'catch\\b, caught, contagious, infectious, spread, pass (?:it )?on, passed, transmit, transmission, incubation, give it to, toilet seat, kiss, share, sharing, isolate, off school, off work',
    'spread, pass(?:es|ed)?\\b, caught, catch, contagious, infectious, transmi, droplet, cough, sneez, contact, touch, shar(?:e|ed|ing), blood, sex, saliva, kiss, towel, needle, surviv, bite, water, food, faec, surfaces?, hands?, close, air, crusted, isolat, stay (?:at home|away|off), hug, cups, household, rash, days',
  ],
  [
    'driv, motorbike, behind the wheel, car\\b, DVLA, licence, machinery, operate',
    'driv, wheel, road, vehicle, licen, DVLA, machin, motor, behind the, alert, brake, reaction, emergency stop',
  ],
  [
    'fly\\b, flying, flight, plane, travel, holiday, abroad, trip\\b, long[- ]haul',
    'fly, flight, air\\b, cabin, plane, travel, journey, holiday, abroad, countr, airline, aisle, hand luggage, insurance, trip, leave, return, before you, letter, weeks before, seat, tropic, jab, vaccin',
  ],
  [
    'work\\b(?= (?:with|after|during|if))|job, back to work, go to work, off work, sick note, return to, school',
    'work, job, desk, office, duties, employer, hours, off\\b, return, sick note, fit note, back (?:to|at), school, nursery, lifting, phased',
  ],
  [
    'exercis, sport, football, rugby, tennis, danc, gym, run\\b, running, swim, jog, walk, lift, yoga, active, sex\\b, bed rest, rest\\b',
    'exercis, sport, football, rugby, tennis, danc, gym, run, swim, bath(?:e|ing), diving, jog, walk, cycl, lift, yoga, games?\\b, contact, stretch, active, activity, moving, mov(?:e|ing), gentl, minutes, build up, pace, muscle, strength, rest, bed, still, sex, fit\\b',
  ],
  [
    'stor(?:e|ing|age), fridge, keep (?:it|my|the|insulin), expir, out of date, heat\\b, temperature should',
    'fridge, refrigerat, freez, degrees, room temperature, cool, dry place, below, light\\b, sunlight, heat, original, bathroom, cupboard, expir, date, discard, unopened, in use, opened, carton, once open, weeks, months, out of reach',
  ],
  [
    'when (?:should|to|do) (?:I |you |we )?(?:see|go|call|ring|worry|seek|get|take)|worr(?:y|ied), see (?:a|the|my) (?:doctor|GP), emergency, hospital, A&E, serious, dangerous, red flag, warning, urgent, sudden, ambulance, bad enough',
    'see (?:a|your|the), call, dial, 999, 112, 911, 111, ambulance, A&E, GP\\b, same[- ]day, urgent, emergency, straight away, at once, immediate, hospital, doctor, review, seek, help, refer, if (?:you|it|there|the), cannot, lasts?, longer than, worse, go to, needs?, sudden, severe, stiff neck, not (?:fade|drinking|improv)',
  ],
  [
    'mean, result, too (?:low|high), normal, level, range, reading, positive, negative, number, what is a high, raised, borderline',
    'mean, suggest, point, sign, show, indicat, because, underactiv, overactiv, not (?:enough|making|working), too (?:much|little|high|low), harder, raised, low\\b, high\\b, normal, above, below, between, under\\b, over\\b, more than, less than, likely, inflam, damage, deficien, risk, repeat, further, \\d',
  ],
  [
    'test\\b, tests, tested, diagnos, check(?:ed)? for, find out, detect, confirm, scan\\b, how (?:is|are) (?:\\w+ ){1,4}found, screening',
    testing,
  ],
  ['pregnan, trying for a, conceiv, trimester, expecting, unborn, baby bump, weeks gone', pregnant],
  [
    'who (?:should|can.t|cannot|must)(?: not|n.t)?, should(?: not|n.t) take, avoid taking, contraindic, not suitable, safe (?:for|with|if|in)',
    'people (?:with|who), anyone (?:with|who), those (?:with|who), if you have, history of, past, reaction, allerg, pregnan, breastfe, kidney, liver, ulcer, asthma, heart, failure, stroke, glaucoma, epilep, bleeding, under \\d, over \\d, child, diabet, severe',
  ],
  ['breast ?feed, breast-feed, breastfed, nursing, lactat', nursing],
  [
    'with alcohol, alcohol, wine, beer, drink(?:ing)? (?:\\w+ )?(?:on|with|while), together, mix, combin, interact, at the same time, along(?:side)?, grapefruit, as well as, can I (?:take|have|use) .{2,40} (?:with|and|on), take .{2,40} with , and (?:ibuprofen|paracetamol|aspirin|alcohol), (?<=^[\\w-]+ )(?:and|with) [\\w-]+\\??$, (?:taking|on|with) (?:my |the )?(?:pill|antibiotics|tablets|medication)',
    'alcohol, drink, beer, wine, together, mix, combin, interact, both, alongside, same time, grapefruit, avoid, absor, during the course, course, hours?, half an hour, empty stomach, cup\\b, coffee, milk, food, leave .{1,20} between, apart, raises?, stronger, weaker, build up, bleeding, drows, levels?, less effective, reduces?, not be (?:taken|used|combined|mixed), safe, instead, unless, sick, flush, only (?:if|with)',
  ],
  [
    'prevent, avoid(?:ing)? (?:get|catch|an?|the|more|another)|protect, lower (?:my|the|your) (?:chance|risk), reduce, ward off, stop (?:\\w+ ){1,3}(?:coming|happening|getting|returning|spreading), keep(?:ing)? .{2,20} away, vaccin, jab, ways? to',
    'prevent, avoid, protect, vaccin, jab, wash, hand, soap, net\\b, nets\\b, repellent, condom, cover, keep, cut (?:down|back|out), drink, stop smoking, smok, weight, exercise, active, wear, use\\b, lower, reduce, fewer, less (?:likely|often), risk, regularly, daily, before, stay, limit, sunscreen, hat, shade, check, aspirin, tablets, clean, do not',
  ],
  [
    'serious, dangerous, complication, outlook, prognosis, get better, go away, curable, cured, life expectancy, die\\b, death, fatal, kill, untreated, come back, twice, again, return, long[- ]term, get worse, survive, recover, happens if, permanent',
    'recover, better, clear, settle, heal, go(?:es)? away, pass, most people, outlook, years?, life, surviv, come back, return, recur, lead to, damage, complicat, risk, die, death, fatal, permanent, scar, untreated, worse, cure, long[- ]term, weeks, months, again, more than once, once, lifelong, climb, get into, spread to, reach, failure, sepsis, infertil, blind, loss, stroke, heart, brain, kidney, blood\\b, bone, nerve',
  ],
  [
    'who (?:gets|is|can|should|needs)|at risk, more likely, likely to, hereditary, inherit, genetic, run(?:s)? in (?:the )?famil, my children get, common in, too old, too young, eligible, qualify, what age',
    'famil, inherit, gene, age, older, over \\d, under \\d, men\\b, women, smok, overweight, risk, likel, common, parent, relative, sibling, brother, sister, ethnic, offered, pregnan, people with, anyone, everyone, years',
  ],
  [
    'child, kid\\b, kids, baby, babies, toddler, infant, newborn, teenage, my son, my daughter, year[- ]old, months?[- ]old, under \\w+s\\b, boy\\b, girl\\b',
    family,
  ],
  [
    'old(?:er)? (?:people|person|man|woman|age)|elderly, too old, at \\d\\d\\b, over \\d\\d, frail, grand, pensioner, aged \\d\\d',
    'old, elderly, frail, age\\b, ages\\b, aged, over \\d\\d, later life, falls?\\b, kidney, memory, dose, pensioner, walking',
  ],
  [
    'how (?:do|does|did) (?:\\w+[ -]){1,4}work, how (?:it|they) works?, mechanism, mode of action, what does .{2,40} do\\b',
    'block, lower, reduc, raise, relax, widen, narrow, open, slow, speed, stop, prevent, help, act, work, enzyme, receptor, hormone, chemical, cell, nerve, blood vessel, artery, liver, kidney, brain, making, make, produc, releas, absor, bind, kill, so that, which',
  ],
  [
    'difference, differ, versus, vs\\b, or\\b(?=.{0,40}(?:how to tell|which|better|\\?$))|how (?:to|do I|can you) tell, compare, which is (?:better|safer|stronger|worse)|better than, same as, tell .{2,30} (?:from|apart)|apart\\b',
    'one\\b, the other, other, while, whereas, unlike, both, than, but\\b, former, latter, instead, differs?, each, same, only, usually, by contrast, rather, more, less, not\\b, over (?:hours|days|years|months)',
  ],
  [
    '^(?:can|could|may|is|are|am|should|do|does|will|would|must|has|have)\\b, safe, okay\\b, ok\\b, allowed, all right, alright, affect, harm',
    'do not, don.t, should, must, may, can\\b, cannot, not\\b, safe, avoid, advised, recommend, only, until, unless, if you, without, no\\b, yes, allowed, suitable, unlikely, rarely, possible, check, best, keep, better, never, low risk, needs?, fine',
  ],
  [
    '^what (?:is|are) (?:an? |the )?[\\w -]{3,30}\\??$, what exactly, definition, explain, stand for, meaning of, describe, tell me about, ^define',
    'is an?\\b, are\\b, is the\\b, means, condition, disease, disorder, illness, illnesses, infection, inflammation, when\\b, in which, where the, where\\b, type of, group of, kind of, happens, occurs, medicine (?:used|that|for), used (?:to|for), belongs, problem',
  ],
  [
    'use an?\\b, use (?:my|the), using, inject, inhaler, spacer, eye drops, technique, apply, put in, give (?:an?|the)',
    'shake, fit\\b, hold, press, breath, mask, mouth, nose, chamber, seal, slow, ten seconds, pull, lower lid, tilt, look up, drop, close, pinch, skin, needle, angle, thigh, tummy, rotate, site, swab, click, dial, rub, thin layer, fingertip, wash, rinse, wait, then\\b, insert',
  ],
  [
    'cost, afford, side of bed, over the counter, without (?:a )?prescription, buy\\b, prescription',
    'over the counter, pharmac, prescri, buy, without, supermarket, chemist, licen, sold, GP',
  ],
];

/** The kinds of answers. A question may ask for several. */
const kinds: readonly AnswerKind[] = lists.map(([asked, shown]) => ({
  asked: new RegExp(words(asked), 'i'),
  shown: new RegExp(words(shown), 'gi'),
}));

/** The kind of a question of yes or no: most texts have a word of it. */
const verdict = kinds.find((kind) => kind.asked.test('can it'));

/** Characters of a text that are searched: an answer shows early. */
const looked = 1_500;
/** This many different signs of a kind are certain; a single one may be chance. */
const surely = 3;
/** The worth of signs that only repeat words of the question. */
const echoes = 0.5;
/** The weight of the kind that a text gives best; the rest is the average of all kinds that are asked for. */
const bestShare = 0.6;
/** A duration or an amount counts as two signs. */
const figure =
  /^(?:\d|half|one|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|thirty|several|a few|a couple).* /;
const gains = (signs: number): number => (signs <= 1 ? 0.45 * signs : Math.min(1, 0.45 + 0.275 * (signs - 1)));

/** The kinds of answers that a question asks for; empty if its words do not show any. */
export function kindsAsked(question: string): readonly AnswerKind[] {
  return kinds.filter((kind) => kind.asked.test(question));
}

/** How well a text gives the kinds that are asked for, from 0 to 1; the best one counts most. */
export function kindsGiven(asks: readonly AnswerKind[], question: string, text: string): number {
  if (asks.length === 0) return 0;
  const start = text.slice(0, looked);
  const asked = question.toLowerCase();
  const shares = asks.map((kind) => {
    const signs = [...new Set(start.match(kind.shown)?.map((sign) => sign.toLowerCase()))];
    const repeated = signs.filter((sign) => sign.length > 2 && asked.includes(sign)).length;
    const figures = signs.filter((sign) => figure.test(sign)).length;
    return gains(Math.min(surely, signs.length + figures - repeated + echoes * Math.min(1, repeated)));
  });
  // «Can I drive?» asks about driving; «may» and «should» alone are half an answer.
  const telling = asks.length > 1 ? shares.filter((_, at) => asks[at] !== verdict) : shares;
  const sum = telling.reduce((total, share) => total + share, 0);
  return bestShare * Math.max(...shares) + (1 - bestShare) * (sum / telling.length);
}

/** Kinds that have words of their own: driving, flying, sport, food, work. */
const sharp = kinds.filter(({ asked }) =>
  ['drive', 'fly', 'swim', 'diet', 'off work'].some((word) => asked.test(word)),
);

/** Whether a question asks for one of these, and a text has no word of it: «can I drive after an anaesthetic?», «nausea passes within a day». */
export function missesKind(asks: readonly AnswerKind[], text: string): boolean {
  const asked = asks.filter((kind) => sharp.includes(kind));
  return asked.length > 0 && !asked.some(({ shown }) => text.slice(0, looked).search(shown) >= 0);
}

/** A text that says what something is, or how common, rather than what to do about it. */
const tellsWhatItIs =
  /^(?:an? |the )?[\w' -]{2,40}? (?:(?:is|are|was|were|can be) (?:an?\b|the\b|most|more|often|usually|one of|very|short for|used (?:to|for)|caused|diagnosed|common|rare|made|named|seen|known|first|due|tiny|small|long)|means?\b|causes?\b|affects?\b|happens?\b|occurs?\b|comes? in\b|weakens?\b|contains?\b|(?:is|are) graded\b|stands for|kills?\b|was\b|usually start)/i;

export function isDefinition(text: string): boolean {
  return tellsWhatItIs.test(text.slice(0, 200));
}

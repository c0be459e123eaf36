import { describe, expect, it } from 'vitest';
import { answerChat } from '../chat.ts';
import { answerFinder } from '../finder.ts';
import { givenChat, givenContext, messageTo } from '../given.test-support.ts';
import { questionOf } from '../question/question.ts';
import { english, framesIn } from '../wording/frames.ts';

const isAcute = (text: string): boolean => questionOf([{ role: 'user', text }], []).isAcute;

describe('a complaint that may need help at once', () => {
  it.each([
    ['cannot do what the body always does', 'my mate cannot swallow his own spit any more'],
    ['cannot use a part of the body', "Granny can't lift her left arm"],
    ['feels nothing', 'since the crash I feel nothing, I cannot feel my feet'],
    ['suddenly', 'sudden pain in my ear'],
    ['severe', 'the pain in my belly is unbearable'],
    ['getting worse', 'the rash on my neck is spreading'],
    ['another way than before', 'my wife is talking nonsense'],
    ['an injury of somebody else, and nothing is asked', 'my nephew got his thumb caught in a door'],
    ['another colour', 'the baby has blue lips'],
    ['a state that needs help by itself', 'a man passed out in the shop, I am with him'],
    ['a poison', 'our toddler has licked the weedkiller'],
    ['too much of a medicine', 'by mistake I gave him double the drops'],
    ['somebody of another colour', 'Opa ist blau geworden'],
    ['medicines of somebody else', "the baby got hold of grandpa's tablets"],
    ['a fall from a height', 'she fell off the roof'],
    ['blood that does not stop', "my gum is bleeding and it won't stop"],
    ['a wish to die', 'I want to end it'],
    ['nobody named, but a time', 'had far too many of the tablets since this morning'],
    ['everything at once', 'he took all his heart tablets at once'],
    ['an end', 'my husband has stopped breathing'],
    ['other words for oneself', 'cannot feel my hand and woke up with a crooked mouth'],
    ['several symptoms at once', 'my husband is dizzy and feverish'],
    ['a fever of a young baby', 'My 2 month old has a temp of 38.4, do I wait until morning?'],
    ['the same in another language', 'mon bébé de 1 mois a 38,5 de fièvre'],
    ['in a question', 'why is my daughter not responding?'],
    ['after a time long ago', 'he had surgery last month and now he cannot breathe'],
    ['for long, but in danger now', 'he has had asthma for years, now his lips are blue and he cannot speak'],
  ])('is found by what such texts have in common: %s', (_, text) => {
    expect(isAcute(text)).toBe(true);
  });

  it.each([
    'Mein Bruder kann das Bein nicht bewegen',
    'Mon père ne se réveille pas',
    'Mi hermana no puede respirar',
    'Mio zio non riesce a parlare',
    'O meu tio não consegue respirar',
    'Mijn oma kan niet praten',
  ])('is found in each language of the answers: %s', (text) => {
    expect(isAcute(text)).toBe(true);
  });

  it.each([
    ['a plan for later', 'can I drive after a seizure'],
    ['a wish for a remedy', 'rimedi per il mal di gola'],
    ['long ago', 'my aunt passed out two years ago'],
    ['a year', 'I fell off a ladder in 2014'],
    ['general', 'what happens when somebody cannot breathe'],
    ['a condition', 'if a baby turns blue, what is the first aid'],
    ['about nobody', 'sudden severe headache'],
    ['mild', 'my finger hurts a bit since this morning'],
    ['something that happens over time', "I can't get an erection"],
    ['for long', 'my knee has hurt badly for years'],
    ['again and again', 'every night my arm goes numb'],
    ['what may hurt a baby', 'Will coffee hurt my baby?'],
    ['worse at night', 'my rash itches and is worse at night, my partner has it too'],
    ['an animal', 'my hamster is not moving'],
    ['a story', 'for my novel: he swallowed poison and collapsed'],
    ['not the body', "I can't see a doctor before Friday"],
    ['denied', 'my son has no trouble breathing'],
    ['an idiom', 'the news nearly gave me a heart attack'],
    ['love and sleep', 'my son fell asleep at school'],
    ['blood that is only tested', 'my blood pressure is 128 over 80 today'],
    ['as prescribed', 'I have taken two tablets twice a day with food'],
    ['hair', 'my hair turned grey'],
    ['a part of the body without a complaint', 'my uncle is a heart surgeon'],
    ['sleep', 'my teenager is not waking up for school'],
    ['killing in a manner of speaking', 'Ich könnte meinen Chef umbringen'],
    ['a medicine that was forgotten', 'I missed my pill yesterday'],
    ['nothing', ''],
  ])('is not seen in a harmless text: %s', (_, text) => {
    expect(isAcute(text)).toBe(false);
  });

  it('an animal that hurt somebody is not the patient', () => {
    expect(isAcute('my dog bit my neighbour and his hand is bleeding heavily')).toBe(true);
  });

  it('is found in the last turns together', () => {
    const told = (text: string) => ({ role: 'user', text }) as const;
    expect(questionOf([told('I have a fever'), told('and a stiff neck')], []).isAcute).toBe(true);
    expect(questionOf([told('I fell off the roof'), told('what is aspirin?')], []).isAcute).toBe(false);
  });
});

describe('the answer to it', () => {
  const odd = 'my uncle has gone all stiff and his eyes have rolled back';

  it('begins with when to call for help, also without a source', () => {
    const answer = answerChat(givenChat(odd), givenContext({ faults: new Set(['no_sources']) }));
    expect(answer.sources).toEqual([]);
    expect(answer.fragments.join('')).toContain(`${english.notice}\n\n${english.urgent}\n\n`);
    expect(messageTo('what helps against dandruff?')).not.toContain(english.urgent);
  });

  it.each(['de', 'fr', 'es', 'it', 'pt', 'nl'])('says it in the language of the answer: %s', (language) => {
    expect(messageTo(odd, { language })).toContain(`\n\n${framesIn(language)?.urgent}\n\n`);
  });

  it('is not preceded by it where help with a harm is declined', () => {
    expect(messageTo('I want to kill my stepfather')).not.toContain(english.urgent);
  });

  it('of finder begins with it too', () => {
    const query = 'the baby has blue lips';
    const answerOf = (given: object, ...faults: ('no_answer' | 'no_results')[]) =>
      answerFinder({ query, ...given }, givenContext({ faults: new Set(faults) })).answer;
    expect(answerOf({ include_answer: true })).toMatch(new RegExp(`^${english.urgent} .*${english.notice}$`));
    expect(answerOf({})).toBeNull();
    expect(answerOf({ include_answer: true }, 'no_answer')).toBeNull();
    expect(answerOf({ include_answer: true }, 'no_results')).toBeNull();
  });
});

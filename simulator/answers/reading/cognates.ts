import { vocabulary } from './concepts.ts';
import { remembering } from './remembering.ts';
import { corrected } from './spelling.ts';
import { isMedicalWord } from './word-homes.ts';
import { american, stem } from './words.ts';

/** How endings of medical words differ from English ones: `sertralina`, `néphrite`, `Dermatitis`, `fibrilación`, `Metformin`. */
const endings: readonly (readonly [own: RegExp, english: readonly string[]])[] = [
  [/(?:ite|itis|ita)$/, ['itis']],
  [/(?:ina|in|ine|ino)$/, ['ine', 'in']],
  [/(?:ona|one|on)$/, ['one']],
  [/(?:ol|olo)$/, ['ole', 'ol']],
  [/(?:ida|ide|id|ido)$/, ['ide', 'id']],
  [/(?:ana|ano|an)$/, ['ane', 'an']],
  [/(?:ato|at)$/, ['ate']],
  [/(?:am|amo)$/, ['am']],
  [/(?:ilo|il)$/, ['il']],
  [/(?:osi|ose|osis)$/, ['osis']],
  [/(?:ia|ie|y)$/, ['ia', 'y', 'ias']],
  [/(?:emie|emia|amie)$/, ['aemia', 'emia']],
  [/(?:cion|zione|cao|tion)$/, ['tion']],
  [/(?:ico|ica|ique|isch|ische)$/, ['ic']],
  [/(?:oma|ome|om)$/, ['oma']],
  [/(?:eno|ene|en)$/, ['en', 'ene']],
  [/(?:aco|ac)$/, ['ac']],
  [/(?:tilina|tilin|tiline)$/, ['tyline']],
  [/(?:ilina|ilin|illine)$/, ['illin']],
  [/(?:idad|idade|ita|ite|itat)$/, ['ity']],
  [/(?:e|o|a|s|es|os|as|en|n)$/, ['', 'e', 'a']],
];
/** Letters that are spelt differently: `azitromicina`, `kortison`, `hidroclorotiazida`. */
const spellings: readonly (readonly [RegExp, string])[] = [
  [/^hid/, 'hyd'],
  [/^(?=ipert|ipot)/, 'h'],
  [/f(?=[aeiouy])/g, 'ph'],
  [/tromi/, 'thromy'],
  [/tro(?=mb)/, 'thro'],
  [/k/g, 'c'],
  [/(?<=o)ss(?=i)/, 'x'],
  [/z(?=[eiy])/g, 'c'],
  [/i(?=cin|st|droc)/g, 'y'],
  [/(?<=r)r?(?=[aei])/g, 'rh'],
  [/^t(?=era|ero|iro)/, 'th'],
  [/c(?=lor)/, 'ch'],
];
const shortest = 5;

/** The word of the vocabulary for a word of another language, by spelling rules; the word itself if no rule fits. */
export const cognate = remembering(5_000, (word): string => {
  const { words } = vocabulary();
  if (word.length < shortest || words.has(word) || !/^[a-z]+$/.test(word)) return word;
  const head = heads.find(([ending]) => ending.test(word));
  if (head !== undefined) return head[1];
  for (const form of [word, ...spelt(word)]) {
    if (isMedical(form)) return form;
    for (const [own, english] of endings) {
      if (!own.test(form)) continue;
      for (const one of english) {
        const word = form.replace(own, one);
        if (word.length < shortest) continue;
        if (isMedical(word)) return word;
        if (isMedical(american(word))) return american(word);
      }
    }
  }
  return corrected(word, 1);
});

/** A one-word name, or a medical word; other words of names would match foreign words by chance. */
function isMedical(word: string): boolean {
  const { words, namesFrom } = vocabulary();
  if (!words.has(word)) return false;
  const root = stem(word);
  if (isMedicalWord(root)) return true;
  return namesFrom(root).some(
    ({ stems, meaning: { kind } }) =>
      stems.length === 1 && !['plain', 'elsewhere', 'body', 'aspect', 'sign'].includes(kind),
  );
}

/** Heads of German compounds: `Herztabletten` are tablets. */
const heads: readonly (readonly [ending: RegExp, english: string])[] = [
  [/.{3}tabletten?$/, 'tablets'],
  [/.{3}(?:medikamente?n?|arznei|mittel)$/, 'medicine'],
  [/.{3}schmerz(?:en)?$/, 'pain'],
  [/.{3}entzundung(?:en)?$/, 'inflammation'],
  [/.{3}krebs$/, 'cancer'],
  [/.{3}impfung(?:en)?$/, 'vaccine'],
  [/.{3}salbe$/, 'ointment'],
  [/.{3}allergie$/, 'allergy'],
  [/.{3}blutung(?:en)?$/, 'bleeding'],
  [/.{3}verletzung(?:en)?$/, 'injury'],
];

function spelt(word: string): string[] {
  const forms = new Set([word]);
  for (const [own, english] of spellings) for (const form of [...forms]) forms.add(form.replace(own, english));
  forms.delete(word);
  return [...forms].slice(0, mostForms);
}
const mostForms = 24;

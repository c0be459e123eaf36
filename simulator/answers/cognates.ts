import { vocabulary } from './concepts.ts';
import { remembering } from './remembering.ts';
import { corrected } from './spelling.ts';
import { american } from './words.ts';

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
  [/(?:ilina|ilin|illine)$/, ['illin']],
  [/(?:e|o|a|s|es|os|as|en|n)$/, ['', 'e', 'a']],
];
/** Letters that are written otherwise: `azitromicina`, `Ramipril`, `kortison`, `hidroclorotiazida`. */
const spellings: readonly (readonly [RegExp, string])[] = [
  [/^hid/, 'hyd'],
  [/^(?=ipert|ipot)/, 'h'],
  [/f(?=[aeiouy])/g, 'ph'],
  [/tromi/, 'thromy'],
  [/tro(?=mb)/, 'thro'],
  [/k/g, 'c'],
  [/z(?=[eiy])/g, 'c'],
  [/i(?=cin|st|droc)/g, 'y'],
  [/(?<=r)r?(?=[aei])/g, 'rh'],
  [/^t(?=era|ero|iro)/, 'th'],
  [/c(?=lor)/, 'ch'],
];
const shortest = 5;

/** The word of the vocabulary that a word of another language is, by rule; the word itself where no rule makes one of it. */
export const cognate = remembering(5_000, (word): string => {
  const { words } = vocabulary();
  if (word.length < shortest || words.has(word) || !/^[a-z]+$/.test(word)) return word;
  for (const form of [word, ...spelt(word)]) {
    if (words.has(form)) return form;
    for (const [own, english] of endings) {
      if (!own.test(form)) continue;
      for (const one of english) {
        const made = form.replace(own, one);
        if (made.length >= shortest && (words.has(made) || words.has(american(made))))
          return words.has(made) ? made : american(made);
      }
    }
  }
  return corrected(word, 1);
});

function spelt(word: string): string[] {
  const forms = new Set([word]);
  for (const [own, english] of spellings) for (const form of [...forms]) forms.add(form.replace(own, english));
  forms.delete(word);
  return [...forms].slice(0, mostForms);
}
const mostForms = 24;

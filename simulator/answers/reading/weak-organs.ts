import { type Mention, vocabulary } from './concepts.ts';

/** Illnesses that people describe as an organ that does not work well, by the organ. */
const illnesses: Readonly<Record<string, string>> = {
  kidney: '#chronic-kidney-disease',
  kidneys: '#chronic-kidney-disease',
  liver: '#cirrhosis',
};
const weak = /^(?:bad|weak|poor|damaged|failing|dodgy|impaired)$/;
/** What stands after the organ: «my kidneys work at 25 percent», «my liver is damaged», «his kidneys don't work well». */
const failing =
  /^(?:function )?(?:(?:are|is|work|works|working|function|do|does|at|only|not|n t|t|very|really|quite|just|about|down|to|of|a|bit|s|have|has|been) ){1,5}(?:weak|poor|bad|damaged|failing|impaired|(?:[1-5]?\d) ?percent)\b|^(?:(?:are|is|do|does|re|s) ?)?(?:not|n t|t|nt) (?:\w+ )?(?:work|working|function|functioning|good|great|right)\b|^(?:dont|doesnt|arent|isnt) (?:\w+ )?(?:work|working|function|good|great)\b/;

/** The mentions with the illness in place of an organ that does not work well. */
export function withWeakOrgans(found: readonly Mention[], words: readonly string[]): readonly Mention[] {
  return found.map((mention) => {
    const { at, length } = mention;
    const illness = length === 1 ? illnesses[words[at] as string] : undefined;
    if (illness === undefined || mention.meaning.kind !== 'body') return mention;
    const isWeak = weak.test(words[at - 1] ?? '') || failing.test(words.slice(at + 1, at + 9).join(' '));
    const meaning = isWeak ? vocabulary().meanings.get(illness) : undefined;
    return meaning === undefined ? mention : { ...mention, meaning };
  });
}

import { translated } from './foreign.ts';
import { rememberingTexts } from './remembering.ts';
import { wordSet, writtenWordsOf } from './words.ts';

/** Frequent words of questions in each language, by tag: short ones, and such as «symptoms». A word that two languages have counts for both. */
const frequent = `
en: the and is are was of my with for what how can have has do does did should which when i a an to in on it this that be if not at from no me you your after during he she his her or about many much long take there
de: der die das und ist ich nicht ein eine einen einer mein meine meinen bei für gegen wie kann darf soll muss habe hab hat haben seit mit von was welche welcher wenn nach über sind wird beim zum zur im am auch sehr es mir mich warum wann tun hilft oder vor wegen meiner dem den hallo danke guten vielen moin symptome ursachen nebenwirkungen behandlung schwanger schwangerschaft dosis schmerzen kopfschmerzen fieber dauert nein hilfe entschuldigung
fr: le la les un une des du de est et que qui quoi quel quelle quels quelles je j ai mon ma mes pour dans avec sans depuis sur puis peut peux faut dois combien comment pourquoi quand il elle mal au aux ce c qu ne pas très contre prendre l d a merci bonjour bonsoir salut beaucoup s'il faire en cas on sont symptômes symptome traitement effets secondaires enceinte grossesse enfant fièvre dure oui non aide désolé
es: el la los las un una que qué cómo cuál cuáles cuándo cuánto cuánta cuántos por para con del al mi mis tengo tiene puedo puede debo estoy está son hay se y es de desde hace muy pero si me te en no quiere quiero qué bebé hijo hija tomar contra hola gracias muchas buenos buenas días síntomas sintomas causas efectos secundarios tratamiento embarazo embarazada niño niña fiebre dolor dura tipo como hacer ayuda perdón sí dosis
it: il lo la gli le l un una di del della dei delle che cosa come posso può devo ho ha mio mia miei sono è per con da al alla nel nella quali quanto quando perché mi non si anche e i grazie ciao buongiorno salve mille tre in fare sintomi effetti collaterali gravidanza bambino bambina febbre dolore dura tipo rimedi aiuto scusa
pt: o os as um uma de do da dos das que como posso pode devo tenho tem meu minha são é para com sem por em no na quais quanto quando estou está não eu e ou a ao obrigado obrigada olá bom dia muito fazer sintomas causas efeitos colaterais secundários tratamento gravidez grávida criança febre dor dura tipo sim ajuda desculpe
nl: de het een ik heb mijn wat hoe kan mag moet voor met van en is zijn niet bij naar op aan welke hoeveel wanneer waarom last tegen hebben heeft ook te er hallo dank bedankt hoi dag je wel symptomen oorzaken bijwerkingen behandeling zwanger zwangerschap dosis koorts pijn hoofdpijn duurt doen nee hulp`
  .slice(1)
  .split('\n')
  .map((row) => [row.slice(0, 2), wordSet(row.slice(4))] as const);
const ownOf: ReadonlyMap<string, ReadonlySet<string>> = new Map(frequent);
/** How one language spells, and the others hardly: asked only of texts that are certainly not English. */
const spelt: Readonly<Record<string, RegExp>> = {
  de: /(?<=\p{Ll} )\p{Lu}\p{Ll}|[äöüß]|[Ss]ch(?!i?[ao])|[cn]k|tz|pf|cht|ung\b|[kh]eit|ei[nt]|ich|au[cft]|brenn|ern?\b|[ao]h[lmnrt]|hoh\w|otes?\b|in\b/gu,
  fr: /[èêœçùûîëï]|esse\b|oubli|ée?s?\b|eau|[ao]ux\b|eu[rx]s?\b|eus|tion\b|[ai]que|aire|[eo]tte|oi[rst]|gie\b|ppe\b|[crs]in\b|[lt]s\b|ges?\b|ant\b/g,
  es: /[cs]i[oó]n\b|dad\b|zón|[^qg]ue[lrst]|ie(?:[bn][rt]e|bre)|ll[aoe]|[aei]r[ms]e\b|\bes[cpt]|[aei]dura|eos\b|[^ld]or\b|ol\b|angre|acuna|tos\b|j[ao]s?\b|ía|eno\b/g,
  it: /\bdi\b|zion|ione|tà\b|gli|[ghzt]{2}[^e]|cc|ss|ch[ei]|at[aoei]\b|sci|[^aeioudk]i\b|uo|olo\b|[aeo]re\b|emi/g,
  pt: /[âêôà]|nh|lh|ç|ss[aeo]|dade\b|agem\b|[aeo]m\b|[eo]u\b|[^l]ei[rmtx]|[dt]or\b|eno\b|édio|qual|\b[nd][oa]s?\b|\ba[ro]\b|xa/g,
  nl: /ij|oe|aa|ee|oo|[^q]ui|[ej]eu|ing\b|lijk|[^u]nd[ea]?\b|iep|st(?:eek|enen)|dd|g[ei]j|\b[dlh][eor]*ge\b/g,
};
/** Words of other languages that English texts have too: «criteria in non-valvular AF», «colchicine per day», «plus aspirin». Alone they show no other language. */
const alsoEnglish = wordSet(
  'in non per a an on do as die am was me no come plus con si te men is i os so tablet am in',
);
/** This many words show a language; fewer do in a text that is certainly not English, or has no other word. */
const enough = 2;
const longest = 2_000;
/** Letters of Polish, in which no answer can be. */
const polish = /[ąćęłńśźż]/;
/** Signs that only Spanish or only Portuguese has. */
const sign = /(?<es>[¿¡ñ])|[ãõ]/;

/** The language of a text, as a tag: `en` or one of those that answers can have; null if its words do not show it. */
export const languageOf = rememberingTexts({ texts: 1_000, characters: 200_000, longest }, (text): string | null => {
  const start = text.slice(0, longest);
  const lower = start.toLowerCase();
  // «D» and «l» are French or Italian in «l'asthme», not in «vitamin D 18 nmol/l».
  const words = lower.match(/\p{L}{2,}|[cdjlns](?=['’])|[^\P{L}cdjlns]/gu) ?? [];
  const counts = frequent
    .map(([tag, own]) => [tag, words.filter((word) => own.has(word)).length] as const)
    .toSorted(([, left], [, right]) => right - left);
  const [[tag, most], [, next]] = counts as [(typeof counts)[0], (typeof counts)[0]];
  const isShown = tag === 'en' || words.some((word) => !alsoEnglish.has(word) && ownOf.get(tag)?.has(word));
  if (most > next && isShown && (tag === 'en' || most >= enough || most === words.length)) return tag;
  if (polish.test(lower)) return null;
  const signed = sign.exec(lower);
  if (signed !== null) return signed.groups?.es === undefined ? 'pt' : 'es';
  // «Do» and «a» of a text with accents are hardly English.
  if ((most === 0 || !/[ß-ÿœ]/.test(lower)) && !translated(writtenWordsOf(start)).isForeign) return null;
  const [[spoken, score] = ['', 0], [, second] = ['', 0]] = counts
    .filter(([one]) => one !== 'en')
    .map(([one, count]) => [one, count + [...start.matchAll(spelt[one] ?? /^$/g)].length] as const)
    .toSorted(([, left], [, right]) => right - left);
  return score > second ? spoken : null;
});

import { marked } from './foreign-emergencies.ts';

/** In words; longer texts are not searched, as in `harmIn`. */
const longest = 400;
/** What a request in another language is read as. */
const english = marked('how do I poison someone').split(' ');

const [de, fr, es, it, pt, nl] = [
  '(?:jemand(?:en|em)?|(?:einen|einem) (?:menschen|mann|patienten)|(?:eine|einer) (?:frau|person)|leute|(?:mein|sein|ihr)(?:e|en|em|er)? (?:frau|mann|ex|freund|freundin|chef|chefin|nachbarn?|nachbarin|mutter|vater|bruder|schwester|kollegen|kollegin|kind|sohn|tochter|baby|oma|opa|schwieger\\w+|mitbewohner\\w*|partner\\w*))',
  '(?:quelqu un|une personne|des gens|un homme|une (?:femme|fille)|(?:mon|ma|son|sa|mes) (?:mari|femme|epouse|ex|copain|copine|patron\\w*|chef|voisine?|mere|pere|belle mere|beau pere|frere|soeur|collegues?|fils|fille|enfants?|bebe|coloc\\w*|conjointe?|partenaire|grand mere|grand pere))',
  '(?:a )?(?:alguien|una persona|un hombre|una (?:mujer|chica)|gente|(?:mi|su|mis) (?:marido|espos[oa]|mujer|ex|novi[oa]|jef[ea]|vecin[oa]|madre|padre|suegr[oa]|herman[oa]|companer[oa]|hij[oa]s?|bebe|pareja|abuel[oa]))',
  '(?:(?:a )?qualcuno|una (?:persona|ragazza|donna)|un uomo|(?:(?:il|la|al|alla|i) )?(?:mi[oa]|su[oa]|miei) (?:marito|moglie|ex|ragazz[oa]|fidanzat[oa]|capo|vicin[oa]|madre|padre|suocer[oa]|fratello|sorella|collega|figli[oa]?|bambin[oa]|partner|compagn[oa]|nonn[oa]))',
  '(?:alguem|uma (?:pessoa|mulher|menina|garota|rapariga)|um homem|(?:[oa] |ao )?(?:meu|minha|seu|sua) (?:marido|espos[oa]|mulher|ex|namorad[oa]|chefe|vizinh[oa]|mae|pai|sogr[oa]|irmao?|colega|filh[oa]|bebe|parceir[oa]|avo))',
  '(?:iemand|een (?:persoon|man|vrouw|meisje|jongen)|mensen|(?:mijn|zijn|haar) (?:man|vrouw|ex|vriend|vriendin|baas|buurman|buurvrouw|moeder|vader|schoon\\w+|broer|zus|collega|zoon|dochter|kind|baby|partner|huisgenoot|oma|opa))',
];
/** Up to six words, none of which denies or protects. */
const idle = '(?: (?!nicht |nie |niet |nooit |kein|schutz|bescherm)\\S+){0,6}?';
const hidden = {
  de: '(?:heimlich|unbemerkt|ohne dass (?:er|sie|es|jemand|man)(?: \\S+){0,2} (?:merkt|weiss|bemerkt|mitbekommt)|ohne (?:sein|ihr) wissen|ohne spuren)',
  fr: '(?:a (?:son|leur) insu|en secret|en cachette|secretement|discretement|sans (?:qu (?:il|elle|ils|on)|que \\S+)(?: (?:le|s|en|ne|se|personne)){0,3} (?:sache\\w*|remarque\\w*|apercoive\\w*|rende\\w* compte)|sans (?:se|me) faire prendre|sans laisser de traces?)',
  es: '(?:sin que(?: (?:nadie|el|ella|lo|se|le)){0,3} (?:de cuenta|sepa|note|entere|den cuenta)|en secreto|secretamente|a escondidas|sin dejar (?:rastro|huellas?))',
  it: '(?:di nascosto|in segreto|segretamente|senza che(?: (?:nessuno|lui|lei|lo|se|ne)){0,3} (?:accorga|sappia|noti|scopra)|senza (?:farmi|farsi) scoprire|senza lasciare tracce)',
  pt: '(?:em segredo|secretamente|as escondidas|escondido|sem (?:que )?(?:ele|ela|ninguem|o|a)(?: (?:se|o|a|meu|minha|marido|mulher)){0,2} (?:saber|saiba|perceber|perceba|notar|note|aperceber|aperceba)|sem deixar (?:rastos?|rastros?|vestigios))',
  nl: '(?:stiekem|ongemerkt|in het geheim|zonder dat (?:hij|zij|ze|iemand|\\S+ \\S+) het (?:merkt|weet|ziet|doorheeft)|zonder sporen)',
};

/**
 * Requests for help with poisoning, drugging or killing somebody else, or with making somebody ill or sleepy in secret, by language. Each request has one
 * of the parts of words in `hints`: the patterns are long, and most texts should need none.
 */
const requests = [
  {
    hints: /vergift|tote|umbring|bringe?\b|ermord|betaub|einschlaf|krank|drog|tropfen|schlaf|abfuhr/,
    wordings: [
      `(?:wie|womit|mit was)(?: (?:kann|konnte|konnen|soll|muss|konnt) (?:ich|man|wir))? ${de}${idle} (?:vergiften|toten|umbringen|ermorden|unter drogen setzen)`,
      `wie (?:kann|konnte) ich ${de} krank machen`,
      `(?:wie|womit) (?:vergifte|tote|ermorde|betaube|vergiftet|totet|ermordet) (?:ich|man)${idle} ${de}`,
      `wie bringe? (?:ich|man)${idle} ${de}${idle} um(?! (?:ihr|sein|d))`,
      `(?:will|mochte|werde) ${de}${idle} (?:vergiften|toten|umbringen|ermorden)`,
      `(?:wie|womit|mit was) (?:kann|konnte) ich ${de}${idle} (?:betauben|einschlafern)`,
      `mach\\w* (?:ich|man) ${de}${idle} ${hidden.de}${idle} krank|mach\\w* (?:ich|man) ${de}${idle} krank${idle} ${hidden.de}|mach\\w* (?:ich|man) ${hidden.de} ${de}${idle} krank`,
      `${de}${idle} ${hidden.de}${idle} (?:krank machen|betauben|einschlafern|vergiften|(?:schlaftabletten|schlafmittel|abfuhrmittel) geben)`,
      `(?:krank machen|betauben|(?:schlaftabletten|schlafmittel|abfuhrmittel) geben)${idle} ${hidden.de}`,
      `k ?o tropfen (?:jemandem|einer|einem|ihr|ihm|ins|in (?:ein|das|ihr|sein))${idle} (?:mischen|geben|schutten|tun|verabreichen)`,
    ],
  },
  {
    hints: /empoison|drogu|tuer|assass|intoxi|dorm|assomm|vomir|malade|somnif/,
    wordings: [
      `(?:comment|avec quoi|pour|quel poison pour)(?: (?:puis je|je peux|je pourrais|pourrais je|peut on|on peut|on|faire pour|est ce que je peux|est ce qu on peut))? (?:empoisonner|droguer|tuer|assassiner|intoxiquer) ${fr}`,
      `(?<!ne )(?:je (?:veux|voudrais|vais)|j aimerais|envie d|envie de) (?:empoisonner|droguer|tuer|assassiner|intoxiquer) ${fr}`,
      `(?:endormir|assommer|empoisonner|droguer|faire vomir|rendre malade|somniferes?)(?: a)? ${fr}${idle} ${hidden.fr}|(?:rendre|faire dormir) ${fr}${idle} ${hidden.fr}`,
    ],
  },
  {
    hints: /enven|drogar|matar|asesin|intoxi|dormir|duerma|sedar|enferm|somnif|vomite\b/,
    wordings: [
      `(?:como|con que|para|que veneno)(?: (?:puedo|podria|se puede|hago para|hacer para))? (?:envenenar|drogar|matar|asesinar|intoxicar) ${es}`,
      `(?<!no )(?:quiero|quisiera|voy a|deseo|planeo) (?:envenenar|drogar|matar|asesinar|intoxicar) ${es}`,
      `(?:dormir|sedar|enfermar|envenenar|somniferos|pastillas para dormir) ${es}${idle} ${hidden.es}|(?:hacer|hago) que ${es} (?:se )?(?:enferme|duerma|vomite)${idle} ${hidden.es}`,
    ],
  },
  {
    hints: /avvelen|drogar|uccid|ammazz|intoss|addorment|sedar|narcot|sonnif|ammal|stare|dormire|vomitar/,
    wordings: [
      `(?:come|con cosa|per|quale veleno per)(?: (?:posso|potrei|si puo|faccio ad?|fare (?:ad?|per)))? (?:avvelenare|drogare|uccidere|ammazzare|intossicare) ${it}`,
      `(?<!non )(?:voglio|vorrei) (?:avvelenare|drogare|uccidere|ammazzare) ${it}`,
      `(?:addormentare|sedare|narcotizzare|avvelenare|sonniferi|far (?:ammalare|dormire|addormentare|vomitare|stare male)) ${it}${idle} ${hidden.it}`,
    ],
  },
  {
    hints: /enven|drogar|matar|assass|intoxi|dopar|adormec|sedar|sonif|adoe|doente|dormir|durma|vomit(?:ar|e\b)/,
    wordings: [
      `(?:como|com que|para)(?: (?:posso|poderia|se pode|eu posso|faco para))? (?:envenenar|drogar|matar|assassinar|intoxicar|dopar) ${pt}`,
      `(?<!nao )(?:quero|queria|vou) (?:envenenar|drogar|matar|assassinar|dopar) ${pt}`,
      `(?:adormecer|sedar|dopar|envenenar|soniferos) ${pt}${idle} ${hidden.pt}|(?:fazer|faco) (?:com que )?${pt} (?:adoecer|adoeca|dormir|durma|vomitar|vomite|ficar doente)${idle} ${hidden.pt}`,
    ],
  },
  {
    hints: /vergif|dod|dood|vermoord|drog|ombreng|ziek|verdov|slaappil/,
    wordings: [
      `hoe(?: (?:kan|kun|moet) (?:ik|je|men))? ${nl}${idle} (?:vergiftigen|doden|vermoorden|drogeren|ombrengen)`,
      `hoe (?:vergiftig|dood|vermoord|drogeer) (?:ik|je) ${nl}`,
      `(?:wil|ga) ${nl}${idle} (?:vergiftigen|doden|vermoorden|drogeren|ombrengen)`,
      `maak ik ${nl}${idle} ${hidden.nl}${idle} ziek|maak ik ${nl}${idle} ziek${idle} ${hidden.nl}|${nl}${idle} ${hidden.nl}${idle} (?:ziek maken|verdoven|slaappillen geven)|(?:ziek maken|verdoven|slaappillen geven)${idle} ${hidden.nl}`,
    ],
  },
  {
    hints: /gif|poison|venen|velen/,
    wordings: [
      '(?:nicht|kaum) nachweisbare\\w* gift|(?:welches|ein) gift(?: \\S+){0,4} (?:nicht|kaum|ohne) (?:nachweisbar|nachweisen|nachzuweisen|spuren)',
      '(?:poison|veneno|veleno|gif)(?: \\S+){0,2} (?:indetectables?|indetectavel|non rintracciabile|sans (?:laisser de )?traces?|ne laisse pas de traces?|no deja (?:rastros?|huellas?)|non lascia tracce|nao deixa (?:rastos?|rastros?|vestigios)|niet op te sporen|zonder sporen)',
    ],
  },
].map(({ hints, wordings }) => ({
  hints,
  wordings: wordings.map((wording) => new RegExp(`(?<![^ ])(?:${wording})(?![^ ])`)),
}));

/** A fast first check. */
const anyHint = new RegExp(requests.map(({ hints }) => hints.source).join('|'));

/** The words of a text, with a request to harm somebody in another language replaced by marked English; the same array if there is none. */
export function harmfulIn(written: readonly string[]): readonly string[] {
  if (written.length > longest) return written;
  const text = written.join(' ').toLowerCase();
  if (!anyHint.test(text)) return written;
  for (const wording of requests.flatMap(({ hints, wordings }) => (hints.test(text) ? wordings : []))) {
    const match = wording.exec(text);
    if (match === null) continue;
    const from = text.slice(0, match.index).split(' ').filter(Boolean).length;
    return [...written.slice(0, from), ...english, ...written.slice(from + match[0].split(' ').length)];
  }
  return written;
}

import { wordSet } from './words.ts';

/** English words begin with this if they must not be translated again. */
const mark = '\u0001';
export const marked = (english: string): string => english.replace(/\S+/g, (word) => mark + word);
/** The English word of a marked one. */
export const unmarked = (word: string): string | undefined => (word.startsWith(mark) ? word.slice(1) : undefined);

/** In words; longer texts are not searched, since no such sentence is so long. */
const longest = 400;

/** Common English words: texts with one of them are not searched. */
const english = wordSet('the and is are of my with for what how have has do does should which when');

/** Up to four words, none of which denies what follows. */
const idle = '(?: (?!nicht |nie |kein)\\S+){0,4}?';
/** No denial before: «I don't want to die» means fear of dying. */
const affirmed = '(?<!(?:no|ne|n|non|nao|nunca|jamais) )';
const noPas = '(?! pas )';
const few = '(?: \\S+){0,6}?';
/** Not idioms: «dying» of laughter, hunger, shame. */
const ofIdioms =
  '(?! (?:vor|de|di|da|d) (?:lachen|hunger|durst|langeweile|scham|hitze|kalte|neugier|rire|faim|soif|honte|envie|ennui|chaud|froid|peur|sommeil|fatigue|jalousie|rir|risa|ganas|hambre|sed|verguenza|sueno|calor|frio|amor|pena|miedo|ridere|fame|sete|vergogna|noia|sonno|caldo|freddo|fome|sede|vergonha|tedio|sono|calor))';

/** Phrases for a wish to die or to harm oneself, or for something in the throat, by the English phrase that replaces them; German verbs come last. */
const wordings: readonly (readonly [wording: RegExp, english: string])[] = Object.entries({
  'want to die': [
    `(?:will|wollte|mochte|moecht\\w*|wuensche|wunschte|wunsche|ware|waere|lieber)${idle} (?:tot(?: sein)?|gestorben|nicht mehr (?:leben|da sein|hier sein|auf (?:der|dieser) welt|existieren|aufwachen|weiterleben|am leben sein)|nie (?:mehr|wieder) aufwachen|einschlafen und nicht mehr aufwachen)`,
    `(?:will|wollte|mochte|moecht\\w*|wunschte|wunsche mir)${idle} sterben${ofIdioms}`,
    'nicht (?:mehr|langer|weiter) (?:\\S+ )?(?:leben|weiterleben) (?:will|mochte|wollte|kann|mag)',
    '(?<!nicht )(?:sterben|tot sein) (?:will|mochte|wollte)',
    '(?:will|kann|mag|mochte) (?:so |einfach |das )?nicht (?:mehr|weiter|langer) (?:\\S+ )?(?:leben|weiterleben)',
    `${affirmed}(?:veux|voudrais|veut|voulait|voulais|envie d|envie de|aimerais|souhaite|prefere|prefererais|preferais|songe a|pense a|pense de|idee de|besoin de|essaye de|essaie de|tente de|menace de|parle de)${noPas}(?: \\S+){0,1} (?:mourir${ofIdioms}|me tuer|se tuer|mettre fin a (?:mes|ses|ma|sa) (?:jours|vie)|en finir(?! avec (?!la vie|ma vie|sa vie|tout))|me pendre|se pendre|crever${ofIdioms}|etre mort\\w*|ne (?:plus|pas) (?:vivre|etre la|exister|me reveiller|etre en vie)|disparaitre (?:pour toujours|a jamais|definitivement)|me foutre en l air|me jeter (?:sous|par|du|d)|sauter (?:du|d un) pont|m ouvrir les veines|me faire du mal|se faire du mal)`,
    '(?:pense|penser|songe|songer)\\w*(?: \\S+){0,6} (?:en finir(?! avec (?!la vie|ma vie|tout))|me tuer)|peu[xt] plus (?:de )?vivre|vie n a (?:plus|pas|aucun) (?:de )?(?:sens|gout|interet)|(?:prepare|achete) (?:ma|une|la) corde|envie d en finir(?! avec (?!la vie|ma vie|tout))|(?:ne )?veu[xt] plus vivre|plus (?:envie|la force|aucune raison|de raison) de vivre|plus de raisons? de vivre|(?:serais|serait|etre) mieux mort\\w*|mieux sans moi|en finir avec (?:la|ma|sa) vie|vie ne vaut (?:plus|pas)|(?<!(?:va|vont|peut|failli|pourrait) )me tuer|se tuer|(?:me|se) (?:suicid\\w+|pendre)|me foutre en l air|(?:ne )?(?:veu[xt]|voudrais) plus etre (?:la|ici|de ce monde|en vie)|suicider|mettre fin a (?:mes|ses) jours|vouloir mourir|aimerais? ne (?:plus|pas) me reveiller|(?:marre|fatiguee?|lasse?|degoutee?) de (?:la vie|vivre)|(?:deteste|hais) ma vie|(?:partir|m en aller) (?:pour toujours|a jamais|definitivement)|(?:me|se) jeter (?:par la fenetre|sous|du|d un|dans le vide)|menace de suicide|defenestr\\w+|j en ai assez de vivre|comment mourir|voudrais etre mort\\w*|ne plus me reveiller|quitter ce monde|veut mourir',
    `${affirmed}(?:quiero|quisiera|quiere|queria|pensado en|planeo|ganas de|deseo|desearia|preferiria|prefiero|pienso en|piensa en|pensando en|gustaria|intento|intentado|necesito|amenaza con|habla de)(?: \\S+){0,1} (?:morir(?:me|se)?${ofIdioms}|estar muert[oa]|matarme|matarse|quitar(?:me|se) la vida|acabar con (?:mi vida|su vida|todo)|ahorcar(?:me|se)|desaparecer (?:para siempre|de este mundo|del mundo)|no despertar|dormir y no despertar|dejar de (?:vivir|existir)|hacer(?:me|se) dano|cortarme las venas|tirarme (?:por|de|al|a)|saltar (?:de|desde))`,
    `${affirmed}(?:me|se) (?:quiero|quiere|queria) (?:morir${ofIdioms}|matar|suicidar)|no (?:quiero|quiere|queria|deseo)(?: seguir| continuar)? (?:vivir|viviendo|estar viv[oa]|seguir viv[oa]|estar aqui|existir|despertar)|ya no quiero (?:vivir|estar)|(?:quitarme|quitarse) la vida|acabar con (?:mi|su) vida|no (?:vale|merece) la pena (?:vivir|seguir viviendo)|la vida no (?:vale|tiene)|mejor (?:muert[oa]|sin mi)|ganas de vivir|(?:razon(?:es)?|motivos?) (?:para|de) (?:vivir|seguir viv\\w+)|odio mi vida|(?:mi|su) vida(?: \\S+){0,3} acabar con ella|(?:hija|hijo|alumna|alumno|amiga|amigo|hermana|hermano|novia|novio|sobrina) se corta(?= (?:los|las|la|a)|$)|sentido (?:la|mi|a la) vida|cansad[oa] de vivir|suicidar(?:me|se)|\\bmatarme\\b|terminar con mi vida|estaria mejor muert[oa]|(?:va|voy) a suicidar\\w*|(?:va|voy) a matar(?:me|se)|me voy a matar|ojala (?:estuviera muert[oa]|me muriera|no (?:me )?despertara)|dormir(?:me)? y no despertar|estar en este mundo|vivir en este mundo`,
    `${affirmed}(?:voglio|vorrei|vuole|voleva|desidero|penso di|pensa di)(?: \\S+){0,1} (?:morire${ofIdioms}|uccidermi|uccidersi|ammazzarmi|ammazzarsi|togliermi la vita|togliersi la vita|farla finita|essere mort[oa]|impiccarmi)|non (?:voglio|vuole|vorrei) piu (?:vivere|esserci|svegliarmi)|(?:suicidarmi|suicidarsi|uccidermi|ammazzarmi|togliermi la vita|farla finita)|stanc[oa] di vivere|(?:motivo|voglia) di vivere`,
    '(?:wil|wilde|wou|zou willen|liever|wens)(?: (?!niet |nooit |geen )\\S+){0,4}? (?:dood(?: zijn)?|sterven|niet meer (?:leven|wakker worden|bestaan)|doodgaan)(?! van)|(?:mezelf|zichzelf) (?:van kant|iets aan|te doden|ophangen|snijden)|zelfmoord\\w*|suicidaal|(?:me|zich) van kant maken|(?:een eind|einde) aan (?:mijn|zijn|haar|het) leven|(?:geen zin|geen reden) (?:meer )?(?:in het leven|om te leven|in leven)|levensmoe',
    `${affirmed}(?:quero|queria|quer|gostaria de|penso em|pensa em|vontade de|prefiro|desejo)(?: \\S+){0,1} (?:morrer${ofIdioms}|me matar|matar me|se matar|suicidar|me suicidar|tirar a (?:minha|propria) vida|acabar com (?:a minha vida|tudo)|me enforcar|estar mort[oa])|nao (?:quero|quer|queria) mais (?:viver|estar aqui|existir)|nao quero viver|(?:me|se) (?:matar|suicidar)\\b|suicidar me|tirar a minha vida|acabar com a minha vida|cansad[oa] de viver|razao para viver|vontade de viver`,
  ],
  'kill myself': [
    `(?:mich|sich|mir|dich|uns)${few} (?:umbringen|umzubringen|umgebracht|toten|erhangen|aufhangen|aufzuhangen|erschiessen|vergiften (?:will|mochte)|das leben (?:nehmen|zu nehmen)|(?:et)?was (?:antun|anzutun)|antun will)`,
    '(?:droht|drohen|drohte|gedroht) (?:\\S+ ){0,2}mit (?:selbstmord|suizid)|(?:selbstmord|suizid) (?:gedroht|angedroht)|bringe? mich (?:bald |heute |jetzt )?um|bring\\w* sich um',
    '(?:mir|sich) die (?:arme?|unterarme|pulsadern|handgelenke) (?:auf)?(?:ge)?(?:ritzt|schnitten|schlitzt)|pulsadern (?:auf)?(?:zu)?schneiden|(?:von der|von einer) brucke (?:zu )?springen|vom dach (?:zu )?springen|vor (?:den|einen) zug (?:zu )?(?:werfen|springen|schmeissen)',
  ],
  'end my life': [
    `(?:meinem|seinem|ihrem|dem) leben${idle} (?:ein ende|schluss)|(?:mein|sein|ihr|das) leben (?:zu )?beenden|mit (?:dem|meinem) leben (?:abgeschlossen|schluss)|schluss mit (?:dem|meinem) leben`,
  ],
  'no reason to live': [
    // Whole messages, since with more words they are about something else.
    '^(?:ich kann (?:einfach |echt |wirklich |so )*nicht mehr(?: weiter)?|je n en peux (?:vraiment )?plus|(?:ya )?no puedo mas|non ce la faccio (?:proprio )?piu|(?:eu )?(?:ja )?nao aguento mais|ik kan (?:het |echt |gewoon )*niet meer(?: aan)?)$',
    '(?:keine lust|keinen bock|keine kraft|keinen willen|keinen mut) (?:mehr )?(?:zum|zu) (?:leben|weiterleben)',
    `leben${idle} keinen sinn|keinen (?:sinn|grund) (?:mehr )?(?:im|zu|zum) leben|(?:nicht|nichts) mehr (?:wert zu leben|lebenswert)|lebensmude\\w*|lebensuberdruss|todessehnsucht|besser (?:dran )?tot|(?:es )?mich nicht mehr gabe|wenn ich nicht mehr (?:da|hier|am leben) ware|nie geboren (?:worden )?ware|(?:das|dieses|mein) leben (?:einfach )?nicht mehr (?:aus|ertrage)|keinen (?:anderen )?ausweg(?: mehr)?|(?:hasse|hasst) (?:mein|sein|ihr) leben|ohne mich(?: \\S+){0,3} besser|besser(?: dran)? ohne mich|todeswunsch|sterbewunsch`,
  ],
  'self harm': [
    '(?:mich|sich|dich) (?:immer wieder |oft |absichtlich |wieder |selbst |heimlich )*(?:ritzen|ritzt|ritze|selbst verletz\\w*|selbst schneide\\w*|absichtlich verletz\\w*)|(?:ritzt|ritze|ritzen) (?:sich|mich)|(?:verletzt|verletze|schneidet|schneide) (?:sich|mich) (?:absichtlich|selbst)',
    '(?:schneide|schneidet|schneiden) (?:mich|sich)(?: \\S+){0,3} (?:arme?n?|unterarme?|beine?|haut|handgelenke?)|(?:mich|sich) (?:in|an|am) (?:die|den|meinen?|ihren?|seinen?|der) (?:arme?n?|unterarme?|haut|handgelenke?) (?:schneide|schneidet|ritze|ritzt)',
    '(?:me|se) scarifi\\w+|scarifications?|automutil\\w+|(?:se|me) (?:fait|fais) du mal (?:volontairement|expres)|(?:me|se) (?:coupe|taillade) les (?:bras|veines|poignets)|(?:s|m) (?:est |suis |etait )?ouv(?:ert|rir|re) les veines|(?:se|me) mutil\\w+',
    'autolesion\\w*|(?:me|se) (?:hago|hace|hacen) cortes|(?:me|se) (?:corto|corta|cortan) (?:los brazos|las munecas|las venas|a proposito|la piel)|(?:me|se) (?:hago|hace|hacen) dano(?: a (?:mi|si) mism[oa]| a proposito)?|hacer(?:me|se) dano|cortar(?:me|se) las venas',
    'autolesion\\w*|mi taglio (?:le braccia|le vene|i polsi|apposta)|si taglia (?:le braccia|le vene|i polsi|apposta)|mi faccio del male|farmi del male|si fa del male',
    'automutil\\w*|(?:me|se) (?:corto|corta) (?:os bracos|os pulsos|de proposito)|me machucar de proposito',
  ],
  'enough to die': [
    '(?:tabletten|pillen|insulin|\\w+)(?: \\S+){0,4} (?:um zu sterben|zum sterben|damit ich sterbe|bis man stirbt|um mich umzubringen)',
    'assez pour mourir|(?:pour|afin de) mourir',
    '(?:cuant[ao]s?|suficientes?) (?:\\S+ ){0,6}(?:morir|morirme|matarme)|(?:como|para) (?:puedo )?(?:morir|morirme|matarme)(?! de)',
  ],
  // Polish, for emergencies only.
  'no reason to go on living': [
    'chce (?:umrzec|sie zabic)|nie chce (?:juz )?zyc|mysli samobojcz\\w*|odebrac sobie zycie|samobojstw\\w*',
  ],
  'not breathing': ['nie oddycha'],
  unconscious: ['straci[lł]\\w* przytomnosc|(?:jest |lezy )?nieprzytomn\\w*'],
  'cannot breathe': ['nie moge oddychac|dusze sie|nie moze oddychac'],
  'crushing chest pain': ['bol\\w* w klatce(?: piersiowej)?|klatce piersiowej mnie boli'],
  'face drooping and slurred speech': [
    'opad[lł]\\w* kacik\\w* ust|(?:wykrzywion|krzyw)\\w* (?:twarz|usta)|twarz (?:jest )?(?:wykrzywion|krzyw)\\w*|be[lł]kocze',
  ],
  choking: [
    '(?:dusi|zad[lł]awi[lł]?\\S*|d[lł]awi) sie|sie (?:dusi|zad[lł]awi[lł]?\\S*|d[lł]awi)',
    'steck\\w*(?: \\S+){0,4} (?:im|in der) (?:hals|kehle|luftrohre|rachen)|(?:coince|bloque|reste)\\w*(?: \\S+){0,3} (?:dans|en travers de) la gorge|(?:atascad|atorad|atragantad|metid)\\w*(?: \\S+){0,3} en la garganta|(?:bloccat|incastrat)\\w*(?: \\S+){0,3} in gola|(?:preso|entalad)\\w*(?: \\S+){0,3} na garganta',
  ],
}).flatMap(([english, phrases]) =>
  phrases.map((wording) => [new RegExp(`(?<![^ ])(?:${wording})(?![^ ])`), english] as const),
);

/** The words of a text, with a wish to die in another language replaced by marked English; the same array if there is none. */
export function emergenciesIn(written: readonly string[]): readonly string[] {
  if (written.length > longest) return written;
  const lower = written.map((word) => word.toLowerCase());
  if (lower.some((word) => english.has(word))) return written;
  const text = lower.join(' ');
  for (const [wording, english] of wordings) {
    const match = wording.exec(text);
    if (match === null) continue;
    const from = text.slice(0, match.index).split(' ').filter(Boolean).length;
    const length = match[0].split(' ').length;
    return [...written.slice(0, from), ...marked(english).split(' '), ...written.slice(from + length)];
  }
  return written;
}

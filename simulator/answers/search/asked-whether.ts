/** How each begins, in the languages of the answers. Nothing else may be asked before it in its sentence. */
const beginnings = {
  cured: /\b(?:curable|be cured|heilbar|se cura|guérir|curar|guarire|geneeslijk)(?!\p{L})/iu,
  // Not «is HIV contagious by kissing?»: a sentence names some ways, and denies others.
  contagious:
    /\b(?:is|are|ist|est|es|é|è)(?!\p{L})[^.?!]{1,40}(?:contagi|infectious|catching|ansteckend|besmettelijk)(?!\p{L}* (?:by|through|via|from|durch|beim|par|por|per|door)(?!\p{L}))|\b(?:can|could) (?:\S+ ){1,4}be (?:caught(?! early)|passed on)\b(?! (?:\S+ )?(?:by|through|via|with|in)\b)(?! (?:\S+ )?from (?!some|other|people|anyone|another))/iu,
  dangerous:
    /\b(?:is|are|ist|est|es|é|è)(?!\p{L})[^.?!]{1,40}(?:dangerous|deadly|fatal|gefährlich|dangereu|peligros|pericolos|perigos|gevaarlijk)|\b(?:can|could|will) (?:i|you|u|he|she|people) die (?:of|from)\b/iu,
  inherited:
    /\b(?:is|are) (?:\S+ ){1,4}(?:hereditary|inherited|genetic|passed (?:on|down) in families)\b|\b(?:do|does) (?:\S+ ){1,4}run in (?:the )?famil/i,
  addictive: /\b(?:is|are) (?:\S+ ){1,3}addictive\b/i,
  helps: /\b(?:do|does|will|would) (?:\S+ ){1,4}(?:help|work)\b/i,
  interacts:
    /\b(?:do|does|will|would|can|could) (?:\S+ ){1,5}interact\b|\b(?:is|are) there (?:an?y? )?interactions? between\b/i,
  lowers: /\b(?:can|could|do|does|will) (?:\S+ ){1,4}(?:lower|reduce|weaken)\b/i,
  raises: /\b(?:can|could|do|does|will) (?:\S+ ){1,4}(?:raise|increase)\b/i,
  causes:
    /\b(?:can|could|do|does|will) (?!you )(?:\S+ ){1,4}(?:cause|trigger|affect|bring on|give (?:me|you|u|him|her|people|an?)|make (?!.*\b(?:better|easier|stronger|safer|go)\b)\S+ \S+)\b/i,
  may: /\b(?:can|cn|could|may|shall|should) (?:i|u|we|you|he|she|they|my|our|pregnant|children|kids|babies|toddlers|people|adults|women|diabetics|coeliacs|celiacs|someone|an? \S+)\b|\b(?:can|could|may|should) (?:\S+ ){1,3}be (?:taken|used|given|combined|mixed|eaten|drunk)\b|\b(?:is it|it is|its|it's|ok|okay|is that) (?:still |also |really )?(?:safe|ok|okay|fine|alright|all right|possible|allowed|to)\b|\b(?:is|are) (?:\S+ ){1,3}(?:safe|ok|okay|allowed)\b|\bsafe to\b|\b(?:am|are) (?:i|we) allowed\b|(?<!\p{L})(?:(?:darf|kann|dürfen|können|soll) (?:ich|man|wir|mein)|puis-je|peut-on|je peux|puedo|se puede|posso|si può|pode-se|(?:mag|kan) (?:ik|mijn))(?!\p{L})/iu,
} as const satisfies Readonly<Record<string, RegExp>>;

/** What a question of yes or no asks: whether one may do something, or whether something is so. */
export type Asked = keyof typeof beginnings;

/** Words with which a question asks more than yes or no, or whether something is left undone. */
const asksOtherwise =
  /(?<!\p{L})(?:what|how|why|when|which|where|who|or|was|wie|wann|warum|welche[rsnm]?|oder|quoi|quel(?:le)?s?|comment|quand|pourquoi|combien|ou|qu[eé]|cómo|cuándo|cuánt[oa]s?|cuál|come|quando|quant[oaie]|perché|quale|cosa|quais|qual|wat|hoe|hoeveel|wanneer|waarom|welke?|of)(?!\p{L})/iu;
const undone =
  /\b(?:stop|stopping|avoid|skip|quit|miss|missed|without|instead|not|never|\w+n['’]t|cant|dont|shouldnt|wont|isnt|still have|worried|worry|call|wait|need|get|catch|tell|know|find|prevent|lose|feel)\b|\bcould (?:i|it|he|she|this|that|my \w+) (?:have|be)\b|(?<!\p{L})(?:nicht|kein\w*|ohne|absetzen|pas|sans|arrêter|no|sin|dejar|non|senza|smettere|não|sem|parar|niet|geen|zonder|stoppen)(?!\p{L})/iu;
/** «Does it make me feel sick?» */
const madeTo = /\bmake \S+ (?:feel|get)\b/i;
const estCeQue = /\best[- ]ce qu(?:e|['’])\s*/i;

/** What a text asks by yes or no; null if it asks something else. */
export function askedIn(text: string): Asked | null {
  if (text.length > longest) return null;
  const plain = text.replace(estCeQue, '').trim();
  for (const [asked, pattern] of Object.entries(beginnings)) {
    const match = pattern.exec(plain);
    if (match === null) continue;
    const [sentence = ''] = plain.slice(0, match.index).match(/[^.?!;\n]*$/) ?? [];
    const after = plain.slice(match.index);
    if (asksOtherwise.test(sentence) || undone.test(plain.replace(madeTo, ' '))) return null;
    if (asked !== 'dangerous' && /\bdie\b/i.test(plain)) return null;
    return /\bor\b(?! not)|\boder\b/i.test(after) || /\?\s*\S{3}/.test(after) ? null : (asked as Asked);
  }
  return null;
}
const longest = 300;

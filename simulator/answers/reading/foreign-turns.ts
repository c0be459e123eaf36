/** How follow-ups begin in other languages, as the English words with which they are understood: «und bei …», «et chez …». */
const and = /^\W*(?:und|et|y|e|en)\s+/iu;
const preposition =
  /^\W*(?:bei|beim|für|während|chez|pour|pendant|para|durante|per|nei|nelle|nella|nel|em|na|no|nas|nos|bij|voor|tijdens|dans|im|con|com|avec|mit|met)\s+/iu;
const condition = /^\W*(?:wenn|falls|si|se|als)\s+/iu;
const instead = /^\W*(?:was ist mit|wie ist es mit|et pour|et avec|qué pasa con|e per|hoe zit het met|e quanto a)\s+/iu;
const pointing =
  /(?<!\p{L})(?:damit|davon|dagegen|dafür|dabei|ça|cela|eso|esto|con (?:ella|él)|com (?:ele|ela)|questo|isso|isto|ermee|ervan|daarvan|daarbij|daartegen)(?!\p{L})/iu;

/** «Welche ist besser?» asks about what was named before. */
const whichOne =
  /^\W*(?:(?:und|et|y|e|en)\s+)?(?:welche[rs]?|laquelle|lequel|cu[aá]l|quale|qual|welke)(?=\s+(?:davon |von beiden |de los dos |des deux |dei due |dos dois |van de twee )?(?:ist|est|es|è|é|is|hilft|wirkt|marche|aide|ayuda|funciona|werkt|helpt)(?!\p{L}))/iu;

/** A turn whose beginning and pointing words are English, if they were those of another language. */
export function withEnglishTurns(text: string): string {
  if (whichOne.test(text)) return text.replace(whichOne, 'which one');
  const joined = and.test(text) || instead.test(text);
  const rest = text.replace(instead, '').replace(and, '');
  const lead = joined && preposition.test(rest) ? 'in ' : joined && condition.test(rest) ? 'if ' : '';
  const said = lead === '' ? rest : rest.replace(preposition, '').replace(condition, '');
  return `${joined ? 'and ' : ''}${lead}${said}`.replace(pointing, 'it');
}

/** A turn that only says in whom or when. */
export const fragment = /^\W*(?:(?:and|but|or|what about|how about)\s+)*(?:in|for|with|if|during|after)\b/i;

/** A turn that only says what illness somebody has. */
export const tellsOfIllness =
  /^\W*(?:(?:but|and|sorry|well|by the way|aber|und|mais|pero|ma|mas|maar)\W+)*(?:i|he|she|my \w+|ich|er|sie|j['’]?ai|il|elle|tengo|ho|tenho|ik)\b(?: (?:have|has|ve|got|suffer|am|is|m|habe|hat|heb|leide)\b)?[^?,.;]{1,60}(?:[,.;] (?:(?:and|so|but) )?(?:does|is|can|may|should|ist|geht|est|es|è|é) [^?]{1,40}\?|[.!])?\s*$/i;

/** A turn that asks for the reason of what was said. */
export const why =
  /^\W*(?:and |but |so |und |et |y |e |en )?(?:why(?: not| is that| so)?|how come|warum(?: nicht| das)?|wieso|weshalb|pourquoi(?: pas)?|por ?qu[eéê](?: no| não)?|perch[eé](?: no)?|waarom(?: niet)?)\W*$/i;

/** «And if she loses her sight?» asks what to do then. */
export const ifItHappens =
  /^\W*(?:(?:and|but|so|or|ok|okay)\W+)*(?:what (?:happens )?)?(?:if\b|when\b(?! (?:do|does|did|should|shall|can|could|is|are|will|would|must)\b))/i;

/** What is said of a medicine that was taken in too large an amount. */
export const tooMuch =
  /\b(?:too (?:much|many)|over-?dos\w*|(?:a |the )?double (?:the )?dose|(?:took|taken|takes|had|gave|given) (?:\w+ ){0,3}(?:twice|two doses|double))\b/i;

/** Words that turn to the opposite thing. */
export const contrary = /\b(?:other way (?:round|around)|the opposite|the reverse)\b/i;

/** How a turn begins that repeats the last question about something else. */
export const again =
  /^\W*(?:(?:no|sorry|oh|actually|nein|non|não|nee)\W+)*(?:and|or|but|what about|how about|what if|same|i mean(?:t)?|ich meine?(?:te)?|je voulais dire|quer[ií]a decir|me refiero|intendevo|volevo dire|quis dizer|ik bedoel(?:de)?)\b/i;

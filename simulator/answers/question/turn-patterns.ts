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

/** Whether what was named before causes a complaint. */
export const blames =
  /\b(?:is|could|can|might) (?:it|that|this) (?:be )?(?:that|it|why|(?:from|because of|due to) (?:it|that|them|the \w+)|the (?:tablets?|pills?|medicines?|medication|drug))\W*$|\b(?:has|is) (?:that|it|this) (?:\w+ ){0,2}(?:to do with|because of|related to) (?:it|that|them|the \w+)\W*$/i;

/** What may be done against what a medicine causes. */
export const whatHelps =
  /\bwhat (?:\w+ )?(?:helps?|(?:can|should|do) i do|to do)\b|\bhow (?:do|can|could) (?:i|you|we) (?:stop|treat|ease|prevent|help|reduce|avoid|get rid of)\b/i;

/** Whether there is other treatment. */
export const asksForOther =
  /\b(?:is there|are there|have you|do you have|can i (?:have|take|get|try)|could i (?:have|take|get|try)|any) (?:\w+ )?(?:different|other|another|alternatives?|something else|anything else)\b|\bwhat else (?:helps?|can|could|would|works?|is there)\b/i;

/** What must be done now. */
export const whatToDo = /\bwhat (?:should|can|do|must) (?:i|we|you|on) do\b/;
/** Whether somebody may take something, in the languages that are understood. */
export const mayTake =
  /\b(?:(?:can|may|could|should) (?:i|he|she|we|they|my \w+) (?:take|have|use|get)|safe to (?:take|use|have)|(?:is|are) (?:\p{L}+ ){1,2}(?:ok|okay|safe|fine|allowed)\b|(?:darf|kann) (?:ich|er|sie)\b.*\b(?:nehmen|geben)|(?:puedo|puede|posso|può|pode) (?:tomar|prendere|usar|usare)|(?:je )?(?:peux|puis|peut)(?:-je|-il|-elle)? prendre|(?:mag|kan) (?:ik|hij|ze)\b.*\b(?:nemen|slikken|gebruiken))/iu;

/** A medicine that was named before. */
export const takesIt = /\b(?:take|taking|use|using|stop|stopping) (?:it|them|this|that)\b/i;

/** Words that point back: a question with one of them depends on what was said before. */
export const backwards =
  /\b(?:it|its|this|that|these|those|they|them|their|theirs|he|she|him|her|his|hers|instead|also|too|either|both|mine|ours|(?:what|anything) else|alternatives?\b(?! (?:to|for)\b)|which (?:one|of)|which (?:\w+ ){1,2}(?:less|fewer|more|better|safer|stronger|the \w+)\b(?!.* or )|the (?:one|other)|isso|isto|eso|esto|questo|cela)\b/i;

/** A question whether one medicine can be combined with another. */
export const asksTogether =
  /\b(?:already|also on|still on|am on|(?<!\b(?:do|can|may|must|should|could) )I take|taking|as well|with|together)\b/i;

/** Words for what was named before. */
export const sameThing = /\b(?:same|it|this|that|these|those|them)\b/i;

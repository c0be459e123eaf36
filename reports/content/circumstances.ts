const CIRCUMSTANCES =
  / ((?:Only|Seen|On \w+ only|On \w+ seen) with (.*?)|(?:In|On \w+ in) all [\d,]+ cases with (.*?), in none .*?|Only (?:after|this very|on a connection) .*?|(?:Not seen again with any|It hangs on the text:|Not from the start:|Not by its circumstances:) .*?)\.(?=$| When it was repeated)/s;

/** What `actual` of a failure says besides what was seen. */
export interface CircumstancesSaid {
  /** `actual` without its circumstances. */
  readonly what: string;
  /** The sentence about them, without its full stop; undefined if there is none. */
  readonly sentence: string | undefined;
  /** Their names in words, without those that were tried in their place. */
  readonly names: string | undefined;
}

/** Separates what was seen from the circumstances in which it was seen. */
export function readCircumstances(actual: string): CircumstancesSaid {
  const [, sentence, needed, shared] = CIRCUMSTANCES.exec(actual) ?? [];
  return { what: actual.replace(CIRCUMSTANCES, ''), sentence, names: (needed ?? shared)?.replace(/ \([^()]*\)/g, '') };
}

/** Two names, the second of which should not come before the first. */
interface Tie {
  readonly first: string;
  readonly second: string;
}

/** Languages whose alphabets order the letters of names each in its own way: root order, å after z, aa as å, ch after h, y beside i, and so on. */
const LANGUAGES = ['en', 'de-u-co-phonebk', 'sv', 'da', 'cs', 'es-u-co-trad', 'et', 'lt', 'hu', 'tr', 'ja', 'zh'];

let known: readonly Intl.Collator[] | undefined;

/** Every language with and without punctuation, digits one by one or as numbers; case and accents never count, so that either order of them passes. */
const alphabets = (): readonly Intl.Collator[] =>
  (known ??= LANGUAGES.flatMap((language) =>
    [false, true].flatMap((ignorePunctuation) =>
      [false, true].map((numeric) => new Intl.Collator(language, { sensitivity: 'base', ignorePunctuation, numeric })),
    ),
  ));

/** True when a name does not come before the other by code units, or by code points, as UTF-8 sorts them. */
export const rises = (first: string, second: string): boolean =>
  first <= second || Buffer.compare(Buffer.from(first), Buffer.from(second)) <= 0;

/** True when one alphabet explains the order of all names. Source: readings S33. */
export const risesByAnAlphabet = (ties: readonly Tie[]): boolean =>
  alphabets().some((alphabet) => ties.every(({ first, second }) => alphabet.compare(first, second) <= 0));

/** A function that caches its results for up to `most` texts or other things, and then empties the cache: requests repeat their texts. */
export function remembering<Made, Given = string>(most: number, make: (given: Given) => Made): (given: Given) => Made {
  const known = new Map<Given, Made>();
  return (given) => {
    const before = known.get(given);
    if (before !== undefined) return before;
    if (known.size >= most) known.clear();
    const made = make(given);
    known.set(given, made);
    return made;
  };
}

/** The most cached texts, and the most characters of them together; a text longer than `longest` is never cached. */
interface MostTexts {
  readonly texts: number;
  readonly characters: number;
  readonly longest: number;
}

/** Like `remembering`, for texts of any length: long ones are repeated too, as padding and as history, but only a few of them fit. */
export function rememberingTexts<Made>(most: MostTexts, make: (text: string) => Made): (text: string) => Made {
  const recall = rememberedTexts<Made>(most);
  return (text) => recall(text, make);
}

/** The same, with `make` given at each call. */
export function rememberedTexts<Made>(most: MostTexts): (text: string, make: (text: string) => Made) => Made {
  let characters = 0;
  const known = new Map<string, Made>();
  return (text, make) => {
    if (text.length > most.longest) return make(text);
    const before = known.get(text);
    if (before !== undefined) return before;
    const made = make(text);
    characters += text.length;
    if (known.size >= most.texts || characters > most.characters) {
      known.clear();
      characters = text.length;
    }
    known.set(text, made);
    return made;
  };
}

/** A function that makes its result at the first call, for no start to wait for it, and keeps it. */
export function once<Made>(make: () => Made): () => Made {
  let made: Made | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

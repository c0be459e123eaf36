/** Most characters of a token: about the average of tokenizers for English text. */
const tokenCharacters = 4;

/**
 * Tokens of a text, at least 1: a word is one token for each four characters or part of four, any other visible
 * character is one. One pass without allocations, because a text has no length limit (readings R18).
 */
export function tokenCount(text: string): number {
  let tokens = 0;
  let inWord = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code <= 0x20 || code === 0xa0) inWord = 0;
    else if (!isWordCode(code)) {
      tokens += 1;
      inWord = 0;
    } else {
      if (inWord % tokenCharacters === 0) tokens += 1;
      inWord += 1;
    }
  }
  return Math.max(1, tokens);
}

/** Digits, Latin letters and everything beyond ASCII. */
function isWordCode(code: number): boolean {
  const lower = code | 0x20;
  return (code >= 0x30 && code <= 0x39) || (lower >= 0x61 && lower <= 0x7a) || code > 0x7f;
}

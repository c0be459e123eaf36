/**
 * Characters that a terminal, an XML reader or the eye would not take for text: C0 and C1 controls, lone surrogates,
 * line and paragraph separators, zero-width marks, direction overrides, tag characters. The caller decides about tab
 * and line feed.
 */
const UNSAFE =
  /[\p{Cc}\p{Cs}\u061C\u200B-\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB\uFFFE\uFFFF\u{E0000}-\u{E007F}]/gu;

const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/**
 * Makes a text from the target harmless and visible: `\x1b`, `\u202e`, `\ud800`. The result is one line, unless
 * `keepLines` keeps line feeds.
 */
export function escapeControls(text: string, options: { keepLines?: boolean } = {}): string {
  return text.replace(UNSAFE, (char) => (options.keepLines === true && char === '\n' ? char : escapeChar(char)));
}

/** A character as a common escape: `\n`, `\x1b`, `\u202e`, `\u{e0001}`. */
export function escapeChar(char: string): string {
  const known = SHORT[char];
  if (known !== undefined) return known;
  const code = char.codePointAt(0) ?? 0;
  if (code < 0x100) return `\\x${code.toString(16).padStart(2, '0')}`;
  return code < 0x10000 ? `\\u${code.toString(16).padStart(4, '0')}` : `\\u{${code.toString(16)}}`;
}

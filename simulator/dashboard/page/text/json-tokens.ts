/** A token of a JSON text. */
export interface JsonToken {
  readonly kind: 'mark' | 'name' | 'string' | 'number' | 'literal';
  readonly text: string;
}

const pattern = /\s*(?:("(?:[^"\\]|\\.)*"?)(\s*:)?|(-?\d[\d.eE+-]*)|([a-z]+)|([{}[\],:]))/y;

/**
 * A JSON text, formatted for reading; null if it is not JSON. The format depends only on brackets and commas, so that a
 * cut text works too. Lists of plain values stay on one line.
 */
export function jsonTokens(text: string): readonly JsonToken[] | null {
  const raw = split(text);
  if (raw === null || !/^[{["]/.test(raw[0]?.text ?? '')) return null;
  const laid: JsonToken[] = [];
  const push = (kind: JsonToken['kind'], piece: string): void => {
    const last = laid.at(-1);
    if (last?.kind === kind && (kind === 'mark' || kind === 'number'))
      laid[laid.length - 1] = { kind, text: last.text + piece };
    else laid.push({ kind, text: piece });
  };
  const inline: boolean[] = [];
  const newline = (): string => `\n${'  '.repeat(inline.length)}`;
  raw.forEach((token, index) => {
    const isInline = inline.at(-1) === true;
    if (token.kind === 'name') {
      push('name', token.text);
      push('mark', ': ');
    } else if (token.kind !== 'mark') push(token.kind, token.text);
    else if (token.text === ',') {
      // A vector stays one token: it has thousands of numbers.
      if (isInline) push(laid.at(-1)?.kind === 'number' ? 'number' : 'mark', ', ');
      else push('mark', `,${newline()}`);
    } else if (token.text === '{' || token.text === '[') {
      inline.push(isPlainList(raw, index));
      push('mark', token.text + (inline.at(-1) === true ? '' : newline()));
    } else {
      const wasInline = inline.pop() === true;
      push('mark', (wasInline ? '' : newline()) + token.text);
    }
  });
  return laid;
}

function split(text: string): readonly JsonToken[] | null {
  const tokens: JsonToken[] = [];
  const end = text.trimEnd().length;
  pattern.lastIndex = 0;
  while (pattern.lastIndex < end) {
    const match = pattern.exec(text);
    if (match === null) return null;
    const [, quoted, colon, number, literal, mark] = match;
    if (quoted !== undefined) tokens.push({ kind: colon === undefined ? 'string' : 'name', text: quoted });
    else if (number !== undefined) tokens.push({ kind: 'number', text: number });
    else if (literal !== undefined) tokens.push({ kind: 'literal', text: literal });
    else tokens.push({ kind: 'mark', text: mark ?? '' });
  }
  return tokens;
}

/** Whether a bracket opens a list of plain values, or is empty. */
function isPlainList(tokens: readonly JsonToken[], open: number): boolean {
  for (let index = open + 1; index < tokens.length; index += 1) {
    const { kind, text } = tokens[index] as JsonToken;
    if (kind === 'name') return false;
    if (kind === 'mark' && text !== ',') return text === ']' || text === '}';
  }
  return true;
}

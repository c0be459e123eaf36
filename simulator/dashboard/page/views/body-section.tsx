import { useMemo, useState } from 'preact/hooks';
import type { BoundedText } from '../../messages.ts';
import { size } from '../text/format.ts';
import { type JsonToken, jsonTokens } from '../text/json-tokens.ts';

const fewLines = 24;
const fewSigns = 4_000;

/** Headers, collapsed at first. */
export function Headers({ headers }: { readonly headers: Readonly<Record<string, string>> }) {
  const all = Object.entries(headers);
  return (
    <details class="headers">
      <summary>
        Headers <span class="muted">{all.length}</span>
      </summary>
      <dl>
        {all.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

/** A body, formatted if it is JSON. */
export function BodySection({ body, empty }: { readonly body: BoundedText; readonly empty: string }) {
  if (body.text === '') return <p class="muted">{empty}</p>;
  return (
    <>
      {body.cut && (
        <p class="note">
          Only the first {size(body.text.length)} of {size(body.bytes)} are shown.
        </p>
      )}
      <Code text={body.text} />
    </>
  );
}

/** A text as code: JSON formatted, other text as it is. A long one is collapsed. */
export function Code({ text }: { readonly text: string }) {
  const [isWhole, showWhole] = useState(false);
  const tokens = useMemo(() => jsonTokens(text) ?? [{ kind: 'string', text } satisfies JsonToken], [text]);
  const few = useMemo(() => beginning(tokens), [tokens]);
  const isLong = few.length < tokens.length || (few[few.length - 1]?.text ?? '') !== tokens.at(-1)?.text;
  return (
    <>
      <pre class="code">
        {(isWhole ? tokens : few).map((token, index) => (
          <span key={index} class={`json-${token.kind}`}>
            {token.text}
          </span>
        ))}
        {isLong && !isWhole && '…'}
      </pre>
      {isLong && (
        <button type="button" class="quiet more" aria-expanded={isWhole} onClick={() => showWhole(!isWhole)}>
          {isWhole ? 'Show less' : 'Show all'}
        </button>
      )}
    </>
  );
}

/** The first lines. */
function beginning(tokens: readonly JsonToken[]): readonly JsonToken[] {
  const few: JsonToken[] = [];
  let lines = 0;
  let signs = 0;
  for (const { kind, text } of tokens) {
    few.push({ kind, text: text.slice(0, fewSigns - signs) });
    lines += text.split('\n').length - 1;
    signs += text.length;
    if (lines >= fewLines || signs >= fewSigns) break;
  }
  return few;
}
